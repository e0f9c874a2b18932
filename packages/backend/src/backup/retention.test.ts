import { addDays } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { keptBackups } from './retention.ts'

/** A backup at noon of each day, the last on Friday, 27 November 2026. */
const daily = (days: number) =>
  Array.from({ length: days }, (_, back) => {
    const at = new Date(Date.parse('2026-11-27T11:00:00Z') - back * DAY_MS)
    return { id: at.toISOString().slice(0, 'YYYY-MM-DD'.length), at }
  })

const kept = (backups: ReturnType<typeof daily>, rules: Parameters<typeof keptBackups>[1]) =>
  [...keptBackups(backups, rules)].sort().reverse()

test('keeps the newest backup of the last days, weeks and months', () => {
  expect(kept(daily(400), { last: 0, daily: 3, weekly: 3, monthly: 3 })).toEqual([
    // Days, the first of them also for this week and month.
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    // Sundays of the two weeks before.
    '2026-11-22',
    '2026-11-15',
    '2026-10-31',
    '2026-09-30',
  ])
})

test('keeps the newest backup whatever the rules are', () => {
  expect(kept(daily(5), { last: 0, daily: 0, weekly: 0, monthly: 0 })).toEqual(['2026-11-27'])
  expect(kept([], { last: 0, daily: 7, weekly: 5, monthly: 12 })).toEqual([])
})

test('keeps a number of newest backups beside the rules', () => {
  expect(kept(daily(40), { last: 2, daily: 0, weekly: 0, monthly: 2 })).toEqual(['2026-11-27', '2026-11-26', '2026-10-31'])
})

test('counts days with a backup, so that a pause removes nothing', () => {
  const old = daily(3).map(({ at }) => ({
    id: addDays('2026-01-01', -at.getUTCDate()),
    at: new Date(at.getTime() - 300 * DAY_MS),
  }))
  expect(kept(old, { last: 0, daily: 3, weekly: 1, monthly: 1 })).toHaveLength(3)
})

test('keeps the last of several on one day, which is a day in Vienna', () => {
  const at = (time: string) => ({ id: time, at: new Date(time) })
  const backups = ['2026-07-01T21:00:00Z', '2026-07-01T22:30:00Z', '2026-07-02T10:00:00Z'].map(at)
  expect(kept(backups, { last: 0, daily: 2, weekly: 0, monthly: 0 })).toEqual(['2026-07-02T10:00:00Z', '2026-07-01T21:00:00Z'])
})
