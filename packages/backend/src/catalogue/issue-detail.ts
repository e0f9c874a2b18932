import { apiAddress } from '@kiosk/contract/route'
import {
  allIssues,
  issueDetail as declared,
  type IssueDetails,
  issuesOfCategory,
  relatedIssues,
} from '@kiosk/domain/catalogue/endpoints'
import { expectedAfter } from '@kiosk/domain/catalogue/frequency'
import { RELATED_ITEMS } from '@kiosk/domain/catalogue/limits'
import { dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { FREE_SUBSCRIPTION_ID, plans } from '@kiosk/domain/subscriptions/plans'
import { catalogueAnswerMessages } from '@kiosk/i18n/messages/catalogue-answers'
import { t } from '@kiosk/i18n/translate'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { rightOf } from '../reading/reading-rights.ts'
import { type CatalogueView, categoryName, type Title } from './catalogue-view.ts'
import { dayInWords, detailLine, presentIssue } from './present-issue.ts'
import { issueWithSurroundings, type IssueWithSurroundings as Row } from './queries.ts'
import { presentContents } from './table-of-contents.ts'
import { catalogueOf, presentIssues, titleOf } from './viewer-catalogue.ts'

/** Covers in the row of titles that readers also read. */
const READERS_READ_ITEMS = 10

export const issueDetail = defineHandler(declared, 'catalogue', (call) => detailsOf(call.input.uid, call))

/** Returns the data of an issue page for this caller. */
export async function detailsOf(uid: string, req: RequestContext): Promise<IssueDetails> {
  const row = await issueWithSurroundings(req.ctx.db, uid)
  if (!row) throw new ApiError('not_found', 'uid')
  const title = await titleOf(row, req)
  const catalogue = await catalogueOf(req)
  const detail = detailLine(row, req)
  const description = row.description || title.description
  return {
    details: {
      headline: row.headline,
      description,
      issueName: `${title.name} ${row.name}`,
      metaData: {
        title: say('ISSUE_META.TITLE', req, { title: title.name, detail }),
        description: say('ISSUE_META.DESCRIPTION', req, { title: title.name, detail, headline: row.headline }).trim(),
      },
      softErrors: noticesOn(row, title, req),
      includedSubscriptions: subscriptionsWith(title, req),
      relatedIssueHeaders: relatedRows(row, title, catalogue, req),
      publication: presentPublication(row, title, catalogue, req),
    },
    readersReadIssues: { issues: readersAlsoRead(row, title, catalogue).map((each) => presentIssue(each.current, each, req)) },
  }
}

function say(key: string, { language }: RequestContext, values: Record<string, string | number> = {}): string {
  return t(catalogueAnswerMessages[language], key, values, language)
}

/** Returns notices that the reader should see before opening the issue. */
function noticesOn(row: Row, title: Title, req: RequestContext): string[] {
  const notices: string[] = []
  if (row.cover_only) notices.push(say('NOTICE.NO_PAGES', req))
  else if (row.text_layer === 'none') notices.push(say('NOTICE.NO_TEXT', req))
  else if (row.text_layer === 'partial') notices.push(say('NOTICE.PARTIAL_TEXT', req))
  if (title.availableUntil) notices.push(say('NOTICE.LEAVES', req, { day: dayInWords(title.availableUntil, req) }))
  if (title.ageRating >= 12) notices.push(say('NOTICE.AGE', req, { age: title.ageRating }))
  return notices
}

/** Returns the subscriptions of the caller's region that include the title. */
function subscriptionsWith(title: Title, req: RequestContext) {
  const site = req.ctx.operator.siteName
  const free = { subscriptionId: FREE_SUBSCRIPTION_ID, tier: 'FREE' as const }
  const offered = [free, ...plans.filter(({ region }) => region === req.region.id)]
  return offered
    .filter(({ subscriptionId }) => title.subscriptions.includes(subscriptionId))
    .map(({ subscriptionId, tier }) => ({ subscriptionId, longname: say(`SUBSCRIPTION.LONGNAME.${tier}`, req, { site }) }))
}

/** Returns the rows of related issues: manual, same title, same category; empty rows are omitted. */
function relatedRows(row: Row, title: Title, catalogue: CatalogueView, req: RequestContext) {
  const category = catalogue.categories.find(({ id }) => title.categories.includes(id))
  const neighbours = category?.titles.filter((each) => each !== title).slice(0, RELATED_ITEMS) ?? []
  const rows = [
    {
      url: apiAddress(relatedIssues, { uid: row.uid }),
      headerKey: 'ISSUE.RELATED.editor',
      relatedIssueHeader: say('ROW.EDITORS', req),
      issues: presentIssues(row.by_hand, catalogue, req).slice(0, RELATED_ITEMS),
    },
    {
      url: apiAddress(allIssues, {}, { magazine: title.key }),
      headerKey: 'ISSUE.RELATED.title',
      relatedIssueHeader: title.name,
      issues: presentIssues(row.back_issues, catalogue, req),
    },
    ...(category
      ? [
          {
            url: apiAddress(issuesOfCategory, { id: category.uid }),
            headerKey: 'ISSUE.RELATED.category',
            relatedIssueHeader: categoryName(category, req.language),
            issues: neighbours.map((each) => presentIssue(each.current, each, req)),
          },
        ]
      : []),
  ]
  return rows.filter(({ issues }) => issues.length > 0)
}

/** Returns titles that readers of this one also read; the rest of the row is filled with similar titles. */
function readersAlsoRead(row: Row, title: Title, catalogue: CatalogueView): Title[] {
  const read = row.also_read.flatMap((id) => catalogue.title(id) ?? [])
  if (read.length >= READERS_READ_ITEMS) return read.slice(0, READERS_READ_ITEMS)
  return [...new Set([...read, ...catalogue.similar(title)])].slice(0, READERS_READ_ITEMS)
}

function presentPublication(row: Row, title: Title, catalogue: CatalogueView, req: RequestContext) {
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
    expectedNext: expectedNext(row, title, req.ctx.now()),
    availableUntil: title.availableUntil,
    ageRating: title.ageRating,
    pageCount: row.page_count,
    textLayer: row.text_layer as IssueDetails['details']['publication']['textLayer'],
    epub: title.offersEpub && row.articles.length > 0 && rightOf(title, req).offline,
    categories: catalogue.categories
      .filter(({ id }) => title.categories.includes(id))
      .map((category) => ({ uid: category.uid, title: categoryName(category, req.language) })),
    contents: presentContents(row, row.articles),
  }
}

/** Returns the expected date of the next issue; only for the newest issue. */
function expectedNext(row: Row, title: Title, now: Date): string | null {
  if (title.current.id !== row.id) return null
  const next = expectedAfter(row.issue_date_end ?? row.issue_date, title.frequency)
  return next && next >= dayInUtc(now) ? next : null
}
