// What crash tests share: workers that are killed, and the provider that goes on meanwhile.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { buildAccount } from '../accounts/build-account.ts'
import { testDatabase } from '../database/test-database.ts'
import { sandboxProvider } from '../outside/payments/sandbox-provider.ts'
import { testApi } from '../test-api.ts'
import { buy } from './buy.ts'
import { sendAttempts } from './send-attempts.ts'
import type { WorkerErrand } from './test-worker.ts'

const KEYS = { key: 'key-of-the-test', webhookSecret: 'secret-of-the-test' }

/** How many steps are chosen: all with CRASH_POINTS=all, else CRASH_POINTS or `few`. */
export const crashPoints = (few: number) =>
  process.env.CRASH_POINTS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.CRASH_POINTS ?? few)

/** So many of the steps 1 to `steps`, another choice each time. */
export function someSteps(steps: number, points: number): number[] {
  const all = Array.from({ length: steps }, (_, place) => place + 1)
  return points >= steps ? all : all.toSorted(() => Math.random() - 0.5).slice(0, points)
}

/**
 * Runs a worker to its end.
 * @param file URL of its program
 * @returns how many steps it took; null = it was killed
 */
export async function runWorker(file: URL, errand: WorkerErrand): Promise<number | null> {
  const worker = fork(fileURLToPath(file), [JSON.stringify(errand)], { execArgv: [] })
  let steps: number | null = null
  worker.on('message', (told: { steps: number }) => {
    steps = told.steps
  })
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
  const isKilled = errand.diesAt !== null && steps === null
  expect(isKilled ? signal : code).toBe(isKilled ? 'SIGKILL' : 0)
  return steps
}

export type CrashScene = Awaited<ReturnType<typeof crashScene>>

/** The API on a database of its own, and the sandbox as a process of its own, whose books can be read. Close it. */
export async function crashScene() {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'))
  const connection = await testDatabase()
  const env = { ...process.env, ENVIRONMENT: 'development', PORT: '0', FILE: join(folder, 'provider.db') }
  const start = fileURLToPath(new URL('../../../sandbox-payments/src/start.ts', import.meta.url))
  const provider = fork(start, [], { env: { ...env, KEY: KEYS.key, WEBHOOK_SECRET: KEYS.webhookSecret }, execArgv: [] })
  const [{ port }] = (await once(provider, 'message')) as [{ port: number }]
  const sandbox = { url: `http://127.0.0.1:${port}`, ...KEYS }
  const theirs = new DatabaseSync(join(folder, 'provider.db'))
  theirs.exec('pragma busy_timeout = 5000')
  let now = new Date()
  let count = 0
  const payments = { card: sandboxProvider(sandbox), wallet: null, store: null }
  const api = await testApi(connection, { now: () => now, payments })

  return {
    ...{ connection, api, sandbox },
    /** The provider's own books. */
    theirs,
    now: () => now,
    later: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds)
    },
    /** Somebody who left a card that behaves so. */
    async reader(behaviour: string) {
      const { id: accountId } = await buildAccount(connection.db)
      const reference = `method-${++count}`
      const columns = 'reference, customer, kind, brand, masked, behaviour, language, created_at'
      theirs
        .prepare(`insert into methods (${columns}) values (?, ?, 'CC', 'Visa', '•••• 4242', ?, 'de', 0)`)
        .run(reference, 'c', behaviour)
      const { id: methodId } = await connection.db
        .insertInto('payment_methods')
        .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { accountId, methodId }
    },
    /** @returns the attempt */
    async purchase(by: { accountId: number; methodId: number }, tariff: number): Promise<string> {
      const given = { ...by, tariff, voucherCode: null }
      const id = await connection.db.transaction().execute((trx) => buy(trx, api.house, given))
      await sendAttempts(api.house, [id])
      return id
    },
    async close(): Promise<void> {
      theirs.close()
      provider.kill('SIGTERM')
      await once(provider, 'exit')
      await api.close()
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
