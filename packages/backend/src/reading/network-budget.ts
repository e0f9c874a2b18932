import type { RateLimits } from '../auth/rate-limits.ts'
import { networksOf } from '../http/networks.ts'

/**
 * Rate limit for visitors without an account, by the narrowest network of the address, and by the widest with a higher
 * limit: one line has up to 65,536 networks of 64 bits.
 * @param points cost of this request
 * @returns seconds to wait, or null if allowed
 */
export async function countByNetworks(
  rateLimits: RateLimits,
  limit: 'closed-search' | 'page-drawing',
  address: string,
  points = 1,
): Promise<number | null> {
  const [narrow, ...wider] = networksOf(address)
  const widest = wider.at(-1)
  const seconds = await rateLimits.count(limit, narrow, points)
  return seconds ?? (widest === undefined ? null : rateLimits.count(`${limit}-wide`, widest, points))
}
