import type { Tier } from '../subscriptions/tariffs.ts'

export type Reader = 'anonymous' | Tier | 'PROMO'
export type Right = {
  /** `all` pages, the `first` pages (decision 18: as many as the operator sets), the first `one`. */
  online: 'all' | 'first' | 'one'
  offline: boolean
  audio: boolean
  ads: boolean
}

/**
 * Who may read what (section 1, decision 18), cell by cell. Age rating and country are asked before this table.
 * PROMO: a free reader while a promo code is active reads as FREE, without advertisements.
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

/** How many pages of an issue the right opens, from the first one on. */
export function pagesOpen(right: Right, pageCount: number, firstPages: number): number {
  if (right.online === 'all') return pageCount
  return Math.min(pageCount, right.online === 'one' ? 1 : firstPages)
}

/** At most every eighth page is followed by an advertisement (design of the calm free tier). */
export const PAGES_BETWEEN_ADS = 8
