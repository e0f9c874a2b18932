import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint.ts'

const Uid = z.string().min(1).max(64)
const Headline = z.string().trim().min(1).max(300)
const Byline = z.string().trim().max(300)
const Page = z.int().min(1).max(100_000)
const Fraction = z.number().min(0).max(1)
const Region = z.object({ page: Page, x: Fraction, y: Fraction, width: Fraction, height: Fraction })
/** Position of an article, from 0. */
const Position = z.int().min(0).max(100_000)

const Place = { firstPage: Page, lastPage: Page, regions: z.array(Region).max(500) }

const EditableArticle = z.object({
  /** Positions of the imported articles that it was made from. */
  from: z.array(z.number()),
  headline: z.string(),
  byline: z.string(),
  /** Text to edit: see article-text.ts of the backend. */
  text: z.string(),
  firstPage: z.number(),
  lastPage: z.number(),
  regions: z.array(z.object({ page: z.number(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  isCorrected: z.boolean(),
  /** It is down, so it cannot be corrected. */
  isDown: z.boolean(),
})
export type EditableArticle = z.infer<typeof EditableArticle>

/** A correction that does not fit the last import of the issue. */
const LeftCorrection = z.object({
  id: z.string(),
  by: z.string(),
  at: z.string(),
  /** Headlines of the imported articles that it was about. */
  about: z.array(z.string()),
  /** The resulting articles; none = dropped. `text` is null if it stayed as imported. */
  results: z.array(z.object({ headline: z.string(), byline: z.string(), text: z.string().nullable() })),
})
export type LeftCorrection = z.infer<typeof LeftCorrection>

const SentArticle = z.object({
  from: z.array(Position).min(1).max(1000),
  /** Position of the loaded article if its text is to stay; then `text` is null. */
  current: Position.nullable(),
  headline: Headline,
  byline: Byline,
  text: z.string().max(500_000).nullable(),
  ...Place,
})
export type SentArticle = z.infer<typeof SentArticle>

export const issueArticles = deskEndpoint(routes.issueArticles, {
  summary: 'The articles of an issue with their texts, to correct them, and corrections that no longer fit',
  access: 'shelf.write',
  params: z.object({ uid: Uid }),
  output: z.object({
    uid: z.string(),
    issue: z.string(),
    version: z.string(),
    pages: z.array(z.object({ width: z.number(), height: z.number() })),
    articles: z.array(EditableArticle),
    left: z.array(LeftCorrection),
  }),
  errors: ['not_found'],
})
export const correctArticles = deskEndpoint(routes.correctArticles, {
  summary: 'Replaces the articles of an issue by corrected ones, which further imports keep. `version`: what the person saw',
  access: 'shelf.write',
  params: z.object({ uid: Uid }),
  body: z.object({
    version: z.string().max(40),
    articles: z.array(SentArticle).max(5000),
    /** Ids of corrections that do not fit and are to be deleted. */
    discard: z.array(z.string().max(40)).max(1000),
  }),
  errors: ['not_found', 'wrong_input', 'changed_meanwhile', 'article_is_down'],
})
export const issuePagePicture = deskEndpoint(routes.issuePagePicture, {
  summary: 'The picture of a page, also of one that is down',
  access: 'shelf.write',
  params: z.object({ uid: Uid, page: z.coerce.number().int().min(1).max(100_000) }),
  produces: 'image/webp',
  errors: ['not_found'],
})
