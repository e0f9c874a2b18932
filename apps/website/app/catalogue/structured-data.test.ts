import { expect, test } from 'vitest'
import { issueData, shelfData } from './structured-data.ts'
import { sampleDetails, sampleIssue } from './testing/sample-issues.ts'

const place = { publicUrl: 'https://kiosk.example', webapp: '/reader', siteName: 'read-it' }
const options = { place, anonymousPages: 8, words: { home: 'Start', catalogue: 'Magazine' } }
const parts = (data: Record<string, unknown>) => data['@graph'] as Record<string, unknown>[]
const part = (data: Record<string, unknown>, type: string) => parts(data).find((each) => each['@type'] === type)!

test('describes an issue with its periodical, publisher and number', () => {
  const data = issueData({ issue: sampleIssue(), details: sampleDetails() }, options)
  expect(part(data, 'Periodical')).toMatchObject({ issn: '1234-5679', publisher: { name: 'Almverlag' } })
  expect(part(data, 'PublicationIssue')).toMatchObject({ issueNumber: '47', datePublished: '2026-11-20', pagination: '1-48' })
  expect(part(data, 'BreadcrumbList').itemListElement).toHaveLength(3)
})

test('describes a newspaper as Newspaper', () => {
  expect(
    part(issueData({ issue: sampleIssue(), details: sampleDetails({ kind: 'newspaper' }) }, options), 'Newspaper'),
  ).toBeDefined()
})

test('marks only the pages open to everyone as free', () => {
  const issue = part(issueData({ issue: sampleIssue(), details: sampleDetails() }, options), 'PublicationIssue')
  expect(issue.isAccessibleForFree).toBe(false)
  expect(issue.hasPart).toEqual([
    { '@type': 'CreativeWork', isAccessibleForFree: true, pagination: '1-8' },
    { '@type': 'CreativeWork', isAccessibleForFree: false, pagination: '9-48' },
  ])
  const newspaper = issueData({ issue: sampleIssue(), details: sampleDetails({ kind: 'newspaper' }) }, options)
  expect(part(newspaper, 'PublicationIssue')).toMatchObject({ hasPart: [{ pagination: '1', isAccessibleForFree: true }, {}] })
  const thin = issueData({ issue: sampleIssue(), details: sampleDetails({ pageCount: 6 }) }, options)
  expect(part(thin, 'PublicationIssue').isAccessibleForFree).toBe(true)
})

test('says how accessible an issue is: only what is there', () => {
  const dataOf = (publication: Parameters<typeof sampleDetails>[0]) =>
    part(issueData({ issue: sampleIssue(), details: sampleDetails(publication) }, options), 'PublicationIssue')
  const articles = dataOf({ contents: [{ headline: 'Hinauf', page: 4, article: '7' }] })
  expect(articles.accessMode).toEqual(['textual', 'visual'])
  expect(articles.accessibilityFeature).toEqual(['tableOfContents', 'displayTransformability', 'structuralNavigation'])
  expect(articles.accessModeSufficient).toEqual([{ '@type': 'ItemList', itemListElement: ['visual'] }])
  const scan = dataOf({ textLayer: 'none', contents: [] })
  expect(scan.accessMode).toEqual(['visual'])
  expect(scan).not.toHaveProperty('accessibilityFeature')
})

test("states the plan's regular price in its currency", () => {
  const details = sampleDetails()
  details.includedSubscriptions = [
    { subscriptionId: 1, longname: 'read-it FREE' },
    { subscriptionId: 8, longname: 'read-it PREMIUM' },
    { subscriptionId: 999, longname: 'unknown' },
  ]
  expect(part(issueData({ issue: sampleIssue(), details }, options), 'PublicationIssue').offers).toMatchObject([
    { price: '0.00', priceCurrency: 'EUR' },
    { price: '29.90', priceCurrency: 'CHF' },
  ])
})

test('makes no claim about access without details', () => {
  const issue = part(issueData({ issue: sampleIssue(), details: null }, options), 'PublicationIssue')
  expect(issue).not.toHaveProperty('isAccessibleForFree')
  expect(issue).not.toHaveProperty('offers')
})

test('lists issues in order with absolute addresses', () => {
  const data = shelfData({ name: 'Magazine', href: '/magazines', issues: [sampleIssue(), sampleIssue({ uid: 'u2' })] }, place)
  expect(part(data, 'CollectionPage').mainEntity).toMatchObject({
    itemListElement: [
      { position: 1, url: 'https://kiosk.example/magazines/issues/k2m4q8x0a1b2' },
      { position: 2, url: 'https://kiosk.example/magazines/issues/u2' },
    ],
  })
})
