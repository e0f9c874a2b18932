/** Time for a CDN to accept a purge. */
const TIMEOUT_MS = 5_000
/** Length of a logged rejection. */
const REASON_CHARACTERS = 200

/**
 * Sends a purge to a CDN.
 * @throws if it is not accepted, with status and beginning of the response, never with headers of the request, which contain the
 * token
 */
export async function sendPurge(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.ok) return response
  const reason = (await response.text().catch(() => '')).slice(0, REASON_CHARACTERS)
  throw new Error(`the CDN answered a purge with ${response.status} ${reason}`.trimEnd())
}

/** Splits keys into parts of at most `most`, the number that one request may contain. */
export function inParts(keys: readonly string[], most: number): string[][] {
  const parts: string[][] = []
  for (let from = 0; from < keys.length; from += most) parts.push(keys.slice(from, from + most))
  return parts
}
