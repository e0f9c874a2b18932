import { addressOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'

/** Filter of a list: none, a subscription model, a category, or the archive of a title, optionally of one year. */
export type Selection = {
  subscription?: number | undefined
  category?: string | undefined
  magazine?: string | undefined
  year?: number | undefined
}

/** The fields of an issue that its card shows; the others stay on the server. */
export type CardIssue = Pick<
  Issue,
  | 'uid'
  | 'titleLine'
  | 'detailLine'
  | 'coverURL'
  | 'coverWidth'
  | 'coverHeight'
  | 'coverColour'
  | 'showAds'
  | 'canDownload'
  | 'opens'
>

/** One page of a list. `after` is the start of the next page; null = last page. */
export type ShelfPage = { issues: CardIssue[]; after: string | null }

export function cardIssue(issue: Issue): CardIssue {
  const { uid, titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour, showAds, canDownload, opens } = issue
  return { uid, titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour, showAds, canDownload, opens }
}

export function selectionOf(query: URLSearchParams): Selection {
  const subscription = query.get('subscription') ?? ''
  const category = nameIn(query, 'category')
  const magazine = nameIn(query, 'magazine')
  const year = yearIn(query)
  return {
    ...(/^[1-9]\d{0,2}$/.test(subscription) && { subscription: Number(subscription) }),
    ...(category && { category }),
    ...(magazine && { magazine }),
    ...(year && { year }),
  }
}

/** Returns `?year=` of an address; undefined = all years. */
export function yearIn(query: URLSearchParams): number | undefined {
  const year = query.get('year') ?? ''
  return /^(1[89]|20|21)\d\d$/.test(year) ? Number(year) : undefined
}

function nameIn(query: URLSearchParams, name: string): string | null {
  const value = query.get(name) ?? ''
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(value) ? value : null
}

/** Returns `?after=` of a catalogue address; null = first page. */
export function afterIn(query: URLSearchParams): string | null {
  const after = query.get('after') ?? ''
  return after.length > 0 && after.length <= 200 ? after : null
}

/** Returns the catalogue address of a selection, starting at `after`; it works as a plain link. */
export function shelfAddress(selection: Selection, after: string | null = null): string {
  return addressOf('catalogue', { ...selection, after })
}

/** Path of further pages as JSON. */
export const SHELF_DATA = '/feeds/shelf.json'

/** Returns the address of the JSON with up to `limit` issues of a selection, starting at `after`. */
export function shelfDataAddress(selection: Selection, after: string | null, limit?: number): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...selection, after, limit })) if (value) query.set(name, String(value))
  return `${SHELF_DATA}?${query}`
}
