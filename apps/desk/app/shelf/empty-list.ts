/**
 * Returns the message key for an empty list: how the first entry gets there, unless a search or filter has excluded all entries.
 */
export function emptyList(of: 'TITLES' | 'ISSUES' | 'PUBLISHERS', query: URLSearchParams): string {
  const isWhole = [...query.values()].every((value) => value === '')
  return isWhole ? `DESK.SHELF.NO_${of}_YET` : `DESK.SHELF.NO_${of}`
}
