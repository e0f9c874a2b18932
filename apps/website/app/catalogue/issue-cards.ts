import { addressOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { CATALOGUE_INITIAL, LETTER } from '@kiosk/domain/catalogue/limits'

/**
 * What a list shows. Titles, each as its current issue, unless it selects issues: those of a subscription model, a title or a
 * year, or all of them.
 */
export type Selection = {
  list?: 'issues' | undefined
  subscription?: number | undefined
  category?: string | undefined
  magazine?: string | undefined
  year?: number | undefined
  language?: string | undefined
  country?: string | undefined
  letter?: string | undefined
  /** YYYY-MM-DD */
  since?: string | undefined
  /** By default mixed, or in a category, newest first. */
  order?: 'newest' | 'name' | undefined
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
  const ofIssues: Selection = {
    ...(query.get('list') === 'issues' && { list: 'issues' }),
    ...(/^[1-9]\d{0,2}$/.test(subscription) && { subscription: Number(subscription) }),
    ...(magazine && { magazine }),
    ...(year && { year }),
  }
  const language = matching(query, 'language', /^[a-z]{2,3}$/)
  const country = matching(query, 'country', /^[A-Z]{2}$/)
  const letter = matching(query, 'letter', LETTER)
  const since = matching(query, 'since', /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  const order = query.get('order')
  const ofTitles: Selection = {
    ...(language && { language }),
    ...(country && { country }),
    ...(letter && { letter }),
    ...(since && { since }),
    ...((order === 'newest' || order === 'name') && { order }),
  }
  return { ...(category && { category }), ...(showsTitles(ofIssues) ? ofTitles : ofIssues) }
}

/** Returns whether a selection lists titles; otherwise it lists issues. */
export function showsTitles({ list, subscription, magazine, year }: Selection): boolean {
  return list === undefined && subscription === undefined && magazine === undefined && year === undefined
}

/** Returns `?year=` of an address; undefined = all years. */
export function yearIn(query: URLSearchParams): number | undefined {
  const year = query.get('year') ?? ''
  return /^(1[89]|20|21)\d\d$/.test(year) ? Number(year) : undefined
}

function nameIn(query: URLSearchParams, name: string): string | null {
  return matching(query, name, /^[a-z0-9][a-z0-9-]{0,63}$/)
}

function matching(query: URLSearchParams, name: string, pattern: RegExp): string | null {
  const value = query.get(name) ?? ''
  return pattern.test(value) ? value : null
}

/** Returns `?after=` of a catalogue address; null = first page. */
export function afterIn(query: URLSearchParams): string | null {
  const after = query.get('after') ?? ''
  return after.length > 0 && after.length <= 200 ? after : null
}

/** Returns `?limit=` of a catalogue address: the number of cards, which a restored list requests; at most a hundred. */
export function limitIn(query: URLSearchParams): number {
  const limit = query.get('limit') ?? ''
  return /^([1-9]\d?|100)$/.test(limit) ? Number(limit) : CATALOGUE_INITIAL
}

/** Returns the catalogue address of a selection, starting at `after`; it works as a plain link. */
export function shelfAddress(selection: Selection, after: string | null = null): string {
  return addressOf('catalogue', { ...selection, after })
}
