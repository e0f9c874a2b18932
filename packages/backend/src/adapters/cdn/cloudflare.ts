import type { Cdn } from './port.ts'
import { inParts, sendPurge } from './purge-request.ts'

const API = 'https://api.cloudflare.com/client/v4'
/** Cloudflare's maximum number of tags per request. */
const MOST_TAGS = 100

/**
 * Cloudflare purges by cache tags, and never softly (https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/).
 */
export function cloudflare({ service: zone, token, api = API }: { service: string; token: string; api?: string }): Cdn {
  return {
    name: 'cloudflare',
    async purge({ keys }) {
      for (const tags of inParts(keys, MOST_TAGS)) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const url = `${api}/zones/${encodeURIComponent(zone)}/purge_cache`
        const response = await sendPurge(url, { method: 'POST', headers, body: JSON.stringify({ tags }) })
        const { success } = (await response.json()) as { success?: boolean }
        if (success !== true) throw new Error('the CDN answered a purge without success')
      }
    },
  }
}
