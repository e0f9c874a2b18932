import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cloudflare } from './cloudflare.ts'
import { fastly } from './fastly.ts'
import type { Cdn, Purge } from './port.ts'
import { cdnFrom, cdnsOf } from './settings.ts'
import { varnish } from './varnish.ts'

type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }
type Answer = { status: number; body: string }

let received: Received[] = []
let answer: Answer | undefined
let accepted: Answer
let url = ''
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  received.push({ method, url, headers, body: await text(request) })
  const { status, body } = answer ?? accepted
  response.writeHead(status).end(body)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  received = []
  answer = undefined
})
afterAll(() => server.close())

const TOKEN = 'token-of-the-test'
const cdns = {
  // ops/varnish.vcl
  varnish: {
    open: () => varnish(url),
    most: 100,
    accepts: { status: 200, body: '' },
    purgeIn: ({ method, url, headers }: Received): Purge => {
      expect([method, url]).toEqual(['PURGE', '/'])
      const [soft, hard] = [headers['xkey-softpurge'], headers['xkey-purge']].map((each) => each as string | undefined)
      expect([soft, hard].filter(Boolean)).toHaveLength(1)
      return { keys: (soft ?? hard)!.split(' '), soft: soft !== undefined }
    },
  },
  // https://www.fastly.com/documentation/reference/api/purging/#bulk-purge-tag
  fastly: {
    open: () => fastly({ service: 'SU1Z0isxPaozGVKXdv0eY', token: TOKEN, api: url }),
    most: 256,
    accepts: { status: 200, body: '{"title-a":"108-1391560174-974124"}' },
    purgeIn: ({ method, url, headers }: Received): Purge => {
      expect([method, url, headers['fastly-key']]).toEqual(['POST', '/service/SU1Z0isxPaozGVKXdv0eY/purge', TOKEN])
      return { keys: String(headers['surrogate-key']).split(' '), soft: headers['fastly-soft-purge'] === '1' }
    },
  },
  // https://developers.cloudflare.com/api/resources/cache/methods/purge/
  cloudflare: {
    open: () => cloudflare({ service: '023e105f4ecef8ad9ca31a8372d0c353', token: TOKEN, api: url }),
    most: 100,
    accepts: {
      status: 200,
      body: '{"success":true,"errors":[],"messages":[],"result":{"id":"023e105f4ecef8ad9ca31a8372d0c353"}}',
    },
    purgeIn: ({ method, url, headers, body }: Received): Purge => {
      expect([method, url]).toEqual(['POST', '/zones/023e105f4ecef8ad9ca31a8372d0c353/purge_cache'])
      expect([headers.authorization, headers['content-type']]).toEqual([`Bearer ${TOKEN}`, 'application/json'])
      return { keys: (JSON.parse(body) as { tags: string[] }).tags, soft: false }
    },
  },
}

describe.each(Object.entries(cdns))('%s', (name, { open, most, accepts, purgeIn }) => {
  let cdn: Cdn
  beforeAll(() => {
    accepted = accepts
    cdn = open()
  })
  const isEverSoft = name !== 'cloudflare'

  test('purges by keys, softly where it can', async () => {
    for (const soft of [true, false]) {
      await cdn.purge({ keys: ['title-a', 'catalogue'], soft })
      expect(received.splice(0).map(purgeIn)).toEqual([{ keys: ['title-a', 'catalogue'], soft: soft && isEverSoft }])
    }
  })

  test('names as many keys in one request as it may', async () => {
    const keys = Array.from({ length: 2 * most + 1 }, (_, at) => `title-${at}`)
    await cdn.purge({ keys, soft: false })
    expect(received).toHaveLength(3)
    expect(received.map(purgeIn).flatMap((purge) => purge.keys)).toEqual(keys)
  })

  test('a rejection is an error without the token', async () => {
    answer = { status: 403, body: 'not allowed' }
    const error = await cdn.purge({ keys: ['a'], soft: true }).catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('Error: the CDN answered a purge with 403 not allowed')
  })

  test('a redirect is no success', async () => {
    answer = { status: 302, body: '' }
    await expect(cdn.purge({ keys: ['a'], soft: true })).rejects.toThrow()
  })
})

test('a response of Cloudflare without success is an error', async () => {
  answer = { status: 200, body: '{"success":false,"errors":[{"code":1134}]}' }
  await expect(cdns.cloudflare.open().purge({ keys: ['a'], soft: true })).rejects.toThrow('without success')
})

test('a CDN that cannot be reached is an error', async () => {
  await expect(varnish('http://127.0.0.1:9').purge({ keys: ['a'], soft: true })).rejects.toThrow()
})

describe('settings', () => {
  test('each Varnish is told for itself', () => {
    const { cdn, wrong } = cdnFrom({ CDN: 'varnish', CDN_PURGE_URLS: 'http://10.0.0.5:6082, http://10.0.0.6:6082' })
    expect(wrong).toEqual([])
    expect(cdnsOf(cdn).map((each) => each.name)).toEqual(['varnish 10.0.0.5:6082', 'varnish 10.0.0.6:6082'])
    expect(cdnsOf(null)).toEqual([])
  })

  test.each([
    [{}, []],
    [{ CDN: 'fastly', CDN_SERVICE: 'x', CDN_TOKEN: 'y' }, []],
    [{ CDN: 'akamai' }, ['CDN: varnish, fastly or cloudflare']],
    [{ CDN: 'cloudflare', CDN_SERVICE: 'x' }, ['CDN_TOKEN: missing, although CDN is set']],
    [{ CDN: 'varnish' }, ['CDN_PURGE_URLS: the address of each Varnish for purges: http://10.0.0.5:6082']],
    [
      { CDN: 'varnish', CDN_PURGE_URLS: 'localhost' },
      ['CDN_PURGE_URLS: the address of each Varnish for purges: http://10.0.0.5:6082'],
    ],
    [
      { CDN: 'varnish', CDN_PURGE_URLS: 'http://10.0.0.5:6082,http://user:secret@10.0.0.6:6082' },
      ['CDN_PURGE_URLS: remove user and password; only the servers may reach these addresses'],
    ],
    [{ CDN_TOKEN: 'y' }, ['CDN_TOKEN: belongs to CDN, which is not set']],
  ])('%j', (options, wrong) => {
    expect(cdnFrom(options).wrong).toEqual(wrong)
  })
})
