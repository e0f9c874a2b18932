import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../accounts/testing/accounts.ts'
import { type Connection, open } from './connect.ts'
import { migrate } from './migrate.ts'
import { databaseWith } from './testing/database.ts'

// Migrations that change rows, on a database from before them.

let database: Awaited<ReturnType<typeof databaseWith>>
let connection: Connection
let left: Record<string, number>
let stopped: Record<string, number>

beforeAll(async () => {
  database = await databaseWith((name) => name < '251')
  connection = open(database.url, 2)
  left = await insertNewsletters(connection)
  await insertOffers(connection)
  stopped = await insertReturns(connection)
  await migrate(database.url)
}, 60_000)
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

/** Newsletters with a message that was being sent, and one that was sent. Returns their ids by what became of the run. */
async function insertNewsletters({ db }: Connection): Promise<Record<string, number>> {
  const account = await createAccount(db)
  const now = new Date()
  const [before, later] = [new Date(now.getTime() - 60_000), new Date(now.getTime() + 600_000)]
  const ids: Record<string, number> = {}
  for (const [name, state, run_alive_until] of [
    ['paused, run dead', 'paused', before],
    ['stopped, no run', 'stopped', null],
    ['paused, run alive', 'paused', later],
    ['sending, run dead', 'sending', before],
  ] as const) {
    const { id } = await db
      .insertInto('newsletters')
      .values({ name, state, run_alive_until, created_by: 'Ida Moos', created_at: now, changed_at: now, messages_per_minute: 60 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = { newsletter_id: id, language: 'de' }
    const other = await createAccount(db)
    await db
      .insertInto('newsletter_recipients')
      .values([
        { ...message, account_id: account.id, state: 'sending' },
        { ...message, account_id: other.id, state: 'sent' },
      ])
      .execute()
    ids[name] = id
  }
  return ids
}

/** Subscriptions with a payment that was taken back. Returns their ids by what ended the renewal. */
async function insertReturns({ db }: Connection): Promise<Record<string, number>> {
  const at = new Date('2026-10-05T09:00:00.000Z')
  const after = (milliseconds: number) => new Date(at.getTime() + milliseconds)
  const ids: Record<string, number> = {}
  for (const [name, cancelled_at, by, ended_subscription] of [
    ['dispute', after(-4), 'dispute', false],
    ['dispute, at once', null, 'dispute', true],
    ['wallet', after(-40), 'wallet', false],
    ['reader, before', after(-DAY_MS), 'dispute', false],
    ['reader, before the wallet', after(-DAY_MS), 'wallet', false],
  ] as const) {
    const { id: account_id } = await createAccount(db)
    const { id } = await db
      .insertInto('subscriptions')
      .values({ account_id, plan_id: 2, regular_price: 1999, auto_renew: false, cancelled_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const money = { currency: 'EUR', gross: 1999, net: 1817, tax: 182, tax_rate: 10, due: 1999 }
    const { id: invoice_id } = await db
      .insertInto('invoices')
      .values({ ...money, account_id, subscription_id: id, country: 'AT', snapshot: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const attempt_id = crypto.randomUUID()
    const paid = { provider: 'paypal', amount: 1999, currency: 'EUR', initiator: 'merchant' }
    await db
      .insertInto('payment_attempts')
      .values({ ...paid, id: attempt_id, invoice_id })
      .execute()
    const back = { provider: 'paypal', reference: name, attempt_id }
    if (by === 'dispute')
      await db
        .insertInto('disputes')
        .values({ ...back, amount: 1999, code: 'disputed', taken_at: at, ended_subscription })
        .execute()
    else
      await db
        .insertInto('wallet_returns')
        .values({ ...back, charge: '', booked: 1999, at, noted_at: at })
        .execute()
    ids[name] = id
  }
  return ids
}

async function insertOffers({ db }: Connection): Promise<void> {
  const row = { plan_ids: [2], price: 399 }
  await db
    .insertInto('vouchers')
    .values([
      {
        ...row,
        code: 'WINTER',
        redeemable_from: new Date('2026-12-01T00:00:00Z'),
        redeemable_until: new Date('2027-01-01T00:00:00Z'),
      },
      { ...row, code: 'SUMMER', redeemable_from: new Date('2026-07-01T00:00:00Z'), redeemable_until: null },
      {
        ...row,
        code: 'ENDED',
        redeemable_from: new Date('2026-07-01T00:00:00Z'),
        redeemable_until: new Date('2026-08-03T14:05:06Z'),
      },
    ])
    .execute()
  const promo = { code: 'LESEZEIT', titles: '{}', days: 30 }
  await db
    .insertInto('promo_codes')
    .values({ ...promo, redeemable_from: new Date('2026-03-29T00:00:00Z'), redeemable_until: new Date('2026-10-26T00:00:00Z') })
    .execute()
}

test('messages of a run that died while its newsletter was paused or stopped are uncertain, all others stay (251)', async () => {
  const rows = await connection.db.selectFrom('newsletter_recipients').select(['newsletter_id', 'state']).orderBy('id').execute()
  const states = (name: string) => rows.filter(({ newsletter_id }) => newsletter_id === left[name]).map(({ state }) => state)
  expect(Object.fromEntries(Object.keys(left).map((name) => [name, states(name)]))).toEqual({
    'paused, run dead': ['uncertain', 'sent'],
    'stopped, no run': ['uncertain', 'sent'],
    'paused, run alive': ['sending', 'sent'],
    'sending, run dead': ['sending', 'sent'],
  })
})

test('the days of vouchers and promo codes stay the same days in Vienna, and the moment of an end stays (252)', async () => {
  const term = ['code', 'redeemable_from', 'redeemable_until'] as const
  const vouchers = await connection.db.selectFrom('vouchers').select(term).orderBy('code').execute()
  const promoCodes = await connection.db.selectFrom('promo_codes').select(term).execute()
  const shown = [...vouchers, ...promoCodes].map(({ code, redeemable_from, redeemable_until }) => [
    code,
    redeemable_from.toISOString(),
    redeemable_until?.toISOString() ?? null,
  ])
  expect(shown).toEqual([
    ['ENDED', '2026-06-30T22:00:00.000Z', '2026-08-03T14:05:06.000Z'],
    ['SUMMER', '2026-06-30T22:00:00.000Z', null],
    ['WINTER', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    // Clocks change on the first day and the day before the last midnight.
    ['LESEZEIT', '2026-03-28T23:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])
})

test('subscriptions that a returned payment stopped are distinguished from those that the reader had cancelled (288)', async () => {
  const rows = await connection.db.selectFrom('subscriptions').select('id').where('stopped_by_return', '=', true).execute()
  const ids = new Set(rows.map(({ id }) => id))
  const names = Object.keys(stopped).filter((name) => ids.has(stopped[name]!))
  expect(names).toEqual(['dispute', 'dispute, at once', 'wallet'])
})
