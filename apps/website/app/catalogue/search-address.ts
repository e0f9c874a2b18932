import { addressOf } from '@kiosk/domain/addresses'

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

/** Address of a search: the term as path segment, as query where a path of that name exists already. */
export function searchAddress(term: string): string {
  return UNFIT_FOR_PATH.has(term.toLowerCase())
    ? `${addressOf('catalogue')}?search=${encodeURIComponent(term)}`
    : addressOf('catalogue', { search: term })
}
