import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Issue, IssueDetails } from '@kiosk/domain/catalogue/endpoints'
import { pagesOpen, rightsTo } from '@kiosk/domain/reading/rights'
import { regionById } from '@kiosk/domain/regions'
import { FREE_SUBSCRIPTION_ID, planById } from '@kiosk/domain/subscriptions/plans'
import { coverAddress } from '@kiosk/ui/cover'

export type Place = { publicUrl: string; webapp: string; siteName: string }
type Json = { [name: string]: unknown }

/**
 * Returns schema.org data of an issue page: periodical, issue, offers and breadcrumbs. "Free" means free for anonymous
 * visitors (ADR-0172), so that crawlers are promised no more than that.
 */
export function issueData(
  { issue, details }: { issue: Issue; details: IssueDetails['details'] | null },
  { place, anonymousPages, words }: { place: Place; anonymousPages: number; words: { home: string; catalogue: string } },
): Json {
  const page = absolute(addressOf('issue', { id: issue.uid }), place)
  const publication = details?.publication
  const periodical = periodicalOf(issue, place)
  return graph([
    compact({
      '@type': publication?.kind === 'newspaper' ? 'Newspaper' : 'Periodical',
      '@id': `${periodical}#periodical`,
      name: publication?.name ?? issue.titleLine,
      url: periodical,
      issn: publication?.issn,
      inLanguage: publication?.language ?? issue.language,
      publisher: publication?.publisher ? { '@type': 'Organization', name: publication.publisher } : undefined,
    }),
    compact({
      '@type': 'PublicationIssue',
      '@id': `${page}#issue`,
      url: page,
      mainEntityOfPage: page,
      name: details?.issueName || `${issue.titleLine} ${issue.detailLine}`,
      headline: details?.headline,
      description: details?.description,
      isPartOf: { '@id': `${periodical}#periodical` },
      issueNumber: publication?.issueNumber,
      datePublished: issue.releaseDate,
      expires: publication?.availableUntil,
      inLanguage: issue.language,
      image: absolute(coverAddress(issue.coverURL, 560, 'jpeg'), place),
      thumbnailUrl: absolute(coverAddress(issue.coverURL, 280, 'jpeg'), place),
      pagination: publication && `1-${publication.pageCount}`,
      typicalAgeRange: publication?.ageRating ? `${publication.ageRating}-` : undefined,
      about: publication?.categories.map(({ title }) => ({ '@type': 'Thing', name: title })),
      ...(publication && accessibilityOf(publication)),
      ...(publication && details && freeParts(publication, details.includedSubscriptions, anonymousPages)),
      offers: offersOf(details?.includedSubscriptions ?? [], place),
      potentialAction: { '@type': 'ReadAction', target: absolute(readerAddress(place.webapp, issue.uid), place) },
    }),
    breadcrumbs(
      [
        { name: words.home, href: addressOf('home') },
        { name: words.catalogue, href: addressOf('catalogue') },
        { name: issue.titleLine, href: addressOf('issue', { id: issue.uid }) },
      ],
      place,
    ),
  ])
}

/**
 * Returns how accessible the reader makes an issue, in the terms of schema.org. Its pages are images without descriptions. If all
 * pages have text, its articles are also available as adjustable text with headings.
 */
function accessibilityOf({ textLayer, contents }: IssueDetails['details']['publication']): Json {
  const list = (...modes: string[]) => ({ '@type': 'ItemList', itemListElement: modes })
  const hasArticles = contents.some(({ article }) => article !== null)
  const hasText = textLayer !== 'none'
  return {
    accessMode: hasText ? ['textual', 'visual'] : ['visual'],
    accessModeSufficient: [list('visual')],
    accessibilityFeature: [
      ...(contents.length > 0 ? ['tableOfContents'] : []),
      ...(hasText && hasArticles ? ['displayTransformability', 'structuralNavigation'] : []),
    ],
    accessibilityHazard: ['none'],
  }
}

type Title = { name: string; description: string; language: string; publisher: string; currentIssue: Issue }

