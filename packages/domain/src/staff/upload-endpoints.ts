import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Day, Instant } from '../day-input.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { FREQUENCIES } from './shelf-title-endpoints.ts'

const Id = z.object({ id: z.uuid() })
const Line = z.string().trim().min(1).max(300)
const OptionalLine = z.string().trim().max(300).nullable()
const Text = z.string().trim().max(20_000)
/** A language without region, as in issues: "de". */
const Language = z.string().regex(/^[a-z]{2,3}$/)
const Values = z.record(z.string(), z.union([z.string(), z.number()]))

export const ISSUE_KINDS = ['regular', 'double', 'special', 'supplement'] as const
export const TITLE_KINDS = ['magazine', 'newspaper'] as const

/** The issue that a PDF is, as decided by a person. */
export const IssueMetadata = z.object({
  /** Key of an existing title, or else the new title. */
  titleKey: z.string().max(100).nullable(),
  newTitle: z
    .object({
      name: Line,
      kind: z.enum(TITLE_KINDS),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullable(),
      category: z.string().max(100),
      /** `irregular` also means that it is not known yet. */
      frequency: z.enum(FREQUENCIES).default('irregular'),
    })
    .nullable(),
  name: Line,
  number: OptionalLine,
  date: Day,
  /** Last day of a double issue. */
  dateEnd: Day.nullable(),
  kind: z.enum(ISSUE_KINDS),
  edition: OptionalLine,
  language: Language,
  headline: z.string().trim().max(500),
  description: Text,
  /** Uid of the issue that the PDF replaces, whatever its metadata; null = the issue with the same metadata, if there is one. */
  replaces: z.string().max(64).nullable(),
  /** The person knows that the PDF looks like another publication than the issue that it replaces. */
  replacesOther: z.boolean(),
})
export type IssueMetadata = z.infer<typeof IssueMetadata>
/** Metadata suggested by the file. `title`: name of a title that may not exist yet. */
export type SuggestedMetadata = IssueMetadata & { title: string }

const UPLOAD_STATES = ['receiving', 'waiting', 'reading', 'draft', 'scheduled', 'publishing', 'published', 'failed'] as const

