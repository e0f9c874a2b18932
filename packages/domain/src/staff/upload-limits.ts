import { DAY_SECONDS } from '../time.ts'

const MEGABYTE_BYTES = 1024 * 1024

/** Size of an uploaded PDF; the importer accepts no larger one. */
export const UPLOAD_BYTES = 400 * MEGABYTE_BYTES
/** Size of one part of an upload. A part is held in memory, and must arrive within the time limit of a request. */
export const UPLOAD_PART_BYTES = MEGABYTE_BYTES
/** Maximum of one person's uploads that are not published yet. */
export const UPLOADS_PER_PERSON = { files: 50, bytes: 4096 * MEGABYTE_BYTES } as const
/** Lifetimes: an incomplete upload without a new part, a draft nobody has touched, the record of what was published or failed. */
export const UPLOAD_SECONDS = { partial: DAY_SECONDS, draft: 30 * DAY_SECONDS, record: 90 * DAY_SECONDS } as const
/** Files that the import of a folder rejected are listed for this long. */
export const REJECTED_FILE_DAYS = 7
/** Number of uploads on the page. */
export const UPLOAD_ROWS = 100
