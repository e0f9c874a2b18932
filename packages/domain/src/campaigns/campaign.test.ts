import { expect, test } from 'vitest'
import { runsAt } from './campaign.ts'

// Vienna is one hour ahead of UTC in winter and two in summer.
test.each([
  [{ from: '2026-12-01' }, '2026-11-30T22:59:59Z', false],
  [{ from: '2026-12-01' }, '2026-11-30T23:00:00Z', true],
  [{ until: '2026-06-30' }, '2026-06-30T21:59:59Z', true],
  [{ until: '2026-06-30' }, '2026-06-30T22:00:00Z', false],
  [{}, '2026-06-30T22:00:00Z', true],
])('a campaign with the term %j at %s: %s', (term, time, runs) => {
  expect(runsAt(term, new Date(time))).toBe(runs)
})
