/**
 * Cookies of a `Cookie` header by name: the one parser of every program, so that a cache and the page behind it never
 * read the same header differently. Of several cookies with one name the first counts, because browsers send the one
 * with the longest path first (RFC 6265, 5.4). Values stay as they were sent.
 */
export function cookiesIn(header: string | null | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = pair.slice(0, equals).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim())
  }
  return cookies
}

/** One cookie of a header; null where it is missing or empty. */
export function cookieIn(header: string | null | undefined, name: string): string | null {
  return cookiesIn(header).get(name) || null
}
