import { addressOf } from '@kiosk/domain/addresses'
import { isDay } from '@kiosk/domain/iso-time'

/** Longest term that is searched for; the API refuses more. Characters. */
export const LONGEST_TERM = 200

/** Words that are paths of their own below /magazines, or that a browser folds away as a path segment. */
const UNFIT_FOR_PATH = new Set(['issuelinks', 'issues', '.', '..'])

/** The term a catalogue address asks for: the path segment first, then `?search=`; null = no search. */
export function searchTerm(segment: string | undefined, query: URLSearchParams): string | null {
  for (const given of [segment, query.get('search')]) {
    const term = (given ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TERM).trim()
    if (term) return term
  }
  return null
}

/** What a search is narrowed to: a title's key, a language of two letters, days of issue; and its order. */
export type Narrowing = {
  title?: string | undefined
  language?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order?: 'best' | undefined
}

/** The narrowing a catalogue address asks for; what can't be is left out. */
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
    order: query.get('order') === 'best' ? ('best' as const) : undefined,
  }
  return Object.fromEntries(Object.entries(narrowing).filter(([, each]) => each !== undefined))
}

/** Address of a search: the term as path segment, as query where a path of that name exists already. */
export function searchAddress(term: string, narrowing: Narrowing = {}, after: string | null = null): string {
  const rest = { ...narrowing, after }
  if (!UNFIT_FOR_PATH.has(term.toLowerCase())) return addressOf('catalogue', { search: term, ...rest })
  const [, query = ''] = addressOf('catalogue', rest).split('?')
  return `${addressOf('catalogue')}?search=${encodeURIComponent(term)}${query && `&${query}`}`
}
