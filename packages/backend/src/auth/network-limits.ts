import { networksOf } from '../http/networks.ts'
import { TooMany } from '../http/too-many-requests.ts'
import type { NetworkLimitName, RateLimitName, RateLimits } from './rate-limits.ts'

const LEVELS = ['', '-56', '-48'] as const

/**
 * Limits attempts per network: for IPv6 the /64, and with higher limits the /56 and the /48 around it, because one line has up to
 * 65,536 /64 networks. Checks the narrowest first, so that a network at its limit does not use up those of wider ones.
 * @param about subject of the attempts, such as an address, if each subject has its own counter
 */
export function networkLimit(rateLimits: RateLimits, limit: NetworkLimitName, address: string, about = '') {
  const levels = networksOf(address).map((network, level): [RateLimitName, string] => [
    `${limit}${LEVELS[level]!}`,
    about === '' ? network : `${about} from ${network}`,
  ])

  async function count(): Promise<number | null> {
    for (const [name, key] of levels) {
      const seconds = await rateLimits.count(name, key)
      // A wider network at its limit may have to wait longer.
      if (seconds !== null) return (await rateLimits.checkAll(levels)) ?? seconds
    }
    return null
  }

  return {
    /** Counts one attempt. Returns Retry-After in seconds, or null if allowed. */
    count,
    /** Counts one attempt. @throws TooMany */
    async consume(): Promise<void> {
      const seconds = await count()
      if (seconds !== null) throw new TooMany(seconds)
    },
    /** Counts nothing. @throws TooMany */
    async assertNotLimited(): Promise<void> {
      const seconds = await rateLimits.checkAll(levels)
      if (seconds !== null) throw new TooMany(seconds)
    },
    async reset(): Promise<void> {
      for (const [name, key] of levels) await rateLimits.reset(name, key)
    },
  }
}
