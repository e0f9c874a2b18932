import { expect, test } from 'vitest'
import { recentSearches } from './recent-searches.ts'

function browser() {
  const stored = new Map<string, string>()
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return {
    stored,
    searches: (account: string | null, cookies = 'language=de; consent=1') =>
      recentSearches({ store: () => store, cookies: () => cookies, account }),
  }
}

test('keeps the last five searches, the latest first, each once', () => {
  const searches = browser().searches(null)
  for (const term of ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'drei']) searches.add(term)
  expect(searches.terms()).toEqual(['drei', 'sechs', 'fünf', 'vier', 'zwei'])
  searches.forget()
  expect(searches.terms()).toEqual([])
})

test.each(['', 'language=de', 'consent=0', 'consent=1; shared_device=1'])('keeps nothing with the cookies "%s"', (cookies) => {
  const { searches, stored } = browser()
  searches(null, cookies).add('garten')
  expect(stored.size).toBe(0)
  searches(null).add('garten')
  expect(searches(null, cookies).terms()).toEqual([])
})

test('shows the searches of an account to this account only', () => {
  const { searches } = browser()
  searches('anna').add('garten')
  expect(searches('anna').terms()).toEqual(['garten'])
  expect(searches('berta').terms()).toEqual([])
  expect(searches(null).terms()).toEqual([])
})

test('works where the browser blocks storage', () => {
  const blocked = () => {
    throw new Error('blocked')
  }
  const searches = recentSearches({ store: blocked, cookies: () => 'consent=1', account: null })
  searches.add('garten')
  searches.forget()
  expect(searches.terms()).toEqual([])
})

test.each([
  ['words', []],
  [{ length: 1 }, []],
  [null, []],
  [[null, 1, { a: 1 }, 'garten'], ['garten']],
  [Array(9).fill('garten'), Array(5).fill('garten')],
])('takes of other stored terms what it can show: %j', (terms, shown) => {
  const { searches, stored } = browser()
  stored.set('website.searches', JSON.stringify({ account: null, terms }))
  expect(searches(null).terms()).toEqual(shown)
  searches(null).add('wein')
  expect(searches(null).terms()[0]).toBe('wein')
})
