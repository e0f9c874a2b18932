import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WholeAnswer } from '@kiosk/domain/whole-response'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isForEverybody, PageCache, sendOnce } from './page-cache.ts'

const html = `<!doctype html><p>${'„Grüß Gott“ sagt der Kiosk und legt die Zeitung hin. '.repeat(200)}</p>`
const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache', vary: 'cookie' }
const rendered = (text = html) => new WholeAnswer(text, { headers: { ...headers, etag: 'W/"mark"' } })

let answer: (request: IncomingMessage, response: ServerResponse) => unknown
// Connections stay, however long a test compresses: a connection that ends meanwhile fails the next request.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => answer(request, response))
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
const ask = (more: Record<string, string> = {}) => fetch(url, { headers: { 'accept-encoding': 'br', ...more } })

describe('a cached page', () => {
  it('is the rendered page, with an ETag', async () => {
    const pages = new PageCache()
    await keepInto(pages, 'key')
    answer = (request, response) => pages.answer('key', request, response)
    const cached = await ask()
    expect(await cached.text()).toBe(html)
    expect([cached.headers.get('content-encoding'), cached.headers.get('vary')]).toEqual(['br', 'cookie, accept-encoding'])
    const again = await ask({ 'if-none-match': cached.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const plain = await ask({ 'accept-encoding': 'identity' })
    expect([plain.headers.get('etag'), await plain.text()]).toEqual(['"mark"', html])
  })

  it('is compressed better once it is popular, and stays the same page', async () => {
    const pages = new PageCache()
    await keepInto(pages, 'key')
    answer = (request, response) => pages.answer('key', request, response)
    const size = async () => Number((await ask()).headers.get('content-length'))
    const first = await size()
    await vi.waitFor(async () => expect(await size()).toBeLessThan(first), 10_000)
    expect(await (await ask()).text()).toBe(html)
  })

  it('is evicted for newer ones before pages fill the memory', async () => {
    const pages = new PageCache()
    const large = 'x'.repeat(8 * 1024 * 1024)
    for (let page = 0; page < 9; page++) await keepInto(pages, `page ${page}`, large)
    const known: boolean[] = []
    answer = async (_, response) => {
      for (const page of [0, 8]) known.push(await pages.answer(`page ${page}`, anyRequest, deaf))
      response.end()
    }
    await ask()
    expect(known).toEqual([false, true])
  })

  it('stays while it is requested, however many invented addresses are', async () => {
    const pages = new PageCache()
    const large = 'x'.repeat(8 * 1024 * 1024)
    await keepInto(pages, 'read', large)
    for (let page = 0; page < 30; page++) {
      for (let each = 0; each < 2; each++) expect(pages.answer('read', anyRequest, deaf), String(page)).toBe(true)
      await keepInto(pages, `made up ${page}`, large)
    }
  })

  it('is removed with all others when the catalogue changes, also while it is being rendered', async () => {
    const pages = new PageCache()
    await keepInto(pages, 'old')
    const before = pages.generation
    pages.forget()
    await pages.sendAndKeep('late', before, rendered(), anyRequest, deaf)
    expect([await pages.answer('old', anyRequest, deaf), await pages.answer('late', anyRequest, deaf)]).toEqual([false, false])
  })
})

describe('a response for one visitor', () => {
  it('is compressed, with every cookie it sets', async () => {
    const personal = rendered()
    personal.headers.append('set-cookie', 'a=1')
    personal.headers.append('set-cookie', 'b=2')
    expect(isForEverybody(personal)).toBe(false)
    answer = (request, response) => sendOnce(personal, request, response)
    const sent = await ask()
    expect(sent.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect([sent.headers.get('content-encoding'), await sent.text()]).toEqual(['br', html])
  })

  it('is not compressed if it is short or compression was not requested', async () => {
    answer = (request, response) => sendOnce(rendered('kurz'), request, response)
    expect((await ask()).headers.get('content-encoding')).toBeNull()
    answer = (request, response) => sendOnce(rendered(), request, response)
    expect((await ask({ 'accept-encoding': 'identity' })).headers.get('content-length')).toBe(String(Buffer.byteLength(html)))
  })
})

it('leaves in one write to the connection, headers and body together', async () => {
  const pages = new PageCache()
  await keepInto(pages, 'key')
  const writes: number[] = []
  const sendings: ((request: IncomingMessage, response: ServerResponse) => unknown)[] = [
    (request, response) => pages.answer('key', request, response),
    (request, response) => sendOnce(rendered(), request, response),
  ]
  for (const sending of sendings) {
    for (const encoding of ['br', 'zstd', 'gzip', 'identity']) {
      answer = (request, response) => {
        const counted = countWrites(response)
        response.once('finish', () => writes.push(counted()))
        return sending(request, response)
      }
      const sent = await ask({ 'accept-encoding': encoding })
      expect([sent.headers.get('content-encoding') ?? 'identity', (await sent.arrayBuffer()).byteLength > 0]).toEqual([
        encoding,
        true,
      ])
    }
  }
  await vi.waitFor(() => expect(writes).toEqual(Array(8).fill(1)))
})

/** Counts the writes that reach the connection: each is one call of the system. */
function countWrites({ socket }: ServerResponse): () => number {
  type Writing = Record<'_write' | '_writev', (...given: unknown[]) => void>
  const writing = socket as unknown as Writing
  let count = 0
  for (const name of ['_write', '_writev'] as const) {
    const write = writing[name]
    writing[name] = function (this: unknown, ...given) {
      count++
      write.apply(this, given)
    }
  }
  return () => count
}

const anyRequest = { headers: {} } as IncomingMessage
/** Discards the response. */
const deaf = { writeHead: () => deaf, end: () => deaf, getHeader: () => undefined } as unknown as ServerResponse

function keepInto(pages: PageCache, key: string, text = html): Promise<void> {
  return pages.sendAndKeep(key, pages.generation, rendered(text), anyRequest, deaf)
}
