import type { Cdn } from './port.ts'
import { inParts, sendPurge } from './purge-request.ts'

/** A header line of Varnish may have 8 KB (`http_req_hdr_len`), a key some 60 bytes. */
const MOST_KEYS = 100

/**
 * Varnish with `ops/varnish.vcl`, which passes these headers to vmod `xkey`.
 * @param address its listener for purges: `http://10.0.0.5:6082`; each Varnish counts as a separate CDN
 */
export function varnish(address: string): Cdn {
  return {
    name: `varnish ${new URL(address).host}`,
    async purge({ keys, soft }) {
      for (const part of inParts(keys, MOST_KEYS)) {
        const headers = { [soft ? 'xkey-softpurge' : 'xkey-purge']: part.join(' ') }
        await sendPurge(new URL('/', address).href, { method: 'PURGE', headers })
      }
    },
  }
}
