import type { Downloads } from '@kiosk/domain/reading/download-endpoints'

/** This device's estimate of server time. Milliseconds since 1970. */
export type Clock = {
  /** Latest server time known, from a sync or elapsed since; only a sync can set it back. */
  latest: number
  /** Difference between server time and device clock at the last sync. */
  ahead: number
}
/** Reason for a lock: expired, no longer listed by the server, signed out, or another account. */
export type Lock = 'term' | 'gone' | 'signed-out' | 'other-reader'

export const afterContact = (server: number, device: number): Clock => ({ latest: server, ahead: server - device })

/** Estimates the server time, which does not go back when the device clock is set back. */
export const serverTime = (clock: Clock, device: number): number => Math.max(clock.latest, device + clock.ahead)

/** Returns the estimate after another clock check; `elapsed` is the running time since the previous one in milliseconds. */
export const afterLook = (clock: Clock, device: number, elapsed: number): Clock => ({
  ...clock,
  latest: Math.max(clock.latest + Math.max(0, elapsed), device + clock.ahead),
})

/** Returns the lock while offline, when only the expiry matters; null = not locked. `until`: milliseconds since 1970. */
export const lockWithoutContact = (until: number, clock: Clock, device: number): Lock | null =>
  serverTime(clock, device) >= until ? 'term' : null

/** Returns the lock according to the server's list; null = not locked. A `list` of null means that nobody is signed in. */
export function lockAtContact(download: { uid: string; reader: string; until: number }, list: Downloads | null): Lock | null {
  if (!list) return 'signed-out'
  if (list.downloads.some(({ uid, until }) => uid === download.uid && Date.parse(until) > Date.parse(list.now))) return null
  if (download.reader !== list.reader) return 'other-reader'
  return download.until <= Date.parse(list.now) ? 'term' : 'gone'
}
