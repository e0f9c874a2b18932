import { networksOf } from '../rate-limits.ts'
import { TooMany } from '../too-many.ts'
import type { Attempt, Attempts, NetworkAttempt } from './attempts.ts'

const LEVELS = ['', '-56', '-48'] as const

/**
 * Attempts of a caller by network: of an IPv6 address its /64, and with growing bounds the /56 and the /48 around it, because
 * one line has up to 65,536 networks of 64 bits. The narrowest counts first: one that reached its bound fills no wider one.
 * @param about what the attempts are about, where each of it is counted by itself
 */
export function networkAttempts(attempts: Attempts, attempt: NetworkAttempt, address: string, about = '') {
  const levels = networksOf(address).map((network, level): [Attempt, string] => [
    `${attempt}${LEVELS[level]!}`,
    about === '' ? network : `${about} from ${network}`,
  ])

  async function firstWait(ask: Attempts['look']): Promise<number | null> {
    for (const [name, key] of levels) {
      const seconds = await ask(name, key)
      if (seconds !== null) return seconds
    }
    return null
  }
  const count = () => firstWait((name, key) => attempts.count(name, key))

  return {
    /** Counts one attempt; seconds to wait, or null = go on. */
    count,
    /** Counts one attempt. @throws TooMany */
    async admit(): Promise<void> {
      const seconds = await count()
      if (seconds !== null) throw new TooMany(seconds)
    },
    /** Looks without counting. @throws TooMany */
    async demandFew(): Promise<void> {
      const seconds = await firstWait(attempts.look)
      if (seconds !== null) throw new TooMany(seconds)
    },
    async forget(): Promise<void> {
      for (const [name, key] of levels) await attempts.forget(name, key)
    },
  }
}
