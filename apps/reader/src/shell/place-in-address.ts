import { readerAddress } from '@kiosk/domain/addresses'
import { attributionIn, withAttribution } from '@kiosk/domain/campaigns/attribution'

/** The page and article in an address of the reader; null where missing. */
export type AddressedPlace = { page: number | null; article: string | null }

export function placeInAddress(search: string): AddressedPlace {
  const query = new URLSearchParams(search)
  const page = query.get('p')
  const article = query.get('a')
  return {
    page: page && /^\d{1,6}$/.test(page) && Number(page) > 0 ? Number(page) : null,
    article: article && /^\d{1,18}$/.test(article) ? article : null,
  }
}

/** Returns the address of a place in the issue, with the attribution of the current one. */
export const addressHere = ({ uid }: { uid: string }, at: Parameters<typeof readerAddress>[2]) =>
  withAttribution(readerAddress('/reader', uid, at), attributionIn(location.href))
