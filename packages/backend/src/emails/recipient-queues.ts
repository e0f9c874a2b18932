import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 50

/** Mails in hand by the host of their recipients. */
export type Lane = { inHand: Map<string, Set<{ began: number }>>; mostOfHost: number; slowAfterMs: number }
type Place = { leave(): void }

/** @param mostOfHost how many mails for one host may be in hand at once */
export function createLane(mostOfHost: number, slowAfterMs = 3_000): Lane {
  return { inHand: new Map(), mostOfHost, slowAfterMs }
}

/**
 * A place for a mail among those in hand, so that one slow host never has them all. Where its host has enough of them, it waits
 * for one to leave; null where they take too long for that.
 */
export async function placeFor(address: string, lane: Lane | undefined): Promise<Place | null> {
  if (!lane) return { leave() {} }
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  for (;;) {
    const mails = lane.inHand.get(host) ?? new Set()
    if (mails.size < lane.mostOfHost) {
      const mail = { began: Date.now() }
      lane.inHand.set(host, mails.add(mail))
      return {
        leave() {
          mails.delete(mail)
          if (mails.size === 0) lane.inHand.delete(host)
        },
      }
    }
    const [oldest] = mails
    if (oldest && Date.now() - oldest.began > lane.slowAfterMs) return null
    await sleep(LOOK_AGAIN_MS)
  }
}
