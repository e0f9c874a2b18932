import { expect, test } from 'vitest'
import { sampleDetails, sampleIssue } from './sample-issues.ts'
import { issueData, shelfData } from './structured-data.ts'

const place = { publicUrl: 'https://kiosk.example', webapp: '/reader', siteName: 'read-it' }
const given = { place, anonymousPages: 8, words: { home: 'Start', catalogue: 'Magazine' } }
const parts = (data: Record<string, unknown>) => data['@graph'] as Record<string, unknown>[]
const part = (data: Record<string, unknown>, type: string) => parts(data).find((each) => each['@type'] === type)!

test('an issue names its periodical, publisher and number', () => {
  const data = issueData({ issue: sampleIssue(), details: sampleDetails() }, given)
  expect(part(data, 'Periodical')).toMatchObject({ issn: '1234-5679', publisher: { name: 'Almverlag' } })
  expect(part(data, 'PublicationIssue')).toMatchObject({ issueNumber: '47', datePublished: '2026-11-20', pagination: '1-48' })
  expect(part(data, 'BreadcrumbList').itemListElement).toHaveLength(3)
})

test('a newspaper is called one', () => {
  expect(
    part(issueData({ issue: sampleIssue(), details: sampleDetails({ kind: 'newspaper' }) }, given), 'Newspaper'),
  ).toBeDefined()
})

test('only the pages that everyone may read are called free', () => {
  const issue = part(issueData({ issue: sampleIssue(), details: sampleDetails() }, given), 'PublicationIssue')
  expect(issue.isAccessibleForFree).toBe(false)
  expect(issue.hasPart).toEqual([
    { '@type': 'CreativeWork', isAccessibleForFree: true, pagination: '1-8' },
    { '@type': 'CreativeWork', isAccessibleForFree: false, pagination: '9-48' },
  ])
  const newspaper = issueData({ issue: sampleIssue(), details: sampleDetails({ kind: 'newspaper' }) }, given)
  expect(part(newspaper, 'PublicationIssue')).toMatchObject({ hasPart: [{ pagination: '1', isAccessibleForFree: true }, {}] })
  const thin = issueData({ issue: sampleIssue(), details: sampleDetails({ pageCount: 6 }) }, given)
  expect(part(thin, 'PublicationIssue').isAccessibleForFree).toBe(true)
})

test('offers carry the regular price of the tariff in its currency', () => {
  const details = sampleDetails()
  details.includedSubscriptions = [
    { subscriptionId: 1, longname: 'read-it FREE' },
    { subscriptionId: 8, longname: 'read-it PREMIUM' },
    { subscriptionId: 999, longname: 'unknown' },
  ]
  expect(part(issueData({ issue: sampleIssue(), details }, given), 'PublicationIssue').offers).toMatchObject([
    { price: '0.00', priceCurrency: 'EUR' },
    { price: '29.90', priceCurrency: 'CHF' },
  ])
})

test('without details nothing is claimed about access', () => {
  const issue = part(issueData({ issue: sampleIssue(), details: null }, given), 'PublicationIssue')
  expect(issue).not.toHaveProperty('isAccessibleForFree')
  expect(issue).not.toHaveProperty('offers')
})

test('a shelf lists its issues in order, by absolute address', () => {
  const data = shelfData({ name: 'Magazine', href: '/magazines', issues: [sampleIssue(), sampleIssue({ uid: 'u2' })] }, place)
  expect(part(data, 'CollectionPage').mainEntity).toMatchObject({
    itemListElement: [
      { position: 1, url: 'https://kiosk.example/magazines/issues/k2m4q8x0a1b2' },
      { position: 2, url: 'https://kiosk.example/magazines/issues/u2' },
    ],
  })
})
