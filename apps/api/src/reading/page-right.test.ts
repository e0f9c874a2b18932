import type { Operator } from '@kiosk/domain/operator'
import { expect, test } from 'vitest'
import type { IssueRow } from '../catalogue/queries.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import type { Asking } from '../endpoint.ts'
import { visitorSession } from '../session/session.ts'
import { issueToTakeAlong, type OpenIssue, type OpenPage, type OpenPages, openArticle, pagesOpenToTier } from './page-right.ts'

const row = { id: 1, uid: 'x', revision: 1, page_count: 12, language: 'de' } as IssueRow
const asking = (reader: Asking['session']['reader'], anonymousPages = 8) =>
  ({ session: { ...visitorSession, reader }, house: { operator: { reading: { anonymousPages } } as Operator } }) as Asking
const newspaper = { kind: 'newspaper' } as Title
const magazine = { kind: 'magazine' } as Title
const openIn = (open: OpenPages) => [-1, 0, 0.5, 1, 2, 8, 9, 12, 13, Number.NaN].filter((number) => open.page(number) !== null)

test('a right opens the pages that the matrix opens, and no number that is none of them', () => {
  expect(openIn(pagesOpenToTier(row, newspaper, asking('FREE')))).toEqual([1])
  expect(openIn(pagesOpenToTier(row, magazine, asking('anonymous')))).toEqual([1, 2, 8])
  expect(openIn(pagesOpenToTier(row, magazine, asking('anonymous', 100)))).toEqual([1, 2, 8, 9, 12])
  expect(openIn(pagesOpenToTier(row, newspaper, asking('MAGZ')))).toEqual([1, 2, 8, 9, 12])
})

test('an issue is taken along and an article opened by right alone', () => {
  expect(issueToTakeAlong(row, newspaper, asking('MAGZ'))).toBe(null)
  expect(issueToTakeAlong(row, newspaper, asking('PREMIUM'))?.pages).toBe(12)
  const open = pagesOpenToTier(row, magazine, asking('anonymous'))
  expect(openArticle({ id: 7, last_page: 9, in_topic: false }, open)).toBe(null)
  expect(openArticle({ id: 7, last_page: 8, in_topic: false }, open)?.id).toBe('7')
  expect(openArticle({ id: 7, last_page: 9, in_topic: true }, open)?.id).toBe('7')
})

test('what only looks like a right is none: the compiler tells', () => {
  const open = pagesOpenToTier(row, newspaper, asking('FREE'))
  // @ts-expect-error an object of the same shape
  const page: OpenPage = { issue: row, number: 7 }
  // @ts-expect-error a right to some pages is none to the issue
  const issue: OpenIssue = open
  // @ts-expect-error a copy with more pages
  const more: OpenPages = { ...open, pages: 12, page: () => null }
  expect([page, issue, more]).toHaveLength(3)
})
