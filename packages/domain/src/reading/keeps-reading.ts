import { bringsSession } from '../accounts/session-cookie.ts'
import { isSharedDevice } from '../accounts/shared-device.ts'

/**
 * Returns whether reading may store data in the browser (places, downloads, the service worker): with an account on the
 * reader's own device, or once the cookie consent was answered; never on a shared device.
 * @param options `cookie`: the Cookie header; `answered`: the cookie consent was answered
 */
export function keepsReading({ cookie, answered }: { cookie: string | null; answered: boolean }): boolean {
  return !isSharedDevice(cookie) && (answered || bringsSession(cookie))
}
