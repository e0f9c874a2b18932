import { addressOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'

/** What of the shelf is looked at: everything, one subscription model, one category, or one title's archive. */
export type Selection = { subscription?: number | undefined; category?: string | undefined; magazine?: string | undefined }

/** One page of a shelf. `after` is where the next one starts; null = this was the last. */
export type ShelfPage = { issues: Issue[]; after: string | null }

export function selectionOf(query: URLSearchParams): Selection {
  const subscription = query.get('subscription') ?? ''
  return {
    subscription: /^[1-9]\d{0,2}$/.test(subscription) ? Number(subscription) : undefined,
    category: nameIn(query, 'category'),
    magazine: nameIn(query, 'magazine'),
  }
}

function nameIn(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name) ?? ''
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(value) ? value : undefined
}

/** The opaque mark in a `nextUrl`; null where there is no next page. */
export function afterOf(nextUrl: string | undefined): string | null {
  return nextUrl ? new URL(nextUrl, 'http://api').searchParams.get('after') : null
}

/** Address of the catalogue for a selection, from `after` on: the link that also works without a script. */
export function shelfAddress(selection: Selection, after: string | null = null): string {
  return addressOf('catalogue', { ...selection, after })
}

/** Address from which a script fetches the next page as JSON. */
export const SHELF_DATA = '/feeds/shelf.json'
export function shelfDataAddress(selection: Selection, after: string | null): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...selection, after })) if (value) query.set(name, String(value))
  return `${SHELF_DATA}?${query}`
}
