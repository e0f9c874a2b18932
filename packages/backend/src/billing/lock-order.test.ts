import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeCardProvider } from '../adapters/payments/testing/fake-card-provider.ts'
import { fakeStore } from '../adapters/payments/testing/fake-store.ts'
import { fakeWalletProvider } from '../adapters/payments/testing/fake-wallet-provider.ts'
import type { Connection } from '../db/connect.ts'
import { asOwner, testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type ActionServer, startActionServer } from './testing/action-server.ts'
import { clearBooks } from './testing/books.ts'
import { type Actor, MONEY_ACTIONS, type Providers, SITUATIONS } from './testing/money-actions.ts'

/** The long run: LOCK_ROUNDS=1000, in which every pair of operations meets about thirty times. */
const ROUNDS = Number(process.env.LOCK_ROUNDS ?? 4)
/** Concurrent pairs, each on its own account. */
const CONCURRENT_PAIRS = 4
/** The test database has no autovacuum; after this many rounds its dead rows would slow it down. */
const ROUNDS_PER_VACUUM = 10

let connection: Connection
/** API that prepares the situations; it is neither of the two servers. */
let past: TestApi
let servers: [ActionServer, ActionServer]
let providers: Providers
const now = new Date('2026-03-10T09:00:00Z')

beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
  const [psp, wallet, store] = [fakeCardProvider(), fakeWalletProvider(), fakeStore()]
  for (const each of [psp, wallet]) each.setClock(() => now)
  providers = { psp, wallet, store }
  past = await testApi(connection, {
    now: () => now,
    payments: { card: psp.provider, wallet: wallet.provider, store: store.provider },
  })
  const settings = { databaseUrl: connection.url, at: now.toISOString() }
  servers = await Promise.all([
    startActionServer({ ...settings, name: 'first', network: 10 }, providers),
    startActionServer({ ...settings, name: 'second', network: 11 }, providers),
  ])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await past.close()
  await connection.close()
})

/** Removes accounts of earlier rounds, so that neither our servers nor the providers process them. */
async function clear(round: number): Promise<void> {
  await clearBooks(connection.db)
  const { psp, wallet, store } = providers
  for (const each of [psp.charges, psp.refunds, wallet.subscriptions, wallet.refunds, store.subscriptions]) each.clear()
  for (const each of [psp.moved, wallet.returns]) each.length = 0
  if (round % ROUNDS_PER_VACUUM === ROUNDS_PER_VACUUM - 1) await asOwner(connection.db, 'vacuum analyze')
  await connection.db
    .insertInto('vouchers')
    .values([
      { code: 'THREE', plan_ids: [2, 10], price: 299, days: null },
      { code: 'TWO', plan_ids: [2, 10], price: 399, days: 60 },
    ])
    .execute()
}

/** Prepares a situation while other pairs run; tries again if they cancelled its purchase. */
async function actorIn(situation: string): Promise<Actor> {
  for (;;) {
    try {
      return await SITUATIONS[situation]!({ api: past, ctx: past.ctx }, providers)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
}

const names = Object.keys(MONEY_ACTIONS)
const pairs = names.flatMap((first, place) => names.slice(place).map((second) => [first, second] as const))
/** Pairs still to run: a round has as many as there are operations, and no pair repeats before all have run. */
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

test('any two concurrent operations on two servers complete without a deadlock or an error', async () => {
  const violations: string[] = []
  const situations = Object.keys(SITUATIONS)
  for (let round = 0; round < ROUNDS; round++) {
    await clear(round)
    const left = nextPairs()
    await Promise.all(
      Array.from({ length: CONCURRENT_PAIRS }, async () => {
        for (let pair = left.pop(); pair; pair = left.pop()) {
          const situation = situations[Math.floor(Math.random() * situations.length)]!
          const actor = await actorIn(situation)
          const [first, second] = shuffled(pair)
          const found = await Promise.all([servers[0].act(first!, actor), servers[1].act(second!, actor)])
          for (const violation of found.flat()) {
            violations.push(`${situation}: ${pair.join(' + ')}: ${violation}`)
            if (process.env.LOCK_ROUNDS) console.log(violations.at(-1))
          }
        }
      }),
    )
    if (process.env.LOCK_ROUNDS && round % 10 === 9)
      console.log(`${round + 1} rounds of ${names.length} pairs, ${violations.length} violations, ${await deadlocks()} deadlocks`)
  }
  expect(violations).toEqual([])
  expect(await deadlocks()).toBe(0)
}, 14_400_000)
