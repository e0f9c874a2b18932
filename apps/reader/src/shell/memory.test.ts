import { expect, test } from 'vitest'
import {
  keepPosition,
  keepPreferences,
  MOST_POSITIONS,
  positionOf,
  positionsFrom,
  preferencesFrom,
  type Store,
} from './memory.ts'

const memory = (): Store => {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}
const issue = (uid: string, page: number) => ({ uid, page, pageCount: 50, titleLine: 'T', detailLine: 'D', coverURL: '', at: 0 })

test('the place in each issue is kept, the last read first, once', () => {
  const store = memory()
  keepPosition(store, issue('a', 3))
  keepPosition(store, issue('b', 9))
  keepPosition(store, issue('a', 4))
  expect(positionsFrom(store).map((each) => [each.uid, each.page])).toEqual([
    ['a', 4],
    ['b', 9],
  ])
  expect(positionOf(store, 'b')?.page).toBe(9)
  expect(positionOf(store, 'c')).toBeUndefined()
})

test('the memory does not grow without end', () => {
  const store = memory()
  for (let at = 0; at < MOST_POSITIONS + 20; at++) keepPosition(store, issue(`i${at}`, 1))
  expect(positionsFrom(store).length).toBe(MOST_POSITIONS)
})

test('likings come back, and spoilt or forbidden storage means the usual ones', () => {
  const store = memory()
  const liked = { ...preferencesFrom(store), layout: 'spread' as const, textSize: 'large' as const }
  keepPreferences(store, liked)
  expect(preferencesFrom(store)).toEqual(liked)
  const usual = preferencesFrom(memory())
  expect(preferencesFrom({ getItem: () => '{"layout":"sideways"', setItem: () => {} })).toEqual(usual)
  expect(preferencesFrom({ getItem: () => '{"layout":"sideways"}', setItem: () => {} })).toEqual(usual)
  const forbidden: Store = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
  }
  keepPosition(forbidden, issue('a', 1))
  expect(positionsFrom(forbidden)).toEqual([])
  expect(preferencesFrom(forbidden)).toEqual(usual)
})
