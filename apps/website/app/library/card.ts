import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import type { Place, ShelfIssue } from '@kiosk/domain/reading/shelf-endpoints'
import { placeCover } from '@kiosk/ui/cover'
import { detailParts } from '@kiosk/ui/issue-card'

export const CARD_HEIGHT_PIXELS = COVER_HEIGHT_PIXELS.carousel

type Listed = {
  issue: ShelfIssue
  /** Default: the reader's position in the issue. */
  href?: string
  /** Last reading position. */
  place?: Place
  /** Published since the title was last opened. */
  fresh?: boolean
  /** Reason for the recommendation: a title. */
  because?: string
}
/** What a card shows, as texts for the slots of a page. */
export type Card = {
  uid: string
  href: string
  src: string
  srcSet: string
  width: string
  colour: string
  titleLine: string
  detail: { text: string; day: 'yes' | 'no' }[]
  /** Text below the lines. */
  tells: 'place' | 'fresh' | 'reason' | 'nothing'
  page: string
  pageCount: string
  because: string
}

/** Returns the card of an issue in a list. */
export function cardOf({ issue, href, place, fresh, because }: Listed): Card {
  const { uid, titleLine } = issue
  const { width, ...cover } = placeCover(issue, CARD_HEIGHT_PIXELS)
  return {
    uid,
    titleLine,
    ...cover,
    width: String(width),
    href: href ?? readerAddress('/reader', uid, { page: place?.page, article: place?.article ?? undefined }),
    detail: detailParts(issue.detailLine).map(({ text, isDay }) => ({ text, day: isDay ? 'yes' : 'no' })),
    tells: place ? 'place' : fresh ? 'fresh' : because === undefined ? 'nothing' : 'reason',
    page: String(place?.page ?? ''),
    pageCount: String(issue.pageCount),
    because: because ?? '',
  }
}

/** Returns the card of an issue that the reader may not know: it leads to the issue's page, which says what may be read. */
export function newIssueCard(issue: ShelfIssue): Card {
  return cardOf({ issue, href: addressOf('issue', { id: issue.uid }) })
}
