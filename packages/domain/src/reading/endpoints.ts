import { z } from 'zod'
import { IssueUid } from '../catalogue/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { PAGE_FORMATS, PAGE_WIDTHS, READING_WIDTH } from './terms.ts'

/** Opens pages up to `pages` until `until` (seconds since 1970): goes with every picture and text request. */
export const Signature = {
  until: z.coerce.number().int(),
  pages: z.coerce.number().int(),
  signature: z.string().max(100),
  /** 1: the address stands in a manifest for reading programs; who asks without an account is told how to log in. */
  program: z.literal('1').optional(),
}

export const access = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/access',
  summary: 'What this visitor may do with an issue, and the signature that opens its pages for a while',
  access: 'anyone',
  programs: true,
  params: z.object({ uid: IssueUid }),
  output: z.object({
    read: z.boolean(),
    ads: z.boolean(),
    offline: z.boolean(),
    audio: z.boolean(),
    /** How many pages are open, from the first one on. */
    pagesOpen: z.number(),
    /** Why not all of it: the next step that opens more. */
    because: z.enum(['register', 'subscribe', 'devices']).nullable(),
    /** Devices, as in `user/device/all`, that hold all places of the tier: one must be freed first (`user/device/{vendorId}`). */
    devices: z.array(z.object({ vendorId: z.string(), name: z.string(), lastReading: z.string() })).optional(),
    /** Query string to put behind every page address. */
    signature: z.string(),
    /** When the signature ends, seconds since 1970; ask again before. */
    until: z.number(),
  }),
  errors: ['wrong_input', 'not_found'],
  ours: true,
})
export type Access = z.infer<typeof access.output>

export const contents = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/contents',
  summary: 'Pages, outline and articles of an issue: what a reader needs to lay it out',
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
    /** Shown size in PDF points. */
    pages: z.array(z.object({ number: z.number(), width: z.number(), height: z.number() })),
    outline: z.array(z.object({ headline: z.string(), page: z.number(), level: z.number() })),
    articles: z.array(
      z.object({
        id: z.string(),
        headline: z.string(),
        byline: z.string(),
        firstPage: z.number(),
        lastPage: z.number(),
        regions: z.array(z.object({ page: z.number(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
      }),
    ),
  }),
  errors: ['wrong_input', 'not_found'],
  ours: true,
})
export type Contents = z.infer<typeof contents.output>

export const pagePicture = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/pages/{page}/picture',
  summary: 'Picture of a page at one of the kept widths',
  access: 'link',
  programs: true,
  params: z.object({ uid: IssueUid, page: z.coerce.number().int().min(1) }),
  query: z.object({
    ...Signature,
    width: z.coerce
      .number()
      .refine((width) => PAGE_WIDTHS.includes(width as never), 'width')
      .meta({ examples: [READING_WIDTH] }),
    format: z.enum(PAGE_FORMATS).default('webp'),
    v: z.coerce.number().optional(),
  }),
  produces: ['image/webp', 'image/avif'],
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired'],
  ours: true,
})

export const pageWords = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/pages/{page}/words',
  summary: 'Words of a page with their boxes, in reading order',
  access: 'link',
  programs: true,
  params: z.object({ uid: IssueUid, page: z.coerce.number().int().min(1) }),
  query: z.object({ ...Signature, v: z.coerce.number().optional() }),
  /** Lines of words `[text, x, y, width, height]`, fractions of the page. */
  output: z.object({ lines: z.array(z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]))) }),
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired'],
  ours: true,
})

export const searchInIssue = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/search',
  summary: 'Pages of one issue that hold the words, with the boxes of the hits on open pages',
  access: 'anyone',
  params: z.object({ uid: IssueUid }),
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ examples: ['garten'] }),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        page: z.number(),
        /** HTML with the hits in `<mark>`; of a closed page the headline it lies under, whatever was asked, or nothing. */
        snippet: z.string(),
        /** `[x, y, width, height]`, fractions of the page; empty on pages that are not open. */
        boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
      }),
    ),
    /** No page holds the words as typed; these nearest ones were searched for instead. */
    corrected: z.string().optional(),
  }),
  errors: ['wrong_input', 'not_found'],
  ours: true,
})

/** A page of the answer of `searchInIssue`. */
export type IssueHit = z.infer<typeof searchInIssue.output>['hits'][number]

export const article = endpoint({
  method: 'GET',
  path: 'issuecontent/{issueUid}/article/{issueArticleId}',
  summary: 'An article as HTML: whole for those who may read it, otherwise its first paragraph',
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
    html: z.string(),
    /** false = only the first paragraph. */
    whole: z.boolean(),
  }),
  errors: ['wrong_input', 'not_found'],
})

export type Article = z.infer<typeof article.output>

export const reading = endpoint({
  method: 'POST',
  path: 'issuecontent/{uid}/reading',
  summary: 'A page was read: what recommendations are made of',
  access: 'anyone',
  params: z.object({ uid: IssueUid }),
  body: z.object({ page: z.coerce.number().int().min(1).max(100_000) }),
  errors: ['wrong_input', 'not_found'],
  ours: true,
})

export const houseAdvertisements = endpoint({
  method: 'GET',
  path: 'reader/advertisements',
  summary: 'Advertisements of the house for this reader, in the order to show them; none for who reads without',
  access: 'anyone',
  /** Issue that is read: advertisements of its categories come too. */
  query: z.object({ issue: IssueUid.optional() }),
  output: z.object({
    advertisements: z.array(
      z.object({
        id: z.number(),
        headline: z.string(),
        body: z.string(),
        targetUrl: z.string(),
        /** Size in pixels. */
        picture: z.object({ url: z.string(), alt: z.string(), width: z.number(), height: z.number() }).optional(),
      }),
    ),
  }),
  errors: ['wrong_input', 'not_found'],
  ours: true,
})
export type HouseAdvertisement = z.infer<typeof houseAdvertisements.output>['advertisements'][number]

export const advertisementPicture = endpoint({
  method: 'GET',
  path: 'reader/advertisements/{id}/picture',
  summary: 'Picture of an advertisement',
  access: 'link',
  params: z.object({ id: z.coerce.number().int().positive() }),
  produces: ['image/webp'],
  errors: ['wrong_input', 'not_found'],
  ours: true,
})
