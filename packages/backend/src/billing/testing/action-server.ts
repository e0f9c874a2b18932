// One of several servers of a test: a separate process on the same database, which runs the requested operations.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@kiosk/domain/errors'
import { open } from '../../db/connect.ts'
import { REQUEST_LIMITS } from '../../db/connections.ts'
import { testApi } from '../../testing/api.ts'
import { recordLocks } from './lock-recorder.ts'
import { type Actor, MONEY_ACTIONS, type Providers, type Server } from './money-actions.ts'
import { lendProviders, lentProviders } from './provider-link.ts'

/** Maximum delay before each statement, so that two transactions interleave everywhere. */
const JITTER_MS = 3
/** Connections of each server. */
const CONNECTIONS = 8

/** `at`: time of its clock, ISO 8601; `network`: first byte of its readers' IP addresses. */
type Settings = { databaseUrl: string; name: string; at: string; network: number }
type ActionRequest = { number: number; act: string; actor: Actor }
type Done = { done: number; errors: string[] }

export type ActionServer = {
  /** Runs an operation. @returns errors that a user or a job would have seen, and statements that lock in the wrong order */
  act(name: string, actor: Actor): Promise<string[]>
  close(): Promise<void>
}

/** Starts a server as a separate process. @throws in `act` and `close` if the process exits by itself */
export async function startActionServer(settings: Settings, providers: Providers): Promise<ActionServer> {
  const server = fork(fileURLToPath(new URL('./action-server.ts', import.meta.url)), [JSON.stringify(settings)], {
    execArgv: [],
    serialization: 'advanced',
  })
  lendProviders(server, providers)
  const waiting = new Map<number, PromiseWithResolvers<string[]>>()
  let count = 0
  server.on('message', (message: Done | object) => {
    if (!('done' in message)) return
    waiting.get(message.done)?.resolve(message.errors)
    waiting.delete(message.done)
  })
  server.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`the ${settings.name} server ended with ${code ?? signal}`))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code, signal) => reject(new Error(`the ${settings.name} server ended with ${code ?? signal}`)))
    server.on('message', (message: object) => 'ready' in message && resolve())
  })
  return {
    act(act, actor) {
      const done = Promise.withResolvers<string[]>()
      waiting.set(++count, done)
      server.send({ number: count, act, actor } satisfies ActionRequest)
      return done.promise
    },
    async close() {
      const ended = once(server, 'exit')
      server.send({ ends: true })
      await ended
    },
  }
}

async function serveActions({ databaseUrl, name, at, network }: Settings): Promise<void> {
  const recorder = recordLocks(() => pause(Math.random() * JITTER_MS))
  const connection = open(databaseUrl, CONNECTIONS, REQUEST_LIMITS, name)
  const { payments, desk } = lentProviders()
  const api = await testApi(connection, { now: () => new Date(at), payments })
  let requested = 0
  const ask: typeof api.ask = (path, options) =>
    api.ask(path, { address: `${network}.${++requested >> 16}.${(requested >> 8) & 255}.${requested & 255}`, ...options })
  const server: Server = { api: { ...api, ask }, ctx: api.ctx }

  async function errorOf({ act, actor }: ActionRequest): Promise<string | null> {
    try {
      const answer = await MONEY_ACTIONS[act]!(server, actor, desk)
      if (!(answer instanceof Response) || answer.status < 500) return null
      return `${act}: ${answer.status} ${await answer.text()}`
    } catch (error) {
      if (error instanceof ApiError) return null
      return `${act}: ${(error as { code?: string }).code ?? ''} ${(error as Error).message}`
    }
  }

  const reported = new Set<string>()
  /** Statements in the wrong lock order that were not reported before, from any operation. */
  function newViolations(): string[] {
    const found = [...recorder.violations].filter((each) => !reported.has(each))
    for (const each of found) reported.add(each)
    return found
  }

  process.on('message', async (message: ActionRequest | { ends: true } | object) => {
    if ('act' in message) {
      const error = await errorOf(message)
      process.send!({ done: message.number, errors: [...(error ? [error] : []), ...newViolations()] } satisfies Done)
    }
    if (!('ends' in message)) return
    await api.close()
    await connection.close()
    process.disconnect()
  })
  process.send!({ ready: true })
}

// The test imports this file for `startActionServer`; a server process gets its settings as an argument.
if (process.argv[2]?.startsWith('{')) await serveActions(JSON.parse(process.argv[2]) as Settings)
