import { createUpload } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { UPLOAD_PART_BYTES } from '@kiosk/domain/staff/upload-limits'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import type { DetailedError } from 'tus-js-client'

/** After a lost connection, a part is sent again. */
const RETRY_AFTER_MS = [0, SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS]

/** No answer, a slow connection, a part that was accepted meanwhile, too many requests. */
const RETRIED = [0, 408, 409, 429]
/**
 * The session has a new token since the person confirmed their identity, and the browser sends it with the next request; or the
 * session has ended.
 */
const SIGNED_OUT = 401

type Sending = {
  start(): void
  /** Stops and tells the server to forget what has arrived. */
  cancel(): Promise<void>
}

type UploadCallbacks = {
  onProgress(sent: number): void
  onSuccess(): void
  /**
   * `message`: from the server, in the person's language; null = the server could not be reached. `canResume`: the file is not
   * the cause.
   */
  onError(message: string | null, canResume: boolean): void
}

/**
 * Prepares to send a file by the tus protocol. A file that was sent in part before continues where it stopped, also after the page
 * was closed.
 */
export async function prepareSending(file: File, replaces: string | null, callbacks: UploadCallbacks): Promise<Sending> {
  // Only in the browser: the page itself is rendered without it.
  const { Upload } = await import('tus-js-client')
  const sending = new Upload(file, {
    endpoint: apiAddress(createUpload, {}),
    chunkSize: UPLOAD_PART_BYTES,
    retryDelays: RETRY_AFTER_MS,
    metadata: { filename: file.name, ...(replaces && { replaces }) },
    removeFingerprintOnSuccess: true,
    // If the same file replaces another issue, it is another upload.
    fingerprint: async () => ['desk', file.name, file.size, file.lastModified, replaces].join('|'),
    onShouldRetry: (error, attempt) => isPassing(error) || (statusOf(error) === SIGNED_OUT && attempt === 0),
    onProgress: callbacks.onProgress,
    onSuccess: () => callbacks.onSuccess(),
    onError(thrown) {
      const error = thrown as DetailedError
      callbacks.onError(messageOf(error), isPassing(error) || statusOf(error) === SIGNED_OUT)
    },
  })
  const [earlier] = await sending.findPreviousUploads()
  if (earlier) sending.resumeFromPreviousUpload(earlier)
  return { start: () => sending.start(), cancel: () => sending.abort(true) }
}

const statusOf = (error: DetailedError) => error.originalResponse?.getStatus() ?? 0
const isPassing = (error: DetailedError) => RETRIED.includes(statusOf(error)) || statusOf(error) >= 500

function messageOf(error: DetailedError): string | null {
  try {
    return (JSON.parse(error.originalResponse?.getBody() ?? '') as { message?: string }).message ?? null
  } catch {
    return null
  }
}
