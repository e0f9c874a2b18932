/** Returns the request id that a caller or a proxy sent in `x-request-id`, if it is valid, otherwise a new one. */
export function requestIdIn(headers: Headers): string {
  const sent = headers.get('x-request-id') ?? ''
  return /^[\w-]{8,64}$/.test(sent) ? sent : crypto.randomUUID()
}
