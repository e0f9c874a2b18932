import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, open } from '../database/connect.ts'
import { REQUEST_LIMITS } from '../database/connections.ts'
import { testDatabase } from '../database/test-database.ts'
import { pretendCardProvider } from '../outside/payments/pretend-card-provider.ts'
import { pretendStore } from '../outside/payments/pretend-store.ts'
import { pretendWalletProvider } from '../outside/payments/pretend-wallet-provider.ts'
import { testApi } from '../test-api.ts'
import { clearBooks } from './test-books.ts'
import { recordLocks } from './test-lock-recorder.ts'
import { ACTS, type Actor, type Providers, type Server, SITUATIONS } from './test-money-acts.ts'

/** The long run: LOCK_ROUNDS=1000, in which every pair of acts meets about sixty times. */
const ROUNDS = Number(process.env.LOCK_ROUNDS ?? 4)
/** Pairs that run at the same time, on accounts of their own. */
const AT_ONCE = 4
/** A statement waits up to so long before it goes out, so that two transactions meet at every place. Milliseconds. */
const JITTER_MS = 3

let connection: Connection
let pools: Connection[]
let servers: [Server, Server]
let providers: Providers
const now = new Date('2026-03-10T09:00:00Z')
let jitter = false

const recorder = recordLocks(() => (jitter ? pause(Math.random() * JITTER_MS) : Promise.resolve()))
beforeAll(async () => {
  connection = await testDatabase()
  pools = [open(connection.url, 8, REQUEST_LIMITS, 'first'), open(connection.url, 8, REQUEST_LIMITS, 'second')]
  const [psp, wallet, store] = [pretendCardProvider(), pretendWalletProvider(), pretendStore()]
  for (const each of [psp, wallet]) each.setClock(() => now)
  providers = { psp, wallet, store }
  const payments = { card: psp.provider, wallet: wallet.provider, store: store.provider }
  const made = await Promise.all(pools.map((pool) => testApi(pool, { now: () => now, payments })))
  let asked = 0
  servers = made.map((api) => ({
    api: {
      ...api,
      ask: (path, given) => api.ask(path, { address: `10.${++asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`, ...given }),
    },
    house: api.house,
  })) as [Server, Server]
})
afterAll(async () => {
  recorder.end()
  for (const { api } of servers) await api.close()
  for (const pool of pools) await pool.close()
  await connection.close()
})

/** Accounts of the rounds before are no work for this one. */
async function clear(): Promise<void> {
  await clearBooks(connection.db)
  await connection.db
    .insertInto('vouchers')
    .values([
      { code: 'THREE', subscription_ids: [2, 10], price: 299, days: null },
      { code: 'TWO', subscription_ids: [2, 10], price: 399, days: 60 },
    ])
    .execute()
}

/** The past is built while other pairs work: one whose purchase was given up by them begins again. */
async function actorIn(situation: string): Promise<Actor> {
  for (;;) {
    try {
      return await SITUATIONS[situation]!(servers[0], providers)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}

/** What went wrong that a person, or a job, would have seen. */
async function faultOf(act: string, server: Server, actor: Actor): Promise<string | null> {
  try {
    const answer = await ACTS[act]!(server, actor, providers)
    if (!(answer instanceof Response) || answer.status < 500) return null
    return `${act}: ${answer.status} ${await answer.text()}`
  } catch (error) {
    if (error instanceof Refusal) return null
    return `${act}: ${(error as { code?: string }).code ?? ''} ${(error as Error).message}`
  }
}

const names = Object.keys(ACTS)
const pairs = names.flatMap((first, place) => names.slice(place).map((second) => [first, second] as const))
/** Pairs to come: in a round there are as many as acts, and all have met before any meets again. */
const waiting: (readonly [string, string])[] = []
function nextPairs() {
  if (waiting.length < names.length) waiting.push(...shuffled(pairs))
  return waiting.splice(0, names.length)
}
const shuffled = <Each>(all: readonly Each[]) =>
  all
    .map((each) => [Math.random(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each)

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{
    deadlocks: number
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(connection.db)
  return rows[0]!.deadlocks
}

test('any two acts at the same time on two servers: none is a deadlock, and nobody sees an error', async () => {
  const faults: string[] = []
  const situations = Object.keys(SITUATIONS)
  jitter = true
  for (let round = 0; round < ROUNDS; round++) {
    await clear()
    const left = nextPairs()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let pair = left.pop(); pair; pair = left.pop()) {
          const situation = situations[Math.floor(Math.random() * situations.length)]!
          const actor = await actorIn(situation)
          const [first, second] = shuffled(pair)
          const found = await Promise.all([faultOf(first!, servers[0], actor), faultOf(second!, servers[1], actor)])
          for (const fault of found) if (fault) faults.push(`${situation}: ${pair.join(' + ')}: ${fault}`)
        }
      }),
    )
    if (process.env.LOCK_ROUNDS)
      console.log(`${round + 1} rounds of ${names.length} pairs, ${faults.length} faults, ${await deadlocks()} deadlocks`)
  }
  expect([...recorder.violations]).toEqual([])
  expect(faults).toEqual([])
  expect(await deadlocks()).toBe(0)
}, 3_600_000)
