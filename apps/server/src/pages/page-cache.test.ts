import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PageTemplate } from '@kiosk/domain/page-template'
import type { Look } from '@kiosk/domain/page-variant'
import { PageAnswer, WholeAnswer } from '@kiosk/domain/whole-response'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCdnHeaders } from '../http/cdn-headers.ts'
import { type Addition, RENEWED_BEFORE_MS, STALE_MS } from './kept-pages.ts'
import { isForEverybody, PageCache } from './page-cache.ts'
import { type RenderedPage, sendOnce } from './rendered-page.ts'

const html = `<!doctype html><p>${'„Grüß Gott“ sagt der Kiosk und legt die Zeitung hin. '.repeat(200)}</p>`
const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache', vary: 'cookie' }
const rendered = (text = html, more: Record<string, string> = {}) =>
  new WholeAnswer(text, { headers: { ...headers, etag: 'W/"mark"', ...more } })

let answer: (request: IncomingMessage, response: ServerResponse) => unknown
// Connections stay open however long a test compresses: if one ended meanwhile, the next request would fail.
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
    answer = (request, response) => pages.answer(shared('key'), request, response)
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
    answer = (request, response) => pages.answer(shared('key'), request, response)
    const size = async () => Number((await ask()).headers.get('content-length'))
    const first = await size()
    await vi.waitFor(async () => expect(await size()).toBeLessThan(first), 10_000)
    expect(await (await ask()).text()).toBe(html)
  })

  it('is evicted for newer ones before pages fill the memory', async () => {
    const pages = new PageCache()
    const large = 'x'.repeat(8 * 1024 * 1024)
    for (let number = 0; number < 9; number++) await keepInto(pages, `page ${number}`, large)
    const known: boolean[] = []
    answer = async (_, response) => {
      for (const number of [0, 8]) known.push(pages.answer(shared(`page ${number}`), anyRequest, ignoredResponse))
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
      for (let each = 0; each < 2; each++)
        expect(pages.answer(shared('read'), anyRequest, ignoredResponse), String(page)).toBe(true)
      await keepInto(pages, `made up ${page}`, large)
    }
  })
})

