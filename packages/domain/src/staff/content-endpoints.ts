import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Line, Paragraphs } from '../accounts/input.ts'
import { LINK_TARGET } from '../content/link-target.ts'
import { Day, Instant } from '../day-input.ts'
import { languages } from '../locale.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { CONTENT_KEY, LARGE_BODY_BYTES, LONGEST_TEXT_CHARACTERS } from './limits.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Key = z.string().regex(/^[a-z0-9-]{1,60}$/)
const Language = z.enum(languages)
/** Market; absent: everywhere. */
const Region = z.coerce.number().int().min(1).max(4).optional()

/** Why a text cannot be published, in the order of the checks. */
const TEXT_PROBLEMS = ['empty', 'placeholder-unknown', 'link-dead', 'icon-unknown', 'not-our-page'] as const
export type TextProblem = (typeof TEXT_PROBLEMS)[number]
const TextFault = z.object({ language: Language, problem: z.enum(TEXT_PROBLEMS), value: z.string() })
export type TextFault = z.infer<typeof TextFault>

const Edition = z.object({
  id: z.number(),
  language: Language,
  version: Day,
  title: z.string(),
  /** Time from which it is shown; null: the day of its version. */
  shownFrom: z.string().nullable(),
  publishedAt: z.string(),
  state: z.enum(['later', 'shown', 'earlier']),
})
export type Edition = z.infer<typeof Edition>

const Written = z.object({
  title: z.string(),
  description: z.string(),
  /** HTML for texts that were imported before Markdown was kept. */
  markdown: z.string(),
})
const Text = Written.extend({
  version: Day,
  /** Edition of the operator; null: the built-in text. */
  edition: z.number().nullable(),
})
export type Written = z.infer<typeof Written>
export type Text = z.infer<typeof Text>

const TextRow = z.object({
  key: z.string(),
  region: z.number().nullable(),
  title: z.string(),
  /** Version that is shown, by language. null: missing. */
  versions: z.record(Language, z.object({ version: Day, isOwn: z.boolean() }).nullable()),
  /** Next time at which another edition is shown. */
  nextAt: z.string().nullable(),
})
export type TextRow = z.infer<typeof TextRow>

