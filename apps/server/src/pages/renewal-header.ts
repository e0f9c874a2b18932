import { isEqualSecret } from '@kiosk/backend/is-equal-secret'
import { keyedHash } from '@kiosk/backend/keyed-hash'
import { MINUTE_MS } from '@kiosk/domain/time'

/** Header of a call by another server of this newsstand (`API_URL`) that renders a page again for nobody in particular. */
export const RENEWAL_HEADER = 'x-kiosk-renewal'
/** The visitor for whom a page is rendered again: it counts against no limit, and the address belongs to nobody. */
export const NOBODY = { address: '127.0.0.1', counted: false, renews: true, ahead: false } as const
/** How long a header is valid: clocks of two servers may differ. */
const VALID_MS = 5 * MINUTE_MS

/**
 * Returns the header for a page of a country. It is signed, because calls with it count against no limit.
 * @param secret of this instance, the same on every server
 * @param country ISO 3166-1 alpha-2; null: unknown
 * @param now milliseconds since 1970
 */
export function renewalHeader(secret: Buffer, country: string | null, now: number): string {
  const claim = `${country ?? ''}.${now}`
  return `${claim}.${signatureOf(secret, claim)}`
}

/** Returns the country in a header that is valid; null: it is not. */
export function renewalIn(secret: Buffer, header: string, now: number): { country: string | null } | null {
  const [, claim = '', country = '', at, signature = ''] = /^(([A-Z]{0,2})\.(\d{1,15}))\.([\w-]{43})$/.exec(header) ?? []
  if (!isEqualSecret(signature, signatureOf(secret, claim))) return null
  return Math.abs(now - Number(at)) <= VALID_MS ? { country: country || null } : null
}

function signatureOf(secret: Buffer, claim: string): string {
  return keyedHash(secret, `renewal ${claim}`)
}
