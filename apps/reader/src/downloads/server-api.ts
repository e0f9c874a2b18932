import { ApiError } from '@kiosk/api-client/api-error'
import { download, downloadSize, downloads } from '@kiosk/contract/routes'
import type { Language } from '@kiosk/domain/locale'
import type { OfflineWidth } from '@kiosk/domain/reading/limits'
import { readerClient } from '../shell/reader-client.ts'

/** An error of the API. `now`: the server's time according to the response, milliseconds since 1970; null = unknown. */
export type Rejected = Pick<ApiError, 'status' | 'field'> & { retryAfter: string | null; now: number | null }
type Answer<T> = { ok: T; error?: undefined } | { ok?: undefined; error: Rejected }
/**
 * `account`: false if nobody is signed in, according to the document. `shared`: other people use this device too. `keeps`:
 * false if nothing may be stored.
 */
export type Caller = { token: string; language: Language; account?: boolean; shared?: boolean; keeps?: boolean }

/** Bypasses the browser's cache, which may be days old. */
const NEW = { cache: 'no-store' } as const

/** Returns the API calls about downloads. They resolve with errors instead of rejecting. */
export function serverApi(caller: Caller) {
  const client = readerClient(caller)
  return {
    list: () => answerOf(client.call(downloads, {}, NEW)),
    size: (uid: string, width: OfflineWidth) => answerOf(client.call(downloadSize, { params: { uid }, query: { width } }, NEW)),
    grant: (uid: string, width: OfflineWidth) => answerOf(client.call(download, { params: { uid }, body: { width } }, NEW)),
  }
}
export type ServerApi = ReturnType<typeof serverApi>

async function answerOf<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: await call }
  } catch (thrown) {
    const { status, field, response } = thrown instanceof ApiError ? thrown : new ApiError(null)
    const date = Date.parse(response?.headers.get('date') ?? '')
    const retryAfter = response?.headers.get('retry-after') ?? null
    return { error: { status, field, retryAfter, now: Number.isNaN(date) ? null : date } }
  }
}
