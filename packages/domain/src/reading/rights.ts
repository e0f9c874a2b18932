import type { Tier } from '../subscriptions/plans.ts'

export type Reader = 'anonymous' | Tier | 'PROMO'
export type Right = {
  /** Pages that are open: all, the first few (as many as the operator sets, ADR-0172), or the first one. */
  online: 'all' | 'first' | 'one'
  offline: boolean
  audio: boolean
  ads: boolean
}

/**
 * The rights matrix (ADR-0172). Age rating and country are checked before. PROMO: a free reader with an active promo code
 * reads as FREE, without advertisements.
 */
export const rights = {
  magazine: {
    anonymous: { online: 'first', offline: false, audio: false, ads: true },
    FREE: { online: 'all', offline: false, audio: false, ads: true },
    PROMO: { online: 'all', offline: false, audio: false, ads: false },
    MAGZ: { online: 'all', offline: true, audio: false, ads: false },
    PREMIUM: { online: 'all', offline: true, audio: true, ads: false },
  },
  newspaper: {
    anonymous: { online: 'one', offline: false, audio: false, ads: true },
    FREE: { online: 'one', offline: false, audio: false, ads: true },
    PROMO: { online: 'one', offline: false, audio: false, ads: false },
    MAGZ: { online: 'all', offline: false, audio: false, ads: false },
    PREMIUM: { online: 'all', offline: true, audio: true, ads: false },
  },
} as const satisfies Record<'magazine' | 'newspaper', Record<Reader, Right>>

/**
 * Returns a reader's rights to a title (ADR-0204). `plans`: ids of the plans that include it; null = the matrix alone decides.
 * A listed plan opens every page and has the other rights of its tier. Any other plan opens the front page. Visitors read as
 * the FREE plan allows, and at most as many pages as the matrix opens to them.
 */
export function rightsTo(
  { kind, plans }: { kind: 'magazine' | 'newspaper'; plans: readonly number[] | null },
  { reader, planId }: { reader: Reader; planId: number },
): Right {
  const right: Right = rights[kind][reader]
  if (!plans) return right
  if (!plans.includes(planId)) return { online: 'one', offline: false, audio: false, ads: right.ads }
  return reader === 'anonymous' ? right : { ...right, online: 'all' }
}

/** Returns the number of pages of an issue that a right opens, from the first one on. */
export function pagesOpen(right: Right, pageCount: number, firstPages: number): number {
  if (right.online === 'all') return pageCount
  return Math.min(pageCount, right.online === 'one' ? 1 : firstPages)
}

/** Minimum number of pages between two advertisements (design of the calm free tier). */
export const PAGES_BETWEEN_ADS = 8
