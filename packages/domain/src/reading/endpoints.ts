import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { IssueUid } from '../catalogue/endpoints.ts'
import { LONGEST_TERM_CHARACTERS } from '../catalogue/limits.ts'
import { endpoint } from '../endpoint.ts'
import { languages } from '../locale.ts'
import { IN_BUCKET } from './in-bucket.ts'
import { MOST_PICTURES_OF_ARTICLE, PAGE_FORMATS, PAGE_WIDTHS_PIXELS, READING_WIDTH_PIXELS } from './limits.ts'

/** Parameters that open pages up to `pages` until `until` (seconds since 1970), sent with every image and text request. */
export const Signature = {
  until: z.coerce.number().int(),
  pages: z.coerce.number().int(),
  signature: z.string().max(100),
  /** 1: the address is in a manifest for OPDS clients; a request without an account gets sign-in instructions. */
  program: z.literal('1').optional(),
}

export const access = endpoint(routes.access, {
  summary: 'The caller’s rights for an issue, and a temporary signature for its pages',
  access: 'anyone',
  programs: true,
  params: z.object({ uid: IssueUid }),
  output: z.object({
    read: z.boolean(),
    ads: z.boolean(),
    offline: z.boolean(),
    audio: z.boolean(),
    /** The issue may be downloaded as EPUB, if it has articles. */
    epub: z.boolean(),
    /** Number of open pages, from the first one on. */
    pagesOpen: z.number(),
    /** Next step that would open more pages; null = none. */
    because: z.enum(['register', 'subscribe', 'devices']).nullable(),
    /** Plans of the caller's market that open all pages; only if a subscription opens more: pages or downloads. */
    plans: z.array(z.object({ subscriptionId: z.number(), tier: z.enum(['MAGZ', 'PREMIUM']) })).optional(),
    /**
     * Devices that use up the limit of the tier; one must be removed first (`user/device/{vendorId}`). Ids are those of
     * `user/device/all`.
     */
    devices: z.array(z.object({ vendorId: z.string(), name: z.string(), lastReading: z.string() })).optional(),
    /** Query string to append to every page address. */
    signature: z.string(),
    /** Expiry of the signature, seconds since 1970; request a new one in time. */
    until: z.number(),
  }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})
export type Access = z.infer<typeof access.output>

/** A part of a page; numbers are fractions of it. */
const Region = z.object({ page: z.number(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** A picture of an article, cut out of its page. */
const ArticlePicture = Region.extend({
  /** For `articlePicture`. */
  number: z.number(),
  /** Size of the image that `articlePicture` returns for this number. */
  pixels: z.object({ width: z.number(), height: z.number() }),
  /** What is printed below it and who made it; '' = nothing. */
  caption: z.string(),
  credit: z.string(),
  /** Nobody has described the picture, so this is its caption. */
  alternative: z.object({ text: z.string(), from: z.literal('caption') }).optional(),
  /** Blocks of `html` before it: headings, paragraphs, items of lists and tables. Captions, which are paragraphs in `em` alone, do not count. */
  after: z.number(),
})

export const contents = endpoint(routes.contents, {
  summary: 'Pages, outline and articles of an issue',
  access: 'anyone',
  programs: true,
  params: z.object({ uid: IssueUid }),
  output: z.object({
    uid: z.string(),
    revision: z.number(),
    titleLine: z.string(),
    detailLine: z.string(),
    language: z.string(),
    magazineKey: z.string(),
    kind: z.enum(['magazine', 'newspaper']),
    textLayer: z.enum(['full', 'partial', 'none']),
    coverURL: z.string(),
    coverColour: z.string(),
    /** Display size in PDF points. `readByMachine`: a program read the words from a picture of the page; they may be wrong. */
    pages: z.array(
      z.object({ number: z.number(), width: z.number(), height: z.number(), readByMachine: z.literal(true).optional() }),
    ),
    outline: z.array(z.object({ headline: z.string(), page: z.number(), level: z.number() })),
    articles: z.array(
      z.object({
        id: z.string(),
        headline: z.string(),
        byline: z.string(),
        /** The first words of the text, open to everyone. */
        teaser: z.string(),
        firstPage: z.number(),
        lastPage: z.number(),
        regions: z.array(Region),
        /** The printed picture of the article, if there is one. */
        picture: Region.optional(),
        /** The language of its text, if it is not that of the issue. */
        language: z.string().optional(),
      }),
    ),
    /**
     * Former ids of articles of this issue, each with the article that has its words now (null = none) and the page on which it
     * began.
     */
    formerArticles: z.array(z.object({ id: z.string(), article: z.string().nullable(), page: z.number() })),
  }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})
export type Contents = z.infer<typeof contents.output>

export const pageImage = endpoint(routes.pageImage, {
  summary: 'Image of a page at one of the supported widths',
  access: 'link',
  programs: true,
  params: z.object({ uid: IssueUid, page: z.coerce.number().int().min(1) }),
  query: z.object({
    ...Signature,
    width: z.coerce
      .number()
      .refine((width) => PAGE_WIDTHS_PIXELS.includes(width as never), 'width')
      .meta({ examples: [READING_WIDTH_PIXELS] }),
    format: z.enum(PAGE_FORMATS).default('webp'),
    v: z.coerce.number().optional(),
    /** 1: the answer may be a redirect to the storage (302), which browsers follow for `<img>`. */
    [IN_BUCKET]: z.literal('1').optional(),
  }),
  produces: ['image/webp', 'image/avif'],
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired'],
  isExtension: true,
})

const GridNumber = z.coerce.number().int().min(0)

export const pageTile = endpoint(routes.pageTile, {
  summary:
    'A part of a page that is zoomed in: a tile of 512 pixels of the page at 3,720 (level 1) or 7,440 pixels across (level 2)',
  access: 'link',
  params: z.object({
    uid: IssueUid,
    page: z.coerce.number().int().min(1),
    level: GridNumber.meta({ examples: [1] }),
    /** From the left and from the top; from 0. */
    column: GridNumber,
    row: GridNumber,
  }),
  query: z.object({ ...Signature, v: z.coerce.number().optional() }),
  produces: ['image/webp'],
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired', 'too_many_requests'],
  isExtension: true,
})

export const articlePicture = endpoint(routes.articlePicture, {
  summary: 'The printed picture of an article, cut out of its page',
  access: 'link',
  params: z.object({
    uid: IssueUid,
    page: z.coerce.number().int().min(1),
    issueArticleId: z
      .string()
      .regex(/^\d{1,18}$/)
      .meta({ examples: ['77'] }),
  }),
  query: z.object({
    ...Signature,
    v: z.coerce.number().optional(),
    /** One of `pictures` of the article, whole; without it the lead picture in the shape of the list of articles. */
    number: z.coerce
      .number()
      .int()
      .min(0)
      .max(MOST_PICTURES_OF_ARTICLE - 1)
      .optional(),
  }),
  produces: ['image/webp'],
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired'],
  isExtension: true,
})

export const pageWords = endpoint(routes.pageWords, {
  summary: 'Words of a page with their boxes, in reading order',
  access: 'link',
  programs: true,
  params: z.object({ uid: IssueUid, page: z.coerce.number().int().min(1) }),
  query: z.object({ ...Signature, v: z.coerce.number().optional() }),
  /** Lines of words, each `[text, x, y, width, height]` in fractions of the page. */
  output: z.object({ lines: z.array(z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]))) }),
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired'],
  isExtension: true,
})

export const searchInIssue = endpoint(routes.searchInIssue, {
  summary: 'Pages of an issue that contain the words, with the boxes of the hits on accessible pages',
  access: 'anyone',
  params: z.object({ uid: IssueUid }),
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(LONGEST_TERM_CHARACTERS)
      .meta({ examples: ['garten'] }),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        page: z.number(),
        /**
         * HTML with the hits in `<mark>`. For a closed page it is the headline from the table of contents, whatever the
         * query, or empty.
         */
        snippet: z.string(),
        /** `[x, y, width, height]`, fractions of the page; empty on pages that are not open. */
        boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
      }),
    ),
    /** No page contains the words as typed; these similar ones were searched for instead. */
    corrected: z.string().optional(),
  }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

