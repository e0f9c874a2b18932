import { expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { pageAt } from './page-at.ts'

test.each([
  [addressOf('home'), 'home'],
  [addressOf('faq'), 'faq'],
  [addressOf('terms'), 'terms'],
  [addressOf('catalogue'), 'catalogue'],
  [addressOf('issue', { id: 'abc' }), 'issue'],
  [addressOf('issue', { id: 'abc', campaign: 'x' }), 'issue'],
  ['/Magazines/issues/abc/', 'issue'],
  ['/magazines/f%C3%BCr', 'catalogue'],
  ['/magazines/issuelinks', 'issueLinks'],
  ['/magazines/a%2Fb', 'catalogue'],
  ['/faqs', null],
  ['/magazines/issues/abc/x/y', null],
  ['/user', null],
])('%s is %s', (path, page) => {
  expect(pageAt(path)).toBe(page)
})
