import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { Switch } from '../accounts/input.ts'
import { IssueUid } from '../catalogue/endpoints.ts'
import { Instant } from '../day-input.ts'
import { endpoint } from '../endpoint.ts'
import { LONGEST_NOTE_CHARACTERS } from './limits.ts'
import { isPushEndpoint } from './push-endpoint.ts'

const OfIssue = z.object({ uid: IssueUid })

/** A fraction, 0 to 1, rounded to millionths: scrolling needs no more, and the database stores no more. */
const Share = z.coerce
  .number()
  .min(0)
  .max(1)
  .transform((share) => Math.round(share * 1_000_000) / 1_000_000)

/** An issue on the shelf. */
const ShelfIssue = z
  .object({
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
  .meta({ id: 'ShelfIssue' })

export type ShelfIssue = z.infer<typeof ShelfIssue>

const Place = z
  .object({
    page: z.number(),
    /** Id of the article that was read as text, if the issue still contains it. */
    article: z.string().nullable(),
    /** Scroll position in the article, 0 to 1. */
    fraction: z.number(),
    furthestPage: z.number(),
    /** ISO 8601. */
    at: z.string(),
  })
  .meta({ id: 'ReadingPlace' })
export type Place = z.infer<typeof Place>

const Bookmark = z
  .object({
    id: z.number(),
    issue: ShelfIssue,
    page: z.number(),
    article: z.string().nullable(),
    headline: z.string(),
    note: z.string(),
    at: z.string(),
  })
  .meta({ id: 'Bookmark' })
export type Bookmark = z.infer<typeof Bookmark>

export const readerInfo = endpoint(routes.readerInfo, {
  summary: 'The reader’s tier, rights by kind of title, and devices',
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

export const shelf = endpoint(routes.shelf, {
  summary: 'The reader’s shelf: issues to continue, new issues of favourites, recommendations with their reasons, what is new',
  access: 'session',
  inSupportView: true,
  output: z.object({
    continueReading: z.array(z.object({ issue: ShelfIssue, place: Place })),
    favourites: z.array(
      z.object({ issue: ShelfIssue, name: z.string(), /** Published since the title was last opened. */ fresh: z.boolean() }),
    ),
    recommendations: z.object({
      on: z.boolean(),
      issues: z.array(
        z.object({
          issue: ShelfIssue,
          /** One of the reader's own titles, which led to this recommendation. */
          because: z.string(),
        }),
      ),
    }),
    /**
     * Newspapers of the last days: first those in the caller's language, then the market's own in other languages. Within both,
     * those featured in the market come first.
     */
    newspapers: z.array(ShelfIssue),
    /** The newest issues of magazines that are not among the favourites, in the same order of languages. */
    magazines: z.array(ShelfIssue),
  }),
  errors: ['not_signed_in'],
  isExtension: true,
})
export type Shelf = z.infer<typeof shelf.output>

export const switchRecommendations = endpoint(routes.switchRecommendations, {
  summary: 'Switches recommendations on or off',
  access: 'session',
  body: z.object({ on: Switch }),
  errors: ['not_signed_in', 'wrong_input'],
  isExtension: true,
})

export const place = endpoint(routes.place, {
  summary: 'The reader’s position in an issue, on any device; null = not started',
  access: 'session',
  params: OfIssue,
  output: z.object({
    place: Place.nullable(),
    /** Distinguishes the accounts of one browser; reveals nothing about the account. */
    reader: z.string(),
  }),
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const keepPlace = endpoint(routes.keepPlace, {
  summary: 'Stores a reading position; of two devices the later reading wins. Returns the position that applies now',
  access: 'session',
  params: OfIssue,
  body: z.object({
    page: z.coerce.number().int().min(1).max(100_000),
    article: z
      .string()
      .regex(/^\d{0,18}$/)
      .default(''),
    fraction: Share.default(0),
    /** Time of reading, ISO 8601; a time in the future counts as now. */
    at: Instant.optional(),
  }),
  output: z.object({ place: Place }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  isExtension: true,
})

export const history = endpoint(routes.history, {
  summary: 'Reading history, latest first',
  access: 'session',
  inSupportView: true,
  query: z.object({ after: z.string().max(40).optional() }),
  output: z.object({ entries: z.array(z.object({ issue: ShelfIssue, place: Place })), nextUrl: z.string().optional() }),
  errors: ['not_signed_in', 'wrong_input'],
  isExtension: true,
})
export type History = z.infer<typeof history.output>

export const forgetReading = endpoint(routes.forgetReading, {
  summary: 'Deletes an issue and its position from the history; `all` deletes the whole history',
  access: 'session',
  params: z.object({ uid: z.string().min(1).max(64) }),
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const bookmarks = endpoint(routes.bookmarks, {
  summary: 'Bookmarks, latest first; of one issue with `issue`, in pages with `limit`',
  access: 'session',
  inSupportView: true,
  query: z.object({
    issue: IssueUid.optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
    /** Id of the last bookmark on the previous page. */
    after: z.coerce.number().int().positive().optional(),
  }),
  output: z.object({ bookmarks: z.array(Bookmark), nextUrl: z.string().optional() }),
  errors: ['not_signed_in', 'wrong_input'],
  isExtension: true,
})

export const addBookmark = endpoint(routes.addBookmark, {
  summary: 'Adds a bookmark to a page or an article, with an optional note; 409 at the limit of an account',
  access: 'session',
  body: z.object({
    issue: IssueUid,
    page: z.coerce.number().int().min(1).max(100_000),
    article: z
      .string()
      .regex(/^\d{0,18}$/)
      .default(''),
    note: z.string().trim().max(LONGEST_NOTE_CHARACTERS).default(''),
  }),
  output: Bookmark,
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'too_many_bookmarks'],
  isExtension: true,
})

const OfBookmark = z.object({ id: z.coerce.number().int().positive() })

export const editBookmark = endpoint(routes.editBookmark, {
  summary: 'Changes the note of a bookmark',
  access: 'session',
  params: OfBookmark,
  body: z.object({ note: z.string().trim().max(LONGEST_NOTE_CHARACTERS) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
  isExtension: true,
})

export const removeBookmark = endpoint(routes.removeBookmark, {
  summary: 'Deletes a bookmark',
  access: 'session',
  params: OfBookmark,
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const archive = endpoint(routes.archive, {
  summary: 'All issues of a title, newest first',
  access: 'anyone',
  inSupportView: true,
  params: z.object({ magazinekey: z.string().min(1).max(200) }),
  query: z.object({ after: z.string().max(80).optional() }),
  output: z.object({ name: z.string(), issues: z.array(ShelfIssue), nextUrl: z.string().optional() }),
  errors: ['not_found', 'wrong_input'],
  isExtension: true,
})
export type Archive = z.infer<typeof archive.output>

export const readingEvents = endpoint(routes.readingEvents, {
  summary: 'Records a batch of reading events: pages seen for two seconds or more, articles opened, active seconds',
  access: 'anyone',
  body: z.object({
    issue: IssueUid,
    /** JSON: `[{ page, article?, seconds, at }]`, at most 50. */
    events: z.string().max(20_000),
  }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

export const pushState = endpoint(routes.pushState, {
  summary: 'Web Push: the public key, and whether this device is subscribed to new issues of favourites',
  access: 'session',
  output: z.object({
    /** Public VAPID key of this instance, base64url. */
    key: z.string(),
    /** SHA-256 of this device's push endpoint, hex; null = not subscribed. */
    told: z.string().nullable(),
  }),
  errors: ['not_signed_in'],
  isExtension: true,
})

export const subscribePush = endpoint(routes.subscribePush, {
  summary: 'Subscribes this device to new issues of favourites; replaces its previous push subscription',
  access: 'session',
  body: z.object({
    endpoint: z
      .string()
      .max(LONGEST_NOTE_CHARACTERS)
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
  isExtension: true,
})

export const unsubscribePush = endpoint(routes.unsubscribePush, {
  summary: 'Unsubscribes this device from push messages',
  access: 'session',
  errors: ['not_signed_in'],
  isExtension: true,
})

export const countAdvertisement = endpoint(routes.countAdvertisement, {
  summary: 'Counts an impression or click of a house ad by day, without personal data; limited per network and hour',
  access: 'anyone',
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ what: z.enum(['seen', 'pressed']) }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})