/** A page of a `searchInIssue` response. */
export type IssueHit = z.infer<typeof searchInIssue.output>['hits'][number]

export const article = endpoint(routes.article, {
  summary: 'An article as HTML: complete with access, otherwise its free excerpt',
  access: 'anyone',
  programs: true,
  params: z.object({
    issueUid: IssueUid,
    issueArticleId: z
      .string()
      .regex(/^\d{1,18}$/)
      .meta({ examples: ['77'] }),
  }),
  output: z.object({
    id: z.string(),
    headline: z.string(),
    byline: z.string(),
    firstPage: z.number(),
    lastPage: z.number(),
    language: z.string(),
    /**
     * `p`, `h2`, `h3`, `blockquote`, `ul`, `ol`, `li`, `em`, `strong`; `table`, `caption`, `thead`, `tbody`, `tr`, `th` with `scope`, `td`;
     * `pre`, in which line breaks and spaces count; `br` after a verse, followed by a line feed; and `a` with `href`: `https:`,
     * `http:`, `mailto:`, `tel:`, `#page=3` for a page of this issue, `#note=3` for a note of this article. The note is the
     * paragraph that begins with a link to `#noteref=3`, whose text is the mark of the note.
     */
    html: z.string(),
    /** false = only the first paragraph. */
    whole: z.boolean(),
    /** The line above the headline. */
    kicker: z.string().optional(),
    /** Introduces the article; equal to the text of the first paragraph. */
    deck: z.string().optional(),
    /** Pictures on open pages: the lead picture first, the others in reading order; none in an excerpt. */
    pictures: z.array(ArticlePicture).optional(),
    /** A program read its words, or some of them, from a picture of a page; they may be wrong. */
    readByMachine: z.literal(true).optional(),
  }),
  errors: ['wrong_input', 'not_found'],
})

export type Article = z.infer<typeof article.output>
export type ArticlePicture = z.infer<typeof ArticlePicture>

export const reading = endpoint(routes.reading, {
  summary: 'Records that a page was read, for recommendations',
  access: 'anyone',
  params: z.object({ uid: IssueUid }),
  body: z.object({ page: z.coerce.number().int().min(1).max(100_000) }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

export const houseAdvertisements = endpoint(routes.houseAdvertisements, {
  summary:
    'House ads for this reader, in display order: in the reader’s language, otherwise in English, otherwise in any; empty for readers without ads',
  access: 'anyone',
  /** Uid of the current issue: includes advertisements of its categories. */
  query: z.object({ issue: IssueUid.optional() }),
  output: z.object({
    advertisements: z.array(
      z.object({
        id: z.number(),
        language: z.enum(languages),
        headline: z.string(),
        body: z.string(),
        targetUrl: z.string(),
        /** Size in pixels. */
        picture: z.object({ url: z.string(), alt: z.string(), width: z.number(), height: z.number() }).optional(),
      }),
    ),
  }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})
export type HouseAdvertisement = z.infer<typeof houseAdvertisements.output>['advertisements'][number]

export const advertisementImage = endpoint(routes.advertisementImage, {
  summary: 'Image of a house ad',
  access: 'link',
  params: z.object({ id: z.coerce.number().int().positive() }),
  produces: ['image/webp'],
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})
