export function readsOnly(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin that forms must come from. On a development machine it may be 127.0.0.1 if the site is called
 * localhost, and vice versa. A proxy may have ended TLS in front of it.
 */
export function originSeen({ hostname, port, host }: URL, publicUrl: string): string {
  const own = new URL(publicUrl)
  const samePlace = LOOPBACK.includes(hostname) && LOOPBACK.includes(own.hostname) && port === own.port
  return samePlace ? `${own.protocol}//${host}` : own.origin
}

/**
 * Returns whether a form comes from our own origin. Browsers send the origin with every form post; a client that sends
 * neither header is not a browser and attaches no cookies automatically.
 */
export function comesFromHere(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  return origin === null || origin === ownOrigin
}
