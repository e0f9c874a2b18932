import { apiAddress } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { Day } from '../day-input.ts'
import { endpoint } from '../endpoint.ts'
import { COVER_FORMATS, COVER_HEIGHT_PIXELS, COVER_HEIGHTS_PIXELS, LETTER, LONGEST_TERM_CHARACTERS } from './limits.ts'

export const IssueUid = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ examples: ['k2m4q8x0a1b2'] })
const CoverHeight = z.coerce
  .number()
  .refine((height) => COVER_HEIGHTS_PIXELS.includes(height as never), 'coverheight')
  .meta({ examples: [COVER_HEIGHT_PIXELS.card] })
const CoverFormat = z.enum(COVER_FORMATS).meta({ examples: ['webp'] })

const Opens = z.enum(['all', 'first', 'one']).meta({ examples: ['first'] })

/** An issue in a list. Cover sizes are pixels of the imported image, for its aspect ratio. */
export const Issue = z
  .object({
    uid: z.string().meta({ examples: ['k2m4q8x0a1b2'] }),
    titleLine: z.string().meta({ examples: ['Bergblick'] }),
    detailLine: z.string().meta({ examples: ['Nr. 47 · 21. November 2026'] }),
    coverURL: z.string().meta({ examples: [apiAddress(routes.issueCover, { uid: 'k2m4q8x0a1b2' }, { coverheight: 280, v: 1 })] }),
    coverWidth: z.number().meta({ examples: [840] }),
    coverHeight: z.number().meta({ examples: [1120] }),
    coverColour: z.string().meta({ examples: ['#7a8b9c'] }),
    showAds: z.boolean(),
    canDownload: z.boolean().meta({ examples: [false] }),
    /** Ours: pages that the caller may read: all, the first ones, or only the front page. */
    opens: Opens,
    targetingTags: z.array(z.string()).meta({ examples: [['travel']] }),
    inAppLink: z.string().meta({ examples: ['readit://issues/k2m4q8x0a1b2'] }),
    magazineKey: z.string().meta({ examples: ['bergblick'] }),
    language: z.string().meta({ examples: ['de'] }),
    /** Day of issue, ISO 8601. */
    releaseDate: z.string().meta({ examples: ['2026-11-21'] }),
  })
  .meta({ id: 'Issue' })
export type Issue = z.infer<typeof Issue>

export const Issues = z.object({ issues: z.array(Issue), nextUrl: z.string().optional() }).meta({ id: 'Issues' })

export const IssueDetails = z
  .object({
    details: z.object({
      headline: z.string(),
      description: z.string(),
      issueName: z.string(),
      metaData: z.object({ title: z.string(), description: z.string() }),
      softErrors: z.array(z.string()),
      includedSubscriptions: z.array(z.object({ subscriptionId: z.number(), longname: z.string() })),
      relatedIssueHeaders: z.array(
        z.object({
          /** API address of the complete row. */
          url: z.string(),
          /** Key of the row's title in `languages`; `relatedIssueHeader` is its value. */
          headerKey: z.string(),
          relatedIssueHeader: z.string(),
          issues: z.array(Issue),
        }),
      ),
      /** Extension: facts about the periodical, for the page and its structured data. */
      publication: z.object({
        magazineKey: z.string(),
        name: z.string(),
        kind: z.enum(['magazine', 'newspaper']),
        publisher: z.string(),
        issn: z.string().nullable(),
        frequency: z.string(),
        language: z.string(),
        issueNumber: z.string().nullable(),
        volume: z.string().nullable(),
        issueKind: z.enum(['regular', 'double', 'special', 'supplement']),
        edition: z.string().nullable(),
        releaseDate: z.string(),
        releaseDateEnd: z.string().nullable(),
        expectedNext: z.string().nullable(),
        availableUntil: z.string().nullable(),
        ageRating: z.number(),
        pageCount: z.number(),
        textLayer: z.enum(['full', 'partial', 'none']),
        /** The caller's plan allows downloading the issue as EPUB. */
        epub: z.boolean(),
        categories: z.array(z.object({ uid: z.string(), title: z.string() })),
        contents: z.array(z.object({ headline: z.string(), page: z.number(), article: z.string().nullable() })),
      }),
    }),
    readersReadIssues: z.object({ issues: z.array(Issue) }),
  })
  .meta({ id: 'IssueDetails' })
export type IssueDetails = z.infer<typeof IssueDetails>

export const Category = z
  .object({
    uid: z.string(),
    title: z.string(),
    overviewHeaders: z.array(
      z.object({
        issue: z.object({
          uid: z.string(),
          coverURL: z.string(),
          coverWidth: z.number(),
          coverHeight: z.number(),
          coverColour: z.string(),
        }),
      }),
    ),
    issues: z.array(Issue),
    issueCount: z.number(),
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

export const contentSet = endpoint(routes.contentSet, {
  summary: 'Featured content of the home page of a market',
  access: 'anyone',
  inSupportView: true,
  params: z.object({
    key: z
      .string()
      .max(64)
      .meta({ examples: ['web_at'] }),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        magazineId: z.number(),
        title: z.string(),
        magazineKey: z.string(),
        issueUid: z.string(),
        opens: Opens,
        detailLine: z.string(),
        coverURL: z.string(),
        coverWidth: z.number(),
        coverHeight: z.number(),
        coverColour: z.string(),
      }),
    ),
  }),
  errors: ['wrong_input', 'not_found'],
})

