import { createHash } from 'node:crypto'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import { issueAsEpub as declared } from '@kiosk/domain/reading/download-endpoints'
import { isOnSharedDevice } from '../../auth/shared-device.ts'
import { findIssue } from '../../catalogue/viewer-catalogue.ts'
import type { AppContext } from '../../context.ts'
import { defineHandler } from '../../http/handler.ts'
import { TooMany } from '../../http/too-many-requests.ts'
import { TryLater } from '../../http/try-later.ts'
import { takePlace } from '../device-limit.ts'
import { issueToTakeAlong } from '../page-right.ts'
import { MOST_MAKING_MS } from '../waiter.ts'
import { byteRange, isUnchanged } from './byte-range.ts'
import { EPUB_VERSION, epubParts } from './epub-parts.ts'
import { epubIssueOf } from './read-issue.ts'
import { zip } from './zip.ts'

/**
 * Sends the articles of an issue as EPUB, which is made while it is sent. Readers who may keep the issue offline may get it, if
 * the title offers EPUB (ADR-0328).
 */
export const issueAsEpub = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, request } = call
  if (session.account === null) throw new ApiError('not_signed_in')
  if (isOnSharedDevice(call)) throw new ApiError('shared_device')
  const { row, title } = await findIssue(call.input.uid, call)
  const open = title.offersEpub ? issueToTakeAlong(row, title, call) : null
  if (session.deviceId === null || !open) throw new ApiError('not_entitled')
  if (!(await takePlace(call)).taken) throw new ApiError('not_entitled', 'device')
  // Any request, even for the size only, makes the server read and pack the issue.
  const seconds = await ctx.rateLimits.count('epub', `account ${session.account.id}`)
  if (seconds !== null) throw new TooMany(seconds)
  const issue = await epubIssueOf(row, title, open, call)
  if (!issue) throw new ApiError('not_found', 'uid')
  const cover = await issue.cover?.jpeg()
  const about = createHash('sha256')
    .update(JSON.stringify([EPUB_VERSION, row.files_revision, issue]))
    .update(cover ?? '')
  const etag = `"${about.digest('base64url')}"`
  const headers: Record<string, string> = {
    'cache-control': cacheControl('epub'),
    'content-type': 'application/epub+zip',
    'content-disposition': `attachment; filename="${row.uid}.epub"`,
    'accept-ranges': 'bytes',
    etag,
  }
  if (isUnchanged(request.headers, etag)) return new Response(null, { status: 304, headers })
  const made = () => zip(epubParts(issue))
  const range = request.headers.get('range')
  if (request.method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'content-length': String(await lengthOf(made(), ctx)) } })
  const at = ctx.now()
  await ctx.db.insertInto('epub_downloads').values({ account_id: session.account.id, issue_id: row.id, at }).execute()
  if (range === null) return new Response(ReadableStream.from(made()), { headers })
  const whole = await lengthOf(made(), ctx)
  const part = byteRange(request.headers, etag, whole)
  if (part === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${whole}` } })
  if (part === null) return new Response(ReadableStream.from(made()), { headers })
  const { first, last } = part
  return new Response(ReadableStream.from(bytesOf(made(), part)), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${whole}`, 'content-length': String(last - first + 1) },
  })
})

/**
 * Makes all of it, and with it the pictures that are missing.
 * @throws TryLater if there are so many that it takes too long
 */
async function lengthOf(chunks: AsyncIterable<Uint8Array>, { now }: Pick<AppContext, 'now'>): Promise<number> {
  const until = now().getTime() + MOST_MAKING_MS
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (now().getTime() > until) throw new TryLater()
  }
  return length
}

/** `first` and `last` are counted from 0 and inclusive. */
async function* bytesOf(chunks: AsyncIterable<Uint8Array>, { first, last }: { first: number; last: number }) {
  let passed = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, first - passed), Math.max(0, last + 1 - passed))
    if (part.length > 0) yield part
    passed += chunk.length
    if (passed > last) return
  }
}
