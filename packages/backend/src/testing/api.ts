import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '@kiosk/contract/route'
import type { Endpoint } from '@kiosk/domain/endpoint'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'
import type { z } from 'zod'
import { fakeMailer } from '../adapters/mail/testing/fake-mailer.ts'
import { fakePush } from '../adapters/push/testing/fake-push-service.ts'
import { type ContextConfig, type ContextOptions, createContext } from '../create-context.ts'
import type { Connection, Database } from '../db/connect.ts'
import { createReplica, openReplica } from '../db/replica.ts'
import { type ApiConfig, createHttpApi } from '../http/api.ts'

// The whole API on a test database, called without a socket.

export const TEST_TOKEN = 'token-of-the-test'
export const TEST_ORIGIN = 'https://kiosk.example.org'

type Requested = {
  country?: string | null
  address?: string
  language?: string
  headers?: Record<string, string>
  method?: string
  form?: Record<string, string>
  body?: string
}

export type TestApi = Awaited<ReturnType<typeof testApi>>

/** Configuration values and services that a test replaces. */
export type TestOptions = Partial<ContextOptions & Omit<ContextConfig, 'payments'> & ApiConfig>

/** Opens the whole API on a test database; e-mails and pushes stay in memory, nothing is sold. Close it before its database. */
export async function testApi({ db, replicaUrl }: Connection & { replicaUrl?: string | undefined }, options: TestOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kiosk-files-'))
  const mailer = fakeMailer()
  const push = fakePush()
  const config = {
    operator: Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8'))),
    token: TEST_TOKEN,
    webapp: '/reader',
    publicUrl: TEST_ORIGIN,
    environment: 'development',
    neutralAnswers: false,
    identity: {},
    dataDir: folder,
    bucket: null,
    smtpUrl: undefined,
    logLevel: 'silent',
    renderedImagesBytes: undefined,
    requestsPerMinute: undefined,
    ...options,
    payments: { card: null, wallet: null, store: null },
  } as const
  const replica = replicaOf(db, replicaUrl)
  const context = createContext(config, { db, mailer, push, replica: replica?.replica, ...options })
  const { ctx } = context
  const { operator, files } = ctx
  const api = createHttpApi(context, config)

  async function ask(path: string, requested: Requested = {}): Promise<Response> {
    const { country = 'AT', address = '203.0.113.7', language = 'de', form, body, method = form ? 'POST' : 'GET' } = requested
    const headers: Record<string, string> = { 'x-api-token': TEST_TOKEN, 'accept-language': language }
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded'
    const sent = form ? new URLSearchParams(form).toString() : body
    const url = path.startsWith('/') ? `${TEST_ORIGIN}${path}` : `${TEST_ORIGIN}${API_BASE}${path}`
    const init = { method, headers: { ...headers, ...requested.headers }, ...(sent !== undefined && { body: sent }) }
    return api.fetch(new Request(url, init), { address, country })
  }

  return {
    ctx,
    /** Sent e-mails; jobs do not run automatically here, see `runJobsNow`. */
    mails: mailer.mails,
    /** Push subscriptions and the messages sent to them. */
    browsers: push.service,
    files,
    operator,
    ask,
    /** Calls the API as the HTTP server does. */
    fetch: api.fetch,
    /** Returns the response of a successful call, validated against its declaration. */
    async answer<E extends Endpoint & { output: z.ZodType }>(
      declared: E,
      path: string,
      requested: Requested = {},
    ): Promise<z.output<E['output']>> {
      const response = await ask(path, requested)
      const answer = await response.json()
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      const parsed = declared.output.parse(answer) as z.output<E['output']>
      if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(answer))) throw new Error(`${path} says more than declared`)
      return parsed
    },
    /** Returns status and body of an error. */
    async errorOf(path: string, requested: Requested = {}) {
      const response = await ask(path, requested)
      const { code, field } = (await response.json()) as { code: string; field?: string }
      return { status: response.status, code, ...(field !== undefined && { field }) }
    },
    async close() {
      await api.close()
      await context.close()
      await replica?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the replica of a test's database, with TEST_REPLICA. */
function replicaOf(primary: Database, url: string | undefined) {
  if (!url) return undefined
  const reads = openReplica(url, 2)
  const replica = createReplica({ replica: reads.db, primary, log: pino({ level: 'silent' }) })
  return {
    replica,
    async close() {
      await replica.close()
      await reads.close()
    },
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}

const POLL_EVERY_MS = 25

/**
 * Polls until `expected` passes. Fails after `milliseconds`, but on a busy machine, where every poll takes longer, only after
 * half the number of polls that would fit.
 */
export async function within(milliseconds: number, expected: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + milliseconds
  for (let polls = 0; !(await expected()); polls++) {
    if (Date.now() > ends && polls * POLL_EVERY_MS > milliseconds / 2) throw new Error(`not so within ${milliseconds} ms`)
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
  }
}
