import { addressOf } from '@kiosk/domain/addresses'
import { LONGEST_TERM_CHARACTERS } from '@kiosk/domain/catalogue/limits'
import { isDay } from '@kiosk/domain/iso-time'

/** Terms that would be other paths below /magazines, or that browsers collapse in a path. */
const UNFIT_FOR_PATH = new Set(['issuelinks', 'issues', '.', '..'])

/** Returns the search term of a catalogue address: the path segment, else `?search=`; null = no search. */
export function searchTerm(segment: string | undefined, query: URLSearchParams): string | null {
  for (const options of [segment, query.get('search')]) {
    const term = (options ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TERM_CHARACTERS).trim()
    if (term) return term
  }
  return null
}

/** Filters of a search: title key, two-letter language, dates of issue; and the sort order, by default the best first. */
export type Narrowing = {
  title?: string | undefined
  language?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order?: 'newest' | undefined
}

/** Returns the filters of a catalogue address; invalid ones are ignored. */
export function narrowingIn(query: URLSearchParams): Narrowing {
  const value = (name: string, shape: RegExp) => {
    const found = query.get(name) ?? ''
    return shape.test(found) ? found : undefined
  }
  const day = (name: string) => {
    const found = query.get(name) ?? ''
    return isDay(found) ? found : undefined
  }
  const narrowing = {
    title: value('title', /^[a-z0-9][a-z0-9-]{0,99}$/),
    language: value('language', /^[a-z]{2}$/),
    from: day('from'),
    to: day('to'),
    order: query.get('order') === 'newest' ? ('newest' as const) : undefined,
  }
  return Object.fromEntries(Object.entries(narrowing).filter(([, each]) => each !== undefined))
}

/** Returns the address of a search: the term as a path segment, or as a query if the path is reserved. */
export function searchAddress(term: string, narrowing: Narrowing = {}, after: string | null = null): string {
  const rest = { ...narrowing, after }
  if (!UNFIT_FOR_PATH.has(term.toLowerCase())) return addressOf('catalogue', { search: term, ...rest })
  const [, query = ''] = addressOf('catalogue', rest).split('?')
  return `${addressOf('catalogue')}?search=${encodeURIComponent(term)}${query && `&${query}`}`
}
