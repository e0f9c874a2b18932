import { expect, test } from 'vitest'
import { detailsView, shelfOfCall } from './issue-view.ts'
import { sampleDetails, sampleIssue } from './sample-issues.ts'

test('a row leads to the page that shows all of it', () => {
  expect(shelfOfCall('/api/v8/issues/all?magazine=berg-und-tal')).toBe('/magazines?magazine=berg-und-tal')
  expect(shelfOfCall('https://kiosk.example/api/v8/issues/category/sport')).toBe('/magazines?category=sport')
  expect(shelfOfCall('/api/v8/issues/u1/related')).toBeNull()
})

test('a row shows five covers at most, an empty one nothing', () => {
  const details = sampleDetails()
  const row = (count: number) => ({
    url: '/api/v8/issues/all?magazine=a',
    headerKey: 'ISSUE.RELATED.title',
    relatedIssueHeader: 'A',
    issues: Array.from({ length: count }, (_, index) => sampleIssue({ uid: `u${index}` })),
  })
  details.relatedIssueHeaders = [row(9), row(0)]
  const view = detailsView({ details, readersReadIssues: { issues: [] } }, sampleIssue(), '/reader')
  expect(view.rows.map(({ issues }) => issues.length)).toEqual([5])
})

test('a line of the contents opens the reader there', () => {
  const details = sampleDetails({ contents: [{ headline: 'Hinauf', page: 4, article: '77' }] })
  const view = detailsView({ details, readersReadIssues: { issues: [] } }, sampleIssue({ uid: 'u1' }), 'https://read.example')
  expect(view.contents).toEqual([{ headline: 'Hinauf', page: 4, href: 'https://read.example/issues/u1?p=4&a=77' }])
})

test('without a headline the issue is called by its name', () => {
  const details = { ...sampleDetails(), headline: '' }
  expect(detailsView({ details, readersReadIssues: { issues: [] } }, sampleIssue(), '/reader').headline).toBe(
    'Berg & <Tal> Nr. 47',
  )
})
