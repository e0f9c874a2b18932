import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Line, Paragraphs } from '../accounts/input.ts'
import { Day } from '../day-input.ts'
import { isDay } from '../iso-time.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'
import { PublicationLanguage } from './shelf-title-endpoints.ts'
import { ISSUE_KINDS } from './upload-endpoints.ts'

export const MOST_RELATED = 24

const Text = Line(300)
/** A minute in the time of the markets: "2026-12-01T06:00". */
const LocalTime = z.iso.datetime({ local: true, precision: -1 }).refine((time) => /\d$/.test(time) && isDay(time.slice(0, 10)))
/** What an operator edits. Days are ISO 8601; null: none. */
export const IssueFields = z.object({
  name: Text.refine((name) => name !== ''),
  number: Text.nullable(),
  volume: Text.nullable(),
  date: Day,
  /** Last day of a double issue. */
  dateEnd: Day.nullable(),
  kind: z.enum(ISSUE_KINDS),
  edition: Text.nullable(),
  language: PublicationLanguage,
  headline: Line(500).or(z.literal('')),
  description: Paragraphs(20_000).or(z.literal('')),
})
export type IssueFields = z.infer<typeof IssueFields>

export const ISSUE_STATES = ['shown', 'scheduled', 'withdrawn', 'down'] as const
export type IssueState = (typeof ISSUE_STATES)[number]

/** An issue in a list. `shownFrom` is ISO 8601. */
const ShelfIssue = z.object({
  uid: z.string(),
  titleKey: z.string(),
  title: z.string(),
  name: z.string(),
  date: z.string(),
  language: z.string(),
  pages: z.number(),
  state: z.enum(ISSUE_STATES),
  shownFrom: z.string().nullable(),
  /** Some of its pages or articles are down. */
  hasRemovedParts: z.boolean(),
  revision: z.number(),
})
export type ShelfIssue = z.infer<typeof ShelfIssue>

const Params = z.object({ uid: z.string().min(1).max(64) })

export const shelfIssues = deskEndpoint(routes.shelfIssues, {
  summary: 'Issues, also those that readers do not see, newest first',
  access: 'shelf.read',
  query: z.object({
    /** Words of title or name, a number or a uid. */
    search: z.string().trim().max(100).default(''),
    /** Key of a title. */
    title: z.string().max(100).optional(),
    state: z.enum(['all', ...ISSUE_STATES]).default('all'),
    from: Day.optional(),
    to: Day.optional(),
    /** Uid of the last issue of the page before. */
    after: z.string().max(64).optional(),
  }),
  output: z.object({ issues: z.array(ShelfIssue), more: z.boolean(), titleName: z.string().nullable() }),
  errors: ['wrong_input'],
})
/** Everything about an issue. */
const ShelfIssueDetails = ShelfIssue.extend({
  fields: IssueFields,
  deskFields: z.array(z.string()),
  /** Age rating of its title. */
  ageRating: z.number(),
  publishedAt: z.string(),
  withdrawnAt: z.string().nullable(),
  /** Time in the markets: "2026-12-01T06:00". */
  shownFromLocal: z.string().nullable(),
  takedowns: z.array(
    z.object({ id: z.number(), page: z.number().nullable(), article: z.string().nullable(), reason: z.string() }),
  ),
  related: z.array(ShelfIssue),
})
export type ShelfIssueDetails = z.infer<typeof ShelfIssueDetails>

export const shelfIssue = deskEndpoint(routes.shelfIssue, {
  summary: 'Everything about an issue',
  access: 'shelf.read',
  params: Params,
  output: ShelfIssueDetails,
  errors: ['not_found'],
})
export const changeIssue = deskEndpoint(routes.changeIssue, {
  summary: 'Changes fields of an issue. `before`: what the person saw. Imports do not change these fields any more',
  access: 'shelf.write',
  params: Params,
  body: z.object({ changes: IssueFields.partial(), before: IssueFields.partial().default({}) }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
export const scheduleIssue = deskEndpoint(routes.scheduleIssue, {
  summary: 'Shows an issue from a time on, in the time of the markets; null = now',
  access: 'shelf.write',
  params: Params,
  body: z.object({ at: LocalTime.nullable() }),
  errors: ['wrong_input', 'not_found', 'time_is_past'],
})
export const withdrawIssue = deskEndpoint(routes.withdrawIssue, {
  summary: 'Withdraws an issue on all servers until it is published again',
  access: 'shelf.write',
  params: Params,
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found', 'withdrawn_already'],
})
export const republishIssue = deskEndpoint(routes.republishIssue, {
  summary: 'Publishes a withdrawn issue again',
  access: 'shelf.write',
  params: Params,
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found', 'published_already'],
})
const Uids = z.array(z.string().min(1).max(64)).max(MOST_RELATED)
export const setRelatedIssues = deskEndpoint(routes.setRelatedIssues, {
  summary: 'Sets the issues that the page of an issue recommends, in their order. `before`: what the person saw',
  access: 'shelf.write',
  params: Params,
  body: z.object({ uids: Uids, before: Uids.optional() }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
export const importIssueFields = deskEndpoint(routes.importIssueFields, {
  summary: 'Lets imports change these fields of an issue again',
  access: 'shelf.write',
  params: Params,
  body: z.object({ fields: z.array(z.string().max(40)).min(1).max(40) }),
  errors: ['wrong_input', 'not_found'],
})
