import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { API_BASE } from '@kiosk/contract/route'
import { addressOf } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { type Language, languages } from '@kiosk/domain/locale'
import { acceptsDictionaries, compress, type Encoding, encodingFor } from '../http/compression.ts'
import type { StaticFiles } from '../http/static-files.ts'
import { sampleAnswers, sampleIssueUid } from './sample-answers.ts'

/** What all pages of a language have in common; browsers keep it and decode later pages with it (RFC 9842). */
export type PageDictionary = {
  bytes: Buffer
  /** SHA-256 of `bytes`. */
  sha256: Buffer
  path: string
  /** Value of the `Link` header with which a page names it. */
  link: string
  /** Value of `Available-Dictionary` that a browser with this dictionary sends. */
  known: string
  encoded: Map<Encoding, Promise<Buffer>>
}
type SampleApi = (path: string) => Promise<Response>
type Render = (path: string, headers: Record<string, string>, api: SampleApi) => Promise<Response>

const FOLDER = '/dictionaries/'
/** References to the text of the last page cost least. */
const PAGES = [addressOf('home'), addressOf('catalogue'), addressOf('issue', { id: sampleIssueUid })]

/**
 * Dictionaries of the pages, one for each language, rendered from sample answers instead of the catalogue: all servers of a
 * release have the same ones, and nothing in them belongs to a visitor.
 */
export class PageDictionaries {
  readonly #byLanguage = new Map<string, PageDictionary>()
  readonly #byPath = new Map<string, PageDictionary>()

  /** Renders the pages; until then, pages are sent without a dictionary. */
  async make(render: Render): Promise<void> {
    for (const language of languages) {
      const pages = await Promise.all(PAGES.map((path) => renderSample(path, language, render)))
      const bytes = Buffer.from(pages.join(''))
      const sha256 = hash('sha256', bytes, 'buffer')
      const path = `${FOLDER}${language}-${sha256.subarray(0, 9).toString('base64url')}`
      const link = `<${path}>; rel="compression-dictionary"`
      const known = `:${sha256.toString('base64')}:`
      const dictionary: PageDictionary = { bytes, sha256, path, link, known, encoded: new Map() }
      this.#byLanguage.set(language, dictionary)
      this.#byPath.set(path, dictionary)
    }
  }

  /** Returns the dictionary for a page with these headers; null for everything else. */
  of(headers: { 'content-type'?: unknown; 'content-language'?: unknown }): PageDictionary | null {
    if (!String(headers['content-type']).startsWith('text/html')) return null
    return this.#byLanguage.get(String(headers['content-language'])) ?? null
  }

  readonly files: StaticFiles = {
    has: (path) => this.#byPath.has(path),
    answer: async (path, request, response) => {
      const dictionary = this.#byPath.get(path)
      if (!dictionary || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      const encoding = encodingFor(request.headers['accept-encoding'])
      const body = await encodedAs(encoding, dictionary)
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        'cache-control': cacheControl('hashedFile'),
        'use-as-dictionary': 'match="/*", match-dest=("document")',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      })
      response.end(request.method === 'HEAD' ? undefined : body)
      return true
    },
  }
}

/** Compresses a dictionary once. Browsers load it when they are idle, so the first one may wait. */
function encodedAs(encoding: Encoding, { encoded, bytes }: PageDictionary): Promise<Buffer> {
  const known = encoded.get(encoding)
  if (known || encoding === 'identity') return known ?? Promise.resolve(bytes)
  const made = compress(bytes, encoding, 'always')
  encoded.set(encoding, made)
  return made
}

/** Whether the browser has this dictionary and decodes with it. */
export function isKnown(dictionary: PageDictionary | null, { headers }: IncomingMessage): dictionary is PageDictionary {
  return (
    dictionary !== null && headers['available-dictionary'] === dictionary.known && acceptsDictionaries(headers['accept-encoding'])
  )
}

async function renderSample(path: string, language: Language, render: Render): Promise<string> {
  const api: SampleApi = async (address) => {
    const call = address.replace(API_BASE, '')
    const starts = Object.keys(sampleAnswers).filter((start) => call.startsWith(start))
    const longest = starts.sort((one, other) => other.length - one.length)[0]
    return longest === undefined ? new Response('{}', { status: 404 }) : Response.json(sampleAnswers[longest])
  }
  // The consent dialog is answered once, and most pages are seen after that.
  const response = await render(path, { cookie: `language=${language}; consent=1` }, api)
  if (response.status !== 200) throw new Error(`the sample of ${path} has status ${response.status}`)
  return response.text()
}
