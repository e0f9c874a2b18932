import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardIssue } from './issue-cards.ts'
import { grow, start } from './more-issues.ts'
import { sampleIssue } from './testing/sample-issues.ts'

const issues = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => cardIssue(sampleIssue({ uid: `u${from + index}` })))

test('shows the first page at once, then one chunk at a time', () => {
  let state = start({ issues: issues(0, 20), after: 'a' })
  expect(state.shown).toBe(20)
  state = grow(state, { kind: 'revealed', chunk: 4 })
  expect(state.shown).toBe(20)
  state = grow(grow(state, { kind: 'requested' }), { kind: 'brought', page: { issues: issues(20, 20), after: null } })
  expect(state).toMatchObject({ shown: 20, after: null, phase: 'waiting' })
  state = grow(state, { kind: 'revealed', chunk: 4 })
  expect(state.shown).toBe(24)
})

test('shows an issue once when it moves to the next page', () => {
  const state = grow(start({ issues: issues(0, 20), after: 'a' }), {
    kind: 'brought',
    page: { issues: issues(19, 20), after: 'b' },
  })
  expect(state.loaded).toHaveLength(39)
})

test('keeps the loaded issues after a failure', () => {
  const state = grow(start({ issues: issues(0, 20), after: 'a' }), { kind: 'failed' })
  expect(state).toMatchObject({ shown: 20, after: 'a', phase: 'failed' })
})

test('shows every issue once for any chunk size and none before it is loaded', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (total, size, chunk) => {
        const all = issues(0, total)
        const page = (from: number) => ({
          issues: all.slice(from, from + size),
          after: from + size < total ? String(from + size) : null,
        })
        let state = start(page(0))
        for (let turn = 0; state.after !== null || state.shown < state.loaded.length; turn++) {
          expect(turn).toBeLessThan(total * 2 + 5)
          state =
            state.shown < state.loaded.length
              ? grow(state, { kind: 'revealed', chunk })
              : grow(state, { kind: 'brought', page: page(Number(state.after)) })
          expect(state.shown).toBeLessThanOrEqual(state.loaded.length)
        }
        expect(state.loaded.map(({ uid }) => uid)).toEqual(all.map(({ uid }) => uid))
      },
    ),
    { numRuns: 50 },
  )
})
