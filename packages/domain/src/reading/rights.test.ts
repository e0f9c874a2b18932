import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesOpen, type Reader, rights } from './rights.ts'

/** ADR-0172, cell by cell: pages online, download, read aloud, advertisements. */
const table = `
  magazine  anonymous first -       -     ads
  magazine  FREE      all   -       -     ads
  magazine  PROMO     all   -       -     -
  magazine  MAGZ      all   offline -     -
  magazine  PREMIUM   all   offline audio -
  newspaper anonymous one   -       -     ads
  newspaper FREE      one   -       -     ads
  newspaper PROMO     one   -       -     -
  newspaper MAGZ      all   -       -     -
  newspaper PREMIUM   all   offline audio -`
const cells = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as ['magazine' | 'newspaper', Reader, string, string, string, string])

test.each(cells)('for a %s, %s readers have: %s %s %s %s', (kind, reader, online, offline, audio, ads) => {
  expect(rights[kind][reader]).toEqual({ online, offline: offline !== '-', audio: audio !== '-', ads: ads !== '-' })
})

test('covers every cell of the table', () => {
  expect(cells).toHaveLength(Object.values(rights).flatMap(Object.keys).length)
})

test('never opens more pages than an issue has, and a newspaper shows its first', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cells), fc.integer({ min: 1, max: 500 }), fc.nat(50), ([kind, reader], count, first) => {
      const open = pagesOpen(rights[kind][reader], count, first)
      expect(open).toBeLessThanOrEqual(count)
      if (rights[kind][reader].online === 'all') expect(open).toBe(count)
      if (rights[kind][reader].online === 'first') expect(open).toBe(Math.min(first, count))
      if (rights[kind][reader].online === 'one') expect(open).toBe(1)
    }),
  )
})
