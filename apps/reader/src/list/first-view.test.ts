import { expect, test } from 'vitest'
import { firstView } from './first-view.ts'

const articles = [{}]
const none = { newspaper: null, magazine: null }

test.each([
  ['newspaper', true, 'articles'],
  ['newspaper', false, 'pages'],
  ['magazine', true, 'pages'],
  ['magazine', false, 'pages'],
] as const)('a %s opens on a phone (%s) as a list of %s', (kind, phone, view) => {
  expect(firstView({ kind, articles }, none, phone)).toBe(view)
})

test('an issue opens in the view that was chosen for its kind, newspaper or magazine', () => {
  const chosen = { newspaper: 'pages', magazine: 'articles' } as const
  expect(firstView({ kind: 'newspaper', articles }, chosen, true)).toBe('pages')
  expect(firstView({ kind: 'magazine', articles }, chosen, false)).toBe('articles')
})

test('an issue without articles opens at its pages', () => {
  expect(firstView({ kind: 'newspaper', articles: [] }, { newspaper: 'articles', magazine: 'articles' }, true)).toBe('pages')
})
