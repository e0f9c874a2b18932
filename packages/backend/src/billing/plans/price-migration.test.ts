import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, open } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { databaseWith } from '../../db/testing/database.ts'

let database: Awaited<ReturnType<typeof databaseWith>>
let connection: Connection

/** Creates a database from before subscriptions had prices. */
beforeAll(async () => {
  database = await databaseWith((name) => name < '105')
  connection = open(database.url, 2)
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

type Old = {
  plan: number
  createdAt?: string
  /** Price, whether it is reduced, state. */
  periods?: [price: number, reduced: boolean, state: string][]
  reduced?: [price: number, left: number]
  announcedFor?: string
  planPrice?: number
}

async function insert(old: Old): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into subscriptions (subscription_id, starts_at, created_at, reduced_price,
      reduced_left, announced_for, next_charge_at)
    values (${old.plan}, '2026-03-01', ${old.createdAt ?? '2026-03-01T10:00:00Z'}, ${old.reduced?.[0] ?? null},
      ${old.reduced?.[1] ?? 0}, ${old.announcedFor ?? null}, ${old.announcedFor ?? null}) returning id`.execute(connection.db)
  const { id } = rows[0]!
  for (const [place, [price, reduced, state]] of (old.periods ?? []).entries())
    await sql`insert into periods (subscription, sequence, starts_at, ends_at, price, reduced, state)
      values (${id}, ${place + 1}, '2026-03-01'::timestamptz + make_interval(days => ${place * 30}::int),
        '2026-03-31'::timestamptz + make_interval(days => ${place * 30}::int), ${price}, ${reduced}, ${state})`.execute(
      connection.db,
    )
  if (old.planPrice !== undefined)
    await sql`insert into wallet_approvals (id, provider, plan_id, wallet_plan, price, regular_price, currency, created_at, contract_id)
      values (gen_random_uuid(), 'paypal', ${old.plan}, 'P-1', 399, ${old.planPrice}, 'EUR', now(), ${id})`.execute(connection.db)
  return id
}

test('existing subscriptions get the price they paid last, or else the list price of their purchase date', async () => {
  await sql`insert into prices (subscription_id, valid_from, price) values (2, '2026-01-01', 1799), (2, '2026-04-01', 2199)`.execute(
    connection.db,
  )
  const made: [what: string, old: Old, price: number, announced: number | null][] = [
    [
      'paid twice, after a rise',
      {
        plan: 2,
        periods: [
          [1799, false, 'paid'],
          [2199, false, 'paid'],
        ],
      },
      2199,
      null,
    ],
    [
      'declined at the higher price',
      {
        plan: 2,
        periods: [
          [1799, false, 'paid'],
          [2199, false, 'failed'],
        ],
      },
      1799,
      null,
    ],
    [
      'charged now at the higher price',
      {
        plan: 2,
        periods: [
          [1799, false, 'paid'],
          [2199, false, 'open'],
        ],
      },
      1799,
      null,
    ],
    ['reduced until now', { plan: 2, periods: [[399, true, 'paid']], reduced: [399, 2] }, 1799, null],
    [
      'reduced, and announced so',
      { plan: 2, periods: [[399, true, 'paid']], reduced: [399, 2], announcedFor: '2026-05-01' },
      1799,
      399,
    ],
    ['announced at the higher price', { plan: 2, periods: [[1799, false, 'paid']], announcedFor: '2026-05-01' }, 1799, 2199],
    ['bought in the last hour of the day before the rise', { plan: 2, createdAt: '2026-03-31T21:59:00Z' }, 1799, null],
    ['bought in the first hour of its day in Vienna', { plan: 2, createdAt: '2026-03-31T22:01:00Z' }, 2199, null],
    ['at the price that was shipped', { plan: 8 }, 2990, null],
    ['of the wallet', { plan: 2, periods: [[399, true, 'paid']], planPrice: 1899 }, 1899, null],
  ]
  const ids: number[] = []
  for (const [, old] of made) ids.push(await insert(old))
  await migrate(database.url)
  const { rows } = await sql<{ id: number; regular_price: number; announced_amount: number | null }>`
    select id, regular_price, announced_amount from subscriptions order by id`.execute(connection.db)
  expect(rows.map(({ id, ...is }) => [made[ids.indexOf(id)]![0], is.regular_price, is.announced_amount])).toEqual(
    made.map(([what, , price, announced]) => [what, price, announced]),
  )
  await expect(sql`insert into subscriptions (plan_id) values (2)`.execute(connection.db)).rejects.toThrow('regular_price')
})
