// The server of the tus protocol 1.0 (https://tus.io/protocols/resumable-upload): creation, termination, checksum.

import { createHash, randomBytes } from 'node:crypto'
import { uploadOffset } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/staff/upload-endpoints'
import { UPLOAD_BYTES, UPLOAD_PART_BYTES, UPLOAD_SECONDS, UPLOADS_PER_PERSON } from '@kiosk/domain/staff/upload-limits'
import { SECOND_MS } from '@kiosk/domain/time'
import { type Selectable, sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Database } from '../../db/connect.ts'
import type { Uploads } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type DeskCall, defineDeskHandler } from '../../staff/desk-handler.ts'
import { partsFolder } from './upload-files.ts'

const VERSION = '1.0.0'
/** Hash algorithms for the checksum of a part that a client may send. */
const HASHES = ['sha1', 'sha256']
const PART_TYPE = 'application/offset+octet-stream'
/** Number of first bytes of a PDF that must contain its mark, as in `readSource` of the importer. */
const START_BYTES = 1024

export const protocol = defineDeskHandler(declared.uploadProtocol, async () =>
  answer(204, {
    'tus-version': VERSION,
    'tus-extension': 'creation,expiration,termination,checksum',
    'tus-max-size': String(UPLOAD_BYTES),
    'tus-checksum-algorithm': HASHES.join(','),
  }),
)

export const create = defineDeskHandler(declared.createUpload, async ({ request, ctx, session }) => {
  requireVersion(request)
  const bytes = wholeNumber(request.headers.get('upload-length'))
  if (!bytes) throw new ApiError('wrong_input', 'Upload-Length')
  if (bytes > UPLOAD_BYTES) throw new ApiError('upload_too_large')
  const { filename, replaces } = metadataOf(request)
  if (!filename) throw new ApiError('wrong_input', 'Upload-Metadata')
  const upload = await ctx.db.transaction().execute(async (trx) => {
    // Serialises concurrent uploads, so that each is counted.
    await trx.selectFrom('staff').select('id').where('id', '=', session.staffId).forUpdate().execute()
    await requireQuota(trx, session.staffId, bytes)
    if (replaces) await requireIssue(trx, replaces)
    return trx
      .insertInto('uploads')
      .values({
        staff_id: session.staffId,
        file_name: filename,
        bytes,
        replaces_uid: replaces ?? null,
        created_at: ctx.now(),
        changed_at: ctx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return answer(201, { location: apiAddress(uploadOffset, { id: upload.id }), ...expiryOf(upload) })
})

export const offset = defineDeskHandler(declared.uploadOffset, async (call) => {
  requireVersion(call.request)
  const upload = await ownUpload(call)
  return answer(200, {
    'upload-offset': String(upload.received),
    'upload-length': String(upload.bytes),
    'cache-control': cacheControl('nothing'),
    ...expiryOf(upload),
  })
})

/**
 * Stores the next part. Its file has its own name, and the row accepts it only at the expected offset. Of two requests for the
 * same bytes one is accepted, and the unused file that a killed server leaves is removed with the upload.
 */
export const append = defineDeskHandler(declared.appendUpload, async (call) => {
  const { request, ctx, actor } = call
  requireVersion(request)
  if (request.headers.get('content-type') !== PART_TYPE) throw new ApiError('unsupported_body')
  const upload = await ownUpload(call)
  const at = wholeNumber(request.headers.get('upload-offset'))
  if (at !== upload.received || upload.state !== 'receiving') throw new ApiError('upload_offset')
  const part = Buffer.from(await request.arrayBuffer())
  if (part.length > Math.min(UPLOAD_PART_BYTES, upload.bytes - at)) throw new ApiError('body_too_large')
  requireHash(request, part)
  if (at === 0 && part.length >= Math.min(START_BYTES, upload.bytes) && !part.subarray(0, START_BYTES).includes('%PDF-')) {
    // Otherwise the list shows a file that cannot be sent to its end.
    await ctx.db.deleteFrom('uploads').where('id', '=', upload.id).where('received', '=', 0).execute()
    throw new ApiError('not_a_pdf')
  }
  if (part.length === 0) return answer(204, { 'upload-offset': String(at), ...expiryOf(upload) })
  const name = `${at}-${randomBytes(6).toString('hex')}`
  await ctx.files.write(partsFolder(upload.id) + name, part, { durable: true })
  const isLast = at + part.length === upload.bytes
  const changed = await ctx.db.transaction().execute(async (trx) => {
    const taken = await trx
      .updateTable('uploads')
      .set({
        received: at + part.length,
        parts: sql<string[]>`array_append(parts, ${name}::text)`,
        changed_at: ctx.now(),
        ...(isLast && { state: 'waiting' as const }),
      })
      .where('id', '=', upload.id)
      .where('received', '=', at)
      .where('state', '=', 'receiving')
      .returningAll()
      .executeTakeFirst()
    if (!taken) return null
    if (isLast) {
      await enqueue(trx, 'read-upload', { id: upload.id }, { key: `read-upload ${upload.id}`, tries: READ_TRIES })
      await recordAudit(trx, actor, ctx.now(), {
        action: 'upload.received',
        subject: { kind: 'upload', id: upload.id, name: upload.file_name },
        after: { bytes: upload.bytes },
      })
    }
    return taken
  })
  if (!changed) {
    await ctx.files.remove(partsFolder(upload.id) + name)
    throw new ApiError('upload_offset')
  }
  return answer(204, { 'upload-offset': String(changed.received), ...expiryOf(changed) })
})

/** Maximum number of attempts. A job interrupted by a killed server counts as one. */
const READ_TRIES = 3

export const terminate = defineDeskHandler(declared.terminateUpload, async (call) => {
  requireVersion(call.request)
  const { id } = await ownUpload(call)
  await call.ctx.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new ApiError('changed_meanwhile')
    await enqueue(trx, 'remove-upload', { id })
  })
  return answer(204, {})
})

function answer(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { 'tus-resumable': VERSION, ...headers } })
}

