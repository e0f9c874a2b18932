import { randomNumbers } from '@kiosk/domain/random-numbers'

/** Seeded random numbers: the same seed gives the same newsstand. */
export type SeededRandom = {
  /** 0 ≤ n < 1 */
  next(): number
  /** a ≤ n < b */
  between(a: number, b: number): number
  /** Whole number, a ≤ n ≤ b. */
  whole(a: number, b: number): number
  pick<T>(from: readonly T[]): T
  /** Returns a shuffled copy. */
  shuffled<T>(from: readonly T[]): T[]
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean
}

export function random(seed: string): SeededRandom {
  // FNV-1a hashes the seed.
  let state = 2166136261
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 16777619)
  const next = randomNumbers(state)
  const whole = (a: number, b: number) => a + Math.floor(next() * (b - a + 1))
  return {
    next,
    whole,
    between: (a, b) => a + next() * (b - a),
    pick: (from) => from[Math.floor(next() * from.length)]!,
    shuffled(from) {
      const all = [...from]
      for (let at = all.length - 1; at > 0; at--) {
        const other = whole(0, at)
        const swapped = all[at]!
        all[at] = all[other]!
        all[other] = swapped
      }
      return all
    },
    chance: (share) => next() < share,
  }
}
