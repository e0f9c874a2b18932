import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

const LOOK_AGAIN_MS = 50
/** More e-mails than a server sends until a job runs again whose end could not be recorded. */
const MOST_REMEMBERED = 10_000

/**
 * E-mails being sent, by recipient host (`began`: as `performance.now()`), and the first jobs with the payloads of accepted
 * e-mails.
 */
export type Lane = {
  inHand: Map<string, Set<{ began: number }>>
  mostOfHost: number
  slowAfterMs: number
  accepted: LRUCache<string, true>
}
type Place = { leave(): void }

/** @param mostOfHost maximum number of concurrent e-mails to one host */
export function createLane(mostOfHost: number, slowAfterMs = 3_000): Lane {
  return { inHand: new Map(), mostOfHost, slowAfterMs, accepted: new LRUCache({ max: MOST_REMEMBERED }) }
}

/**
 * Acquires a slot for an e-mail, so that one slow host never occupies all of them. If its host has reached its maximum, the
 * e-mail waits for a free slot; null if that takes too long.
 */
export async function placeFor(address: string, lane: Lane | undefined): Promise<Place | null> {
  if (!lane) return { leave() {} }
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  for (;;) {
    const mails = lane.inHand.get(host) ?? new Set()
    if (mails.size < lane.mostOfHost) {
      const mail = { began: performance.now() }
      lane.inHand.set(host, mails.add(mail))
      return {
        leave() {
          mails.delete(mail)
          if (mails.size === 0) lane.inHand.delete(host)
        },
      }
    }
    const [oldest] = mails
    if (oldest && performance.now() - oldest.began > lane.slowAfterMs) return null
    await sleep(LOOK_AGAIN_MS)
  }
}
