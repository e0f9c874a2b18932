import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import type { TestApi } from '@kiosk/backend/testing/api'
import { handle as handleReader } from '@kiosk/reader/server'
import { loadWebsite } from '@kiosk/website/testing/website'
import { programOf } from '../gate/request-gate.ts'
import type { Kept, KeptPages } from '../pages/kept-pages.ts'

// Website, reader and API together, without a socket: for tests.

const publicUrl = 'https://kiosk.example.org'
type Requested = { country?: string; language?: string; headers?: Record<string, string>; form?: Record<string, string> }

/** Answers every path as the server does. Close it before the API. `readerPages`: keeps pages for signed-in readers. */
export async function testNewsstand(api: TestApi, readerPages?: KeptPages<Kept, unknown>) {
  const website = await loadWebsite()
  async function ask(path: string, { country = 'AT', language = 'de', headers = {}, form }: Requested = {}): Promise<Response> {
    const all = { 'accept-language': language, ...headers }
    if (path.startsWith('/api/')) return api.ask(path, { country, headers: all, ...(form && { form }) })
    const init = form && { method: 'POST', body: new URLSearchParams(form) }
    const request = new Request(publicUrl + path, { headers: all, ...init })
    const options = {
      operator: api.operator,
      publicUrl,
      api: (each: string, { method = 'GET', body, headers }: RequestInit = {}) =>
        api.ask(each, {
          country,
          method,
          headers: Object.fromEntries(new Headers(headers)),
          ...(body instanceof URLSearchParams && { form: Object.fromEntries(body) }),
        }),
    }
    if (programOf(path.replace(/\?.*/s, '')) === 'reader') return handleReader(request, { ...options, token: 'x' })
    return website.handle(request, {
      ...options,
      shippedDocument,
      log: console,
      environment: { name: 'development', devSystem: false },
      webapp: '/reader',
      reader: { token: 'x', assets: () => ({ script: '/reader/assets/shelf.js', modules: [], styles: [] }) },
      readerPages: readerPages && ({ pages: readerPages, api: options.api } as never),
    })
  }
  return { ask, close: () => website.close() }
}
export type Newsstand = Awaited<ReturnType<typeof testNewsstand>>
