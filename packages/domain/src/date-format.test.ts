import { expect, test } from 'vitest'
import { dateFormat, formatDay, formatMoment, formatShortDay, formatShortMoment } from './date-format.ts'

test.each([
  ['de', '21. Jänner 2026', '21. Jänner 2026 um 00:30'],
  ['en', '21 January 2026', '21 January 2026 at 00:30'],
  ['fr', '21 janvier 2026', '21 janvier 2026 à 00:30'],
] as const)('writes days and times in Vienna in %s', (language, day, moment) => {
  const at = '2026-01-20T23:30:00Z'
  expect([formatDay(language, at), formatMoment(language, new Date(at))]).toEqual([day, moment])
  expect(formatDay(language, '2026-01-21')).toBe(day)
})

test.each([
  ['de', '21.01.2026', '21.01.2026, 00:30'],
  ['en', '21_Jan_2026', '21_Jan_2026, 00:30'],
  ['fr', '21_janv._2026', '21_janv._2026, 00:30'],
] as const)('a table in %s does not divide a day', (language, day, moment) => {
  const at = '2026-01-20T23:30:00Z'
  const written = [formatShortDay(language, at), formatShortMoment(language, at)]
  expect(written).toEqual([day.replaceAll('_', '\u00a0'), moment.replaceAll('_', '\u00a0')])
})

test('a format is made once for a locale and a style', () => {
  expect(dateFormat('fr', { dateStyle: 'long' })).toBe(dateFormat('fr', { dateStyle: 'long' }))
  expect(dateFormat('fr', { dateStyle: 'full' })).not.toBe(dateFormat('fr', { dateStyle: 'long' }))
  expect(dateFormat('de-AT', { dateStyle: 'long' })).not.toBe(dateFormat('de-DE', { dateStyle: 'long' }))
})
