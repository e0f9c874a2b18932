import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterContact, afterLook, type Clock, houseTime, lockAtContact, lockWithoutContact } from './term.ts'

const DAY = 24 * 3600 * 1000
const START = Date.parse('2026-11-21T08:00:00Z')

test('a device whose clock goes right, or wrong by the same amount all the time, reads to the last moment of its term', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e10, max: 1e10 }), fc.array(fc.nat(3 * DAY), { maxLength: 20 }), (wrong, waits) => {
      let clock = afterContact(START, START + wrong)
      let now = START
      for (const wait of waits) {
        now += wait
        clock = afterLook(clock, now + wrong, wait)
        expect(houseTime(clock, now + wrong)).toBe(now)
        expect(lockWithoutContact(START + 30 * DAY, clock, now + wrong)).toBe(now >= START + 30 * DAY ? 'term' : null)
      }
    }),
  )
})

test('whatever is done to the clock, the time of the house never goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: -400 * DAY, max: 400 * DAY }), fc.nat(60_000))), (tricks) => {
      let clock = afterContact(START, START)
      let before = clock.latest
      for (const [jump, elapsed] of tricks) {
        clock = afterLook(clock, START + jump, elapsed)
        expect(clock.latest).toBeGreaterThanOrEqual(before + elapsed)
        expect(houseTime(clock, START - 9 * DAY)).toBeGreaterThanOrEqual(before)
        before = clock.latest
      }
    }),
  )
})

test('a clock set back before every look buys no more reading than the term', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: DAY }), { minLength: 40, maxLength: 80 }), (sittings) => {
      let clock: Clock = afterContact(START, START)
      let read = 0
      for (const sitting of sittings) {
        if (lockWithoutContact(START + 5 * DAY, clock, START)) break
        clock = afterLook(clock, START, sitting)
        read += sitting
      }
      expect(read).toBeLessThanOrEqual(6 * DAY)
    }),
  )
})

test('a term that ended stays ended when the clock is set back', () => {
  const clock = afterLook(afterContact(START, START), START + 31 * DAY, 0)
  expect(lockWithoutContact(START + 30 * DAY, clock, START + DAY)).toBe('term')
})

test('a clock that ran ahead by mistake is put right by the next contact', () => {
  const ahead = afterLook(afterContact(START, START), START + 400 * DAY, 0)
  expect(lockWithoutContact(START + 30 * DAY, ahead, START + DAY)).toBe('term')
  expect(lockWithoutContact(START + 30 * DAY, afterContact(START + DAY, START + DAY), START + DAY)).toBe(null)
})

const now = new Date(START).toISOString()
const inDays = (days: number) => new Date(START + days * DAY).toISOString()
const listOf = (downloads: { uid: string; until: string }[], reader = 'me') => ({
  now,
  reader,
  downloads: downloads.map((each) => ({ ...each, key: '', revision: 1 })),
})
test.each([
  ['is listed', listOf([{ uid: 'a', until: inDays(3) }]), 3, null],
  ['is listed, renewed after its own end', listOf([{ uid: 'a', until: inDays(3) }]), -3, null],
  ['is not listed any more', listOf([{ uid: 'b', until: inDays(3) }]), 3, 'gone'],
  ['is not listed, and its term is over', listOf([]), -3, 'term'],
  ['is listed with a term that is over', listOf([{ uid: 'a', until: now }]), 0, 'term'],
  ['is of somebody else', listOf([], 'other'), 3, 'other-reader'],
  ['has nobody signed in', null, 3, 'signed-out'],
] as const)('at a contact, a copy that %s', (_, list, days, lock) => {
  const copy = { uid: 'a', reader: 'me', until: START + days * DAY }
  expect(lockAtContact(copy, list as Parameters<typeof lockAtContact>[1])).toBe(lock)
})
