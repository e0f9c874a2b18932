// Shared by crash tests: workers that are killed, and a provider that continues meanwhile.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { createAccount } from '../../accounts/testing/accounts.ts'
import { sandboxProvider } from '../../adapters/payments/sandbox/sandbox-provider.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { testApi } from '../../testing/api.ts'
import { sendAttempts } from '../charges/send.ts'
import { createSubscription } from '../subscriptions/create.ts'
import type { WorkerTask } from './worker.ts'

const KEYS = { key: 'key-of-the-test', webhookSecret: 'secret-of-the-test' }

/** Returns the number of steps to test: all with CRASH_POINTS=all, else CRASH_POINTS or `few`. */
export const crashPoints = (few: number) =>
  process.env.CRASH_POINTS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.CRASH_POINTS ?? few)

/** Selects some of the steps 1 to `steps`, differently each time. */
export function someSteps(steps: number, points: number): number[] {
  const all = Array.from({ length: steps }, (_, place) => place + 1)
  return points >= steps ? all : all.toSorted(() => Math.random() - 0.5).slice(0, points)
}

/**
 * Runs a worker until it exits.
 * @param file URL of its program
 * @returns the number of its steps; null: it was killed
 */
export async function runWorker(file: URL, task: WorkerTask): Promise<number | null> {
  const worker = fork(fileURLToPath(file), [JSON.stringify(task)], { execArgv: [] })
  let steps: number | null = null
  worker.on('message', (report: { steps: number }) => {
    steps = report.steps
  })
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
  const isKilled = task.diesAt !== null && steps === null
  expect(isKilled ? signal : code).toBe(isKilled ? 'SIGKILL' : 0)
  return steps
}

export type CrashScene = Awaited<ReturnType<typeof crashScene>>

/** Creates the API on its own database, and the sandbox as a separate process with readable records. Close it after use. */
export async function crashScene() {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'))
  const connection = await testDatabase()
  const env = { ...process.env, ENVIRONMENT: 'development', PORT: '0', FILE: join(folder, 'provider.db') }
  const start = fileURLToPath(new URL('../../../../../apps/sandbox-payments/src/start.ts', import.meta.url))
  const provider = fork(start, [], { env: { ...env, KEY: KEYS.key, WEBHOOK_SECRET: KEYS.webhookSecret }, execArgv: [] })
  const [{ port }] = (await once(provider, 'message')) as [{ port: number }]
  const sandbox = { url: `http://127.0.0.1:${port}`, ...KEYS }
  const providerDb = new DatabaseSync(join(folder, 'provider.db'))
  providerDb.exec('pragma busy_timeout = 5000')
  let now = new Date()
  let count = 0
  const payments = { card: sandboxProvider(sandbox), wallet: null, store: null }
  const api = await testApi(connection, { now: () => now, payments })

  /** Adds a card with this behaviour. @returns our id of it */
  async function addMethod(accountId: number, behaviour: string): Promise<number> {
    const reference = `method-${++count}`
    const columns = 'reference, customer, kind, brand, masked, behaviour, language, created_at'
    providerDb
      .prepare(`insert into methods (${columns}) values (?, ?, 'CC', 'Visa', '•••• 4242', ?, 'de', 0)`)
      .run(reference, 'c', behaviour)
    const { id } = await connection.db
      .insertInto('payment_methods')
      .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  return {
    connection,
    api,
    sandbox,
    /** Returns the provider's own records. */
    providerDb,
    now: () => now,
    later: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds)
    },
    /** Creates a reader with a card of this behaviour. */
    async reader(behaviour: string) {
      const { id: accountId } = await createAccount(connection.db)
      return { accountId, methodId: await addMethod(accountId, behaviour) }
    },
    addMethod,
    /** Creates a purchase that is not sent. @returns id of the attempt */
    async purchase(by: { accountId: number; methodId: number }, plan: number): Promise<string> {
      const options = { ...by, plan, voucherCode: null }
      const id = await connection.db.transaction().execute((trx) => createSubscription(trx, api.ctx, options))
      await sendAttempts(api.ctx, [id])
      return id
    },
    async close(): Promise<void> {
      providerDb.close()
      provider.kill('SIGTERM')
      await once(provider, 'exit')
      await api.close()
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