export const categories = endpoint(routes.categories, {
  summary: 'Categories, with covers for their headers',
  access: 'anyone',
  inSupportView: true,
  output: z.array(Category),
  errors: [],
})

const Paging = z.object({
  /** Opaque; comes with `nextUrl`. */
  after: z
    .string()
    .max(200)
    .optional()
    .meta({ examples: ['2026-11-21.97'] }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ examples: [20] }),
})

export const issuesOfCategory = endpoint(routes.issuesOfCategory, {
  summary: 'Current issues of a category, newest first',
  access: 'anyone',
  inSupportView: true,
  params: z.object({
    id: z
      .string()
      .max(64)
      .meta({ examples: ['travel'] }),
  }),
  query: Paging,
  output: Issues,
  errors: ['wrong_input', 'not_found'],
})

export const allIssues = endpoint(routes.allIssues, {
  summary: 'All issues in the catalogue, newest first, in pages: follow nextUrl until it is absent',
  access: 'anyone',
  inSupportView: true,
  query: Paging.extend({
    subscription: z.coerce
      .number()
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ examples: [2] }),
    /** Extension: the issues of one title. */
    magazine: z
      .string()
      .max(100)
      .optional()
      .meta({ examples: ['bergblick'] }),
    /** Ours: the issues of one year. */
    year: z.coerce
      .number()
      .int()
      .min(1800)
      .max(2200)
      .optional()
      .meta({ examples: [2026] }),
  }),
  output: Issues,
  errors: ['wrong_input'],
})

const Language = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .meta({ examples: ['de'] })
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ examples: ['AT'] })
const Letter = z
  .string()
  .regex(LETTER)
  .meta({ examples: ['b'] })
const titlesFound = z
  .number()
  .int()
  .meta({ examples: [12] })

/** Titles, each as its current issue. */
export const Titles = Issues.extend({
  /** Number of all titles with these choices, whichever page is requested. */
  count: titlesFound,
  /** On the first page only. For each choice, the values that have titles given the other choices, and how many. */
  choices: z
    .object({
      languages: z.array(z.object({ language: z.string().meta({ examples: ['de'] }), titles: titlesFound })),
      countries: z.array(z.object({ country: z.string().meta({ examples: ['AT'] }), titles: titlesFound })),
      letters: z.array(z.object({ letter: Letter, titles: titlesFound })),
    })
    .optional(),
}).meta({ id: 'Titles' })
export type Titles = z.infer<typeof Titles>

