import { z } from 'zod'
import { Day } from '../day-input.ts'
import { endpoint } from '../endpoint.ts'
import { COVER_HEIGHT, COVER_HEIGHTS } from './terms.ts'

export const IssueUid = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ examples: ['k2m4q8x0a1b2'] })
const CoverHeight = z.coerce
  .number()
  .refine((height) => COVER_HEIGHTS.includes(height as never), 'coverheight')
  .meta({ examples: [COVER_HEIGHT.card] })

/** An issue as it stands on a shelf. Cover sizes are pixels of the picture as imported, for its proportions. */
export const Issue = z.object({
  uid: z.string().meta({ examples: ['k2m4q8x0a1b2'] }),
  titleLine: z.string().meta({ examples: ['Bergblick'] }),
  detailLine: z.string().meta({ examples: ['Nr. 47 · 21. November 2026'] }),
  coverURL: z.string().meta({ examples: ['/api/v8/issuecontent/k2m4q8x0a1b2/cover?coverheight=280&v=1'] }),
  coverWidth: z.number().meta({ examples: [840] }),
  coverHeight: z.number().meta({ examples: [1120] }),
  coverColour: z.string().meta({ examples: ['#7a8b9c'] }),
  showAds: z.boolean(),
  canDownload: z.boolean().meta({ examples: [false] }),
  targetingTags: z.array(z.string()).meta({ examples: [['travel']] }),
  inAppLink: z.string().meta({ examples: ['readit://issues/k2m4q8x0a1b2'] }),
  magazineKey: z.string().meta({ examples: ['bergblick'] }),
  language: z.string().meta({ examples: ['de'] }),
  /** Day of issue, ISO 8601. */
  releaseDate: z.string().meta({ examples: ['2026-11-21'] }),
})
export type Issue = z.infer<typeof Issue>

export const Issues = z.object({ issues: z.array(Issue), nextUrl: z.string().optional() })

export const IssueDetails = z.object({
  details: z.object({
    headline: z.string(),
    description: z.string(),
    issueName: z.string(),
    metaData: z.object({ title: z.string(), description: z.string() }),
    softErrors: z.array(z.string()),
    includedSubscriptions: z.array(z.object({ subscriptionId: z.number(), longname: z.string() })),
    relatedIssueHeaders: z.array(
      z.object({
        /** API address of the whole row. */
        url: z.string(),
        /** Key of the row's title in `languages`; `relatedIssueHeader` is its value. */
        headerKey: z.string(),
        relatedIssueHeader: z.string(),
        issues: z.array(Issue),
      }),
    ),
    /** Ours: what a periodical is, for the page and for machines. */
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
      categories: z.array(z.object({ uid: z.string(), title: z.string() })),
      contents: z.array(z.object({ headline: z.string(), page: z.number(), article: z.string().nullable() })),
    }),
  }),
  readersReadIssues: z.object({ issues: z.array(Issue) }),
})
export type IssueDetails = z.infer<typeof IssueDetails>

