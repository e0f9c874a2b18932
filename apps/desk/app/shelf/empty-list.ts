/** Returns the key of what an empty list says: how the first entry gets there, unless a search or filter has left nothing. */
export function emptyList(of: 'TITLES' | 'ISSUES' | 'PUBLISHERS', query: URLSearchParams): string {
  const isWhole = [...query.values()].every((value) => value === '')
  return isWhole ? `DESK.SHELF.NO_${of}_YET` : `DESK.SHELF.NO_${of}`
}
