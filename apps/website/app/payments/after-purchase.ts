import { decodedCookieIn } from '@kiosk/domain/cookies'
import { returnPath } from '@kiosk/domain/return-path'
import { HOUR_SECONDS } from '@kiosk/domain/time'
import { shortLivedCookie } from '../shell/cookies.ts'

const COOKIE = 'after-purchase'
/** Only the pages of a purchase receive the cookie. */
const PATH = '/user/payment'

/**
 * Headers that remember where the buyer came from (`?redirect=` of the order), so that reading can continue there after the
 * provider's pages; empty without it.
 * @param account `accountReference` of the buyer; an account that signs in afterwards is not led to what this one reads
 */
export function rememberPlace(publicUrl: string, { searchParams }: URL, account = ''): { headers: HeadersInit } {
  const path = returnPath(searchParams.get('redirect'))
  if (path === null) return { headers: [] }
  return { headers: [['set-cookie', shortLivedCookie(COOKIE, account + path, PATH, HOUR_SECONDS, publicUrl)]] }
}

/** The path that a request of this account remembers; null = none. */
export function rememberedPlace(request: Request, account = ''): string | null {
  const place = decodedCookieIn(request.headers.get('cookie'), COOKIE) ?? ''
  return place.startsWith(`${account}/`) ? returnPath(place.slice(account.length)) : null
}