export const Category = z.object({
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
export type Category = z.infer<typeof Category>

export const contentSet = endpoint({
  method: 'GET',
  path: 'contentset/{key}/detail',
  summary: 'What the front page of a market features',
  access: 'anyone',
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

export const categories = endpoint({
  method: 'GET',
  path: 'categories',
  summary: 'The categories, each with covers for its header',
  access: 'anyone',
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

export const issuesOfCategory = endpoint({
  method: 'GET',
  path: 'issues/category/{id}',
  summary: 'Current issues of a category, newest first',
  access: 'anyone',
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

export const allIssues = endpoint({
  method: 'GET',
  path: 'issues/all',
  summary: 'Every issue on the shelf, newest first, page by page: follow nextUrl until it is absent',
  access: 'anyone',
  query: Paging.extend({
    subscription: z.coerce
      .number()
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ examples: [2] }),
    /** Ours: the issues of one title. */
    magazine: z
      .string()
      .max(100)
      .optional()
      .meta({ examples: ['bergblick'] }),
  }),
  output: Issues,
  errors: ['wrong_input'],
})

export const issue = endpoint({
  method: 'GET',
  path: 'issues/{uid}',
  summary: 'One issue',
  access: 'anyone',
  programs: true,
  params: z.object({ uid: IssueUid }),
  output: Issue,
  errors: ['wrong_input', 'not_found'],
})

export const issueDetail = endpoint({
  method: 'GET',
  path: 'issuedetail/{uid}',
  summary: 'What the issue page shows beside the cover',
  access: 'anyone',
  params: z.object({ uid: IssueUid }),
  output: IssueDetails,
  errors: ['wrong_input', 'not_found'],
})

export const relatedIssues = endpoint({
  method: 'GET',
  path: 'issues/related/{uid}',
  summary: 'Issues that an editor set beside this one, in their order',
  access: 'anyone',
  params: z.object({ uid: IssueUid }),
  output: Issues,
  errors: ['wrong_input', 'not_found'],
  ours: true,
})

export const search = endpoint({
  method: 'GET',
  path: 'search',
  summary: 'Issues whose title matches, and pages that hold the words',
  access: 'anyone',
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ examples: ['garten'] }),
    coverheight: CoverHeight.optional(),
    /** Ours: within one title, by its key. */
    title: z
      .string()
      .max(100)
      .optional()
      .meta({ examples: ['bergblick'] }),
    /** Ours: in issues of one language. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional()
      .meta({ examples: ['de'] }),
    /** Ours: in issues of these days, both included. */
    from: Day.optional().meta({ examples: ['2025-01-01'] }),
    to: Day.optional().meta({ examples: ['2026-12-31'] }),
    /** Ours: pages of the newest issues first, or those that say most about it. */
    order: z.enum(['newest', 'best']).optional(),
    /** Ours: the next pages, opaque; comes with `nextUrl`. */
    after: z
      .string()
      .max(200)
      .optional()
      .meta({ examples: ['2026-11-21.97'] }),
  }),
  output: z.object({
    /** Newest issue of each matching title first, then its back issues; only with the first pages. */
    issues: z.array(Issue),
    /**
     * Ours: full text. `snippet` is HTML with the hits in `<mark>`; of a page that is closed to the caller the headline it
     * lies under, whatever was asked, or nothing.
     */
    pages: z.array(z.object({ issue: Issue, page: z.number(), snippet: z.string() })),
    /** Ours: no page holds the words as typed; these nearest ones were searched for instead. */
    corrected: z.string().optional(),
    /** Ours: so much was asked of closed pages from here that they are left out for a while. */
    closedLeftOut: z.boolean().optional(),
    /** Ours: the time of the search was up before everything was looked at; a moment later it may find more. */
    cut: z.boolean().optional(),
    nextUrl: z.string().optional(),
  }),
  errors: ['wrong_input'],
})

export const magazineDetails = endpoint({
  method: 'GET',
  path: 'magazine/{magazinekey}/details',
  summary: 'Which issue of a title is the current one',
  access: 'anyone',
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
  }),
  errors: ['wrong_input', 'not_found'],
})

export const magazineCover = endpoint({
  method: 'GET',
  path: 'issuecontent/cover/magazine/{magazineId}',
  summary: 'Cover of the current issue of a title (its id or key); AVIF, WebP or JPEG by Accept',
  access: 'link',
  params: z.object({
    magazineId: z
      .string()
      .max(100)
      .meta({ examples: ['38'] }),
  }),
  query: z.object({ coverheight: CoverHeight.default(280) }),
  produces: ['image/avif', 'image/webp', 'image/jpeg'],
  errors: ['wrong_input', 'not_found'],
})

export const issueCover = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/cover',
  summary: 'Cover of an issue; with its revision `v` the answer never changes',
  access: 'link',
  params: z.object({ uid: IssueUid }),
  query: z.object({ coverheight: CoverHeight.default(280), v: z.coerce.number().optional() }),
  produces: ['image/avif', 'image/webp', 'image/jpeg'],
  errors: ['wrong_input', 'not_found'],
  ours: true,
})

export const subscriptionModels = endpoint({
  method: 'GET',
  path: 'subscription/models',
  summary: 'The subscription filter of the catalogue, for the region of the caller',
  access: 'anyone',
  output: z.array(z.object({ subscriptionId: z.number(), shortNameDefault: z.enum(['FREE', 'MAGZ', 'PREMIUM']) })),
  errors: [],
  ours: true,
})

export const issueLinks = endpoint({
  method: 'GET',
  path: 'issuelinks',
  summary: 'Every issue by name, for crawlers and the sitemap',
  access: 'anyone',
  query: z.object({ after: Paging.shape.after }),
  output: z.object({
    links: z.array(z.object({ uid: z.string(), name: z.string(), releaseDate: z.string() })),
    nextUrl: z.string().optional(),
  }),
  errors: ['wrong_input'],
  ours: true,
})
