// A hundred differences of every kind between providers and our ledger, planted one by one: reconciliation reports each,
// repairs what it may and puts the rest into suspense with an alarm. Independent SQL then compares both sides.
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Movement } from '../../adapters/payments/port.ts'
import { openAlarms } from '../alarms.ts'
import { sendRefunds } from '../refunds/send.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { type Found, findDifferences, listsOfProviders } from './find-differences.ts'
import { repairDifferences } from './repair-differences.ts'
import { PLANTS, type Planted } from './testing/planted-differences.ts'

const HOUR_DAYS = HOUR_MS / DAY_MS
const COUNT = 100

let shop: Checkout
const planted: Planted[] = []
beforeAll(async () => {
  shop = await testCheckout()
  const kinds = Object.values(PLANTS)
  for (let nth = 0; nth < COUNT; nth++) {
    planted.push(await kinds[nth % kinds.length]!(shop, nth))
    shop.later(HOUR_DAYS / 4)
  }
  // Advances a day, because differences of the last day count as pending.
  shop.later(1)
}, 300_000)
afterAll(() => shop.close())

const window = () => ({ from: new Date('2026-03-01'), to: new Date(shop.now().getTime() + DAY_MS) })
const lists = () => listsOfProviders(shop.api.ctx, shop.api.ctx.payments)
async function found(): Promise<Map<string, Found[]>> {
  const all = new Map<string, Found[]>()
  for (const each of lists()) all.set(each.name, (await findDifferences(shop.api.ctx, each, window())).found)
  return all
}
const repair = async () => {
  for (const each of lists()) await repairDifferences(shop.api.ctx, each, window())
}

test('reports each of a hundred planted differences on its own line and nothing else', async () => {
  const all = await found()
  const missed = planted.filter(({ provider, id }) => !all.get(provider)!.some((each) => each.id === id))
  expect(missed).toEqual([])
  expect(planted).toHaveLength(COUNT)
  // Lines that belong to no planted difference. One difference may cause several lines, such as a dispute that was won.
  const ids = new Set(planted.map(({ id }) => id))
  const others = [...all.values()].flat().filter(({ id }) => !ids.has(id))
  expect(others.filter((each) => !isPartOf(each)).map(({ what, id, proposal }) => [what, id, proposal])).toEqual([])
}, 300_000)

/** Returns whether a line is a further one of a planted difference: a return, a first charge, or a fee. */
function isPartOf({ id, what, movement, proposal }: Found): boolean {
  if (id.startsWith('back ')) return true
  const subscription = movement?.subscription ?? null
  return what === 'movement' && proposal === 'adopt' && subscription !== null
}

test('repairs what is unambiguous with two servers at once; the rest is in suspense with an alarm, and no difference remains', async () => {
  await Promise.all([repair(), repair()])
  await sendRefunds(shop.api.ctx)
  await repair()
  expect([...(await found()).values()].flat()).toEqual([])
  const open = await shop.db.selectFrom('suspense').selectAll().where('state', '=', 'open').execute()
  const expected = planted.filter(({ becomes }) => becomes === 'suspense')
  const pairs = planted.filter(({ kind }) => kind === 'came and went').length
  expect(open).toHaveLength(expected.length + pairs)
  expect((await openAlarms(shop.db, 'suspense')).length).toBe(open.length)
  expect(await openAlarms(shop.db, 'books-differ')).toEqual([])
  const inSuspense = (id: string) =>
    open.some(({ reference, details }) => reference === id || reference.includes(id) || JSON.stringify(details).includes(id))
  expect(expected.filter(({ id }) => !inSuspense(id))).toEqual([])
  expect(planted.filter(({ id, becomes }) => becomes === 'repaired' && inSuspense(id))).toEqual([])
}, 300_000)

test('a second run changes nothing', async () => {
  const count = async () => (await sql<{ count: number }>`select count(*)::int from ledger`.execute(shop.db)).rows[0]!.count
  const before = await count()
  await Promise.all([repair(), repair()])
  expect(await count()).toBe(before)
}, 300_000)

