import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { crashReport } from '@kiosk/domain/content/endpoints'
import type { Endpoint } from '@kiosk/domain/endpoint'
import { ApiError } from '@kiosk/domain/errors'
import { providerWebhook } from '@kiosk/domain/payments/provider-endpoints'

/** Longest body of a PUT or POST. */
const LONGEST_BODY_BYTES = 64 * 1024
/** Form encoding enlarges a log of 64 KB: a character takes up to three bytes, in a stack trace up to nine. */
const LONGEST_CRASH_REPORT_BYTES = 320 * 1024

/** Parses the form-encoded fields of a PUT or POST and rejects anything else. No body is an empty form. */
export async function formBody(request: Request, declared: Endpoint): Promise<Record<string, string>> {
  // The signature covers the exact bytes, so the handler reads them.
  if (declared === providerWebhook) return {}
  const longest = declared === crashReport ? LONGEST_CRASH_REPORT_BYTES : LONGEST_BODY_BYTES
  if (Number(request.headers.get('content-length') ?? 0) > longest) throw new ApiError('body_too_large')
  const text = await readAtMost(request, longest)
  // RFC 8058 allows mail programs to send their field as multipart; all data are in the address.
  if (declared === oneClickUnsubscribe) return {}
  if (text === '') return {}
  const [type] = (request.headers.get('content-type') ?? '').split(';', 1)
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') throw new ApiError('unsupported_body')
  return Object.fromEntries(new URLSearchParams(text))
}

/** Reads a body as text. @throws ApiError body_too_large */
export async function readAtMost(request: Request, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bytes) throw new ApiError('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
