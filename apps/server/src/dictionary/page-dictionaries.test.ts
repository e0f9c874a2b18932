import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import type { Look } from '@kiosk/domain/page-variant'
import { WholeAnswer } from '@kiosk/domain/whole-response'
import { loadWebsite, operator } from '@kiosk/website/testing/website'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageCache } from '../pages/page-cache.ts'
import { type RenderedPage, sendOnce } from '../pages/rendered-page.ts'
import { PageDictionaries } from './page-dictionaries.ts'

const publicUrl = 'https://kiosk.example'
const LOADING_TIMEOUT_MS = 120_000
const dictionaries = new PageDictionaries()
const DCZ_MAGIC = '5e2a4d1820000000'

let website: Awaited<ReturnType<typeof loadWebsite>>
let answer: (request: IncomingMessage, response: ServerResponse) => unknown
const server = createServer((request, response) => answer(request, response))
const render: Parameters<PageDictionaries['make']>[0] = (path, headers, api) =>
  website.handle(new Request(publicUrl + path, { headers }), {
    api,
    operator,
    publicUrl,
    webapp: '/reader',
    shippedDocument,
    log: console,
    environment: { name: 'production', devSystem: false },
  })
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  website = await loadWebsite()
  await dictionaries.make(render)
}, LOADING_TIMEOUT_MS)
afterAll(async () => {
  server.close()
  await website.close()
})

/** Requests without decoding the body. */
function ask(headers: Record<string, string>, path = '/'): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers, agent: false }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      resolve({ headers: response.headers, body: Buffer.concat(parts) })
    })
    asked.on('error', reject).end()
  })
}

const ofPage = (language: string) =>
  dictionaries.of({ 'content-type': 'text/html; charset=utf-8', 'content-language': language })!
/** A page that has much in common with those of the dictionary, and something of its own. */
const pageIn = (language: string) =>
  `<p>Grüß Gott</p>${ofPage(language).bytes.toString().slice(10_000, 50_000)}<p>${'Nur hier. '.repeat(30)}</p>`
const rendered = (language = 'de', cacheControl = 'public, no-cache') =>
  new WholeAnswer(pageIn(language), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': cacheControl,
      vary: 'cookie',
      etag: 'W/"mark"',
    },
  })

const sendings = {
  'kept for all': async () => {
    const pages = new PageCache({ dictionaries })
    const render = async () => rendered()
    const look: Look = { theme: 'system', answered: 'no', social: 'no', ads: 'no', device: 'desktop' }
    const shared = { key: 'key', look }
    answer = async (request, response) => {
      if (pages.answer(shared, request, response)) return
      pages.send((await pages.render(shared, { render, renew: render })) as RenderedPage, shared, request, response)
    }
  },
  'made for one visitor': async () => {
    answer = (request, response) => sendOnce(rendered('de', 'private, no-cache'), request, response, dictionaries)
  },
}

describe.each(Object.entries(sendings))('a page that is %s', (_, send) => {
  it('is sent with the dictionary to a browser that has it, with the hash first', async () => {
    await send()
    const { bytes, known, sha256 } = ofPage('de')
    for (let time = 0; time < 2; time++) {
      const { headers, body } = await ask({ 'accept-encoding': 'gzip, br, zstd, dcb, dcz', 'available-dictionary': known })
      expect(headers['content-encoding']).toBe('dcz')
      expect(headers.vary).toBe('cookie, accept-encoding, available-dictionary')
      expect(body.subarray(0, 8).toString('hex')).toBe(DCZ_MAGIC)
      expect(body.subarray(8, 40).equals(sha256)).toBe(true)
      expect(zstdDecompressSync(body.subarray(40), { dictionary: bytes }).toString()).toBe(pageIn('de'))
      expect(body.length).toBeLessThan(1_000)
    }
  })

  it.each([
    ['without the dictionary', { 'accept-encoding': 'gzip, br, zstd, dcb, dcz' }],
    ['with another dictionary', { 'accept-encoding': 'br, dcz', 'available-dictionary': `:${'A'.repeat(43)}=:` }],
    ['that does not decode with it', { 'accept-encoding': 'br', known: 'de' }],
    ['that rejects it', { 'accept-encoding': 'br, dcz;q=0', known: 'de' }],
    ['with the dictionary of another language', { 'accept-encoding': 'br, dcz', known: 'en' }],
  ])('is sent without it to a browser %s', async (_, { known, ...headers }: Record<string, string>) => {
    await send()
    // Other requests got it with the dictionary before.
    await ask({ 'accept-encoding': 'dcz', 'available-dictionary': ofPage('de').known })
    const sent = await ask({ ...headers, ...(known && { 'available-dictionary': ofPage(known).known }) })
    const decode = { br: brotliDecompressSync, zstd: zstdDecompressSync }[sent.headers['content-encoding'] as 'br' | 'zstd']
    expect(decode(sent.body).toString()).toBe(pageIn('de'))
    expect(sent.headers.link).toBe(`<${ofPage('de').path}>; rel="compression-dictionary"`)
    expect(sent.headers.vary).toContain('available-dictionary')
  })
})

it('has one address and one ETag for each encoding of a kept page', async () => {
  await sendings['kept for all']()
  const tagOf = async (headers: Record<string, string>) => (await ask(headers)).headers.etag
  const withDictionary = { 'accept-encoding': 'dcz', 'available-dictionary': ofPage('de').known }
  expect([await tagOf(withDictionary), await tagOf({ 'accept-encoding': 'br' })]).toEqual(['"mark-dcz"', '"mark-br"'])
})

it('names no dictionary for what is no page', async () => {
  answer = (request, response) => sendOnce(Response.json({ a: 1 }), request, response, dictionaries)
  const { headers } = await ask({ 'accept-encoding': 'dcz', 'available-dictionary': ofPage('de').known })
  expect([headers.link, headers.vary]).toEqual([undefined, 'accept-encoding'])
})

it('serves the dictionaries as files that never change, for documents of the whole site', async () => {
  answer = (request, response) => dictionaries.files.answer(request.url!, request, response)
  for (const language of ['de', 'en', 'fr']) {
    const { path, bytes, known } = ofPage(language)
    const { headers, body } = await ask({ 'accept-encoding': 'br' }, path)
    const sent = brotliDecompressSync(body)
    expect(sent.equals(bytes)).toBe(true)
    expect(`:${createHash('sha256').update(sent).digest('base64')}:`).toBe(known)
    expect(headers['use-as-dictionary']).toBe('match="/*", match-dest=("document")')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['set-cookie']).toBeUndefined()
  }
  expect(dictionaries.files.has('/dictionaries/de-andere')).toBe(false)
})

it('makes the same dictionaries on every server, from sample answers in the three languages', async () => {
  const others = new PageDictionaries()
  await others.make(render)
  for (const language of ['de', 'en', 'fr']) {
    expect(others.of({ 'content-type': 'text/html', 'content-language': language })?.known).toBe(ofPage(language).known)
    expect(
      ofPage(language)
        .bytes.toString()
        .match(new RegExp(`<html lang="${language}"`, 'g')),
    ).toHaveLength(3)
  }
})
