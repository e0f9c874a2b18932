import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Line } from '../accounts/input.ts'
import { Instant } from '../day-input.ts'
import { languages } from '../locale.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { MOST_MESSAGES_PER_MINUTE, NEWSLETTER_FEATURED, NEWSLETTER_TEXT, NEWSLETTER_TIERS, NEWSLETTER_TITLES } from './limits.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Params = z.object({ id: Id })
const Language = z.enum(languages)
const Revision = z.number().int().min(1)
const PerMinute = z.number().int().min(1).max(MOST_MESSAGES_PER_MINUTE)

/** `draft` may be changed; `stopped` and `sent` are final. */
export const NEWSLETTER_STATES = ['draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent'] as const
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]

const line = (most: number) => z.string().trim().max(most).default('')
/** The text in one language. `body` is Markdown. */
const NewsletterText = z.object({
  language: Language,
  subject: line(NEWSLETTER_TEXT.subject),
  preheader: line(NEWSLETTER_TEXT.preheader),
  body: z.string().max(NEWSLETTER_TEXT.body).default(''),
  buttonLabel: line(NEWSLETTER_TEXT.buttonLabel),
  buttonAddress: line(NEWSLETTER_TEXT.address),
})
export type NewsletterText = z.infer<typeof NewsletterText>

/** An issue by its uid or a title by its key. */
const FeaturedKey = z.object({ kind: z.enum(['issue', 'title']), key: z.string().min(1).max(100) })
const Featured = FeaturedKey.extend({
  /** Name of the title, and what identifies its issue. */
  title: z.string(),
  detail: z.string(),
})
export type Featured = z.infer<typeof Featured>

/** Whom a newsletter is for; an empty list stands for all. `titles`: readers who follow one of them, by key. */
const Audience = z.object({
  languages: z.array(Language).max(languages.length),
  markets: z.array(z.number().int().min(1).max(4)).max(4),
  tiers: z.array(z.enum(NEWSLETTER_TIERS)).max(NEWSLETTER_TIERS.length),
  titles: z.array(z.string().min(1).max(100)).max(NEWSLETTER_TITLES),
})
export type Audience = z.infer<typeof Audience>

const Content = z.object({
  texts: z
    .array(NewsletterText)
    .max(languages.length)
    .refine((texts) => new Set(texts.map(({ language }) => language)).size === texts.length),
  /** Language for readers whose language has no text; null: they do not get it. */
  fallbackLanguage: Language.nullable(),
  featured: z.array(FeaturedKey).max(NEWSLETTER_FEATURED.most),
})
const Draft = Content.extend({ name: Line(NEWSLETTER_TEXT.name), audience: Audience })
export type NewsletterDraft = z.infer<typeof Draft>

/** Numbers of readers by language. `missing`: those who would get it if there were a text in their language. */
const AudienceCount = z.object({ total: z.number(), byLanguage: z.record(Language, z.number()), missing: z.number() })
export type AudienceCount = z.infer<typeof AudienceCount>

/** Numbers of recipients by the state of their message. */
const Figures = z.object({
  selected: z.number(),
  waiting: z.number(),
  sending: z.number(),
  sent: z.number(),
  uncertain: z.number(),
  failed: z.number(),
  skipped: z.number(),
  bounced: z.number(),
  unsubscribed: z.number(),
})
export type NewsletterFigures = z.infer<typeof Figures>

/** Times are ISO 8601. */
const Listed = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(NEWSLETTER_STATES),
  languages: z.array(Language),
  selected: z.number(),
  startsAt: z.string().nullable(),
  changedAt: z.string(),
  finishedAt: z.string().nullable(),
  createdBy: z.string(),
})
export type ListedNewsletter = z.infer<typeof Listed>

const Newsletter = Listed.extend({
  revision: z.number(),
  texts: z.array(NewsletterText),
  fallbackLanguage: Language.nullable(),
  featured: z.array(Featured),
  audience: Audience.omit({ titles: true }).extend({ titles: z.array(z.object({ key: z.string(), name: z.string() })) }),
  messagesPerMinute: z.number(),
  startedAt: z.string().nullable(),
  /** Whether all readers are selected. */
  isSelected: z.boolean(),
  figures: Figures,
})
export type Newsletter = z.infer<typeof Newsletter>

const contentErrors = ['wrong_input', 'not_found', 'newsletter_link', 'newsletter_image'] as const

