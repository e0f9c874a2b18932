import { networksOf } from '../rate-limits.ts'
import type { Attempts } from '../session/attempts.ts'

/**
 * Counts what a visitor without an account causes, by the narrowest network of the address, and by the widest with a higher
 * bound: one line has up to 65,536 networks of 64 bits.
 * @param points how much this one counts
 * @returns seconds to wait, or null = go on
 */
export async function countByNetworks(
  attempts: Attempts,
  attempt: 'closed-search' | 'page-drawing',
  address: string,
  points = 1,
): Promise<number | null> {
  const [narrow, ...wider] = networksOf(address)
  const widest = wider.at(-1)
  const seconds = await attempts.count(attempt, narrow, points)
  return seconds ?? (widest === undefined ? null : attempts.count(`${attempt}-wide`, widest, points))
}
