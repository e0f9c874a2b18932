import { z } from 'zod'
import { listIn, text } from '../../setting.ts'
import { cloudflare } from './cloudflare.ts'
import { fastly } from './fastly.ts'
import type { Cdn } from './port.ts'
import { varnish } from './varnish.ts'

/** Settings of the operator, as text. Without `CDN`, no shared cache is expected in front of the servers. */
export const CdnVariables = z.object({
  CDN: text('`varnish`, `fastly` or `cloudflare`: a shared cache is in front of the servers'),
  CDN_PURGE_URLS: text('address of each Varnish for purges, separated by commas: `http://10.0.0.5:6082`'),
  CDN_SERVICE: text('service of Fastly, or zone of Cloudflare'),
  CDN_TOKEN: text('token that may purge it', { secret: true }),
})
export const cdnVariables = CdnVariables.keyof().options
type Options = Partial<Record<(typeof cdnVariables)[number], string | undefined>>

/** The kind of CDN decides which headers are sent to it. */
export type CdnKind = 'varnish' | 'fastly' | 'cloudflare'
/** Whether it distinguishes the answers of an address by the headers in `Vary`; Cloudflare ignores nearly all of them. */
export const VARIES_BY_HEADERS: Record<CdnKind, boolean> = { varnish: true, fastly: true, cloudflare: false }
export type CdnSettings =
  | { kind: 'varnish'; purgeUrls: readonly string[] }
  | { kind: 'fastly' | 'cloudflare'; service: string; token: string }

/**
 * Returns the configured CDN; null = none.
 * @returns also `wrong`: messages for the operator
 */
export function cdnFrom(options: Options): { cdn: CdnSettings | null; wrong: string[] } {
  const { CDN: kind, CDN_PURGE_URLS: urls = '', CDN_SERVICE: service, CDN_TOKEN: token } = options
  if (!kind) {
    const unused = cdnVariables.filter((name) => options[name])
    return { cdn: null, wrong: unused.map((name) => `${name}: belongs to CDN, which is not set`) }
  }
  if (kind === 'varnish') {
    const purgeUrls = listIn(urls)
    const isRight = purgeUrls.length > 0 && purgeUrls.every((each) => /^https?:$/.test(URL.parse(each)?.protocol ?? ''))
    // `fetch` refuses such addresses, and every purge would fail.
    if (isRight && purgeUrls.some((each) => URL.parse(each)?.username || URL.parse(each)?.password))
      return { cdn: null, wrong: ['CDN_PURGE_URLS: remove user and password; only the servers may reach these addresses'] }
    if (isRight) return { cdn: { kind, purgeUrls }, wrong: [] }
    return { cdn: null, wrong: ['CDN_PURGE_URLS: the address of each Varnish for purges: http://10.0.0.5:6082'] }
  }
  if (kind !== 'fastly' && kind !== 'cloudflare') return { cdn: null, wrong: ['CDN: varnish, fastly or cloudflare'] }
  if (service && token) return { cdn: { kind, service, token }, wrong: [] }
  const missing = (['CDN_SERVICE', 'CDN_TOKEN'] as const).filter((name) => !options[name])
  return { cdn: null, wrong: missing.map((name) => `${name}: missing, although CDN is set`) }
}

/** Returns the caches that are told about changes: each Varnish separately, or the CDN. */
export function cdnsOf(settings: CdnSettings | null): Cdn[] {
  if (!settings) return []
  if (settings.kind === 'varnish') return settings.purgeUrls.map(varnish)
  return [settings.kind === 'fastly' ? fastly(settings) : cloudflare(settings)]
}
