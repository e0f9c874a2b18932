import type { Config } from '@kiosk/backend/config'
import type { Api, ClientInfo } from '@kiosk/backend/http/api'
import { traceparent } from '@kiosk/backend/trace'
import { NOBODY, RENEWAL_HEADER, renewalHeader, renewalIn } from './pages/renewal-header.ts'
import type { Program } from './program.ts'

export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>
type Settings = Pick<Config, 'apiUrl' | 'token' | 'publicUrl' | 'countryHeader'>
type Secret = () => Promise<Buffer>

/** Creates the API as website and reader call it for a visitor: in this process, or over HTTP with `API_URL`. */
export function createApiCalls(
  api: Pick<Api, 'fetch'>,
  secret: Secret,
  { apiUrl, token, publicUrl, countryHeader }: Settings,
): (visitor: ClientInfo) => ApiFetch {
  return (visitor) => async (path, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-api-token', token)
    if (visitor.ahead) headers.set('sec-purpose', 'prefetch')
    // Previews and support views cannot be asked for by a request.
    if (!apiUrl || visitor.preview || visitor.support)
      return api.fetch(new Request(new URL(path, publicUrl), { ...init, headers }), visitor)
    headers.set('x-forwarded-for', visitor.address)
    const parent = traceparent()
    if (parent) headers.set('traceparent', parent)
    if (countryHeader && visitor.country) headers.set(countryHeader, visitor.country)
    if (visitor.renews) headers.set(RENEWAL_HEADER, renewalHeader(await secret(), visitor.country, Date.now()))
    return fetch(apiUrl + path, { ...init, headers })
  }
}

/** Creates the program that answers calls of the API, including those of another server that renders a page again. */
export function createApiProgram(api: Pick<Api, 'fetch'>, secret: Secret): Program {
  return async (request, visitor) => {
    const header = request.headers.get(RENEWAL_HEADER)
    const renewal = header ? renewalIn(await secret(), header, Date.now()) : null
    return api.fetch(request, renewal ? { ...visitor, ...NOBODY, ...renewal } : visitor)
  }
}
