import {
  allIssues,
  issueDetail as declared,
  type IssueDetails,
  issuesOfCategory,
  relatedIssues,
} from '@kiosk/domain/catalogue/endpoints'
import { expectedAfter } from '@kiosk/domain/catalogue/frequency'
import { RELATED_ITEMS } from '@kiosk/domain/catalogue/terms'
import { Refusal } from '@kiosk/domain/errors'
import { FREE_SUBSCRIPTION_ID, tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { catalogueAnswerWords } from '@kiosk/languages/catalogue-answers'
import { text } from '@kiosk/languages/words'
import { apiAddress } from '../api-address.ts'
import { type Asking, serve } from '../endpoint.ts'
import { dayInWords, detailLine, presentIssue } from './present-issue.ts'
import { issueWithSurroundings, type IssueWithSurroundings as Row } from './queries.ts'
import { presentIssues, shelfOf, titleOf } from './seen-shelf.ts'
import { categoryName, type ShelfView, type Title } from './shelf-view.ts'
import { presentContents } from './table-of-contents.ts'

/** Covers in the row of what other readers read. */
const READERS_READ_ITEMS = 10

export const issueDetail = serve(declared, 'catalogue', (call) => detailsOf(call.input.uid, call))

/** What the page of an issue shows, for this caller. */
export async function detailsOf(uid: string, asking: Asking): Promise<IssueDetails> {
  const row = await issueWithSurroundings(asking.house.db, uid)
  if (!row) throw new Refusal('not_found', 'uid')
  const title = await titleOf(row, asking)
  const shelf = await shelfOf(asking)
  const detail = detailLine(row, asking)
  const description = row.description || title.description
  return {
    details: {
      headline: row.headline,
      description,
      issueName: `${title.name} ${row.name}`,
      metaData: {
        title: say('ISSUE_META.TITLE', asking, { title: title.name, detail }),
        description: say('ISSUE_META.DESCRIPTION', asking, { title: title.name, detail, headline: row.headline }).trim(),
      },
      softErrors: noticesOn(row, title, asking),
      includedSubscriptions: subscriptionsWith(title, asking),
      relatedIssueHeaders: relatedRows(row, title, shelf, asking),
      publication: presentPublication(row, title, shelf, asking),
    },
    readersReadIssues: { issues: readersAlsoRead(row, title, shelf).map((each) => presentIssue(each.current, each, asking)) },
  }
}

function say(key: string, { language }: Asking, values: Record<string, string | number> = {}): string {
  return text(catalogueAnswerWords[language], key, values, language)
}

/** What a reader should know before opening it. */
function noticesOn(row: Row, title: Title, asking: Asking): string[] {
  const notices: string[] = []
  if (row.cover_only) notices.push(say('NOTICE.NO_PAGES', asking))
  else if (row.text_layer === 'none') notices.push(say('NOTICE.NO_TEXT', asking))
  else if (row.text_layer === 'partial') notices.push(say('NOTICE.PARTIAL_TEXT', asking))
  if (title.availableUntil) notices.push(say('NOTICE.LEAVES', asking, { day: dayInWords(title.availableUntil, asking) }))
  if (title.ageRating >= 12) notices.push(say('NOTICE.AGE', asking, { age: title.ageRating }))
  return notices
}

/** The subscriptions of the caller's region that the title belongs to. */
function subscriptionsWith(title: Title, asking: Asking) {
  const free = { subscriptionId: FREE_SUBSCRIPTION_ID, tier: 'FREE' as const }
  const offered = [free, ...tariffs.filter(({ region }) => region === asking.region.id)]
  return offered
    .filter(({ subscriptionId }) => title.subscriptions.includes(subscriptionId))
    .map(({ subscriptionId, tier }) => ({ subscriptionId, longname: say(`SUBSCRIPTION.LONGNAME.${tier}`, asking) }))
}

/** Rows of related issues: by hand, the same title, the same category; empty ones are left out. */
function relatedRows(row: Row, title: Title, shelf: ShelfView, asking: Asking) {
  const category = shelf.categories.find(({ id }) => title.categories.includes(id))
  const neighbours = category?.titles.filter((each) => each !== title).slice(0, RELATED_ITEMS) ?? []
  const rows = [
    {
      url: apiAddress(relatedIssues, { uid: row.uid }),
      headerKey: 'ISSUE.RELATED.editor',
      relatedIssueHeader: say('ROW.EDITORS', asking),
      issues: presentIssues(row.by_hand, shelf, asking).slice(0, RELATED_ITEMS),
    },
    {
      url: apiAddress(allIssues, {}, { magazine: title.key }),
      headerKey: 'ISSUE.RELATED.title',
      relatedIssueHeader: title.name,
      issues: presentIssues(row.back_issues, shelf, asking),
    },
    ...(category
      ? [
          {
            url: apiAddress(issuesOfCategory, { id: category.uid }),
            headerKey: 'ISSUE.RELATED.category',
            relatedIssueHeader: categoryName(category, asking.language),
            issues: neighbours.map((each) => presentIssue(each.current, each, asking)),
          },
        ]
      : []),
  ]
  return rows.filter(({ issues }) => issues.length > 0)
}

/** Titles that readers of this one also read; the rest of the row is filled with similar ones. */
function readersAlsoRead(row: Row, title: Title, shelf: ShelfView): Title[] {
  const read = row.also_read.flatMap((id) => shelf.title(id) ?? [])
  if (read.length >= READERS_READ_ITEMS) return read.slice(0, READERS_READ_ITEMS)
  return [...new Set([...read, ...shelf.similar(title)])].slice(0, READERS_READ_ITEMS)
}

function presentPublication(row: Row, title: Title, shelf: ShelfView, asking: Asking) {
  return {
    magazineKey: title.key,
    name: title.name,
    kind: title.kind,
    publisher: title.publisher,
    issn: title.issn,
    frequency: title.frequency,
    language: row.language,
    issueNumber: row.number,
    volume: row.volume,
    issueKind: row.kind as IssueDetails['details']['publication']['issueKind'],
    edition: row.edition,
    releaseDate: row.issue_date,
    releaseDateEnd: row.issue_date_end,
    expectedNext: expectedNext(row, title, asking.house.now()),
    availableUntil: title.availableUntil,
    ageRating: title.ageRating,
    pageCount: row.page_count,
    textLayer: row.text_layer as IssueDetails['details']['publication']['textLayer'],
    categories: shelf.categories
      .filter(({ id }) => title.categories.includes(id))
      .map((category) => ({ uid: category.uid, title: categoryName(category, asking.language) })),
    contents: presentContents(row.outline, row.articles),
  }
}

/** Only the newest issue has a next one that is still to come. */
function expectedNext(row: Row, title: Title, now: Date): string | null {
  if (title.current.id !== row.id) return null
  const next = expectedAfter(row.issue_date_end ?? row.issue_date, title.frequency)
  return next && next >= now.toISOString().slice(0, 10) ? next : null
}
