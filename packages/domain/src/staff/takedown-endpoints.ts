import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Uid = z.string().min(1).max(64)

/** What was taken down. Times are ISO 8601, `date` is the day of the issue. */
const Takedown = z.object({
  id: z.number(),
  uid: z.string(),
  title: z.string(),
  issue: z.string(),
  date: z.string(),
  /** Null, together with `article`: the whole issue. */
  page: z.number().nullable(),
  /** Headline. */
  article: z.string().nullable(),
  takenDownAt: z.string(),
  reason: z.string(),
  /** Null: it is down. */
  restoredAt: z.string().nullable(),
  restoredReason: z.string().nullable(),
})
export type Takedown = z.infer<typeof Takedown>

const TakedownIssue = z.object({
  uid: z.string(),
  title: z.string(),
  issue: z.string(),
  date: z.string(),
  pages: z.number(),
  isDown: z.boolean(),
})
export type TakedownIssue = z.infer<typeof TakedownIssue>

const TakedownArticle = z.object({
  id: z.number(),
  headline: z.string(),
  firstPage: z.number(),
  lastPage: z.number(),
  isDown: z.boolean(),
})
export type TakedownArticle = z.infer<typeof TakedownArticle>

export const takedowns = deskEndpoint(routes.takedowns, {
  summary: 'Takedowns in force, or also restored ones, latest first',
  access: 'shelf.read',
  query: z.object({
    state: z.enum(['down', 'all']).default('all'),
    /** Id of the last takedown of the page before. */
    before: Id.optional(),
  }),
  output: z.object({ takedowns: z.array(Takedown), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const takedownIssues = deskEndpoint(routes.takedownIssues, {
  summary: 'Issues by title, name, number or uid, also those that are down',
  access: 'shelf.read',
  query: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.object({ issues: z.array(TakedownIssue) }),
  errors: ['wrong_input'],
})
export const takedownArticles = deskEndpoint(routes.takedownArticles, {
  summary: 'Articles of an issue, also those that are down',
  access: 'shelf.read',
  params: z.object({ uid: Uid }),
  output: z.object({ articles: z.array(TakedownArticle) }),
  errors: ['wrong_input'],
})
export const takeDown = deskEndpoint(routes.takeDown, {
  summary: 'Takes down a page, an article, or without both the whole issue, on all servers at once',
  access: 'shelf.write',
  body: z
    .object({ uid: Uid, page: Id.optional(), article: Id.optional(), reason: Reason })
    .refine(({ page, article }) => page === undefined || article === undefined, { path: ['article'] }),
  output: z.object({ id: z.number() }),
  errors: ['wrong_input', 'not_found', 'taken_down_already'],
})
export const restore = deskEndpoint(routes.restore, {
  summary: 'Shows again what was taken down',
  access: 'shelf.write',
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found', 'restored_already'],
})
