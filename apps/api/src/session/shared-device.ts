import { clearSiteData } from '@kiosk/domain/accounts/shared-device'
import type { Asking } from '../endpoint.ts'
import { sessionCookies } from './cookies.ts'

type Call = Pick<Asking, 'request' | 'reply' | 'house'>

/** Makes the cookies of a sign-in end with the browser where others use the device too; otherwise it is its owner's again. */
export function markSharedDevice({ request, reply, house }: Call, shared: boolean): void {
  const cookies = sessionCookies(house.publicUrl)
  if (!shared) {
    if (cookies.sharedIn(request)) reply.append('set-cookie', cookies.noShared())
    return
  }
  endWithBrowser(reply)
  reply.append('set-cookie', cookies.shared())
}

/** Takes the lifetime from the session and device cookies that a reply sets: they end with the browser. */
export function endWithBrowser(reply: Headers): void {
  const set = reply.getSetCookie()
  reply.delete('set-cookie')
  for (const cookie of set)
    reply.append('set-cookie', cookie.replace(/^((?:__Host-)?session|device)=([^;]+); Max-Age=[1-9]\d*;/, '$1=$2;'))
}

/** Whether somebody said at sign-in that others use this device too. */
export function isOnSharedDevice({ request, house }: Pick<Call, 'request' | 'house'>): boolean {
  return sessionCookies(house.publicUrl).sharedIn(request)
}

/**
 * What the browser forgets when a session ends. `everything`: the account is gone or others use the device, so the device
 * cookie and all browser storage go as well.
 */
export function forgetInBrowser({ reply, house }: Pick<Call, 'reply' | 'house'>, everything: boolean): void {
  const cookies = sessionCookies(house.publicUrl)
  reply.append('set-cookie', cookies.noSession())
  if (everything) {
    reply.append('set-cookie', cookies.noDevice())
    reply.append('set-cookie', cookies.noShared())
  }
  reply.set('clear-site-data', clearSiteData(reply.getSetCookie())!)
}
