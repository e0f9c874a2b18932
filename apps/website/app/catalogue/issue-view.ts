import { readerAddress } from '@kiosk/domain/addresses'
import type { Issue, IssueDetails } from '@kiosk/domain/catalogue/endpoints'
import { RELATED_ITEMS } from '@kiosk/domain/catalogue/terms'
import { type CardIssue, cardIssue, shelfAddress } from './shelf.ts'

export type RelatedRow = { headerKey: string; relatedIssueHeader: string; href: string | null; issues: CardIssue[] }
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
>

/** Of an issue's details, what its page shows. */
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
  archive: string
  contents: ContentsLine[]
}

export function detailsView({ details, readersReadIssues }: IssueDetails, issue: Issue, webapp: string): DetailsView {
  const { publication } = details
  const { magazineKey, name, kind: _kind, textLayer: _textLayer, categories, contents, ...facts } = publication
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
    archive: shelfAddress({ magazine: magazineKey }),
    contents: contents.map(({ headline, page, article }) => ({
      headline,
      page,
      href: readerAddress(webapp, issue.uid, { page, ...(article && { article }) }),
    })),
  }
}

/** The page of ours that shows the whole of a row, by the API address of the row; null where there is none. */
export function shelfOfCall(url: string): string | null {
  const { pathname, searchParams } = new URL(url, 'http://api.invalid')
  const category = /\/issues\/category\/([a-z0-9-]+)$/.exec(pathname)?.[1]
  if (category) return shelfAddress({ category })
  const magazine = /\/issues\/all$/.test(pathname) ? searchParams.get('magazine') : null
  return magazine ? shelfAddress({ magazine }) : null
}
