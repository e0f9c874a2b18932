import type { Operator } from '@kiosk/domain/operator'
import { expect, test } from 'vitest'
import { visitorSession } from '../auth/session.ts'
import type { Title } from '../catalogue/catalogue-view.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import type { RequestContext } from '../http/handler.ts'
import { issueToTakeAlong, type OpenIssue, type OpenPage, type OpenPages, openArticle, pagesOpenToTier } from './page-right.ts'

const row = { id: 1, uid: 'x', revision: 1, page_count: 12, language: 'de' } as IssueRow
const req = (reader: RequestContext['session']['reader'], anonymousPages = 8) =>
  ({ session: { ...visitorSession, reader }, ctx: { operator: { reading: { anonymousPages } } as Operator } }) as RequestContext
const newspaper = { kind: 'newspaper' } as Title
const magazine = { kind: 'magazine' } as Title
const openIn = (open: OpenPages) => [-1, 0, 0.5, 1, 2, 8, 9, 12, 13, Number.NaN].filter((number) => open.page(number) !== null)

test('a right opens the pages that the rights matrix opens, and no invalid page number', () => {
  expect(openIn(pagesOpenToTier(row, newspaper, req('FREE')))).toEqual([1])
  expect(openIn(pagesOpenToTier(row, magazine, req('anonymous')))).toEqual([1, 2, 8])
  expect(openIn(pagesOpenToTier(row, magazine, req('anonymous', 100)))).toEqual([1, 2, 8, 9, 12])
  expect(openIn(pagesOpenToTier(row, newspaper, req('MAGZ')))).toEqual([1, 2, 8, 9, 12])
})

test('downloading an issue and opening an article need a right', () => {
  expect(issueToTakeAlong(row, newspaper, req('MAGZ'))).toBe(null)
  expect(issueToTakeAlong(row, newspaper, req('PREMIUM'))?.pages).toBe(12)
  const open = pagesOpenToTier(row, magazine, req('anonymous'))
  expect(openArticle({ id: 7, last_page: 9, in_topic: false }, open)).toBe(null)
  expect(openArticle({ id: 7, last_page: 8, in_topic: false }, open)?.id).toBe('7')
  expect(openArticle({ id: 7, last_page: 9, in_topic: true }, open)?.id).toBe('7')
})

test('the compiler rejects objects that only look like a right', () => {
  const open = pagesOpenToTier(row, newspaper, req('FREE'))
  // @ts-expect-error an object of the same shape
  const page: OpenPage = { issue: row, number: 7 }
  // @ts-expect-error a right to some pages is not one to the issue
  const issue: OpenIssue = open
  // @ts-expect-error a copy with more pages
  const more: OpenPages = { ...open, pages: 12, page: () => null }
  expect([page, issue, more]).toHaveLength(3)
})
