const UTM = ['utm_campaign', 'utm_content', 'utm_medium', 'utm_source'] as const

/** The utm values of an address, as it named them. */
export function utmIn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(UTM.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 100)]] : [])))
}

/** A topic in the web reader: `{webapp}/topics/{uid}`, utm values behind it. */
export function webappTopic(webapp: string, uid: string, utm: URLSearchParams): string {
  return withQuery(`${webapp.replace(/\/$/, '')}/topics/${encodeURIComponent(uid)}`, utm)
}

/** A topic in the app: the scheme of the operator's issue link, `{scheme}://topic/{uid}`. */
export function inAppTopic(inAppLink: string, uid: string, utm: URLSearchParams): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(inAppLink)?.[1]
  return scheme ? withQuery(`${scheme}://topic/${encodeURIComponent(uid)}`, utm) : null
}

/** `fw` forwards when it stands in the address and is not 0 or false (section 2.3). */
export function isForwarded(query: URLSearchParams): boolean {
  const fw = query.get('fw')
  return fw !== null && fw !== '0' && fw !== 'false'
}

function withQuery(address: string, query: URLSearchParams): string {
  return query.size ? `${address}?${query}` : address
}