export const texts = deskEndpoint(routes.texts, {
  summary: 'Texts of the website with the version shown in each language',
  access: 'content.read',
  output: z.object({ texts: z.array(TextRow) }),
  errors: [],
})
export const textEditions = deskEndpoint(routes.textEditions, {
  summary: 'A text as it is shown now in each language, and all its editions, the newest first',
  access: 'content.read',
  params: z.object({ key: Key }),
  query: z.object({ region: Region }),
  output: z.object({
    /** Its title, even if nothing is shown. */
    name: z.string(),
    shown: z.record(Language, Text.nullable()),
    /** The built-in text, where an edition of the operator is shown instead. */
    shipped: z.record(Language, Written.nullable()),
    editions: z.array(Edition),
  }),
  errors: ['wrong_input', 'not_found'],
})
export const textEdition = deskEndpoint(routes.textEdition, {
  summary: 'One edition of a text',
  access: 'content.read',
  params: z.object({ id: Id }),
  output: Written.extend({ language: Language, version: Day }),
  errors: ['wrong_input', 'not_found'],
})
export const previewText = deskEndpoint(routes.previewText, {
  summary: 'A text as the website would show it. Changes nothing',
  access: 'content.read',
  body: z.object({ key: Key, language: Language, markdown: z.string().max(LONGEST_TEXT_CHARACTERS) }),
  output: z.object({
    html: z.string(),
    fault: TextFault.nullable(),
    /** Placeholders that texts may contain in braces, with their values. */
    placeholders: z.record(z.string(), z.string()),
  }),
  errors: ['wrong_input'],
})
const Draft = z.object({
  title: Line(200),
  description: z.string().trim().max(500),
  markdown: z.string().trim().min(1).max(LONGEST_TEXT_CHARACTERS),
  /** Edition that the person saw; null: the built-in text. */
  before: z.number().nullable(),
})
export const publishText = deskEndpoint(routes.publishText, {
  summary: 'Publishes a text in one or more languages together, now or at a time. With faults, nothing was changed',
  access: 'content.write',
  params: z.object({ key: Key }),
  body: z.object({
    region: Region,
    /** Absent: now. */
    shownFrom: Instant.optional(),
    texts: z
      .object({ de: Draft.optional(), en: Draft.optional(), fr: Draft.optional() })
      .refine((texts) => Object.values(texts).some(Boolean)),
  }),
  output: z.object({ faults: z.array(TextFault) }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile', 'time_is_past', 'edition_exists'],
})
export const withdrawEdition = deskEndpoint(routes.withdrawEdition, {
  summary: 'Withdraws an edition that is not shown yet',
  access: 'content.write',
  params: z.object({ id: Id }),
  errors: ['wrong_input', 'not_found', 'edition_shown'],
})

/** Picture as base64, and its format. */
const Picture = z.object({ name: z.string().regex(/\.(webp|png|jpe?g)$/i), base64: z.base64() })
const Target = z.string().regex(LINK_TARGET, 'VALIDATION.target')
const Uid = z.string().regex(CONTENT_KEY, 'VALIDATION.contentKey')
const Before = z.object({ before: z.string().max(100).optional() })

const TopicRow = z.object({
  uid: z.string(),
  language: Language,
  headline: z.string(),
  text: z.string(),
  released: Day,
  trend: z.number(),
  page: z.number(),
  /** Uid of the issue, and its name with the title. */
  issue: z.string(),
  issueName: z.string(),
  article: z.string().nullable(),
  regions: z.array(z.number()).nullable(),
  hasPicture: z.boolean(),
  readers: z.number(),
})
export type TopicRow = z.infer<typeof TopicRow>

export const deskTopics = deskEndpoint(routes.deskTopics, {
  summary: 'Topics, the newest first',
  access: 'content.read',
  query: Before,
  output: z.object({ topics: z.array(TopicRow), next: z.string().nullable() }),
  errors: ['wrong_input'],
})
/** Rejected if there is one with its key already: somebody adds it and does not know the other one. */
const IsNew = z.boolean().default(false)

export const publishTopic = deskEndpoint(routes.publishTopic, {
  summary: 'Publishes a topic; one with the same uid is replaced, unless it is to be new',
  access: 'content.write',
  longestBodyBytes: LARGE_BODY_BYTES,
  body: z.object({
    uid: Uid,
    language: Language,
    headline: Line(200),
    text: Paragraphs(5000),
    released: Day,
    trend: z.number().int().min(1).max(100),
    issue: z.string().min(1).max(64),
    page: z.number().int().min(1).max(10_000),
    article: z.string().max(300).nullable(),
    regions: z.array(z.number().int().min(1).max(4)).min(1).nullable(),
    /** Null: the picture as it is, or the cover. */
    picture: Picture.nullable(),
    isNew: IsNew,
  }),
  errors: ['wrong_input', 'not_found', 'content_key_taken', 'picture_invalid', 'body_too_large'],
})
export const removeTopic = deskEndpoint(routes.removeTopic, {
  summary: 'Removes a topic',
  access: 'content.write',
  params: z.object({ uid: Uid }),
  errors: ['wrong_input', 'not_found'],
})

const LinkRow = z.object({
  key: z.string(),
  title: z.string(),
  target: z.string(),
  posted: Day,
  issue: z.string().nullable(),
  issueName: z.string().nullable(),
  hasPicture: z.boolean(),
})
export type LinkRow = z.infer<typeof LinkRow>

export const deskLinks = deskEndpoint(routes.deskLinks, {
  summary: 'Entries of the link list, the newest first',
  access: 'content.read',
  query: Before,
  output: z.object({ links: z.array(LinkRow), next: z.string().nullable() }),
  errors: ['wrong_input'],
})
export const publishLink = deskEndpoint(routes.publishLink, {
  summary: 'Publishes an entry of the link list; one with the same key is replaced, unless it is to be new',
  access: 'content.write',
  longestBodyBytes: LARGE_BODY_BYTES,
  body: z.object({
    key: Uid,
    title: z.string().trim().max(200),
    target: Target,
    posted: Day,
    issue: z.string().max(64).nullable(),
    picture: Picture.nullable(),
    isNew: IsNew,
  }),
  errors: ['wrong_input', 'not_found', 'content_key_taken', 'picture_invalid', 'body_too_large'],
})
export const removeLink = deskEndpoint(routes.removeLink, {
  summary: 'Removes an entry of the link list',
  access: 'content.write',
  params: z.object({ key: Uid }),
  errors: ['wrong_input', 'not_found'],
})

const Advertisement = z.object({
  id: z.number(),
  key: z.string(),
  language: Language,
  headline: z.string(),
  body: z.string(),
  target: z.string(),
  markets: z.array(z.number()).nullable(),
  categories: z.array(z.string()).nullable(),
  from: Day,
  until: Day.nullable(),
  weight: z.number(),
  dailyCap: z.number().nullable(),
  isActive: z.boolean(),
  /** Whether it is shown now; `paused`: not active. */
  state: z.enum(['paused', 'later', 'running', 'over']),
  hasPicture: z.boolean(),
  alt: z.string(),
  /** The last thirty days, the oldest first. */
  days: z.array(z.object({ day: Day, impressions: z.number(), clicks: z.number() })),
})
export type Advertisement = z.infer<typeof Advertisement>

export const advertisements = deskEndpoint(routes.advertisements, {
  summary: 'House advertisements with their figures of thirty days',
  access: 'content.read',
  output: z.object({
    advertisements: z.array(Advertisement),
    /** All categories with their names by language. */
    categories: z.array(z.object({ uid: z.string(), names: z.record(z.string(), z.string()) })),
  }),
  errors: [],
})
export const publishAdvertisement = deskEndpoint(routes.publishAdvertisement, {
  summary: 'Publishes an advertisement; one with the same key is replaced, unless it is to be new',
  access: 'content.write',
  longestBodyBytes: LARGE_BODY_BYTES,
  body: z.object({
    key: Uid,
    language: Language,
    headline: Line(120),
    body: Line(400),
    target: Target,
    markets: z.array(z.number().int().min(1).max(4)).min(1).nullable(),
    categories: z.array(z.string().max(100)).min(1).nullable(),
    from: Day,
    until: Day.nullable(),
    weight: z.number().int().min(1).max(1000),
    dailyCap: z.number().int().min(1).max(99_999_999).nullable(),
    alt: z.string().trim().max(200),
    picture: Picture.nullable(),
    isNew: IsNew,
  }),
  errors: ['wrong_input', 'not_found', 'content_key_taken', 'picture_invalid', 'body_too_large'],
})
export const switchAdvertisement = deskEndpoint(routes.switchAdvertisement, {
  summary: 'Shows an advertisement or pauses it',
  access: 'content.write',
  params: z.object({ id: Id }),
  body: z.object({ isActive: z.boolean() }),
  errors: ['wrong_input', 'not_found'],
})
export const removeAdvertisement = deskEndpoint(routes.removeAdvertisement, {
  summary: 'Removes an advertisement with its figures',
  access: 'content.write',
  params: z.object({ id: Id }),
  errors: ['wrong_input', 'not_found'],
})

const Message = z.object({
  id: z.number(),
  at: z.string(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  content: z.string(),
  answeredAt: z.string().nullable(),
})
export type Message = z.infer<typeof Message>

export const feedbackMessages = deskEndpoint(routes.feedbackMessages, {
  summary: 'Messages from readers, the newest first',
  access: 'feedback.read',
  query: z.object({ state: z.enum(['open', 'answered', 'all']).default('open'), before: Id.optional() }),
  output: z.object({ messages: z.array(Message), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const markFeedback = deskEndpoint(routes.markFeedback, {
  summary: 'Marks a message as answered or as open again',
  access: 'feedback.write',
  params: z.object({ id: Id }),
  body: z.object({ isAnswered: z.boolean() }),
  errors: ['wrong_input', 'not_found'],
})
