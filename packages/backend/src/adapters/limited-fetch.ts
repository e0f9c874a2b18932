import { SpanKind } from '@opentelemetry/api'
import { inSpan } from '../trace.ts'

/** Maximum concurrent calls to one host. A host that answers needs far fewer. */
const AT_ONCE = 32
const MOST_WAITING = 200
/** Longest response, decompressed. Providers' responses have at most a few hundred kilobytes. */
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Creates a `fetch` that limits the concurrent calls to each host, so that a host that does not answer cannot occupy more of this
 * process. Further calls wait in order until the response of another one has begun, or until their signal is aborted. A call that
 * finds too many waiting fails as if the host could not be reached (TypeError); so does reading a response that is too long.
 */
export function limitedFetch({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING, mostBytes = MOST_BYTES } = {}): typeof fetch {
  const hosts = new Map<string, { running: number; waiting: Set<() => void> }>()

  /** Waits for a turn. */
  async function enter(name: string, signal: AbortSignal | null | undefined): Promise<() => void> {
    const host = hosts.get(name) ?? { running: 0, waiting: new Set() }
    hosts.set(name, host)
    if (host.running < atOnce) host.running++
    else if (host.waiting.size >= mostWaiting) throw new TypeError(`too many calls to ${name} are waiting`)
    else await turnOf(host.waiting, signal)
    return () => {
      const [next] = host.waiting
      if (next) return next()
      host.running--
      if (host.running === 0) hosts.delete(name)
    }
  }

  return async (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    const leave = await enter(host, init?.signal)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    // Without the path, which may contain a token.
    const attributes = { 'http.request.method': method, 'server.address': host }
    try {
      return await inSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const response = await fetch(input, init)
        span?.setAttribute('http.response.status_code', response.status)
        return limitedResponse(response, host, mostBytes)
      })
    } finally {
      leave()
    }
  }
}

function limitedResponse(response: Response, host: string, mostBytes: number): Response {
  if (!response.body || mostBytes === Number.POSITIVE_INFINITY) return response
  let bytes = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, stream) {
      bytes += piece.length
      if (bytes > mostBytes) throw new TypeError(`${host} answered with more than ${mostBytes} bytes`)
      stream.enqueue(piece)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counting), { status, statusText, headers })
}

function turnOf(waiting: Set<() => void>, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      waiting.delete(begin)
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.delete(begin)
      reject(signal!.reason)
    }
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    waiting.add(begin)
  })
}
