import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterContact, afterLook, type Clock, lockAtContact, lockWithoutContact, serverTime } from './expiry.ts'

const START = Date.parse('2026-11-21T08:00:00Z')

test('a clock with a constant error allows reading for exactly the term', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e10, max: 1e10 }), fc.array(fc.nat(3 * DAY_MS), { maxLength: 20 }), (wrong, waits) => {
      let clock = afterContact(START, START + wrong)
      let now = START
      for (const wait of waits) {
        now += wait
        clock = afterLook(clock, now + wrong, wait)
        expect(serverTime(clock, now + wrong)).toBe(now)
        expect(lockWithoutContact(START + 30 * DAY_MS, clock, now + wrong)).toBe(now >= START + 30 * DAY_MS ? 'term' : null)
      }
    }),
  )
})

test('server time never goes back, whatever happens to the clock', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }), fc.nat(60_000))), (tricks) => {
      let clock = afterContact(START, START)
      let before = clock.latest
      for (const [jump, elapsed] of tricks) {
        clock = afterLook(clock, START + jump, elapsed)
        expect(clock.latest).toBeGreaterThanOrEqual(before + elapsed)
        expect(serverTime(clock, START - 9 * DAY_MS)).toBeGreaterThanOrEqual(before)
        before = clock.latest
      }
    }),
  )
})

test('setting the clock back repeatedly does not extend the term', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: DAY_MS }), { minLength: 40, maxLength: 80 }), (sittings) => {
      let clock: Clock = afterContact(START, START)
      let read = 0
      for (const sitting of sittings) {
        if (lockWithoutContact(START + 5 * DAY_MS, clock, START)) break
        clock = afterLook(clock, START, sitting)
        read += sitting
      }
      expect(read).toBeLessThanOrEqual(6 * DAY_MS)
    }),
  )
})

test('an expired term stays expired when the clock is set back', () => {
  const clock = afterLook(afterContact(START, START), START + 31 * DAY_MS, 0)
  expect(lockWithoutContact(START + 30 * DAY_MS, clock, START + DAY_MS)).toBe('term')
})

test('the next contact corrects a clock that ran ahead', () => {
  const ahead = afterLook(afterContact(START, START), START + 400 * DAY_MS, 0)
  expect(lockWithoutContact(START + 30 * DAY_MS, ahead, START + DAY_MS)).toBe('term')
  expect(lockWithoutContact(START + 30 * DAY_MS, afterContact(START + DAY_MS, START + DAY_MS), START + DAY_MS)).toBe(null)
})

const now = new Date(START).toISOString()
const inDays = (days: number) => new Date(START + days * DAY_MS).toISOString()
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
  ['belongs to another account', listOf([], 'other'), 3, 'other-reader'],
  ['is on a device without a sign-in', null, 3, 'signed-out'],
] as const)('after a sync, a download that %s', (_, list, days, lock) => {
  const download = { uid: 'a', reader: 'me', until: START + days * DAY_MS }
  expect(lockAtContact(download, list as Parameters<typeof lockAtContact>[1])).toBe(lock)
})
