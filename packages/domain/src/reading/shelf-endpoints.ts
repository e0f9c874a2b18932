import { z } from 'zod'
import { Switch } from '../accounts/input.ts'
import { IssueUid } from '../catalogue/endpoints.ts'
import { Instant } from '../day-input.ts'
import { endpoint } from '../endpoint.ts'
import { isPushEndpoint } from './push-endpoint.ts'

const OfIssue = z.object({ uid: IssueUid })

/** A share of a whole, 0 to 1; finer than a millionth nobody scrolls, and databases do not keep it. */
const Share = z.coerce
  .number()
  .min(0)
  .max(1)
  .transform((share) => Math.round(share * 1_000_000) / 1_000_000)

/** An issue as the shelf shows it. */
const ShelfIssue = z.object({
  uid: z.string(),
  titleLine: z.string(),
  detailLine: z.string(),
  magazineKey: z.string(),
  coverURL: z.string(),
  coverWidth: z.number(),
  coverHeight: z.number(),
  coverColour: z.string(),
  pageCount: z.number(),
})

export type ShelfIssue = z.infer<typeof ShelfIssue>

const Place = z.object({
  page: z.number(),
  /** Id of the article that was read as text, where it still is in the issue. */
  article: z.string().nullable(),
  /** How far down the article, 0 to 1. */
  fraction: z.number(),
  furthestPage: z.number(),
  /** ISO 8601. */
  at: z.string(),
})
export type Place = z.infer<typeof Place>

const Bookmark = z.object({
  id: z.number(),
  issue: ShelfIssue,
  page: z.number(),
  article: z.string().nullable(),
  headline: z.string(),
  note: z.string(),
  at: z.string(),
})
export type Bookmark = z.infer<typeof Bookmark>

export const readerInfo = endpoint({
  method: 'GET',
  path: 'readerinfo/web',
  summary: 'What this reader may do anywhere: tier, rights by kind of title, devices',
  access: 'session',
  output: z.object({
    tier: z.enum(['FREE', 'MAGZ', 'PREMIUM']),
    promo: z.boolean(),
    rights: z.record(
      z.enum(['magazine', 'newspaper']),
      z.object({ online: z.enum(['all', 'first', 'one']), offline: z.boolean(), audio: z.boolean(), ads: z.boolean() }),
    ),
    devices: z.object({ limit: z.number(), used: z.number(), thisOneCounts: z.boolean() }),
  }),
  errors: ['not_signed_in'],
})

export const shelf = endpoint({
  method: 'GET',
  path: 'reader/shelf',
  summary: 'My shelf: where one left off, new issues of favourites, for you and why',
  access: 'session',
  output: z.object({
    continueReading: z.array(z.object({ issue: ShelfIssue, place: Place })),
    favourites: z.array(
      z.object({ issue: ShelfIssue, name: z.string(), /** Published since it was last opened. */ fresh: z.boolean() }),
    ),
    recommendations: z.object({
      on: z.boolean(),
      issues: z.array(
        z.object({ issue: ShelfIssue, /** Name of the title one reads, whose readers also read this. */ because: z.string() }),
      ),
    }),
  }),
  errors: ['not_signed_in'],
  ours: true,
})
export type Shelf = z.infer<typeof shelf.output>

export const switchRecommendations = endpoint({
  method: 'PUT',
  path: 'reader/recommendations',
  summary: 'Switches "for you" on or off',
  access: 'session',
  body: z.object({ on: Switch }),
  errors: ['not_signed_in', 'wrong_input'],
  ours: true,
})

export const place = endpoint({
  method: 'GET',
  path: 'reader/places/{uid}',
  summary: 'Where this reader is in an issue, from whatever device; null = not begun',
  access: 'session',
  params: OfIssue,
  output: z.object({
    place: Place.nullable(),
    /** Tells the accounts of one browser apart; says nothing about the account. */
    reader: z.string(),
  }),
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})

