import type { IncomingMessage, ServerResponse } from 'node:http'
import { importPromoCodes, importVouchers, publishAdvertisement, publishLink, publishTopic } from '@kiosk/contract/desk-routes'
import { DESK_API_BASE, matchRoute } from '@kiosk/contract/route'
import { crashReport, providerWebhook } from '@kiosk/contract/routes'
import { LARGE_BODY_BYTES } from '@kiosk/domain/staff/limits'
import { CAMPAIGN_PREVIEW_PATH } from '@kiosk/domain/staff/offer-endpoints'
import { UPLOAD_PART_BYTES } from '@kiosk/domain/staff/upload-limits'
import { GateError } from './gate-error.ts'
import type { LargeBody } from './large-bodies.ts'

/** Bodies are limited twice: by their header, and by counting the bytes that arrive. */
const FORM_BYTES = 64 * 1024
/** A log of 64 KB grows by form encoding: a character takes up to three bytes, in a stack trace up to nine. */
const CRASH_REPORT_BYTES = 320 * 1024
const WEBHOOK_BYTES = 256 * 1024
const DESK_BYTES = 256 * 1024
/** A campaign of 100,000 characters; an umlaut takes six bytes in a form. */
const CAMPAIGN_PREVIEW_BYTES = 640 * 1024
/** Calls of the desk with a CSV file, a picture or long texts. */
const large = new Set(
  [importPromoCodes, importVouchers, publishAdvertisement, publishLink, publishTopic].map(({ path }) => DESK_API_BASE + path),
)
const UPLOAD_PART_ADDRESS = `${DESK_API_BASE}upload-files/`
/** Our largest form has about thirty fields. */
const MOST_FIELDS = 200
/** From the first byte to the last: 64 KB at 2 KB/s. */
const BODY_TIMEOUT_MS = 30_000

export function longestBodyOf(path: string): number {
  if (path === '/crashreport' || matchRoute(crashReport, path)) return CRASH_REPORT_BYTES
  if (path === CAMPAIGN_PREVIEW_PATH) return CAMPAIGN_PREVIEW_BYTES
  if (path.startsWith(UPLOAD_PART_ADDRESS)) return UPLOAD_PART_BYTES
  if (path.startsWith(DESK_API_BASE)) return large.has(path) ? LARGE_BODY_BYTES : DESK_BYTES
  return matchRoute(providerWebhook, path) ? WEBHOOK_BYTES : FORM_BYTES
}

export function bringsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * Reads the whole body of a request.
 * @param options.large counts what is longer than a form, until the response is closed
 * @throws GateError body_too_large, too_slow, busy
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: { longestBytes: number; timeoutMs?: number | undefined; large: LargeBody },
): Promise<Buffer<ArrayBuffer>> {
  const { longestBytes, timeoutMs = BODY_TIMEOUT_MS, large } = options
  response.once('close', large.release)
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > longestBytes) return reject(new GateError('body_too_large'))
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
    // In one piece: as a list, a body that arrives byte by byte would take hundreds of times its size.
    let received: Buffer<ArrayBuffer> = Buffer.alloc(0)
    let bytes = 0
    const timer = setTimeout(() => finish(new GateError('too_slow')), timeoutMs)
    function finish(error?: Error): void {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      if (error) {
        // What was received is dropped now; a client that never reads the response would keep others waiting.
        large.release()
        received = Buffer.alloc(0)
        request.pause()
        reject(error)
      } else resolve(received.subarray(0, bytes))
    }
    function onData(chunk: Buffer): void {
      const before = bytes
      bytes += chunk.length
      try {
        if (bytes > longestBytes) throw new GateError('body_too_large')
        if (bytes > FORM_BYTES) large.take(bytes - Math.max(before, FORM_BYTES))
        if (bytes > received.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(bytes, Math.min(2 * received.length, longestBytes)))
          larger.set(received)
          received = larger
        }
        received.set(chunk, before)
      } catch (error) {
        finish(error as GateError)
      }
    }
    const onEnd = () => finish()
    const onClose = () => finish(new GateError('wrong_request'))
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('close', onClose)
      .on('error', () => {})
  })
}

const URL_ENCODED = 'application/x-www-form-urlencoded'

/**
 * Requires the forms of our pages to be URL-encoded, with few fields. An empty body of any type is a form without fields.
 * @throws GateError unsupported_body, body_too_large
 */
export function checkForm(request: IncomingMessage, body: Buffer | null): void {
  if (!body?.length) {
    if (request.method === 'POST') request.headers['content-type'] = URL_ENCODED
    return
  }
  if (!isUrlEncoded(request)) throw new GateError('unsupported_body')
  checkFieldCount(request, body)
}

function isUrlEncoded({ headers }: IncomingMessage): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase() === URL_ENCODED
}

/**
 * Limits the number of fields: parsing thousands of tiny ones is far slower than their size suggests. @throws GateError
 * body_too_large
 */
export function checkFieldCount(request: IncomingMessage, body: Buffer): void {
  if (!isUrlEncoded(request)) return
  const ampersand = 0x26
  let fields = 1
  for (let at = body.indexOf(ampersand); at !== -1; at = body.indexOf(ampersand, at + 1)) {
    if (++fields > MOST_FIELDS) throw new GateError('body_too_large')
  }
}
