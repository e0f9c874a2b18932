import { API_BASE } from '@kiosk/contract/route'
import { expect, test } from 'vitest'
import { detailsView, shelfOfCall } from './issue-view.ts'
import { sampleDetails, sampleIssue } from './testing/sample-issues.ts'

test('links a row to the page with all of its issues', () => {
  expect(shelfOfCall(`${API_BASE}issues/all?magazine=berg-und-tal`)).toBe('/title/berg-und-tal')
  expect(shelfOfCall(`https://kiosk.example${API_BASE}issues/category/sport`)).toBe('/magazines?category=sport')
  expect(shelfOfCall(`${API_BASE}issues/u1/related`)).toBeNull()
})

test('shows at most five covers in a row and omits an empty row', () => {
  const details = sampleDetails()
  const row = (count: number) => ({
    url: `${API_BASE}issues/all?magazine=a`,
    headerKey: 'ISSUE.RELATED.title',
    relatedIssueHeader: 'A',
    issues: Array.from({ length: count }, (_, index) => sampleIssue({ uid: `u${index}` })),
  })
  details.relatedIssueHeaders = [row(9), row(0)]
  const view = detailsView({ details, readersReadIssues: { issues: [] } }, sampleIssue(), '/reader')
  expect(view.rows.map(({ issues }) => issues.length)).toEqual([5])
})

test('links a line of the contents to its page in the reader', () => {
  const details = sampleDetails({ contents: [{ headline: 'Hinauf', page: 4, article: '77' }] })
  const view = detailsView({ details, readersReadIssues: { issues: [] } }, sampleIssue({ uid: 'u1' }), 'https://read.example')
  expect(view.contents).toEqual([{ headline: 'Hinauf', page: 4, href: 'https://read.example/issues/u1?p=4&a=77' }])
})

test("uses the issue's name when there is no headline", () => {
  const details = { ...sampleDetails(), headline: '' }
  expect(detailsView({ details, readersReadIssues: { issues: [] } }, sampleIssue(), '/reader').headline).toBe(
    'Berg & <Tal> Nr. 47',
  )
})