export const newsletters = deskEndpoint(routes.newsletters, {
  summary: 'Newsletters, the newest first',
  access: 'newsletter.read',
  query: z.object({ /** Id of the last newsletter of the page before. */ before: Id.optional() }),
  output: z.object({ newsletters: z.array(Listed), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const newsletter = deskEndpoint(routes.newsletter, {
  summary: 'A newsletter with its texts, whom it is for, and its figures',
  access: 'newsletter.read',
  params: Params,
  output: Newsletter,
  errors: ['wrong_input', 'not_found'],
})
export const createNewsletter = deskEndpoint(routes.createNewsletter, {
  summary: 'Adds a draft',
  access: 'newsletter.write',
  body: Draft,
  output: z.object({ id: z.number() }),
  errors: contentErrors,
})
export const changeNewsletter = deskEndpoint(routes.changeNewsletter, {
  summary: 'Changes a draft. `revision` is the one that the person saw',
  access: 'newsletter.write',
  params: Params,
  body: Draft.extend({ revision: Revision }),
  errors: [...contentErrors, 'changed_meanwhile', 'newsletter_state'],
})
export const deleteNewsletter = deskEndpoint(routes.deleteNewsletter, {
  summary: 'Deletes a draft',
  access: 'newsletter.write',
  params: Params,
  errors: ['wrong_input', 'not_found', 'newsletter_state'],
})
export const countAudience = deskEndpoint(routes.countAudience, {
  summary: 'How many readers would get a newsletter now. `texts`: the languages in which it is written',
  access: 'newsletter.read',
  body: z.object({
    audience: Audience,
    texts: z.array(Language).max(languages.length),
    fallbackLanguage: Language.nullable(),
  }),
  output: AudienceCount,
  errors: ['wrong_input', 'not_found'],
})
export const previewNewsletter = deskEndpoint(routes.previewNewsletter, {
  summary: 'The e-mail in one language as a reader in a market gets it, from a text that need not be stored',
  access: 'newsletter.read',
  body: Content.extend({ language: Language, market: z.number().int().min(1).max(4).default(1) }),
  /** Null: readers with this language do not get it. */
  output: z.object({ email: z.object({ subject: z.string(), html: z.string(), text: z.string() }).nullable() }),
  errors: contentErrors,
})
export const findFeatured = deskEndpoint(routes.findFeatured, {
  summary: 'Issues and titles by words of their names, titles first, then the newest issues',
  access: 'newsletter.read',
  query: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.object({ found: z.array(Featured) }),
  errors: ['wrong_input'],
})
export const testNewsletter = deskEndpoint(routes.testNewsletter, {
  summary: 'Sends the stored text in one language to the signed-in person',
  access: 'newsletter.write',
  params: Params,
  body: z.object({ language: Language }),
  errors: ['wrong_input', 'not_found', 'newsletter_incomplete'],
})
export const sendNewsletter = deskEndpoint(routes.sendNewsletter, {
  summary: 'Sends a draft to its readers, at once or at a time to come. `revision` is the one that the person saw',
  access: 'newsletter.write',
  confirmed: true,
  params: Params,
  body: z.object({
    revision: Revision,
    /** Null: at once. */
    startsAt: Instant.nullable(),
    messagesPerMinute: PerMinute,
  }),
  errors: [
    'wrong_input',
    'not_found',
    'changed_meanwhile',
    'time_is_past',
    'newsletter_state',
    'newsletter_incomplete',
    'newsletter_nobody',
  ],
})
export const unscheduleNewsletter = deskEndpoint(routes.unscheduleNewsletter, {
  summary: 'Makes a scheduled newsletter a draft again',
  access: 'newsletter.write',
  params: Params,
  errors: ['wrong_input', 'not_found', 'newsletter_state'],
})
export const pauseNewsletter = deskEndpoint(routes.pauseNewsletter, {
  summary: 'Sends no further message until it is resumed',
  access: 'newsletter.write',
  params: Params,
  errors: ['wrong_input', 'not_found', 'newsletter_state'],
})
export const resumeNewsletter = deskEndpoint(routes.resumeNewsletter, {
  summary: 'Continues a paused newsletter',
  access: 'newsletter.write',
  confirmed: true,
  params: Params,
  errors: ['wrong_input', 'not_found', 'newsletter_state'],
})
export const stopNewsletter = deskEndpoint(routes.stopNewsletter, {
  summary: 'Ends the sending for good',
  access: 'newsletter.write',
  params: Params,
  errors: ['wrong_input', 'not_found', 'newsletter_state'],
})
export const resendUncertain = deskEndpoint(routes.resendUncertain, {
  summary: 'Sends the messages again whose delivery is uncertain, with the same Message-ID',
  access: 'newsletter.write',
  confirmed: true,
  params: Params,
  errors: ['wrong_input', 'not_found', 'newsletter_state'],
})
