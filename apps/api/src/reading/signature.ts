import { createHmac, timingSafeEqual } from 'node:crypto'
import { SIGNATURE_TERM } from '@kiosk/domain/reading/terms'

/**
 * What a signed page address opens: the first `pages` pages of one revision of an issue, until then (seconds since 1970),
 * for one session. Visitors' addresses are good for everybody, since everybody may ask for them.
 */
export type Opening = { uid: string; revision: number; pages: number; until: number; session: number | null }

export function sign({ uid, revision, pages, until, session }: Opening, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(`page|${uid}|${revision}|${pages}|${until}|${session ?? ''}`)
    .digest('base64url')
}

export function isSigned(opening: Opening, signature: string, secret: Buffer): boolean {
  const expected = Buffer.from(sign(opening, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * When a signature given now ends: between half a term and a whole one away, the same for everybody who asks in the same
 * half, so that browsers keep the pictures behind the addresses. Seconds since 1970.
 */
export function endOfOpening(now: Date): number {
  const half = SIGNATURE_TERM / 2
  return (Math.floor(now.getTime() / 1000 / half) + 2) * half
}

/** Query string that goes behind every page address. */
export function openingQuery(opening: Opening, secret: Buffer): string {
  const { revision, pages, until } = opening
  return new URLSearchParams({
    until: String(until),
    pages: String(pages),
    v: String(revision),
    signature: sign(opening, secret),
  }).toString()
}

/** Kept by the reader's own browser as long as the address holds; never by a shared cache. */
export const pageHeaders = { 'cache-control': `private, max-age=${SIGNATURE_TERM}, immutable` }
