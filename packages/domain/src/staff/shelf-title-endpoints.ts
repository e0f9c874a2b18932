import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Line, Paragraphs } from '../accounts/input.ts'
import { Day } from '../day-input.ts'
import { FREE_SUBSCRIPTION_ID, plans } from '../subscriptions/plans.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'

export const FREQUENCIES = [
  'daily',
  'weekly',
  'fortnightly',
  'monthly',
  'bimonthly',
  'quarterly',
  'half-yearly',
  'yearly',
  'irregular',
] as const
export const AGE_RATINGS = [0, 6, 12, 16, 18] as const
const LONGEST = { name: 300, description: 20_000, search: 100 } as const

const TitleKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'VALIDATION.titleKey')
  .max(100)
const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'VALIDATION.country')
/** A BCP 47 tag ("de", "zh-CN"). */
export const PublicationLanguage = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'VALIDATION.language')
const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** What an operator edits. Null: none; for `shownIn` everywhere. */
export const TitleFields = z.object({
  name: Line(LONGEST.name).refine((name) => name !== ''),
  kind: z.enum(['magazine', 'newspaper']),
  language: PublicationLanguage,
  publisherId: Id.nullable(),
  issn: z
    .string()
    .trim()
    .regex(/^\d{4}-\d{3}[\dX]$/, 'VALIDATION.issn')
    .nullable(),
  frequency: z.enum(FREQUENCIES),
  country: Country.nullable(),
  place: Line(LONGEST.name).nullable(),
  description: Paragraphs(LONGEST.description).or(z.literal('')),
  ageRating: z.literal(AGE_RATINGS),
  shownIn: z.array(Country).min(1).max(250).nullable(),
  /** Uids, at least one. */
  categories: z
    .array(z.string().regex(/^[a-z0-9-]+$/))
    .min(1)
    .max(20),
  /** Keys of other titles. */
  editionOf: TitleKey.nullable(),
  supplementOf: TitleKey.nullable(),
  /** Readers who may keep its issues offline may download them as EPUB. */
  offersEpub: z.boolean(),
})
export type TitleFields = z.infer<typeof TitleFields>

/** These fields decide who may read, so changing them needs a reason. */
export const TITLE_FIELDS_WITH_REASON = [
  'kind',
  'ageRating',
  'shownIn',
  'offersEpub',
] as const satisfies readonly (keyof TitleFields)[]

const PLAN_IDS: readonly number[] = [FREE_SUBSCRIPTION_ID, ...plans.map(({ subscriptionId }) => subscriptionId)]
const Plans = z.array(z.number().refine((id) => PLAN_IDS.includes(id))).min(1)

/** A title in a list. Days are ISO 8601. */
const ShelfTitle = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(['magazine', 'newspaper']),
  language: z.string(),
  country: z.string().nullable(),
  publisher: z.string().nullable(),
  frequency: z.enum(FREQUENCIES),
  ageRating: z.number(),
  shownIn: z.array(z.string()).nullable(),
  /** The title has its own plans. */
  hasPlans: z.boolean(),
  availableUntil: z.string().nullable(),
  /** Number of issues, including those that are not shown. */
  issues: z.number(),
  /** Day of the newest issue that is shown; null = none is, so readers do not see the title. */
  newest: z.string().nullable(),
})
export type ShelfTitle = z.infer<typeof ShelfTitle>

export const TITLE_STATES = ['all', 'shown', 'empty', 'leaving', 'left', 'own-plans'] as const
export const TITLE_ORDERS = ['name', 'newest', 'created'] as const

export const shelfTitles = deskEndpoint(routes.shelfTitles, {
  summary: 'Titles, also those that readers do not see',
  access: 'shelf.read',
  query: z.object({
    /** Words of name, key or publisher. */
    search: z.string().trim().max(LONGEST.search).default(''),
    kind: z.enum(['magazine', 'newspaper']).optional(),
    language: z.string().max(20).optional(),
    category: z.string().max(100).optional(),
    publisher: Id.optional(),
    state: z.enum(TITLE_STATES).default('all'),
    order: z.enum(TITLE_ORDERS).default('name'),
    /** Key of the last title of the page before. */
    after: z.string().max(100).optional(),
  }),
  output: z.object({
    titles: z.array(ShelfTitle),
    more: z.boolean(),
    languages: z.array(z.string()),
    categories: z.array(z.object({ uid: z.string(), names: z.record(z.string(), z.string()) })),
  }),
  errors: ['wrong_input'],
})

const Params = z.object({ key: z.string().min(1).max(100) })

/** Everything about a title. */
const ShelfTitleDetails = z.object({
  key: z.string(),
  fields: TitleFields,
  /** Names of fields that imports do not change. */
  deskFields: z.array(z.string()),
  publisher: z.string().nullable(),
  /** Its own plans; null = those of its kind. */
  plans: z.array(z.number()).nullable(),
  /**
   * Last day; null = the title stays. `noticeAt`: when its readers will be notified, ISO 8601; null = they have been, or there
   * are none.
   */
  leaving: z.object({ day: z.string(), noticeAt: z.string().nullable(), notified: z.number() }).nullable(),
  followers: z.number(),
  issues: z.object({ shown: z.number(), scheduled: z.number(), withdrawn: z.number(), down: z.number() }),
  newest: z.string().nullable(),
  /** All categories with their names by language. */
  categories: z.array(z.object({ uid: z.string(), names: z.record(z.string(), z.string()) })),
})
export type ShelfTitleDetails = z.infer<typeof ShelfTitleDetails>

