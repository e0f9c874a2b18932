const UTM = ['utm_campaign', 'utm_content', 'utm_medium', 'utm_source'] as const

/** Returns the utm parameters of an address, under their original names. */
export function utmIn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(UTM.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 100)]] : [])))
}

/** Returns the address of a topic in the web reader: `{webapp}/topics/{uid}` with utm parameters. */
export function webappTopic(webapp: string, uid: string, utm: URLSearchParams): string {
  return withQuery(`${webapp.replace(/\/$/, '')}/topics/${encodeURIComponent(uid)}`, utm)
}

/**
 * Returns the address of a topic in the app, with the scheme of the operator's issue link: `{scheme}://topic/{uid}`. Null if
 * the link has none.
 */
export function inAppTopic(inAppLink: string, uid: string, utm: URLSearchParams): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(inAppLink)?.[1]
  return scheme ? withQuery(`${scheme}://topic/${encodeURIComponent(uid)}`, utm) : null
}

/** Returns whether `fw` is present and neither 0 nor false. */
export function isForwarded(query: URLSearchParams): boolean {
  const fw = query.get('fw')
  return fw !== null && fw !== '0' && fw !== 'false'
}

function withQuery(address: string, query: URLSearchParams): string {
  return query.size ? `${address}?${query}` : address
}
