import { cookieIn } from '@kiosk/domain/cookies'
import { ownPath } from '@kiosk/domain/own-path'
import { HOUR_SECONDS } from '@kiosk/domain/time'
import { handedOn } from '../shell/cookies.ts'

const COOKIE = 'after-purchase'
/** Only the pages of a purchase receive the cookie. */
const PATH = '/user/payment'

/**
 * Headers that remember where the buyer came from (`?redirect=` of the order), so that reading can go on there after the
 * provider's pages; empty without it.
 */
export function rememberPlace(publicUrl: string, { searchParams }: URL): { headers: HeadersInit } {
  const path = ownPath(searchParams.get('redirect'))
  return { headers: path === null ? [] : [['set-cookie', handedOn(COOKIE, path, PATH, HOUR_SECONDS, publicUrl)]] }
}

/** The remembered path of a request; null = none. */
export function rememberedPlace(request: Request): string | null {
  const held = cookieIn(request.headers.get('cookie'), COOKIE)
  try {
    return held === null ? null : ownPath(decodeURIComponent(held))
  } catch {
    return null
  }
}