const Problem = z.object({ code: z.string(), values: Values })
/** Times are ISO 8601. */
const Upload = z.object({
  id: z.string(),
  fileName: z.string(),
  bytes: z.number(),
  received: z.number(),
  state: z.enum(UPLOAD_STATES),
  by: z.string(),
  isMine: z.boolean(),
  createdAt: z.string(),
  pages: z.number(),
  pagesDone: z.number(),
  /** Title and name of the issue, as far as they are known. */
  issue: z.string().nullable(),
  uid: z.string().nullable(),
  publishAt: z.string().nullable(),
  problem: Problem.nullable(),
  /** What the same file already is, besides this upload. */
  sameFile: z.object({
    /** The published issue that was imported from it; `isReplaced`: by another file since then. */
    issue: z.object({ uid: z.string(), name: z.string(), isReplaced: z.boolean() }).nullable(),
    /** Other uploads that are not published yet, oldest first. */
    drafts: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})
export type Upload = z.infer<typeof Upload>

const Replaced = z.object({
  uid: z.string(),
  title: z.string(),
  name: z.string(),
  date: z.string(),
  pages: z.number(),
  articles: z.number(),
  /** The issue is scheduled: it is not shown before this time, whenever the draft is published. */
  shownFrom: z.string().nullable(),
  problem: Problem.nullable(),
})

/**
 * The name that a newsstand would print for an issue of this title and day; null: its file gives a name, or it replaces another
 * issue.
 */
const SuggestedName = z.string().nullable()

export const uploads = deskEndpoint(routes.uploads, {
  summary: 'The latest uploads with their progress, and the files that the import of a folder rejected in the last days',
  access: 'shelf.write',
  output: z.object({
    uploads: z.array(Upload),
    rejected: z.array(
      z.object({
        /** SHA-256 of the file. */
        id: z.string(),
        fileName: z.string(),
        /** In English, as reported by the command. */
        reason: z.string(),
        at: z.string(),
      }),
    ),
  }),
  errors: [],
})
export const upload = deskEndpoint(routes.upload, {
  summary: 'A draft: what is known about the issue, its pages and articles',
  access: 'shelf.write',
  params: Id,
  output: z.object({
    upload: Upload,
    metadata: IssueMetadata,
    suggestedName: SuggestedName,
    /** Name of the chosen title, or the name that the file suggests. */
    title: z.string(),
    textLayer: z.enum(['full', 'partial', 'none']),
    pages: z.array(z.object({ width: z.number(), height: z.number() })),
    articles: z.array(z.object({ headline: z.string(), byline: z.string(), firstPage: z.number(), lastPage: z.number() })),
    replaces: Replaced.nullable(),
    categories: z.array(z.object({ uid: z.string(), name: z.string() })),
  }),
  errors: ['not_found'],
})
export const uploadArticle = deskEndpoint(routes.uploadArticle, {
  summary: 'The text of an article of a draft; articles count from 0',
  access: 'shelf.write',
  params: z.object({ id: z.uuid(), article: z.coerce.number().int().min(0).max(100_000) }),
  output: z.object({ text: z.string() }),
  errors: ['not_found'],
})
export const uploadPicture = deskEndpoint(routes.uploadPicture, {
  summary: 'The picture of a page of a draft',
  access: 'shelf.write',
  params: z.object({
    id: z.uuid(),
    page: z.coerce.number().int().min(1).max(100_000),
    size: z.enum(['thumbnail', 'page']),
  }),
  produces: 'image/webp',
  errors: ['not_found'],
})
export const saveUpload = deskEndpoint(routes.saveUpload, {
  summary: 'Stores what a person has decided about a draft, and says which published issue it would replace',
  access: 'shelf.write',
  params: Id,
  body: IssueMetadata,
  output: z.object({ replaces: Replaced.nullable(), suggestedName: SuggestedName }),
  errors: ['not_found', 'wrong_input', 'changed_meanwhile'],
})
export const publishUpload = deskEndpoint(routes.publishUpload, {
  summary: 'Publishes a draft, now or at a time to come',
  access: 'shelf.write',
  params: Id,
  body: IssueMetadata.extend({ publishAt: Instant.nullable() }),
  errors: ['not_found', 'wrong_input', 'time_is_past', 'changed_meanwhile', 'other_publication'],
})
export const withdrawUpload = deskEndpoint(routes.withdrawUpload, {
  summary: 'Withdraws the time at which a draft would be published',
  access: 'shelf.write',
  params: Id,
  errors: ['not_found', 'changed_meanwhile'],
})
export const discardUpload = deskEndpoint(routes.discardUpload, {
  summary: 'Discards an upload or a draft',
  access: 'shelf.write',
  params: Id,
  errors: ['not_found', 'changed_meanwhile'],
})

/* The tus protocol 1.0: creation, termination, checksum. */

const tus = { access: 'shelf.write', raw: true } as const

export const uploadProtocol = deskEndpoint(routes.uploadProtocol, {
  summary: 'Version and extensions of the upload protocol',
  ...tus,
  errors: [],
})
export const createUpload = deskEndpoint(routes.createUpload, {
  summary: 'Begins an upload: Upload-Length, Upload-Metadata with filename and optionally replaces',
  ...tus,
  errors: ['wrong_input', 'tus_version', 'upload_too_large', 'upload_quota', 'not_found'],
})
export const uploadOffset = deskEndpoint(routes.uploadOffset, {
  summary: 'How many bytes have arrived: Upload-Offset',
  ...tus,
  params: Id,
  errors: ['not_found', 'tus_version'],
})
export const appendUpload = deskEndpoint(routes.appendUpload, {
  summary: 'The next bytes of an upload',
  ...tus,
  params: Id,
  errors: ['not_found', 'tus_version', 'upload_offset', 'unsupported_body', 'body_too_large', 'not_a_pdf', 'upload_checksum'],
})
export const terminateUpload = deskEndpoint(routes.terminateUpload, {
  summary: 'Gives up an upload that has not arrived completely',
  ...tus,
  params: Id,
  errors: ['not_found', 'tus_version', 'changed_meanwhile'],
})
