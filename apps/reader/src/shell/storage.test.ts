import { expect, test } from 'vitest'
import {
  accountPositions,
  forgetAccountPositions,
  hintSeen,
  keepPosition,
  keepPreferences,
  MOST_POSITIONS,
  noteSignOut,
  positionOf,
  positionsFrom,
  preferencesFrom,
  rememberHint,
  type Store,
  signsOut,
} from './storage.ts'

const memory = (): Store => {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}
const issue = (uid: string, page: number, owner: string | null = null) => ({
  owner,
  uid,
  page,
  pageCount: 50,
  titleLine: 'T',
  detailLine: 'D',
  coverURL: '',
  at: 0,
})

test('stores one place per issue, the last read first', () => {
  const store = memory()
  keepPosition(store, issue('a', 3))
  keepPosition(store, issue('b', 9))
  keepPosition(store, issue('a', 4))
  expect(positionsFrom(store, null).map((each) => [each.uid, each.page])).toEqual([
    ['a', 4],
    ['b', 9],
  ])
  expect(positionOf(store, 'b', null)?.page).toBe(9)
  expect(positionOf(store, 'c', null)).toBeUndefined()
})

test.each([
  null,
  { uid: 'b', page: -5, owner: null },
  { uid: 'b', page: 0, owner: null },
  { uid: 'b', page: '2', owner: null },
  { uid: '\ud800', page: 1, owner: null },
  { uid: '../../user/logout', page: 1, owner: null },
  { uid: { toString: 1 }, page: 1, owner: null },
])('leaves out the place %j, and shows the others', (stored) => {
  const store = memory()
  for (const key of ['reader.positions', 'reader.account-positions']) store.setItem(key, JSON.stringify([stored, issue('a', 3)]))
  expect(positionsFrom(store, null).map(({ uid }) => uid)).toEqual(['a'])
  expect(accountPositions(store).map(({ uid }) => uid)).toEqual(['a'])
})

test('limits the number of stored places', () => {
  const store = memory()
  for (let at = 0; at < MOST_POSITIONS + 20; at++) keepPosition(store, issue(`i${at}`, 1))
  expect(positionsFrom(store, null).length).toBe(MOST_POSITIONS)
})

test('restores preferences, and uses defaults when storage is corrupt or unavailable', () => {
  const store = memory()
  const liked = { ...preferencesFrom(store), layout: 'spread' as const, textSize: 'large' as const, newspaper: 'pages' as const }
  keepPreferences(store, liked)
  expect(preferencesFrom(store)).toEqual(liked)
  const usual = preferencesFrom(memory())
  expect(preferencesFrom({ getItem: () => '{"layout":"sideways"', setItem: () => {}, removeItem: () => {} })).toEqual(usual)
  expect(preferencesFrom({ getItem: () => '{"layout":"sideways"}', setItem: () => {}, removeItem: () => {} })).toEqual(usual)
  const forbidden: Store = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
    removeItem: () => {
      throw new Error('forbidden')
    },
  }
  keepPosition(forbidden, issue('a', 1))
  expect(positionsFrom(forbidden, null)).toEqual([])
  expect(preferencesFrom(forbidden)).toEqual(usual)
})

test('remembers that the hint about the tools was seen', () => {
  const store = memory()
  expect(hintSeen(store)).toBe(false)
  rememberHint(store)
  expect(hintSeen(store)).toBe(true)
})

test('separates places by account, and deletes them on sign-out', () => {
  const store = memory()
  keepPosition(store, issue('mine', 3))
  keepPosition(store, issue('hers', 5, 'mark-of-her'))
  expect(positionsFrom(store, null).map(({ uid }) => uid)).toEqual(['mine'])
  expect(positionsFrom(store, 'mark-of-her').map(({ uid }) => uid)).toEqual(['hers'])
  expect(positionOf(store, 'hers', 'mark-of-him')).toBeUndefined()
  forgetAccountPositions(store)
  expect(accountPositions(store)).toEqual([])
  expect(positionsFrom(store, null).map(({ uid }) => uid)).toEqual(['mine'])
})

test('deletes places of older versions, which have no owner, without showing them', () => {
  const store = memory()
  const { owner: _, ...old } = issue('night-salon', 4)
  store.setItem('reader.positions', JSON.stringify([old]))
  expect(positionsFrom(store, null)).toEqual([])
  expect(positionOf(store, 'night-salon', null)).toBeUndefined()
  forgetAccountPositions(store)
  expect(store.getItem('reader.positions')).toBeNull()
  forgetAccountPositions({ ...store, getItem: () => '{broken' })
})

test('the reading mode is off until it is chosen', () => {
  const store = memory()
  expect(preferencesFrom(store).easy).toBe(false)
  keepPreferences(store, { ...preferencesFrom(store), easy: true })
  expect(preferencesFrom(store).easy).toBe(true)
})

test('an account signs out if that was noted, whatever its reference begins with', () => {
  for (const reference of ['-abc', '_abc', 'abc']) {
    const store = memory()
    store.setItem('website.account', reference)
    expect(signsOut(store), reference).toBe(false)
    for (let time = 0; time < 2; time++) noteSignOut(store)
    expect([signsOut(store), store.getItem('website.account')]).toEqual([true, `!${reference}`])
  }
})

test('whoever is signed in on a shared device, which stores no account, signs out if that was noted', () => {
  const store = memory()
  expect(signsOut(store)).toBe(false)
  for (let time = 0; time < 2; time++) noteSignOut(store)
  expect([signsOut(store), store.getItem('website.account')]).toEqual([true, '!'])
})
