import type { Downloads } from '@kiosk/domain/reading/download-endpoints'

/** This device's estimate of server time. Milliseconds since 1970. */
export type Clock = {
  /** The latest server time seen or elapsed: only a sync can set it back. */
  latest: number
  /** Offset of server time from the device clock at the last sync. */
  ahead: number
}
/** Why a download is locked: expired, no longer listed by the server, signed out, or another account. */
export type Lock = 'term' | 'gone' | 'signed-out' | 'other-reader'

export const afterContact = (server: number, device: number): Clock => ({ latest: server, ahead: server - device })

/** The estimated server time: setting the device clock back does not turn it back. */
export const serverTime = (clock: Clock, device: number): number => Math.max(clock.latest, device + clock.ahead)

/** The estimate after another clock check, `elapsed` milliseconds of running time after the previous one. */
export const afterLook = (clock: Clock, device: number, elapsed: number): Clock => ({
  ...clock,
  latest: Math.max(clock.latest + Math.max(0, elapsed), device + clock.ahead),
})

/** Offline only the expiry counts. `until`: milliseconds. */
export const lockWithoutContact = (until: number, clock: Clock, device: number): Lock | null =>
  serverTime(clock, device) >= until ? 'term' : null

/** The lock according to the server's list; `null` = nobody is signed in. */
export function lockAtContact(download: { uid: string; reader: string; until: number }, list: Downloads | null): Lock | null {
  if (!list) return 'signed-out'
  if (list.downloads.some(({ uid, until }) => uid === download.uid && Date.parse(until) > Date.parse(list.now))) return null
  if (download.reader !== list.reader) return 'other-reader'
  return download.until <= Date.parse(list.now) ? 'term' : 'gone'
}
