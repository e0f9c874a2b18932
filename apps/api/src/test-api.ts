import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@kiosk/domain/endpoint'
import { Operator } from '@kiosk/domain/operator'
import { pino } from 'pino'
import type { z } from 'zod'
import { API_BASE } from './api-address.ts'
import { createApi, type Given } from './app.ts'
import type { Connection } from './database/connect.ts'
import { fileSystem } from './outside/files/file-system.ts'
import { pretendPost } from './outside/mail/pretend-post.ts'
import { pretendPush } from './outside/push/pretend-push-service.ts'

// The whole API on a database of a test, asked without a socket.

export const TEST_TOKEN = 'token-of-the-test'
export const TEST_ORIGIN = 'https://kiosk.example.org'

type Asked = {
  country?: string | null
  address?: string
  language?: string
  headers?: Record<string, string>
  method?: string
  form?: Record<string, string>
  body?: string
}

export type TestApi = Awaited<ReturnType<typeof testApi>>

/** `given` overrides what the API is made of. Close it before its database. */
export async function testApi({ db }: Connection, given: Partial<Given> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kiosk-files-'))
  const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../operator.json', import.meta.url), 'utf8')))
  const files = fileSystem(folder)
  const post = pretendPost()
  const push = pretendPush()
  const api = createApi({
    db,
    files,
    operator,
    token: TEST_TOKEN,
    webapp: '/reader',
    publicUrl: TEST_ORIGIN,
    environment: 'development',
    post,
    push,
    log: pino({ level: 'silent' }),
    ...given,
  })

  async function ask(path: string, asked: Asked = {}): Promise<Response> {
    const { country = 'AT', address = '203.0.113.7', language = 'de', form, body, method = form ? 'POST' : 'GET' } = asked
    const headers: Record<string, string> = { 'x-api-token': TEST_TOKEN, 'accept-language': language }
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded'
    const sent = form ? new URLSearchParams(form).toString() : body
    const url = path.startsWith('/') ? `${TEST_ORIGIN}${path}` : `${TEST_ORIGIN}${API_BASE}${path}`
    const init = { method, headers: { ...headers, ...asked.headers }, ...(sent !== undefined && { body: sent }) }
    return api.fetch(new Request(url, init), { address, country })
  }

  return {
    house: api.house,
    /** Mails that went out: jobs are not run by themselves here, see `runJobsNow`. */
    mails: post.mails,
    /** Browsers that hear of new issues, and what they were told. */
    browsers: push.service,
    files,
    operator,
    ask,
    /** As the server asks it. */
    fetch: api.fetch,
    /** The answer of a call that succeeds, checked against its declaration field by field. */
    async answer<E extends Endpoint & { output: z.ZodType }>(
      declared: E,
      path: string,
      asked: Asked = {},
    ): Promise<z.output<E['output']>> {
      const response = await ask(path, asked)
      const answer = await response.json()
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      const parsed = declared.output.parse(answer) as z.output<E['output']>
      if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(answer))) throw new Error(`${path} says more than declared`)
      return parsed
    },
    /** Status and body of a refusal. */
    async refusal(path: string, asked: Asked = {}) {
      const response = await ask(path, asked)
      const { code, field } = (await response.json()) as { code: string; field?: string }
      return { status: response.status, code, ...(field !== undefined && { field }) }
    },
    async close() {
      await api.close()
      await rm(folder, { recursive: true, force: true })
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

/** Asks until `expected` holds; fails after `milliseconds`. */
export async function within(milliseconds: number, expected: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + milliseconds
  while (!(await expected())) {
    if (Date.now() > ends) throw new Error(`not so within ${milliseconds} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
