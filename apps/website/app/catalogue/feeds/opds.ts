import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import { coverAddress } from '@kiosk/ui/cover'
import { coverWidthAt } from '../cover-width.ts'

export const OPDS_TYPE = 'application/opds+json'
export const MANIFEST_TYPE = 'application/webpub+json'
export const authenticationType = 'application/opds-authentication+json'

export type OpdsPlace = { publicUrl: string; webapp: string; language: string; siteName: string }
export type Link = { rel?: string; href: string; type?: string; title?: string; templated?: boolean; properties?: object }
export type Group = { title: string; href: string; count?: number; issues: readonly Issue[] }
export type Feed = {
  title: string
  self: string
  issues?: readonly Issue[]
  next?: string | null
  /** The result is incomplete, or temporary for this client, and must not be cached. */
  passing?: boolean
  navigation?: { title: string; href: string; count?: number }[]
  groups?: Group[]
}

/** OPDS 2.0 addresses: start, newest issues, category, search. */
export const opdsAddress = {
  start: '/opds',
  newest: (after: string | null = null) => withQuery('/opds/newest', { after }),
  category: (category: string, after: string | null = null) => withQuery('/opds/category', { category, after }),
  search: (query: string, after: string | null = null) => withQuery('/opds/search', { query, after }),
  searchTemplate: '/opds/search{?query}',
}

/**
 * Returns the address of an issue's Web Publication Manifest: with the pages open to the client, or complete
 * (`wholeAddress`).
 */
export const manifestAddress = (uid: string) => `/opds/issues/${encodeURIComponent(uid)}/manifest.json`
export const wholeAddress = (uid: string) => `/opds/issues/${encodeURIComponent(uid)}/whole.json`
/** Returns the address of an article's text as its own page. */
export const articleAddress = (uid: string, id: string) =>
  `/opds/issues/${encodeURIComponent(uid)}/articles/${encodeURIComponent(id)}`

/** Returns a feed of the OPDS 2.0 catalogue. Empty collections are omitted, as the format requires. */
export function opdsFeed(feed: Feed, place: OpdsPlace): object {
  const absolute = (href: string) => new URL(href, place.publicUrl).href
  const links: Link[] = [
    { rel: 'self', href: absolute(feed.self), type: OPDS_TYPE },
    { rel: 'start', href: absolute(opdsAddress.start), type: OPDS_TYPE },
    // The braces of the template must not be encoded.
    { rel: 'search', href: place.publicUrl.replace(/\/$/, '') + opdsAddress.searchTemplate, type: OPDS_TYPE, templated: true },
    { rel: 'alternate', href: absolute(addressOf('catalogue')), type: 'text/html' },
    { rel: 'http://opds-spec.org/auth/document', href: absolute(authenticationAddress), type: authenticationType },
  ]
  if (feed.next) links.push({ rel: 'next', href: absolute(feed.next), type: OPDS_TYPE })
  const navigation = (feed.navigation ?? []).map(({ title, href, count }) => ({
    title,
    href: absolute(href),
    type: OPDS_TYPE,
    rel: 'subsection',
    ...(count !== undefined && { properties: { numberOfItems: count } }),
  }))
  const groups = (feed.groups ?? [])
    .filter(({ issues }) => issues.length > 0)
    .map(({ title, href, count, issues }) => ({
      metadata: { title, ...(count !== undefined && { numberOfItems: count }) },
      links: [{ rel: 'self', href: absolute(href), type: OPDS_TYPE }],
      publications: issues.map((issue) => publicationOf(issue, place)),
    }))
  return {
    metadata: { title: feed.title },
    links,
    ...(navigation.length > 0 && { navigation }),
    ...(groups.length > 0 && { groups }),
    ...(feed.issues?.length && { publications: feed.issues.map((issue) => publicationOf(issue, place)) }),
  }
}

/**
 * Returns an issue as an OPDS publication, with links to the open pages, to the whole issue (which needs an account), and to
 * the subscriptions.
 */
function publicationOf(issue: Issue, place: OpdsPlace): object {
  const absolute = (href: string) => new URL(href, place.publicUrl).href
  const page = absolute(addressOf('issue', { id: issue.uid }))
  const authenticate = { href: absolute(authenticationAddress), type: authenticationType }
  return {
    metadata: {
      '@type': 'https://schema.org/PublicationIssue',
      identifier: page,
      title: `${issue.titleLine} ${issue.detailLine}`,
      language: issue.language,
      published: issue.releaseDate.slice(0, 10),
      belongsTo: {
        periodical: {
          name: issue.titleLine,
          identifier: absolute(addressOf('currentIssue', { magazinekey: issue.magazineKey })),
        },
      },
    },
    links: [
      { rel: 'self', href: page, type: 'text/html' },
      {
        rel: 'http://opds-spec.org/acquisition',
        href: absolute(wholeAddress(issue.uid)),
        type: MANIFEST_TYPE,
        properties: { authenticate },
      },
      {
        rel: 'http://opds-spec.org/acquisition/sample',
        href: absolute(manifestAddress(issue.uid)),
        type: MANIFEST_TYPE,
        properties: { authenticate },
      },
      {
        rel: 'http://opds-spec.org/acquisition/sample',
        href: absolute(readerAddress(place.webapp, issue.uid)),
        type: 'text/html',
      },
      { rel: 'http://opds-spec.org/acquisition/subscribe', href: absolute(addressOf('subscriptions')), type: 'text/html' },
    ],
    images: COVER_HEIGHTS_PIXELS.map((height) => ({
      href: absolute(coverAddress(issue.coverURL, height, 'jpeg')),
      type: 'image/jpeg',
      height,
      width: coverWidthAt(issue, height),
    })),
  }
}

function withQuery(path: string, values: Record<string, string | null>): string {
  const query = new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))
  return query.size ? `${path}?${query}` : path
}