/** Returns schema.org data of a title's page: the periodical with its latest issue, and breadcrumbs. */
export function titleData(
  title: Title,
  publication: IssueDetails['details']['publication'] | null,
  { place, words }: { place: Place; words: { home: string; catalogue: string } },
): Json {
  const { currentIssue: issue } = title
  const page = addressOf('title', { magazinekey: issue.magazineKey })
  return graph([
    compact({
      '@type': publication?.kind === 'newspaper' ? 'Newspaper' : 'Periodical',
      '@id': `${periodicalOf(issue, place)}#periodical`,
      name: title.name,
      description: title.description,
      url: absolute(page, place),
      issn: publication?.issn,
      inLanguage: title.language,
      image: absolute(coverAddress(issue.coverURL, 560, 'jpeg'), place),
      publisher: title.publisher ? { '@type': 'Organization', name: title.publisher } : undefined,
      hasPart: {
        '@type': 'PublicationIssue',
        url: absolute(addressOf('issue', { id: issue.uid }), place),
        name: `${issue.titleLine} ${issue.detailLine}`,
        datePublished: issue.releaseDate,
      },
    }),
    breadcrumbs(
      [
        { name: words.home, href: addressOf('home') },
        { name: words.catalogue, href: addressOf('catalogue') },
        { name: title.name, href: page },
      ],
      place,
    ),
  ])
}

/** Returns the permanent address of a periodical, which identifies it in all documents. */
function periodicalOf(issue: Issue, place: Place): string {
  return absolute(addressOf('currentIssue', { magazinekey: issue.magazineKey }), place)
}

/** Returns schema.org data of a list: the collection and the issues on this page, in order. */
export function shelfData({ name, href, issues }: { name: string; href: string; issues: readonly Issue[] }, place: Place): Json {
  return graph([
    {
      '@type': 'CollectionPage',
      '@id': absolute(href, place),
      name,
      isPartOf: { '@type': 'WebSite', name: place.siteName, url: absolute('/', place) },
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: issues.map((issue, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          url: absolute(addressOf('issue', { id: issue.uid }), place),
          name: `${issue.titleLine} ${issue.detailLine}`,
        })),
      },
    },
  ])
}

/** Returns which pages are open to everyone, and which need access. */
function freeParts(
  { kind, pageCount }: IssueDetails['details']['publication'],
  included: IssueDetails['details']['includedSubscriptions'],
  anonymousPages: number,
): Json {
  const isFree = included.some(({ subscriptionId }) => subscriptionId === FREE_SUBSCRIPTION_ID)
  const title = { kind, plans: isFree ? null : [] }
  const right = rightsTo(title, { reader: 'anonymous', planId: FREE_SUBSCRIPTION_ID })
  const open = pagesOpen(right, pageCount, anonymousPages)
  if (open >= pageCount) return { isAccessibleForFree: true }
  const part = (first: number, last: number, free: boolean) => ({
    '@type': 'CreativeWork',
    isAccessibleForFree: free,
    pagination: first === last ? String(first) : `${first}-${last}`,
  })
  return {
    isAccessibleForFree: false,
    hasPart: open > 0 ? [part(1, open, true), part(open + 1, pageCount, false)] : [part(1, pageCount, false)],
  }
}

/** Returns the plans that include the issue, at their regular price per 30 days in the plan table. */
function offersOf(included: IssueDetails['details']['includedSubscriptions'], place: Place): Json[] | undefined {
  const offers = included.flatMap(({ subscriptionId, longname }): Json[] => {
    const url = absolute(addressOf('subscriptions'), place)
    const offer = {
      '@type': 'Offer',
      name: longname,
      category: 'subscription',
      availability: 'https://schema.org/OnlineOnly',
      url,
    }
    if (subscriptionId === FREE_SUBSCRIPTION_ID) return [{ ...offer, price: '0.00', priceCurrency: 'EUR' }]
    const plan = planById(subscriptionId)
    if (!plan) return []
    const price = (plan.price / 100).toFixed(2)
    const priceCurrency = regionById(plan.region).currency
    const priceSpecification = { '@type': 'UnitPriceSpecification', price, priceCurrency, billingDuration: 'P30D' }
    return [{ ...offer, price, priceCurrency, priceSpecification }]
  })
  return offers.length ? offers : undefined
}

function breadcrumbs(steps: { name: string; href: string }[], place: Place): Json {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(href, place),
    })),
  }
}

function graph(parts: Json[]): Json {
  return { '@context': 'https://schema.org', '@graph': parts }
}

function compact(values: Json): Json {
  const hasValue = ([, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(hasValue))
}

function absolute(href: string, { publicUrl }: Place): string {
  return new URL(href, publicUrl).href
}
