import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grow, start } from './growing-list.ts'

const issues = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ uid: `u${from + index}` }))

test('shows the first page at once, then one chunk at a time', () => {
  let state = start({ items: issues(0, 20), next: 'a' })
  expect(state.shown).toBe(20)
  state = grow(state, { kind: 'revealed', chunk: 4 })
  expect(state.shown).toBe(20)
  state = grow(grow(state, { kind: 'requested' }), { kind: 'brought', page: { items: issues(20, 20), next: null } })
  expect(state).toMatchObject({ shown: 20, next: null, phase: 'waiting' })
  state = grow(state, { kind: 'revealed', chunk: 4 })
  expect(state.shown).toBe(24)
})

test('shows an issue once when it moves to the next page', () => {
  const state = grow(start({ items: issues(0, 20), next: 'a' }), {
    kind: 'brought',
    page: { items: issues(19, 20), next: 'b' },
  })
  expect(state.loaded).toHaveLength(39)
})

test('keeps the loaded issues after a failure', () => {
  const state = grow(start({ items: issues(0, 20), next: 'a' }), { kind: 'failed' })
  expect(state).toMatchObject({ shown: 20, next: 'a', phase: 'failed' })
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
          items: all.slice(from, from + size),
          next: from + size < total ? String(from + size) : null,
        })
        let state = start(page(0))
        for (let turn = 0; state.next !== null || state.shown < state.loaded.length; turn++) {
          expect(turn).toBeLessThan(total * 2 + 5)
          state =
            state.shown < state.loaded.length
              ? grow(state, { kind: 'revealed', chunk })
              : grow(state, { kind: 'brought', page: page(Number(state.next)) })
          expect(state.shown).toBeLessThanOrEqual(state.loaded.length)
        }
        expect(state.loaded.map(({ uid }) => uid)).toEqual(all.map(({ uid }) => uid))
      },
    ),
    { numRuns: 50 },
  )
})
