import type { Language } from '@kiosk/domain/locale'
import type { Download, Downloads } from '@kiosk/domain/reading/download-endpoints'
import type { OfflineWidth } from '@kiosk/domain/reading/terms'

/** Status 0: the house could not be reached. */
export type Refused = { status: number; code: string; field?: string; retryAfter: number; now: number | null }
export type Answer<T> = { ok: T; refused?: undefined } | { ok?: undefined; refused: Refused }
/**
 * `account`: false where nobody is signed in, as far as the document knows. `shared`: others use this device too. `keeps`: false
 * where nothing may be stored.
 */
export type Caller = { token: string; language: Language; account?: boolean; shared?: boolean; keeps?: boolean }

/** Calls of the house about downloads. */
export function houseApi({ token, language }: Caller) {
  const headers = { 'x-api-token': token, 'accept-language': language, accept: 'application/json' }
  const issue = (uid: string) => `/api/v8/issuecontent/${encodeURIComponent(uid)}`

  async function ask<T>(address: string, init: RequestInit = {}): Promise<Answer<T>> {
    try {
      const answer = await fetch(address, { credentials: 'same-origin', cache: 'no-store', headers, ...init })
      if (answer.ok) return { ok: (answer.status === 204 ? undefined : await answer.json()) as T }
      const said = (await answer.json().catch(() => ({}))) as { code?: string; field?: string }
      const date = Date.parse(answer.headers.get('date') ?? '')
      return {
        refused: {
          status: answer.status,
          code: said.code ?? '',
          ...(said.field === undefined ? {} : { field: said.field }),
          retryAfter: Number(answer.headers.get('retry-after')) || 0,
          now: Number.isNaN(date) ? null : date,
        },
      }
    } catch {
      return { refused: { status: 0, code: '', retryAfter: 0, now: null } }
    }
  }

  return {
    list: () => ask<Downloads>('/api/v8/reader/downloads'),
    size: (uid: string, width: OfflineWidth) => ask<{ bytes: number; parts: number }>(`${issue(uid)}/download?width=${width}`),
    grant: (uid: string, width: OfflineWidth) =>
      ask<Download>(`${issue(uid)}/download`, { method: 'POST', body: new URLSearchParams({ width: String(width) }) }),
    giveUp: (uid: string) => ask<undefined>(`${issue(uid)}/download`, { method: 'DELETE', keepalive: true }),
  }
}
export type HouseApi = ReturnType<typeof houseApi>
