import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS } from '@kiosk/domain/time'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawing, DRAW_PATH, drawnElsewhere } from './drawing.ts'

const PDF = 'issues/bergblick-1/2/source.pdf'
const secret = async () => Buffer.from('the secret of this newsstand')
const log = pino({ level: 'silent' })

const draw = createDrawing(
  async (...asked) => {
    if (asked[1] === 9) throw new Error('there is no page 9')
    return Buffer.from(JSON.stringify(asked))
  },
  secret,
  () => clock,
)
let clock = Date.now()
const IMAGE = new Response('an image', { headers: { 'content-type': 'image/webp' } })
/** What a balancer answers in place of the server. */
let balancer: Response | undefined
const requests: string[] = []
const server = createServer(async (request, response) => {
  requests.push(request.url!)
  const drawn = request.url === '/image' ? IMAGE : balancer
  const answer =
    drawn ?? (await draw(new Request(`http://localhost${request.url}`)).catch(() => new Response(null, { status: 500 })))
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('a page is rendered by another server of the same newsstand', async () => {
  const image = await drawnElsewhere(url, secret, log)(PDF, 3, 720, 'avif')
  expect(JSON.parse(image.toString())).toEqual([PDF, 3, 720, 'avif'])
})

test('a tile is rendered by another server, and a version that knows none rejects it', async () => {
  requests.length = 0
  const tile = { left: 512, top: 1024, width: 512, height: 300, pageHeight: 5262 }
  const image = await drawnElsewhere(url, secret, log)(PDF, 3, 3720, 'webp', tile)
  expect(JSON.parse(image.toString())).toEqual([PDF, 3, 3720, 'webp', tile])
  // Versions before tiles require a width.
  expect(new URL(requests[0]!, url).searchParams.has('width')).toBe(false)
  for (const wrong of [{ width: 600 }, { left: -1 }, { pageHeight: 90_000 }])
    await expect(drawnElsewhere(url, secret, log)(PDF, 3, 3720, 'webp', { ...tile, ...wrong })).rejects.toMatchObject({
      code: 'unavailable',
    })
})

test('a server that fails, or does not answer, makes the image unavailable', async () => {
  for (const asked of [url, 'http://127.0.0.1:1'])
    await expect(drawnElsewhere(asked, secret, log)(PDF, 9, 720, 'webp')).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['a page with status 200', new Response('<p>Try later', { headers: { 'content-type': 'text/html' } })],
  ['another format', new Response('an image', { headers: { 'content-type': 'image/avif' } })],
  ['no content type', new Response(new Uint8Array(4))],
  ['a redirect to an image', new Response(null, { status: 302, headers: { location: '/image' } })],
])('%s instead of the image is not stored as one', async (_, answer) => {
  balancer = answer
  await expect(drawnElsewhere(url, secret, log)(PDF, 3, 720, 'webp')).rejects.toMatchObject({ code: 'unavailable' })
  balancer = undefined
})

test('only requests of this newsstand are answered: signed, recent, unchanged, and for a PDF of an issue', async () => {
  requests.length = 0
  await drawnElsewhere(url, secret, log)(PDF, 3, 720, 'webp')
  const [asked] = requests
  const statusOf = async (path: string) => (await draw(new Request(`http://localhost${path}`))).status
  expect(asked).toMatch(new RegExp(`^${DRAW_PATH}\\?`))
  expect(await statusOf(asked!)).toBe(200)
  expect(await statusOf(asked!.replace('page=3', 'page=4'))).toBe(403)
  expect(await statusOf(asked!.replace(/&signature=.*/, ''))).toBe(403)
  clock = Date.now() + DAY_MS
  expect(await statusOf(asked!)).toBe(403)
  clock = Date.now()
  const others = drawnElsewhere(url, async () => Buffer.from('the secret of another'), log)
  await expect(others(PDF, 3, 720, 'webp')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(drawnElsewhere(url, secret, log)('../app.pdf', 3, 720, 'webp')).rejects.toMatchObject({ code: 'unavailable' })
})