describe('a page that is requested by many', () => {
  const cache = () => {
    let now = 1_000_000
    let sent = 0
    const pages = new PageCache({ now: () => now })
    const renders: PromiseWithResolvers<Response>[] = []
    const render = () => {
      renders.push(Promise.withResolvers())
      return renders.at(-1)!.promise
    }
    return {
      pages,
      renders,
      render,
      outdate: (touches: Addition['touches'] = 'everything') => pages.outdate({ touches, at: now }),
      pass(ms: number) {
        now += ms
      },
      /** Returns whether the cache has answered. */
      ask: (): boolean =>
        pages.answer(shared('key'), anyRequest, { ...ignoredResponse, end: () => sent++ } as unknown as ServerResponse),
      wait: (): ReturnType<PageCache['render']> => pages.render(shared('key'), { render, renew: render }),
      /** Completes the newest render, and everything that follows from it. */
      async finish(with_: Response | Error = rendered()) {
        const last = renders.at(-1)!
        if (with_ instanceof Error) last.reject(with_)
        else last.resolve(with_)
        await new Promise(setImmediate)
      },
    }
  }
  const textOf = (made: Awaited<ReturnType<PageCache['render']>>) => (made instanceof Response ? null : textFor(made))

  it('is rendered once', async () => {
    const { ask, wait, renders, finish } = cache()
    const waiting = Array.from({ length: 50 }, wait)
    await finish(rendered('one'))
    expect((await Promise.all(waiting)).map(textOf)).toEqual(waiting.map(() => 'one'))
    expect([ask(), renders.length]).toEqual([true, 1])
  })

  it.each([
    ['throws', () => new Error('away'), 'away'],
    ['answers 503', () => new WholeAnswer('503', { status: 503, headers }), 503],
  ])('fails once if its render %s, and is rendered at the next request', async (_, failure, outcome) => {
    const { ask, wait, renders, finish } = cache()
    const waiting = Array.from({ length: 5 }, wait).map((each) =>
      each.then(
        (made) => made.status,
        (error: Error) => error.message,
      ),
    )
    await finish(failure())
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => outcome))
    expect([ask(), renders.length]).toEqual([false, 1])
    const again = wait()
    await finish(rendered('well'))
    expect(textOf(await again)).toBe('well')
    expect([ask(), renders.length]).toEqual([true, 2])
  })

  it('is rendered again for the others if the response was for the first visitor only', async () => {
    const { wait, renders, finish } = cache()
    const [first, second] = [wait(), wait()]
    await finish(new WholeAnswer('limited', { headers: { ...headers, 'cache-control': 'private, no-cache' } }))
    expect(await first).toBeInstanceOf(Response)
    expect(renders).toHaveLength(2)
    await finish(rendered('whole'))
    expect(textOf(await second)).toBe('whole')
  })

  it('is not begun by a visitor who may not have it rendered', async () => {
    const { pages, wait, renders, finish, render } = cache()
    const busy = () => {
      throw new Error('busy')
    }
    await expect(pages.render(shared('key'), { render: busy, renew: render })).rejects.toThrow('busy')
    const made = wait()
    await finish()
    expect(textOf(await made)).toBe(html)
    expect(renders).toHaveLength(1)
  })

  it('is sent as it is while it is rendered again, once, for a short time after something was added', async () => {
    const { ask, wait, renders, finish, pass, outdate } = cache()
    const first = wait()
    await finish(rendered('old'))
    await first
    outdate()
    expect([ask(), ask(), ask(), renders.length]).toEqual([true, true, true, 2])
    pass(STALE_MS - 1)
    expect([ask(), renders.length]).toEqual([true, 2])
    pass(1)
    expect(ask()).toBe(false)
    // The render that began after the change, a short time ago, is the newest.
    const waiting = [wait(), wait()]
    expect(renders).toHaveLength(2)
    await finish(rendered('new'))
    expect((await Promise.all(waiting)).map(textOf)).toEqual(['new', 'new'])
    pass(STALE_MS)
    expect([ask(), renders.length]).toEqual([true, 2])
  })

  it('is sent at the end of its minute, and not after it', async () => {
    const { ask, wait, renders, finish, pass } = cache()
    const first = wait()
    await finish()
    await first
    pass(60_000 - RENEWED_BEFORE_MS - 1)
    expect([ask(), renders.length]).toEqual([true, 1])
    pass(1)
    expect([ask(), ask(), renders.length]).toEqual([true, true, 2])
    await finish()
    pass(60_000 - 1)
    expect([ask(), renders.length]).toEqual([true, 3])
    pass(1)
    expect(ask()).toBe(false)
  })

  it.each([
    ['title-a category-x', true],
    ['category-x', true],
    ['catalogue', true],
    ['', true],
    ['title-b category-y', false],
    ['no-issues', false],
  ])('with the surrogate keys "%s" is outdated by a publication of title a in category x: %s', async (keys, isTouched) => {
    const { ask, wait, renders, finish, pass, outdate } = cache()
    const made = wait()
    await finish(rendered(html, keys === '' ? {} : { 'surrogate-key': keys }))
    expect(JSON.stringify((await made) as RenderedPage)).not.toContain('surrogate-key')
    outdate(['title-a', 'category-x'])
    expect([ask(), renders.length]).toEqual([true, isTouched ? 2 : 1])
    pass(STALE_MS)
    expect(ask()).toBe(!isTouched)
  })

  it('counts what was sent, rendered and waited for', async () => {
    const { pages, ask, wait, finish, outdate } = cache()
    const waiting = [wait(), wait(), wait()]
    await finish()
    await Promise.all(waiting)
    ask()
    outdate()
    ask()
    ask()
    expect(pages.counts).toEqual({ kept: 1, stale: 2, shared: 2, rendered: 2 })
  })

  it('stays for its time if the new one fails, which is not tried again in that time', async () => {
    const { ask, wait, renders, finish, pass, outdate } = cache()
    const first = wait()
    await finish()
    await first
    outdate()
    expect(ask()).toBe(true)
    await finish(new Error('away'))
    expect([ask(), ask(), renders.length]).toEqual([true, true, 2])
    pass(STALE_MS)
    expect(ask()).toBe(false)
  })

  it('that was being rendered when something was added counts as outdated from then on', async () => {
    const { ask, wait, renders, finish, pass, outdate } = cache()
    const first = wait()
    outdate()
    pass(100)
    await finish(rendered('old'))
    await first
    expect([ask(), renders.length]).toEqual([true, 2])
    pass(STALE_MS - 100)
    expect(ask()).toBe(false)
  })

  it('is not waited for if it began too long before something was added', async () => {
    const { ask, wait, renders, finish, pass, outdate } = cache()
    const slow = wait()
    outdate()
    pass(STALE_MS)
    const second = wait()
    expect(renders).toHaveLength(2)
    await finish(rendered('new'))
    renders[0]!.resolve(rendered('old'))
    expect([await slow, await second].map(textOf)).toEqual(['old', 'new'])
    expect([ask(), renders.length]).toEqual([true, 2])
  })

  it('is never sent after it was removed, nor what was being rendered then', async () => {
    const { pages, ask, wait, renders, finish } = cache()
    const first = wait()
    await finish()
    await first
    pages.forget()
    expect(ask()).toBe(false)
    const [early, joined] = [wait(), wait()]
    pages.forget()
    const late = wait()
    expect(renders).toHaveLength(3)
    renders[1]!.resolve(rendered('taken down'))
    expect(textOf(await early)).toBe('taken down')
    expect(ask()).toBe(false)
    await finish(rendered('without it'))
    expect((await Promise.all([joined, late])).map(textOf)).toEqual(['without it', 'without it'])
    expect(ask()).toBe(true)
  })

  it('is removed while it is being rendered again', async () => {
    const { pages, ask, wait, finish, outdate } = cache()
    const first = wait()
    await finish()
    await first
    outdate()
    expect(ask()).toBe(true)
    pages.forget()
    await finish(rendered('taken down'))
    expect(ask()).toBe(false)
  })
})