/** The upload of a call. Only the person who has begun an upload can continue it. @throws ApiError not_found */
async function ownUpload({ ctx, session, input }: DeskCall<typeof declared.uploadOffset>): Promise<Selectable<Uploads>> {
  const upload = await ctx.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', input.id)
    .where('staff_id', '=', session.staffId)
    .executeTakeFirst()
  if (!upload) throw new ApiError('not_found', 'id')
  return upload
}

function requireVersion(request: Request): void {
  if (request.headers.get('tus-resumable') !== VERSION) throw new ApiError('tus_version')
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Reads `Upload-Metadata`: names and values in Base64, separated by commas. */
function metadataOf(request: Request): { filename?: string; replaces?: string } {
  const pairs = (request.headers.get('upload-metadata') ?? '').split(',').map((pair) => {
    const [name = '', value = ''] = pair.trim().split(' ')
    const text = Buffer.from(value, 'base64').toString('utf8').replaceAll('\u0000', '').trim()
    return [name, text.replace(/^.*[/\\]/, '').slice(0, 300)] as const
  })
  return Object.fromEntries(pairs)
}

/** @throws ApiError upload_quota */
async function requireQuota(trx: Database, staffId: number, bytes: number): Promise<void> {
  const { files, total } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('total')])
    .where('staff_id', '=', staffId)
    .where('state', 'not in', ['published', 'failed'])
    .executeTakeFirstOrThrow()
  if (Number(files) >= UPLOADS_PER_PERSON.files || Number(total) + bytes > UPLOADS_PER_PERSON.bytes)
    throw new ApiError('upload_quota')
}

async function requireIssue(trx: Database, uid: string): Promise<void> {
  const found = await trx.selectFrom('all_issues').select('id').where('uid', '=', uid).executeTakeFirst()
  if (!found) throw new ApiError('not_found', 'replaces')
}

/** @throws ApiError wrong_input, upload_checksum */
function requireHash(request: Request, part: Buffer): void {
  const sent = request.headers.get('upload-checksum')
  if (sent === null) return
  const [algorithm = '', expected = ''] = sent.split(' ')
  if (!HASHES.includes(algorithm)) throw new ApiError('wrong_input', 'Upload-Checksum')
  if (createHash(algorithm).update(part).digest('base64') !== expected) throw new ApiError('upload_checksum')
}

/** When the upload is removed unless another part arrives. */
function expiryOf({ state, changed_at }: Pick<Selectable<Uploads>, 'state' | 'changed_at'>): Record<string, string> {
  if (state !== 'receiving') return {}
  return { 'upload-expires': new Date(changed_at.getTime() + UPLOAD_SECONDS.partial * SECOND_MS).toUTCString() }
}
