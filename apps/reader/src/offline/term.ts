import type { Downloads } from '@kiosk/domain/reading/download-endpoints'

/** What this device believes of the time of the house. Milliseconds since 1970. */
export type Clock = {
  /** The latest time of the house it has seen, or lived to see: never goes back without a contact. */
  latest: number
  /** How far the house was ahead of the device's own clock at the last contact. */
  ahead: number
}
/** Why a copy does not open: its term ended, the house lists it no more, nobody is signed in, or somebody else is. */
export type Lock = 'term' | 'gone' | 'signed-out' | 'other-reader'

export const afterContact = (house: number, device: number): Clock => ({ latest: house, ahead: house - device })

/** The time of the house as far as can be told without it: setting the device's clock back does not turn it back. */
export const houseTime = (clock: Clock, device: number): number => Math.max(clock.latest, device + clock.ahead)

/** After another look at the device's clock, `elapsed` milliseconds of running time after the one before. */
export const afterLook = (clock: Clock, device: number, elapsed: number): Clock => ({
  ...clock,
  latest: Math.max(clock.latest + Math.max(0, elapsed), device + clock.ahead),
})

/** Without a network only the term counts. `until`: milliseconds. */
export const lockWithoutContact = (until: number, clock: Clock, device: number): Lock | null =>
  houseTime(clock, device) >= until ? 'term' : null

/** What the house's list says of a copy; `null` = nobody is signed in. */
export function lockAtContact(copy: { uid: string; reader: string; until: number }, list: Downloads | null): Lock | null {
  if (!list) return 'signed-out'
  if (list.downloads.some(({ uid, until }) => uid === copy.uid && Date.parse(until) > Date.parse(list.now))) return null
  if (copy.reader !== list.reader) return 'other-reader'
  return copy.until <= Date.parse(list.now) ? 'term' : 'gone'
}
