import { clearSiteData } from '@kiosk/domain/accounts/shared-device'
import type { RequestContext } from '../http/handler.ts'
import { sessionCookies } from './cookies.ts'

type Call = Pick<RequestContext, 'request' | 'reply' | 'ctx'>

/** Makes the sign-in cookies end with the browser on a shared device; otherwise marks the device as private again. */
export function markSharedDevice({ request, reply, ctx }: Call, shared: boolean): void {
  const cookies = sessionCookies(ctx.publicUrl)
  if (!shared) {
    if (cookies.sharedIn(request)) reply.append('set-cookie', cookies.noShared())
    return
  }
  endWithBrowser(reply)
  reply.append('set-cookie', cookies.shared())
}

/** Removes the lifetime from the session and device cookies of a reply, so that they end with the browser. */
export function endWithBrowser(reply: Headers): void {
  const set = reply.getSetCookie()
  reply.delete('set-cookie')
  for (const cookie of set)
    reply.append('set-cookie', cookie.replace(/^((?:__Host-)?session|device)=([^;]+); Max-Age=[1-9]\d*;/, '$1=$2;'))
}

/** Returns whether the reader said at sign-in that others use this device too. */
export function isOnSharedDevice({ request, ctx }: Pick<Call, 'request' | 'ctx'>): boolean {
  return sessionCookies(ctx.publicUrl).sharedIn(request)
}

/**
 * Clears the browser when a session ends. `everything`: the account is deleted or the device is shared, so the device
 * cookie and all browser storage are cleared too.
 */
export function forgetInBrowser({ reply, ctx }: Pick<Call, 'reply' | 'ctx'>, everything: boolean): void {
  const cookies = sessionCookies(ctx.publicUrl)
  reply.append('set-cookie', cookies.noSession())
  if (everything) {
    reply.append('set-cookie', cookies.noDevice())
    reply.append('set-cookie', cookies.noShared())
  }
  reply.set('clear-site-data', clearSiteData(reply.getSetCookie())!)
}
