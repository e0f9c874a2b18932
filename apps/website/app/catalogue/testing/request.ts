import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { loadWebsite, operator } from '../../testing/website.ts'
import { type FakeShelf, fakeApi } from './fake-api.ts'

export { operator }
export const publicUrl = 'https://kiosk.example'

let website: ReturnType<typeof loadWebsite> | undefined

/** Closes the website that the first request started; for `afterAll`. */
export async function closeWebsite(): Promise<void> {
  await (await website)?.close()
}

/** Requests a page from the website; `html` is its markup without comments, `text` the visible text. */
export async function ask(
  path: string,
  shelf: FakeShelf,
  headers: Record<string, string> = {},
  options: { webapp?: string } = {},
) {
  const { api, calls, requests } = fakeApi(shelf)
  const request = new Request(publicUrl + path, { headers: { 'accept-language': 'de', ...headers } })
  website ??= loadWebsite()
  const { handle } = await website
  const response = await handle(request, {
    api,
    operator,
    environment: { name: 'development', devSystem: false },
    webapp: '/reader',
    publicUrl,
    shippedDocument,
    ...options,
  })
  const html = (await response.text()).replaceAll('<!-- -->', '')
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const text = main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const page = calls.filter((call) => !call.startsWith('websession'))
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    html,
    main,
    text,
    calls: page,
    requests,
  }
}

/** Returns the ids of the cards in the markup, in order. */
export const cards = (main: string) => [...main.matchAll(/data-issue="([^"]+)"/g)].map(([, uid]) => uid)
/** Returns the content of a meta element. */
export const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
/** Returns the title of the document. */
export const title = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
