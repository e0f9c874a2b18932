import { type Options, openWebsite, operator } from '../../testing/website.ts'
import { type FakeShelf, fakeApi } from './fake-api.ts'

export { operator }
export const publicUrl = 'https://kiosk.example'

/** Loads the website for the tests of a file and returns a function that requests its pages; the API has the given shelf. */
export function openCatalogue() {
  const openPage = openWebsite({ environment: { name: 'development', devSystem: false }, publicUrl })
  return async (path: string, shelf: FakeShelf, headers: Record<string, string> = {}, options: Options = {}) => {
    const { api, calls, requests } = fakeApi(shelf)
    const page = await openPage(path, { ...options, api, headers: { 'accept-language': 'de', ...headers } })
    return {
      ...page,
      html: page.html.replaceAll('<!-- -->', ''),
      status: page.response.status,
      headers: page.response.headers,
      calls: calls.filter((call) => !call.startsWith('websession')),
      requests,
    }
  }
}

/** Returns the ids of the cards in the markup, in order. */
export const cards = (main: string) => [...main.matchAll(/data-issue="([^"]+)"/g)].map(([, uid]) => uid)
/** Returns the content of a meta element. */
export const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
/** Returns the title of the document. */
export const title = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
