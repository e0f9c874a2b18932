import { matchRoute } from '@kiosk/contract/route'
import { allIssues, issuesOfCategory } from '@kiosk/contract/routes'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Issue, IssueDetails } from '@kiosk/domain/catalogue/endpoints'
import { RELATED_ITEMS } from '@kiosk/domain/catalogue/limits'
import { type CardIssue, cardIssue, shelfAddress } from './issue-cards.ts'

type RelatedRow = { headerKey: string; relatedIssueHeader: string; href: string | null; issues: CardIssue[] }
export type ContentsLine = { headline: string; page: number; href: string }
export type Facts = Pick<
  IssueDetails['details']['publication'],
  | 'publisher'
  | 'issn'
  | 'frequency'
  | 'language'
  | 'issueNumber'
  | 'volume'
  | 'issueKind'
  | 'edition'
  | 'releaseDate'
  | 'releaseDateEnd'
  | 'expectedNext'
  | 'availableUntil'
  | 'ageRating'
  | 'pageCount'
  | 'epub'
>

/** Details of an issue for its page. */
export type DetailsView = {
  headline: string
  description: string
  softErrors: string[]
  included: string[]
  rows: RelatedRow[]
  readersRead: CardIssue[]
  facts: Facts
  name: string
  categories: { title: string; href: string }[]
  contents: ContentsLine[]
}

export function detailsView({ details, readersReadIssues }: IssueDetails, issue: Issue, webapp: string): DetailsView {
  const { publication } = details
  const { magazineKey: _key, name, kind: _kind, textLayer: _textLayer, categories, contents, ...facts } = publication
  return {
    headline: details.headline || details.issueName,
    description: details.description,
    softErrors: details.softErrors,
    included: details.includedSubscriptions.map(({ longname }) => longname),
    rows: details.relatedIssueHeaders
      .map(({ headerKey, relatedIssueHeader, url, issues }) => ({
        headerKey,
        relatedIssueHeader,
        href: shelfOfCall(url),
        issues: issues.slice(0, RELATED_ITEMS).map(cardIssue),
      }))
      .filter(({ issues }) => issues.length > 0),
    readersRead: readersReadIssues.issues.map(cardIssue),
    facts,
    name,
    categories: categories.map(({ uid, title }) => ({ title, href: shelfAddress({ category: uid }) })),
    contents: contents.map(({ headline, page, article }) => ({
      headline,
      page,
      href: readerAddress(webapp, issue.uid, { page, ...(article && { article }) }),
    })),
  }
}

/** Returns the website page with all issues of a row, given the row's API address; null if there is none. */
export function shelfOfCall(url: string): string | null {
  const { pathname, searchParams } = new URL(url, 'http://api.invalid')
  const category = matchRoute(issuesOfCategory, pathname)?.id
  if (category) return shelfAddress({ category })
  const magazine = matchRoute(allIssues, pathname) ? searchParams.get('magazine') : null
  return magazine ? addressOf('title', { magazinekey: magazine }) : null
}
