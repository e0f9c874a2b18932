import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Visitor } from '@kiosk/api/app'
import { wholeOf } from '@kiosk/domain/whole-answer'
import { compress, encodingFor, isForEverybody, type PageCache, QUALITY, sendOnce } from './page-cache.ts'
import type { StaticFiles } from './static-files.ts'

export type Program = (request: Request, visitor: Visitor) => Promise<Response>

type Listener = ReturnType<typeof getRequestListener>

export type Programs = {
  api: Program
  reader: Program
  website: Program
  /** Answers of the house itself: health, figures. */
  house: Program
  /** Development only: the mails that went out, under `/dev/mail`. */
  mailbox?: Program | undefined
  files: StaticFiles[]
  pages: PageCache
  visitorOf(request: IncomingMessage): Visitor
  log: { error(given: object, message: string): void }
  /** Development only: Vite's own files. True = answered. */
  development?: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined
}

/** Serves all programs on one port: `/api` → api, `/reader` → reader, everything else → website. */
export async function listen(
  programs: Programs,
  at: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const listeners = new WeakMap<Program, Listener>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      programs.log.error({ err: error, path: request.url?.split('?')[0] }, 'request failed')
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('500')
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0]!
    if (path.startsWith('/api/')) return through(programs.api, programs.visitorOf(request), request, response)
    if (path === '/health' || path === '/metrics') return pass(programs.house, request, response)
    if (programs.mailbox && (path === '/dev/mail' || path.startsWith('/dev/mail/')))
      return pass(programs.mailbox, request, response)
    for (const files of programs.files) if (files.has(path) && (await files.answer(path, request, response))) return
    if (programs.development && (await programs.development(request, response))) return
    if (path === '/reader' || path.startsWith('/reader/')) return pass(programs.reader, request, response)
    await website(request, response)
  }

  async function website(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const visitor = programs.visitorOf(request)
    const key = programs.development ? null : programs.pages.keyOf(request, visitor.country)
    if (!key) return through(programs.website, visitor, request, response)
    if (programs.pages.answer(key, request, response)) return
    const { generation } = programs.pages
    const rendered = await programs.website(requestOf(request), visitor)
    if (isForEverybody(rendered)) return programs.pages.sendAndKeep(key, generation, rendered, request, response)
    return send(rendered, request, response)
  }

  /** Most questions are plain: those need no streams, neither to be asked nor to be answered. */
  async function through(program: Program, visitor: Visitor, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET') return pass(program, request, response)
    return send(await program(requestOf(request), visitor), request, response)
  }

  async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (wholeOf(answer) !== undefined) return sendOnce(answer, request, response)
    return pass(async () => answer, request, response)
  }

  async function pass(program: Program, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await listenerOf(program)(request, response)
  }

  function listenerOf(program: Program): Listener {
    const known = listeners.get(program)
    if (known) return known
    const listener = getRequestListener(
      async (asked, { incoming }) => compressed(await program(asked, programs.visitorOf(incoming as IncomingMessage)), asked),
      { overrideGlobalObjects: false },
    )
    listeners.set(program, listener)
    return listener
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) }
}

function requestOf(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) headers.append(name, each)
  }
  return new Request(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`, { headers })
}

/** Text goes out compressed, in one piece; pictures and what is compressed already pass as they are. */
async function compressed(answer: Response, asked: Request): Promise<Response> {
  const encoding = encodingFor(asked.headers.get('accept-encoding') ?? undefined)
  const text = /^(text\/|application\/([\w.+-]*json|xml|[\w.+-]*\+xml))/.test(answer.headers.get('content-type') ?? '')
  if (!text || encoding === 'identity' || !answer.body || answer.headers.has('content-encoding')) return answer
  const plain = Buffer.from(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.append('vary', 'Accept-Encoding')
  headers.delete('content-length')
  if (plain.length < 1_000) return new Response(plain, { status: answer.status, headers })
  headers.set('content-encoding', encoding)
  const etag = headers.get('etag')
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`)
  return new Response(new Uint8Array(await compress(plain, encoding, QUALITY.once)), { status: answer.status, headers })
}

/** Takes no new requests, lets those under way finish for ten seconds. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), 10_000)
    server.close(() => {
      clearTimeout(impatient)
      resolve()
    })
    server.closeIdleConnections()
  })
}