export const shelfTitle = deskEndpoint(routes.shelfTitle, {
  summary: 'Everything about a title',
  access: 'shelf.read',
  params: Params,
  output: ShelfTitleDetails,
  errors: ['not_found'],
})
export const createTitle = deskEndpoint(routes.createTitle, {
  summary: 'Creates a title. Readers see it with its first issue',
  access: 'shelf.write',
  body: z.object({
    key: TitleKey,
    name: TitleFields.shape.name,
    kind: TitleFields.shape.kind,
    language: PublicationLanguage,
    categories: TitleFields.shape.categories,
  }),
  errors: ['wrong_input', 'title_key_taken', 'not_found'],
})
export const changeTitle = deskEndpoint(routes.changeTitle, {
  summary: 'Changes fields of a title. `before`: what the person saw. Imports do not change these fields any more',
  access: 'shelf.write',
  params: Params,
  body: z.object({ changes: TitleFields.partial(), before: TitleFields.partial().default({}), reason: Reason.optional() }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
export const setTitlePlans = deskEndpoint(routes.setTitlePlans, {
  summary: 'Sets the plans that open a title; null = those of its kind. `before`: what the person saw',
  access: 'shelf.write',
  confirmed: true,
  params: Params,
  body: z.object({ plans: Plans.nullable(), before: Plans.nullable().optional(), reason: Reason }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile', 'plans_not_nested'],
})
export const setLeavingDay = deskEndpoint(routes.setLeavingDay, {
  summary: 'Sets the last day of a title, which its readers learn by e-mail; null = it stays',
  access: 'shelf.write',
  params: Params,
  body: z.object({ day: Day.nullable(), reason: Reason }),
  errors: ['wrong_input', 'not_found', 'time_is_past'],
})
export const importTitleFields = deskEndpoint(routes.importTitleFields, {
  summary: 'Lets imports change these fields of a title again',
  access: 'shelf.write',
  params: Params,
  body: z.object({ fields: z.array(z.string().max(40)).min(1).max(40) }),
  errors: ['wrong_input', 'not_found'],
})

export const PUBLISHER_FIELDS = ['name', 'address', 'contact', 'email', 'phone', 'website'] as const
export const PublisherFields = z.object({
  name: Line(LONGEST.name).refine((name) => name !== ''),
  address: Paragraphs(1000).or(z.literal('')).default(''),
  contact: Line(LONGEST.name).or(z.literal('')).default(''),
  email: z.email('VALIDATION.email').or(z.literal('')).default(''),
  phone: z
    .string()
    .trim()
    .regex(/^[+\d][\d ()/.-]{2,40}$|^$/, 'VALIDATION.phone')
    .default(''),
  website: z
    .url({ protocol: /^https?$/, error: 'VALIDATION.website' })
    .max(500)
    .or(z.literal(''))
    .default(''),
})
export type PublisherFields = z.infer<typeof PublisherFields>
const Publisher = PublisherFields.extend({ id: z.number(), titles: z.number() })
export type Publisher = z.infer<typeof Publisher>

export const publishers = deskEndpoint(routes.publishers, {
  summary: 'Publishers by name',
  access: 'shelf.read',
  query: z.object({ search: z.string().trim().max(LONGEST.search).default(''), after: Id.optional() }),
  output: z.object({ publishers: z.array(Publisher), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const createPublisher = deskEndpoint(routes.createPublisher, {
  summary: 'Creates a publisher',
  access: 'shelf.write',
  body: PublisherFields,
  output: z.object({ id: z.number() }),
  errors: ['wrong_input', 'publisher_name_taken'],
})
export const changePublisher = deskEndpoint(routes.changePublisher, {
  summary: 'Changes a publisher',
  access: 'shelf.write',
  params: z.object({ id: Id }),
  body: PublisherFields,
  errors: ['wrong_input', 'not_found', 'publisher_name_taken'],
})
export const removePublisher = deskEndpoint(routes.removePublisher, {
  summary: 'Removes a publisher without titles',
  access: 'shelf.write',
  params: z.object({ id: Id }),
  errors: ['not_found', 'publisher_has_titles'],
})

/** A place of the shelf that the command palette opens. */
export const findOnShelf = deskEndpoint(routes.findOnShelf, {
  summary: 'Titles and issues by their names, the best first',
  access: 'shelf.read',
  query: z.object({ search: z.string().trim().max(LONGEST.search).default('') }),
  output: z.object({
    titles: z.array(z.object({ key: z.string(), name: z.string() })),
    issues: z.array(z.object({ uid: z.string(), title: z.string(), name: z.string(), date: z.string() })),
  }),
  errors: ['wrong_input'],
})