type Line = { provider: string; reference: string; amount: number; fee: number }
async function providersBooks(): Promise<Line[]> {
  const lines: Line[] = []
  const all: [string, AsyncIterable<Movement>][] = [
    ['sandbox', shop.psp.provider.movements(new Date(0), new Date('2100-01-01'))],
    ['paypal', shop.wallet.provider.entries!(new Date(0), new Date('2100-01-01'))],
  ]
  for (const [provider, movements] of all)
    for await (const { reference, amount, fee } of movements) lines.push({ provider, reference, amount, fee: fee?.amount ?? 0 })
  return lines
}

/** Uses no reconciliation code: reads only the ledger and the provider's list. */
test('the ledger matches each provider’s holdings, fees and payouts to the cent, and nothing lacks a row', async () => {
  const providerRows = JSON.stringify(await providersBooks())
  const { rows: sums } = await sql`with theirs as (
      select * from jsonb_to_recordset(${providerRows}::jsonb) as t (provider text, reference text, amount bigint, fee bigint)),
    there as (select provider, sum(amount - fee)::bigint as sum from theirs group by 1),
    here as (select split_part(account, ':', 2) as provider, sum(amount)::bigint as sum from ledger
      where account like 'cash:%' group by 1)
    select there.provider, there.sum as there, here.sum as here from there full join here using (provider)
      where there.sum is distinct from here.sum`.execute(shop.db)
  expect(sums).toEqual([])
  const { rows: kept } = await sql`with theirs as (
      select * from jsonb_to_recordset(${providerRows}::jsonb) as t (provider text, reference text, amount bigint, fee bigint)),
    fees as (select provider, sum(fee - case when reference like 'fee %' then amount else 0 end) as sum from theirs group by 1),
    booked as (select split_part(account, ':', 2) as provider, sum(amount) as sum from ledger where account like 'fees:%' group by 1)
    select * from fees full join booked using (provider) where coalesce(fees.sum, 0) <> coalesce(booked.sum, 0)
    union all select 'bank', a.sum, b.sum from
      (select -sum(amount) as sum from theirs where reference like 'payout %' or reference like 'PO-%') a,
      (select sum(amount) as sum from ledger where account = 'bank') b where a.sum <> b.sum`.execute(shop.db)
  expect(kept).toEqual([])
  const { rows: wrong } = await sql<{ what: string }>`select 'unbalanced ' || transaction as what from ledger
      group by transaction, currency having sum(amount) <> 0
    union all select 'suspense is ' || l.sum || ' and its rows ' || s.sum from
      (select coalesce(-sum(amount), 0) as sum from ledger where account = 'suspense') l,
      (select coalesce(sum(amount), 0) as sum from suspense where state = 'open') s where l.sum <> s.sum
    union all select 'owed ' || l.sum || ' for ' || r.sum from
      (select coalesce(-sum(amount), 0) as sum from ledger where account = 'owed') l,
      (select coalesce(sum(amount), 0) as sum from refunds where state in ('created', 'sent', 'unknown', 'failed')) r where l.sum <> r.sum
    union all select 'sold in ' || i.country from
      (select country, sum(gross) as sum from invoices where issued_at is not null group by 1) i
      full join (select split_part(account, ':', 2) as country, -sum(amount) as sum from ledger
        where account like 'revenue:%' or account like 'tax:%' group by 1) l using (country)
      where coalesce(i.sum, 0) <> coalesce(l.sum, 0)
    union all select 'paid twice: ' || i.id from invoices i join payment_attempts a on a.invoice_id = i.id
      where a.state = 'succeeded' group by i.id having count(*) > 1
    union all select 'no row: ' || t.provider || ' ' || t.reference from
      jsonb_to_recordset(${providerRows}::jsonb) as t (provider text, reference text)
      where not exists (select from provider_entries e where e.provider = t.provider and e.reference = t.reference)`.execute(
    shop.db,
  )
  expect(wrong).toEqual([])
})