describe('a page that is requested all the time', () => {
  const cache = () => {
    let now = 1_000_000
    const pages = new PageCache({ now: () => now })
    const renders: string[] = []
    const rendererOf = (key: string) => {
      const render = async () => {
        renders.push(key)
        await new Promise(setImmediate)
        return rendered(`${key} ${renders.length}`)
      }
      return { render, renew: render }
    }
    return {
      pages,
      renders,
      open: (key: string) => pages.answer(shared(key), anyRequest, ignoredResponse) || pages.render(shared(key), rendererOf(key)),
      outdate: () => pages.outdate({ touches: 'everything', at: now }),
      pass(ms: number) {
        now += ms
      },
    }
  }
  const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

  it('is rendered again after an addition before anybody asks, the most requested first, and the others not', async () => {
    const { open, outdate, renders, pass, pages } = cache()
    for (const key of ['a', 'b', 'c']) await open(key)
    for (const key of ['a', 'b', 'b', 'b']) expect(open(key)).toBe(true)
    outdate()
    await soon()
    expect(renders).toEqual(['a', 'b', 'c', 'b', 'a'])
    pass(STALE_MS)
    expect([open('a'), open('b')]).toEqual([true, true])
    expect(pages.counts.stale).toBe(0)
    expect(open('c')).not.toBe(true)
  })

  it('is rendered again at the end of its minute, one page at a time, if it was requested more than once', async () => {
    const { open, renders, pass, pages } = cache()
    const keys = Array.from({ length: 30 }, (_, place) => `page ${place}`)
    for (const key of keys) await open(key)
    for (const key of keys.slice(1)) open(key)
    pass(60_000 - RENEWED_BEFORE_MS)
    for (const key of keys) expect(open(key)).toBe(true)
    // The others wait for the first one.
    expect(renders).toHaveLength(keys.length + 1)
    await expect.poll(() => renders.slice(keys.length).sort()).toEqual(keys.slice(1).sort())
    expect(pages.counts.rendered).toBe(renders.length)
  })

  it('keeps its compressed forms for a few looks only, and begins each other one at the expense of its visitor', async () => {
    const pages = new PageCache()
    const slots = [{ slot: 'value', name: 'theme' }] as const
    const looks = Array.from({ length: 30 }, (_, place) => ({ ...shared('a').look, theme: `theme ${place}` as never }))
    const template = new PageTemplate([{ bytes: new TextEncoder().encode(html) }, ...slots])
    const whole = new TextEncoder().encode(html)
    const page = () => new PageAnswer({ whole, template, varies: [], pieces: null }, { headers })
    await pages.render(shared('a'), { render: async () => page(), renew: async () => page() })
    let begun = 0
    const begin = () => {
      begun++
      return undefined
    }
    const compressed = { headers: { 'accept-encoding': 'br' } } as IncomingMessage
    const send = async (look: (typeof looks)[number]) => {
      const sent = Promise.withResolvers<void>()
      const response = { writeHead: () => response, end: () => sent.resolve(), destroy: sent.reject }
      const to = response as unknown as ServerResponse
      expect(pages.answer({ key: shared('a').key, look }, compressed, to, begin)).toBe(true)
      await sent.promise
    }
    for (const look of looks) await send(look)
    expect(begun).toBe(looks.length)
    await send(looks.at(-1)!)
    expect(begun).toBe(looks.length)
    await send(looks[0]!)
    expect(begun).toBe(looks.length + 1)
    const busy = () => {
      throw new Error('busy')
    }
    expect(() => pages.answer({ key: shared('a').key, look: looks[1]! }, compressed, ignoredResponse, busy)).toThrow('busy')
  })

  it('is rendered once more if something was added while it was rendered again', async () => {
    const { open, outdate, renders, pass } = cache()
    await open('a')
    open('a')
    outdate()
    pass(10)
    outdate()
    await soon()
    pass(STALE_MS - 10)
    expect([renders.length, open('a')]).toEqual([3, true])
  })

  it('is rendered again by visitors only once nobody has asked for it for a while', async () => {
    const { open, outdate, renders } = cache()
    await open('a')
    open('a')
    for (let addition = 0; addition < 30; addition++) {
      outdate()
      await soon()
    }
    expect(renders.length).toBeLessThan(12)
  })

  it('is not rendered again two minutes after its last request, however often it was requested before', async () => {
    const { open, outdate, renders, pass } = cache()
    await open('a')
    for (let request = 0; request < 1_000; request++) open('a')
    pass(119_999)
    outdate()
    await soon()
    expect(renders).toHaveLength(2)
    pass(1)
    outdate()
    await soon()
    expect(renders).toHaveLength(2)
  })
})

