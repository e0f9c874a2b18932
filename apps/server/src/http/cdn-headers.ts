import type { CdnKind } from '@kiosk/backend/adapters/cdn/settings'
import { CDN_CONTROL_HEADER, PAGE_AT_CDN } from '@kiosk/domain/cache-rules'
import { EVERYTHING, PAGES, SURROGATE_KEY_HEADER } from '@kiosk/domain/surrogate-keys'
import { SECOND_MS } from '@kiosk/domain/time'

/** What each kind of CDN calls the surrogate keys of an answer, and how it separates them. */
const KEY_HEADERS: Record<CdnKind, { name: string; separator: string }> = {
  varnish: { name: 'xkey', separator: ' ' },
  fastly: { name: SURROGATE_KEY_HEADER, separator: ' ' },
  cloudflare: { name: 'cache-tag', separator: ',' },
}
/** Fastly reads this header (W3C Edge Architecture), the others read the one of RFC 9213. */
const FASTLY_CONTROL_HEADER = 'surrogate-control'

/** A page that is sent to many. */
type SentPage = { status: number; shows: readonly string[]; renderedAt: number; isOld?: true }

/**
 * Tells the configured CDN how long it may keep an answer and with which keys it is purged. Without a CDN, no such header is
 * sent.
 */
export function createCdnHeaders(kind: CdnKind | null) {
  const nameOfControl = kind === 'fastly' ? FASTLY_CONTROL_HEADER : CDN_CONTROL_HEADER
  const keysFor = (keys: readonly string[]): [name: string, value: string] => {
    const { name, separator } = KEY_HEADERS[kind!]
    return [name, [...keys, EVERYTHING].join(separator)]
  }

  return {
    /** Whether answers are kept by a CDN. */
    isUsed: kind !== null,

    /** Returns headers for a page of visitors, names and values in turn. `now`: milliseconds since 1970. */
    ofPage({ status, shows, renderedAt, isOld }: SentPage, now: number): string[] {
      if (kind === null || status !== 200) return []
      // What changed while it was rendered was purged before the CDN got it.
      if (isOld) return [nameOfControl, 'no-store']
      const { freshSeconds, staleSeconds } = PAGE_AT_CDN
      const left = Math.max(0, freshSeconds - Math.floor((now - renderedAt) / SECOND_MS))
      const fresh = kind === 'fastly' ? `max-age=${left}` : `s-maxage=${left}`
      return [nameOfControl, `${fresh}, stale-while-revalidate=${staleSeconds}`, ...keysFor([...shows, PAGES])]
    },

    /** Puts the headers of any other answer into the words of the CDN. */
    finish(headers: Headers): void {
      const keys = headers.get(SURROGATE_KEY_HEADER)
      if (keys !== null) headers.delete(SURROGATE_KEY_HEADER)
      if (kind === null) return
      const control = headers.get(CDN_CONTROL_HEADER)
      if (control !== null && nameOfControl !== CDN_CONTROL_HEADER) {
        headers.delete(CDN_CONTROL_HEADER)
        headers.set(nameOfControl, control.replace('s-maxage', 'max-age'))
      }
      const isKept =
        control === null ? /^public, max-age=/.test(headers.get('cache-control') ?? '') : !control.includes('no-store')
      if (isKept) headers.set(...keysFor(keys?.split(' ') ?? []))
    },
  }
}

export type CdnHeaders = ReturnType<typeof createCdnHeaders>