export const keepPlace = endpoint({
  method: 'PUT',
  path: 'reader/places/{uid}',
  summary: 'Keeps a place; of two devices the later reading wins. Answers the place that holds now',
  access: 'session',
  params: OfIssue,
  body: z.object({
    page: z.coerce.number().int().min(1).max(100_000),
    article: z
      .string()
      .regex(/^\d{0,18}$/)
      .default(''),
    fraction: Share.default(0),
    /** When it was read, ISO 8601; later than now counts as now. */
    at: Instant.optional(),
  }),
  output: z.object({ place: Place }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  ours: true,
})

export const history = endpoint({
  method: 'GET',
  path: 'reader/history',
  summary: 'What was read, the latest first',
  access: 'session',
  query: z.object({ after: z.string().max(40).optional() }),
  output: z.object({ entries: z.array(z.object({ issue: ShelfIssue, place: Place })), nextUrl: z.string().optional() }),
  errors: ['not_signed_in', 'wrong_input'],
  ours: true,
})
export type History = z.infer<typeof history.output>

export const forgetReading = endpoint({
  method: 'DELETE',
  path: 'reader/history/{uid}',
  summary: 'Erases one issue from the history, place included; `all` erases everything',
  access: 'session',
  params: z.object({ uid: z.string().min(1).max(64) }),
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})

export const bookmarks = endpoint({
  method: 'GET',
  path: 'reader/bookmarks',
  summary: 'Bookmarks, the latest first; of one issue where `issue` is given',
  access: 'session',
  query: z.object({ issue: IssueUid.optional() }),
  output: z.object({ bookmarks: z.array(Bookmark) }),
  errors: ['not_signed_in', 'wrong_input'],
  ours: true,
})

export const addBookmark = endpoint({
  method: 'POST',
  path: 'reader/bookmarks',
  summary: 'Sets a bookmark on a page or an article, with a note if one likes',
  access: 'session',
  body: z.object({
    issue: IssueUid,
    page: z.coerce.number().int().min(1).max(100_000),
    article: z
      .string()
      .regex(/^\d{0,18}$/)
      .default(''),
    note: z.string().trim().max(2000).default(''),
  }),
  output: Bookmark,
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  ours: true,
})

const OfBookmark = z.object({ id: z.coerce.number().int().positive() })

export const editBookmark = endpoint({
  method: 'PUT',
  path: 'reader/bookmarks/{id}',
  summary: 'Changes the note of a bookmark',
  access: 'session',
  params: OfBookmark,
  body: z.object({ note: z.string().trim().max(2000) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  ours: true,
})

export const removeBookmark = endpoint({
  method: 'DELETE',
  path: 'reader/bookmarks/{id}',
  summary: 'Takes a bookmark away',
  access: 'session',
  params: OfBookmark,
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})

export const archive = endpoint({
  method: 'GET',
  path: 'magazine/{magazinekey}/issues',
  summary: 'All issues of a title, the newest first',
  access: 'anyone',
  params: z.object({ magazinekey: z.string().min(1).max(200) }),
  query: z.object({ after: z.string().max(80).optional() }),
  output: z.object({ name: z.string(), issues: z.array(ShelfIssue), nextUrl: z.string().optional() }),
  errors: ['not_found', 'wrong_input'],
  ours: true,
})
export type Archive = z.infer<typeof archive.output>

export const readingEvents = endpoint({
  method: 'POST',
  path: 'reader/events',
  summary: 'A small batch: pages seen for two seconds or more, articles opened, seconds active',
  access: 'anyone',
  body: z.object({
    issue: IssueUid,
    /** JSON: `[{ page, article?, seconds, at }]`, at most 50. */
    events: z.string().max(20_000),
  }),
  errors: ['wrong_input', 'not_found'],
  ours: true,
})

export const pushState = endpoint({
  method: 'GET',
  path: 'reader/push',
  summary: 'Web Push: the key to subscribe to, and whether this device is told of new issues of favourites',
  access: 'session',
  output: z.object({
    /** Public VAPID key of this house, base64url. */
    key: z.string(),
    /** SHA-256 of the endpoint at which this device is told, hex; null = it is not told. */
    told: z.string().nullable(),
  }),
  errors: ['not_signed_in'],
  ours: true,
})
export type PushState = z.infer<typeof pushState.output>

export const subscribePush = endpoint({
  method: 'POST',
  path: 'reader/push',
  summary: 'Where this device wants to hear of new issues of favourites; one place a device, the latest',
  access: 'session',
  body: z.object({
    endpoint: z
      .string()
      .max(2000)
      .refine(isPushEndpoint)
      .meta({ examples: ['https://push.example.org/to/a1b2c3'] }),
    p256dh: z
      .string()
      .regex(/^[\w-]{87}=?$/)
      .meta({ examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'] }),
    auth: z
      .string()
      .regex(/^[\w-]{22}={0,2}$/)
      .meta({ examples: ['BTBZMqHH6r4Tts7J_aSIgg'] }),
  }),
  errors: ['not_signed_in', 'wrong_input'],
  ours: true,
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: 'reader/push',
  summary: 'No more push messages to this device',
  access: 'session',
  errors: ['not_signed_in'],
  ours: true,
})

export const countAdvertisement = endpoint({
  method: 'POST',
  path: 'reader/advertisements/{id}/count',
  summary:
    'An advertisement of the house was seen or pressed; no more is noted than the day, and a network counts a few times an hour',
  access: 'anyone',
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ what: z.enum(['seen', 'pressed']) }),
  errors: ['wrong_input', 'not_found'],
  ours: true,
})
