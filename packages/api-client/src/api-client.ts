import { apiAddress, formOf, type Route } from '@kiosk/contract/route'
import { ApiError } from './api-error.ts'
import type { Input, Output } from './call-types.ts'

/** Fetches an address of the API, a path with its query, like the `fetch` of a browser. */
export type ApiFetch = (address: string, init?: RequestInit) => Promise<Response>

/** Options of a single call: `signal` (`AbortSignal.timeout` for a timeout), `keepalive`, `cache`, further headers. */
type CallInit = Pick<RequestInit, 'signal' | 'keepalive' | 'cache'> & { headers?: Record<string, string> }
type Arguments<R extends Route> =
  Record<string, never> extends Input<R> ? [input?: Input<R>, init?: CallInit] : [input: Input<R>, init?: CallInit]

const JSON_BODY = { 'content-type': 'application/json' }

export type ApiClient = {
  /**
   * Makes a call, typed by its declaration.
   * @throws ApiError for every status other than success, and if there is no answer; the reason of `signal` if it was aborted
   */
  call<R extends Route>(route: R, ...input: Arguments<R>): Promise<Output<R>>
  /** Makes a call and returns its answer, whatever its status, to pass on. Throws like `call` if there is none. */
  send<R extends Route>(route: R, ...input: Arguments<R>): Promise<Response>
}

/**
 * Creates the client of the API. `headers` and `credentials` are sent with every call; `fetch` determines the server. `headers`
 * may depend on the call; `onResponse` gets every answer.
 */
export function createApiClient({
  fetch,
  headers,
  credentials,
  onResponse,
}: {
  fetch: ApiFetch
  headers: Record<string, string> | ((route: Route) => Record<string, string>)
  credentials?: RequestCredentials
  onResponse?: (response: Response) => void
}): ApiClient {
  const send: ApiClient['send'] = async (route, ...[input, init = {}]) => {
    const { params, query, body } = (input ?? {}) as Record<string, Record<string, never> | undefined>
    const own = typeof headers === 'function' ? headers(route) : headers
    try {
      const response = await fetch(apiAddress<string>(route, params ?? {}, query), {
        ...(credentials && { credentials }),
        ...init,
        method: route.method,
        headers: { accept: 'application/json', ...(body && route.base && JSON_BODY), ...own, ...init.headers },
        ...(body && { body: route.base ? JSON.stringify(body) : formOf(body) }),
      })
      onResponse?.(response)
      return response
    } catch (error) {
      if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw error
      throw new ApiError(null, '', error)
    }
  }
  return { send, call: async (route, ...input) => answerOf(await send(route, ...input)) }
}

/** Returns the answer as declared; a success without a body has no type (ADR-0069). */
async function answerOf(response: Response): Promise<never> {
  if (!response.ok) throw new ApiError(response, await response.text())
  const isEmpty = response.status === 204 || !response.headers.has('content-type')
  return (isEmpty ? undefined : await response.json()) as never
}
