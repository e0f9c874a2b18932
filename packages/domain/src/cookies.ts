/**
 * Parses a `Cookie` header. It is the only parser, so that the cache and the page behind it read every header in the same way. If
 * a name occurs twice, the first one counts: browsers send the cookie with the longest path first (RFC 6265, 5.4). Values stay
 * encoded.
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

/** Returns one cookie of a header, or null if it is missing or empty. */
export function cookieIn(header: string | null | undefined, name: string): string | null {
  return cookiesIn(header).get(name) || null
}

/** Returns the decoded value of one cookie, or null if it is missing, empty or cannot be decoded: other programs may have set it. */
export function decodedCookieIn(header: string | null | undefined, name: string): string | null {
  try {
    return decodeURIComponent(cookiesIn(header).get(name) ?? '') || null
  } catch {
    return null
  }
}
