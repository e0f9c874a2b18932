import type { Cdn } from './port.ts'
import { inParts, sendPurge } from './purge-request.ts'

const API = 'https://api.fastly.com'
/** Fastly's maximum number of keys per request. */
const MOST_KEYS = 256

/** Fastly purges several surrogate keys at once, softly, too (https://www.fastly.com/documentation/reference/api/purging/). */
export function fastly({ service, token, api = API }: { service: string; token: string; api?: string }): Cdn {
  return {
    name: 'fastly',
    async purge({ keys, soft }) {
      for (const part of inParts(keys, MOST_KEYS)) {
        const headers = { 'fastly-key': token, accept: 'application/json', 'surrogate-key': part.join(' ') }
        const url = `${api}/service/${encodeURIComponent(service)}/purge`
        await sendPurge(url, { method: 'POST', headers: { ...headers, ...(soft && { 'fastly-soft-purge': '1' }) } })
      }
    },
  }
}
