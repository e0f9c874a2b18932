import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../http/listen.ts'
import { PageCache } from '../pages/page-cache.ts'
import { createRequestGate } from './request-gate.ts'

const UNREAD_MS = 1_000
const LARGE = new Uint8Array(30_000_000)
let pages = 0
/** Sockets on the server's side. */
const served = new Set<Socket>()
let server: { port: number; close(): Promise<void> }
const sockets: Socket[] = []

beforeAll(async () => {
  const rules = { publicUrl: 'https://kiosk.example.org', allowedHosts: [], development: false }
  const never = () => Promise.reject(new Error('nobody asks for this'))
  server = await listen(
    {
      reader: never,
      desk: never,
      service: never,
      files: [],
      pages: new PageCache(),
      gate: createRequestGate(rules),
      api: async () => new Response(LARGE, { headers: { 'content-type': 'image/webp' } }),
      website: async (request) => {
        pages++
        if (request.url.endsWith('/slow')) await wait(3 * UNREAD_MS)
        return new Response(`page ${pages}`, { headers: { 'content-type': 'text/plain' } })
      },
      visitorOf: ({ socket }) => {
        served.add(socket)
        return { address: '203.0.113.9', country: 'AT' }
      },
      unreadMs: UNREAD_MS,
      log: { error: () => {}, info: () => {} },
    },
    { port: 0, host: '127.0.0.1' },
  )
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

const ask = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: kiosk.example.org\r\n${headers}\r\n`
function line(): Socket {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  return socket
}
/** Returns everything that arrives until the server closes the connection. */
async function everything(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), wait(12_000)])
  return text
}
const IMAGE = '/api/v8/issuecontent/x/pages/1/picture'

test('a few pipelined requests are answered in order', async () => {
  const socket = line()
  socket.write(ask('/a').repeat(7) + ask('/b', 'Connection: close\r\n'))
  expect((await everything(socket)).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(8)
})

test('an idle connection stays open for longer than reverse proxies keep theirs, a minute', async () => {
  const socket = line()
  const answered = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
  socket.write(ask('/a'))
  const [, seconds] = /keep-alive: timeout=(\d+)/i.exec(await answered) ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  // Longer than the five seconds of Node.
  await wait(6_500)
  socket.write(ask('/b', 'Connection: close\r\n'))
  expect(await everything(socket)).toContain('200 OK')
})

test('a connection with thousands of pipelined requests is closed, and others are answered', async () => {
  pages = 0
  const sent = Array.from({ length: 6 }, () => line())
  for (const socket of sent) socket.write(ask('/').repeat(3_000))
  await Promise.all(sent.map(everything))
  expect(pages).toBeLessThanOrEqual(6 * 16)
  expect(sent.map(({ destroyed }) => destroyed)).not.toContain(false)
})

/** Counts the bytes that arrive until the connection is closed. `after`: pause after every chunk. Milliseconds. */
async function bytesOf(socket: Socket, after = 0): Promise<number> {
  let bytes = 0
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (after === 0) return
    socket.pause()
    setTimeout(() => socket.resume(), after)
  })
  await Promise.race([closed, wait(60_000)])
  return bytes
}

test('a client that reads nothing of a response loses its connection, which frees the memory', async () => {
  served.clear()
  // The clients read nothing: their sockets accept only what fits into the buffers.
  for (let count = 1; count <= 3; count++) {
    line().write(ask(IMAGE))
    // One after another: a connection whose request waits behind other responses could time out before it is read.
    await expect.poll(() => served.size, { timeout: 5_000 }).toBe(count)
  }
  await expect.poll(() => [...served].filter(({ destroyed }) => destroyed).length, { timeout: 15_000 }).toBe(3)
})

test('a client that reads slowly gets the whole response', async () => {
  const socket = line()
  socket.write(ask(IMAGE, 'Connection: close\r\n'))
  const startedAt = Date.now()
  expect(await bytesOf(socket, 5)).toBeGreaterThan(LARGE.length)
  expect(Date.now() - startedAt).toBeGreaterThan(UNREAD_MS)
})

test('a response that takes long to make does not time out', async () => {
  const socket = line()
  socket.write(ask('/slow', 'Connection: close\r\n'))
  expect(await everything(socket)).toContain('200 OK')
})
