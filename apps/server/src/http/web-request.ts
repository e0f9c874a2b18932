import type { IncomingMessage, ServerResponse } from 'node:http'
import { headersOfVariant, type PageVariant } from '@kiosk/domain/page-variant'

/** Returns a signal that is aborted when the client disconnects before the response has been sent. */
export function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Creates the checked request with its body; programs do not read from the connection themselves. */
export function requestOf(request: IncomingMessage, body: Buffer<ArrayBuffer> | null, signal?: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) headers.append(name, each)
  }
  const { method = 'GET' } = request
  const reads = method === 'GET' || method === 'HEAD'
  const address = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`
  return new Request(address, { method, headers, ...(body && !reads && { body }), ...(signal && { signal }) })
}

/**
 * Creates the request for a shared page. It has only the address and the variant of the visitor, so that no personal header or
 * session can influence a page that others get.
 */
export function sharedRequest(url: string, variant: PageVariant): Request {
  return new Request(`http://localhost${url}`, { headers: headersOfVariant(variant) })
}