export const titles = endpoint(routes.titles, {
  summary: 'Titles, each as its current issue, in pages: follow nextUrl until it is absent',
  access: 'anyone',
  inSupportView: true,
  query: Paging.extend({
    /** Main language of the title, ISO 639. */
    language: Language.optional(),
    /** Country where the title appears, ISO 3166-1 alpha-2. */
    country: Country.optional(),
    /** First letter of the name without accents, `a` to `z`; `0-9` for any other character. */
    letter: Letter.optional(),
    category: issuesOfCategory.params.shape.id.optional(),
    /** Only titles with an issue published on this day or later, Vienna time. */
    since: Day.optional(),
    /**
     * By the date of the current issue, newest first (the default), or by name. `mixed`: newest first; for callers without a
     * subscription, free titles and titles that need one alternate.
     */
    order: z.enum(['newest', 'name', 'mixed']).optional(),
  }),
  output: Titles,
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

export const issue = endpoint(routes.issue, {
  summary: 'One issue',
  access: 'anyone',
  inSupportView: true,
  programs: true,
  params: z.object({ uid: IssueUid }),
  output: Issue,
  errors: ['wrong_input', 'not_found'],
})

export const issueDetail = endpoint(routes.issueDetail, {
  summary: 'Details of an issue for the issue page',
  access: 'anyone',
  inSupportView: true,
  params: z.object({ uid: IssueUid }),
  output: IssueDetails,
  errors: ['wrong_input', 'not_found'],
})

export const relatedIssues = endpoint(routes.relatedIssues, {
  summary: 'Related issues chosen by an editor, in the editor’s order',
  access: 'anyone',
  inSupportView: true,
  params: z.object({ uid: IssueUid }),
  output: Issues,
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

const Words = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_TERM_CHARACTERS)
  .meta({ examples: ['garten'] })

export const search = endpoint(routes.search, {
  summary: 'Issues with a matching title, and pages that contain the words',
  access: 'anyone',
  inSupportView: true,
  query: z.object({
    q: Words,
    coverheight: CoverHeight.optional(),
    /** Extension: restricts the search to a title, by its key. */
    title: z
      .string()
      .max(100)
      .optional()
      .meta({ examples: ['bergblick'] }),
    /** Extension: restricts the search to issues in one language. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional()
      .meta({ examples: ['de'] }),
    /** Extension: restricts the search to issues of these days, inclusive. */
    from: Day.optional().meta({ examples: ['2025-01-01'] }),
    to: Day.optional().meta({ examples: ['2026-12-31'] }),
    /** Extension: sorts pages by relevance (the default), or by date of issue, newest first. */
    order: z.enum(['newest', 'best']).optional(),
    /** Extension: cursor of the next pages, opaque; comes with `nextUrl`. */
    after: z
      .string()
      .max(200)
      .optional()
      .meta({ examples: ['2026-11-21.97'] }),
  }),
  output: z.object({
    /** Newest issue of each matching title, then its back issues; on the first page only. */
    issues: z.array(Issue),
    /**
     * Extension: full-text hits. `snippet` is HTML with the hits in `<mark>`. For a page closed to the caller it is the
     * headline from the table of contents, whatever the query, or empty. With an `article`, it is from the text of that article,
     * or from its teaser.
     */
    pages: z.array(
      z.object({
        issue: Issue,
        page: z.number(),
        snippet: z.string(),
        /** Ours: whether the caller may read this page. */
        open: z.boolean(),
        /** Ours: the article that begins on the page and whose headline has the words; null = none. */
        article: z.object({ id: z.string(), headline: z.string() }).nullable(),
      }),
    ),
    /** Extension: no page contains the words as typed; these similar ones were searched for instead. */
    corrected: z.string().optional(),
    /** Extension: the caller has searched closed pages too often, so they are omitted for a while. */
    closedLeftOut: z.boolean().optional(),
    /** Extension: no longer sent; it said that the search had timed out. Searches have no time limit (ADR-0263). */
    cut: z.boolean().meta({ deprecated: true }).optional(),
    nextUrl: z.string().optional(),
  }),
  errors: ['wrong_input'],
})

export const suggestions = endpoint(routes.suggestions, {
  summary: 'Titles and topics to suggest while a search is typed, also with a typo; the best of each first',
  access: 'anyone',
  query: z.object({ q: Words }),
  output: z.object({
    titles: z.array(
      Issue.pick({ magazineKey: true, coverURL: true, coverWidth: true, coverHeight: true, coverColour: true }).extend({
        name: z.string().meta({ examples: ['Bergblick'] }),
      }),
    ),
    topics: z.array(z.object({ uid: z.string(), headline: z.string() })),
  }),
  errors: ['wrong_input'],
  isExtension: true,
})

export const magazineDetails = endpoint(routes.magazineDetails, {
  summary: 'A title: its current issue, and the years of its issues',
  access: 'anyone',
  inSupportView: true,
  params: z.object({
    magazinekey: z
      .string()
      .max(100)
      .meta({ examples: ['bergblick'] }),
  }),
  output: z.object({
    currentIssueUid: z.string(),
    name: z.string(),
    description: z.string(),
    language: z.string(),
    publisher: z.string(),
    releaseDate: z.string(),
    /** Ours: its current issue, as in lists. */
    currentIssue: Issue,
    /** Ours: years in which issues appeared, the latest first, with their number. */
    years: z.array(z.object({ year: z.number().meta({ examples: [2026] }), issues: z.number() })),
  }),
  errors: ['wrong_input', 'not_found'],
})

export const magazineCover = endpoint(routes.magazineCover, {
  summary: 'Cover of the current issue of a title (its id or key), in a `format`; without one AVIF, WebP or JPEG by Accept',
  access: 'link',
  params: z.object({
    magazineId: z
      .string()
      .max(100)
      .meta({ examples: ['38'] }),
  }),
  query: z.object({ coverheight: CoverHeight.default(280), format: CoverFormat.optional() }),
  produces: ['image/avif', 'image/webp', 'image/jpeg'],
  errors: ['wrong_input', 'not_found'],
})

export const issueCover = endpoint(routes.issueCover, {
  summary: 'Cover of an issue; with its revision `v` and a `format` the response never changes',
  access: 'link',
  params: z.object({ uid: IssueUid }),
  query: z.object({ coverheight: CoverHeight.default(280), v: z.coerce.number().optional(), format: CoverFormat.optional() }),
  produces: ['image/avif', 'image/webp', 'image/jpeg'],
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

export const subscriptionModels = endpoint(routes.subscriptionModels, {
  summary: 'The subscription filter of the catalogue, for the region of the caller',
  access: 'anyone',
  inSupportView: true,
  output: z.array(z.object({ subscriptionId: z.number(), shortNameDefault: z.enum(['FREE', 'MAGZ', 'PREMIUM']) })),
  errors: [],
  isExtension: true,
})

export const issueLinks = endpoint(routes.issueLinks, {
  summary: 'Names and addresses of all issues, for crawlers and the sitemap',
  access: 'anyone',
  query: z.object({ after: Paging.shape.after }),
  output: z.object({
    links: z.array(
      z.object({
        uid: z.string(),
        name: z.string(),
        releaseDate: z.string(),
        /** When its file, its articles or its takedowns last changed. */
        changedAt: z.string(),
      }),
    ),
    nextUrl: z.string().optional(),
  }),
  errors: ['wrong_input'],
  isExtension: true,
})