describe('a page for many looks', () => {
  const utf8 = (text: string) => ({ bytes: new TextEncoder().encode(text) })
  const template = new PageTemplate([
    utf8('<html data-theme="'),
    { slot: 'value', name: 'theme' },
    utf8('">'),
    { slot: 'when', name: 'answered', value: 'no' },
    utf8('<p>Cookies?</p>'),
    { slot: 'end' },
    utf8(`<p>${'Grüß Gott. '.repeat(200)}</p>`),
  ])
  const answerWith = (varies: (keyof Look)[]) =>
    new PageAnswer({ whole: new Uint8Array(), template, varies, pieces: null }, { headers })

  it('is rendered once, and sent to each visitor with the own look and its ETag', async () => {
    const pages = new PageCache()
    let renders = 0
    const render = async () => {
      renders++
      return answerWith([])
    }
    await pages.render(shared('key'), { render, renew: render })
    const etags = new Set<string | null>()
    for (const look of [{}, { theme: 'dark' }, { answered: 'yes' }, { theme: 'dark', device: 'ios' }] as const) {
      answer = (request, response) => pages.answer(shared('key', look), request, response)
      for (const encoding of ['br', 'zstd', 'gzip', 'identity']) {
        const sent = await ask({ 'accept-encoding': encoding })
        expect(await sent.text()).toContain(
          `<html data-theme="${look.theme ?? 'system'}">${look.answered ? '' : '<p>Cookies?</p>'}<p>Grüß`,
        )
        if (encoding === 'br') etags.add(sent.headers.get('etag'))
      }
    }
    // The device changes nothing on this page.
    expect([renders, etags.size]).toEqual([1, 3])
  })

  it('is rendered for each value of what it depends on besides, also for those who waited', async () => {
    const pages = new PageCache()
    const renders: string[] = []
    const open = (device: Look['device']) => {
      const render = async () => {
        renders.push(device)
        return answerWith(['device'])
      }
      return pages.render(shared('key', { device }), { render, renew: render })
    }
    await Promise.all([open('ios'), open('ios'), open('android'), open('android')])
    expect(renders).toEqual(['ios', 'android'])
    const known = (device: Look['device'], look: Partial<Look> = {}) =>
      pages.answer(shared('key', { ...look, device }), anyRequest, ignoredResponse)
    expect([known('ios'), known('android', { theme: 'dark' }), known('desktop')]).toEqual([true, true, false])
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
    (request, response) => pages.answer(shared('key'), request, response),
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
const ignoredResponse = {
  writeHead: () => ignoredResponse,
  end: () => ignoredResponse,
  getHeader: () => undefined,
} as unknown as ServerResponse

const LOOK: Look = { theme: 'system', answered: 'no', social: 'no', ads: 'no', device: 'desktop' }
const shared = (key: string, look: Partial<Look> = {}) => ({ key, look: { ...LOOK, ...look } })
const textFor = ({ template }: RenderedPage, look: Partial<Look> = {}) =>
  Buffer.concat(template.fill({ ...LOOK, ...look }).map(({ bytes }) => bytes)).toString()

describe('a page behind a CDN', () => {
  const cdn = createCdnHeaders('varnish')
  let now = 1_000_000
  const open = () => new PageCache({ now: () => now, cdn })
  const keyed = (text: string) => rendered(text, { 'surrogate-key': 'title-a' })
  const rendererOf = (text: string) => ({ render: async () => keyed(text), renew: async () => keyed(text) })
  /** Sends a page, and returns its headers by name. */
  const headersOf = (send: (response: ServerResponse) => unknown): Record<string, string> => {
    let sent: string[] = []
    const response = {
      ...ignoredResponse,
      writeHead(_: number, headers: string[]) {
        sent = headers
        return response
      },
    }
    send(response as unknown as ServerResponse)
    return Object.fromEntries(sent.flatMap((name, at) => (at % 2 === 0 ? [[name, sent[at + 1]!]] : [])))
  }

  it('is kept there until it is a minute old, and has keys', async () => {
    const pages = open()
    await pages.render(shared('key'), rendererOf('page'))
    const told = () => headersOf((response) => pages.answer(shared('key'), anyRequest, response))
    expect(told()).toMatchObject({
      'cdn-cache-control': 's-maxage=59, stale-while-revalidate=1',
      xkey: 'title-a pages everything',
    })
    now += 20_000
    expect(told()['cdn-cache-control']).toBe('s-maxage=39, stale-while-revalidate=1')
  })

  it('is not sent any more once something was added', async () => {
    const pages = open()
    await pages.render(shared('key'), rendererOf('old'))
    pages.outdate({ touches: ['title-a'], at: now })
    expect(pages.answer(shared('key'), anyRequest, ignoredResponse)).toBe(false)
    const made = await pages.render(shared('key'), rendererOf('new'))
    expect(made instanceof Response ? null : textFor(made)).toBe('new')
  })

  it.each([
    ['added', (pages: PageCache) => pages.outdate({ touches: ['title-a'], at: now })],
    ['taken away', (pages: PageCache) => pages.forget()],
  ])('is for nobody else if something was %s while it was rendered', async (_, change) => {
    const pages = open()
    const pending = Promise.withResolvers<Response>()
    const making = pages.render(shared('key'), { render: () => pending.promise, renew: () => pending.promise })
    change(pages)
    pending.resolve(keyed('old'))
    const made = await making
    if (made instanceof Response) throw new Error('a page for all')
    const told = headersOf((response) => pages.send(made, shared('key'), anyRequest, response))
    expect([told['cdn-cache-control'], told.xkey]).toEqual(['no-store', undefined])
  })
})

async function keepInto(pages: PageCache, key: string, text = html): Promise<void> {
  const render = async () => rendered(text)
  await pages.render(shared(key), { render, renew: render })
}
