import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccount, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { within } from '@kiosk/backend/testing/api'
import { SESSION_COOKIE } from '@kiosk/domain/accounts/session-cookie'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CRASH, startServer, type TestServer, TOKEN } from '../testing/start-server.ts'

// Servers in processes of their own that are stopped with SIGTERM while they are used.

const DRAIN_MS = 2_000
/** How often the load balancer of these tests asks for readiness. */
const CHECK_EVERY_MS = 200
const CLIENTS = 8
/**
 * Pause of a client between two requests: together the clients send more than a hundred a second, and servers can still start.
 */
const NEXT_REQUEST_AFTER_MS = 50

let connection: Connection
let folder: string
let cookie: string
const started: TestServer[] = []
beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'draining-'))
  const account = await createAccount(connection.db)
  cookie = (await signedIn(connection.db, account)).cookie.replace(SESSION_COOKIE.secure, SESSION_COOKIE.loopback)
})
afterAll(async () => {
  for (const { process } of started) process.kill('SIGKILL')
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(drainMs: number): Promise<TestServer> {
  const server = await startServer({
    databaseUrl: connection.url,
    dataDir: folder,
    settings: { DRAIN_SECONDS: String(drainMs / 1_000) },
  })
  started.push(server)
  return server
}

/** Returns a server that an earlier test has left running, or starts one. */
async function running(): Promise<TestServer> {
  return started.find(({ process }) => !process.killed && process.exitCode === null) ?? start(DRAIN_MS)
}

let visitor = 0
type Reply = { status: number; connection: string | undefined; body: string }

/** Sends a request on a kept connection of an agent; without retries, unlike `fetch`. */
function send(
  server: TestServer,
  agent: Agent,
  path: string,
  form?: Record<string, string>,
  more?: Record<string, string>,
): Promise<Reply> {
  const body = form && new URLSearchParams(form).toString()
  const headers = {
    ...more,
    'x-api-token': TOKEN,
    cookie,
    'x-forwarded-for': `198.51.${++visitor % 250}.${Math.floor(visitor / 250) % 250}`,
    ...(body && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(server.origin + path, { agent, method: form ? 'POST' : 'GET', headers }, (response) =>
      read(response).then(resolve, reject),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function read(response: IncomingMessage): Promise<Reply> {
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode ?? 0, connection: response.headers.connection, body }
}

/** A load balancer: sends each request to the next server that was ready when it asked last, and keeps connections. */
function balance(servers: TestServer[]) {
  const agents = new Map<TestServer, Agent>()
  let ready: TestServer[] = []
  let turn = 0
  let ended = false
  const agentOf = (server: TestServer) => {
    const agent = agents.get(server) ?? new Agent({ keepAlive: true })
    agents.set(server, agent)
    return agent
  }
  const checking = (async () => {
    for (; !ended; await pause(CHECK_EVERY_MS)) {
      const states = await Promise.all(servers.map((each) => isReady(each)))
      ready = servers.filter((_, at) => states[at])
    }
  })()
  return {
    servers,
    send(path: string, form?: Record<string, string>): Promise<Reply> {
      const server = ready[turn++ % ready.length]
      return server ? send(server, agentOf(server), path, form) : Promise.reject(new Error('no server is ready'))
    },
    areReady: () => ready,
    async close() {
      ended = true
      await checking
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

async function isReady({ origin }: TestServer): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`).catch(() => null)
  await response?.text()
  return response?.status === 200
}

async function stop({ process }: TestServer): Promise<number | null> {
  const exited = once(process, 'exit')
  process.kill('SIGTERM')
  const [code] = (await exited) as [number | null]
  return code
}

test('two servers are restarted one after the other under load, and no request fails', async () => {
  const balancer = balance([await start(DRAIN_MS), await start(DRAIN_MS)])
  await within(10_000, async () => balancer.areReady().length === 2)
  let ended = false
  const failed: string[] = []
  const answered = { all: 0, closing: 0 }
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !ended; turn++) {
      await pause(NEXT_REQUEST_AFTER_MS)
      const kind = turn % 4
      const path = ['/', '/api/v8/user', `/api/v8/search?q=berg${turn}`, '/api/v8/crashreport'][kind]!
      try {
        const reply = await balancer.send(path, kind === 3 ? CRASH : undefined)
        answered.all++
        if (reply.connection === 'close') answered.closing++
        if (reply.status >= 400) failed.push(`${path} ${reply.status} ${reply.body.slice(0, 200)}`)
      } catch (error) {
        failed.push(`${path} ${(error as Error).message}`)
      }
    }
  })
  for (const at of [0, 1]) {
    await pause(1_000)
    expect(await stop(balancer.servers[at]!)).toBe(0)
    balancer.servers[at] = await start(DRAIN_MS)
    await within(10_000, async () => balancer.areReady().length === 2)
  }
  ended = true
  await Promise.all(clients)
  await balancer.close()
  expect(failed).toEqual([])
  expect(answered.all).toBeGreaterThan(500)
  // Requests that came to a server between its signal and the next check of the balancer.
  expect(answered.closing).toBeGreaterThan(0)
})

test('after SIGTERM a server is not ready but answers, then stops listening; a second SIGTERM changes nothing', async () => {
  const server = await running()
  const ask = async (path: string) => {
    const response = await fetch(server.origin + path)
    return [response.status, ((await response.json()) as { status: string }).status]
  }
  expect(await ask('/readyz')).toEqual([200, 'ready'])
  expect(await ask('/livez')).toEqual([200, 'alive'])
  const exited = once(server.process, 'exit')
  const signalledAt = Date.now()
  server.process.kill('SIGTERM')
  server.process.kill('SIGTERM')
  await within(1_000, async () => !(await isReady(server)))
  expect(await ask('/readyz')).toEqual([503, 'draining'])
  expect(await ask('/livez')).toEqual([200, 'alive'])
  expect((await ask('/health'))[0]).toBe(200)
  const agent = new Agent({ keepAlive: true })
  const reply = await send(server, agent, '/')
  expect([reply.status, reply.connection]).toEqual([200, 'close'])
  expect(await exited).toEqual([0, null])
  expect(Date.now() - signalledAt).toBeGreaterThanOrEqual(DRAIN_MS)
  await expect(send(server, agent, '/')).rejects.toThrow('ECONNREFUSED')
})

test('before it stops listening, a server closes connections of GETs that a proxy repeats, and answers everything else', async () => {
  const server = await running()
  const agent = new Agent()
  const repeated = { 'x-proxy-repeats': 'GET' }
  const exited = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  await within(5_000, async () => !(await isReady(server)))
  expect((await send(server, agent, '/', undefined, repeated)).status).toBe(200)
  await within(5_000, () =>
    send(server, agent, '/', undefined, repeated).then(
      () => false,
      (error: Error) => error.message === 'socket hang up',
    ),
  )
  const [page, report] = await Promise.all([
    send(server, agent, '/'),
    send(server, agent, '/api/v8/crashreport', CRASH, repeated),
  ])
  expect(page.status).toBe(200)
  expect(report.status).toBeLessThan(300)
  expect(await exited).toEqual([0, null])
})

test('SIGINT ends the pause of a server that drains', async () => {
  const server = await start(60_000)
  const exited = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  await within(5_000, async () => !(await isReady(server)))
  server.process.kill('SIGINT')
  await exited
  expect([server.process.exitCode, server.process.signalCode]).toEqual([0, null])
})

test('without a pause, requests that have begun are answered, and idle and silent connections do not hold up the stop', async () => {
  const server = await start(0)
  const { hostname, port } = new URL(server.origin)
  const agent = new Agent({ keepAlive: true })
  expect((await send(server, agent, '/')).connection).toBe('keep-alive')
  // Like a connection that a browser opens ahead.
  const silent = connect(Number(port), hostname).on('error', () => {})
  await once(silent, 'connect')
  const body = new URLSearchParams(CRASH).toString()
  const headers = `Host: ${hostname}:${port}\r\nX-Api-Token: ${TOKEN}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  const begun = connect(Number(port), hostname)
  begun.write(`POST /api/v8/crashreport HTTP/1.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 4)}`)
  let received = ''
  begun.on('data', (chunk) => {
    received += String(chunk)
  })
  await pause(300)
  const exited = once(server.process, 'exit')
  const signalledAt = Date.now()
  server.process.kill('SIGTERM')
  await within(5_000, () =>
    send(server, new Agent(), '/').then(
      () => false,
      () => true,
    ),
  )
  begun.write(body.slice(4))
  await once(begun, 'close')
  expect(received).toMatch(/^HTTP\/1\.1 2\d\d [\s\S]*\r\nconnection: close\r\n/i)
  await exited
  expect([server.process.exitCode, server.process.signalCode]).toEqual([0, null])
  // Far less than the ten seconds after which pending requests are cut off.
  expect(Date.now() - signalledAt).toBeLessThan(8_000)
})
