import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { IssueUid } from '../catalogue/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { languages } from '../locale.ts'
import { article, contents, Signature } from './endpoints.ts'
import { OFFLINE_WIDTHS_PIXELS, READING_WIDTH_PIXELS } from './limits.ts'

const OfIssue = z.object({ uid: IssueUid })
const Width = z.coerce
  .number()
  .refine((width) => OFFLINE_WIDTHS_PIXELS.includes(width as never), 'width')
  .default(READING_WIDTH_PIXELS)

/** One part of a download: a file of the issue, as the reader requests it. */
const Part = z
  .object({
    kind: z.enum(['picture', 'thumbnail', 'words', 'text']),
    /** From 1; 0 for parts of the whole issue. */
    page: z.number(),
    /** Below `issuecontent/{uid}/`; append the signature. */
    path: z.string(),
    bytes: z.number(),
    /** Hex. */
    sha256: z.string(),
  })
  .meta({ id: 'DownloadPart' })
export type DownloadPart = z.infer<typeof Part>

export const downloadSize = endpoint(routes.downloadSize, {
  summary: 'Size of the offline download of an issue; grants nothing',
  access: 'session',
  params: OfIssue,
  query: z.object({ width: Width }),
  output: z.object({ bytes: z.number(), parts: z.number() }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'not_entitled'],
  isExtension: true,
})

export const download = endpoint(routes.download, {
  summary: 'Grants this device an offline download: parts with sizes and hashes, decryption key, expiry',
  access: 'session',
  params: OfIssue,
  body: z.object({ width: Width }),
  output: z.object({
    revision: z.number(),
    /** Base64 of 256 bits; the same for this device and issue while the grant lasts. */
    key: z.string(),
    /** Expiry of the grant unless renewed, ISO 8601. */
    until: z.string(),
    /** Server time, ISO 8601. */
    now: z.string(),
    /** Distinguishes the accounts of one browser; reveals nothing about them. */
    reader: z.string(),
    /** Rated 18: the name of the issue is shown only while it may be read. */
    adult: z.boolean(),
    bytes: z.number(),
    parts: z.array(Part),
    /** Appended to every part's path. */
    signature: z.string(),
  }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'not_entitled', 'shared_device', 'unavailable'],
  isExtension: true,
})
export type Download = z.infer<typeof download.output>

export const downloads = endpoint(routes.downloads, {
  summary: 'Issues that this device may read offline; a downloaded issue that is missing here must be locked',
  access: 'session',
  output: z.object({
    now: z.string(),
    reader: z.string(),
    /** Current downloads. A `revision` above that of the download means that the issue was corrected. */
    downloads: z.array(z.object({ uid: z.string(), until: z.string(), key: z.string(), revision: z.number() })),
  }),
  errors: ['not_signed_in'],
  isExtension: true,
})
export type Downloads = z.infer<typeof downloads.output>

export const removeDownload = endpoint(routes.removeDownload, {
  summary: 'Reports that this device deleted its download',
  access: 'session',
  params: OfIssue,
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const issueAsEpub = endpoint(routes.issueAsEpub, {
  summary: 'The articles of an issue as EPUB 3.3, if its title offers that. Answers Range, If-Range and If-None-Match',
  access: 'link',
  programs: true,
  params: OfIssue,
  produces: ['application/epub+zip'],
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'not_entitled', 'shared_device', 'unavailable'],
  isExtension: true,
})

export const offlineText = endpoint(routes.offlineText, {
  summary: 'Contents and all articles of an issue in one response, for a download',
  access: 'link',
  params: OfIssue,
  query: z.object({ ...Signature, v: z.coerce.number().optional(), language: z.enum(languages) }),
  output: z.object({ contents: contents.output, articles: z.array(article.output) }),
  errors: ['wrong_input', 'not_found', 'not_entitled', 'address_expired'],
  isExtension: true,
})
export type OfflineText = z.infer<typeof offlineText.output>
