import { z } from 'zod'
import { IssueUid } from '../catalogue/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { article, contents, Signature } from './endpoints.ts'
import { OFFLINE_WIDTHS, READING_WIDTH } from './terms.ts'

const OfIssue = z.object({ uid: IssueUid })
const Width = z.coerce
  .number()
  .refine((width) => OFFLINE_WIDTHS.includes(width as never), 'width')
  .default(READING_WIDTH)

/** One part of a download: a file of the issue as the reader asks for it. */
const Part = z.object({
  kind: z.enum(['picture', 'thumbnail', 'words', 'text']),
  /** From 1; 0 where it is of the whole issue. */
  page: z.number(),
  /** Below `issuecontent/{uid}/`; the signature goes right behind it. */
  path: z.string(),
  bytes: z.number(),
  /** Hex. */
  sha256: z.string(),
})
export type DownloadPart = z.infer<typeof Part>

export const downloadSize = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/download',
  summary: 'How large a download would be; grants nothing',
  access: 'session',
  params: OfIssue,
  query: z.object({ width: Width }),
  output: z.object({ bytes: z.number(), parts: z.number() }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'not_entitled'],
  ours: true,
})

export const download = endpoint({
  method: 'POST',
  path: 'issuecontent/{uid}/download',
  summary: 'Grants this device an issue without a network: its parts with sizes and hashes, the key of the copy, the term',
  access: 'session',
  params: OfIssue,
  body: z.object({ width: Width }),
  output: z.object({
    revision: z.number(),
    /** 256 bits, base64: the same for this device and issue as long as it is granted. */
    key: z.string(),
    /** ISO 8601: the right ends then, unless asked for again. */
    until: z.string(),
    /** Time of the house, ISO 8601. */
    now: z.string(),
    /** Tells readers of one browser apart, and nothing else. */
    reader: z.string(),
    /** From 18 on: its name is shown only while it may be read. */
    adult: z.boolean(),
    bytes: z.number(),
    parts: z.array(Part),
    /** Behind every part's path. */
    signature: z.string(),
  }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'not_entitled', 'shared_device', 'unavailable'],
  ours: true,
})
export type Download = z.infer<typeof download.output>

export const downloads = endpoint({
  method: 'GET',
  path: 'reader/downloads',
  summary: 'What this device may read without a network now: an issue that is missing here is to be locked',
  access: 'session',
  output: z.object({
    now: z.string(),
    reader: z.string(),
    /** A higher `revision` than that of the copy: the issue was corrected. */
    downloads: z.array(z.object({ uid: z.string(), until: z.string(), key: z.string(), revision: z.number() })),
  }),
  errors: ['not_signed_in'],
  ours: true,
})
export type Downloads = z.infer<typeof downloads.output>

export const removeDownload = endpoint({
  method: 'DELETE',
  path: 'issuecontent/{uid}/download',
  summary: 'This device gave its copy up',
  access: 'session',
  params: OfIssue,
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})

export const offlineText = endpoint({
  method: 'GET',
  path: 'issuecontent/{uid}/offline',
  summary: 'Contents and all articles of an issue in one, for a copy',
  access: 'link',
  params: OfIssue,
  query: z.object({ ...Signature, v: z.coerce.number().optional(), language: z.enum(['de', 'en', 'fr']) }),
  output: z.object({ contents: contents.output, articles: z.array(article.output) }),
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired'],
  ours: true,
})
export type OfflineText = z.infer<typeof offlineText.output>
