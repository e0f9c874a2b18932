import { buildAccount } from '@kiosk/api/accounts/build-account'
import type { Connection } from '@kiosk/api/database/connect'
import { testDatabase } from '@kiosk/api/database/test-database'
import { pretendCardProvider } from '@kiosk/api/outside/payments/pretend-card-provider'
import { buy } from '@kiosk/api/payments/buy'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { exitNumber } from '@kiosk/api/payments/exit-number'
import { sendAttempts } from '@kiosk/api/payments/send-attempts'
import { settleAttempts } from '@kiosk/api/payments/settle-attempts'
import { type TestApi, testApi } from '@kiosk/api/test-api'
import { dayInVienna } from '@kiosk/domain/day'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contractCommand } from './contract-command.ts'
import { exitsCommand } from './exits-command.ts'

const DAY_MS = 86_400_000
let connection: Connection
let api: TestApi
let then = new Date()
const psp = pretendCardProvider()
const said: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { now: () => then, payments: { card: psp.provider, wallet: null, store: null } })
  psp.setClock(() => then)
})
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', connection.url)
  vi.stubEnv('PAYMENTS', 'none')
  vi.stubEnv('LOG_LEVEL', 'silent')
  said.splice(0)
  for (const channel of ['log', 'error'] as const) vi.spyOn(console, channel).mockImplementation((line) => void said.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

let count = 0
/** Somebody who bought PREMIUM or MAGZ so many days ago. */
async function contract({ daysAgo = 10, plan = 2 } = {}) {
  then = new Date(Date.now() - daysAgo * DAY_MS)
  const { id: accountId, email } = await buildAccount(connection.db)
  const { id: methodId } = await connection.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference: `card-succeeded-${++count}`, brand: 'Visa' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const given = { accountId, methodId, tariff: plan, voucherCode: null }
  const attempt = await connection.db.transaction().execute((trx) => buy(trx, api.house, given))
  await sendAttempts(api.house, [attempt])
  const { id } = await connection.db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { id, number: contractNumber(id), email, accountId }
}
const run = async (...args: string[]) => {
  said.splice(0)
  const code = await contractCommand.run(args)
  return [code, said.join('\n')] as const
}
const stateOf = async (id: number) =>
  (await connection.db.selectFrom('subscriptions').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const refundsOf = async (id: number) => {
  const { rows } = await sql<{ amount: number }>`select r.amount from refunds r join payment_attempts a on a.id = r.attempt_id
    join invoices i on i.id = a.invoice_id where i.subscription = ${id}`.execute(connection.db)
  return rows.map(({ amount }) => amount)
}

test('a contract is ended with a reason, and once; a rehearsal says the same and changes nothing', async () => {
  const { id, number } = await contract()
  const args = ['end', number, '--refund', 'pro-rata', '--why', 'bought by mistake, ticket 7']
  const [rehearsed, would] = await run(...args, '--dry-run')
  expect([rehearsed, would]).toEqual([0, expect.stringContaining('Nothing has changed. This would happen:')])
  expect(would).toMatch(/13\.32 EUR goes back: credit note G\d{4}-\d{6} of invoice \d{4}-\d{6}\./)
  expect(await stateOf(id)).toBe('active')
  expect(await refundsOf(id)).toEqual([])

  const [code, done] = await run(...args)
  expect(code).toBe(0)
  expect(done).toContain('nothing more is charged')
  expect(done).toContain('The reader gets an e-mail.')
  expect(await stateOf(id)).toBe('ended')
  expect(await refundsOf(id)).toEqual([1332])

  const [again, told] = await run('end', number, '--refund', 'whole', '--why', 'again')
  expect([again, told]).toEqual([0, expect.stringContaining('It was done already, and nothing has changed')])
  expect(told).toContain('bought by mistake, ticket 7')
  expect(await refundsOf(id)).toEqual([1332])

  const [, history] = await run('history', number)
  expect(history).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}end by \S+: bought by mistake, ticket 7; The contract ended on /)
})

test('a contract is shown with all that one has to know before changing it, by its number or its address', async () => {
  const { id, number, email } = await contract()
  await connection.db
    .insertInto('exit_declarations')
    .values({ kind: 'withdraw', name: 'M', email, language: 'de', subscription: id, outcome: 'by-hand' })
    .execute()
  for (const which of [number, String(id), email]) {
    const [code, shown] = await run('show', which)
    expect(code).toBe(0)
    for (const part of [
      `${number}  PREMIUM, region 1: active`,
      `${email}; charged by us, Visa`,
      'next charge',
      '19.99 EUR',
      'waits: W-',
      'paid, invoice',
    ])
      expect(shown).toContain(part)
  }
  expect(await run('history', number)).toEqual([0, `No operator has changed ${number}.`])
})

test('an end on a day to come is planned, shown, replaced and taken back', async () => {
  const { id, number } = await contract()
  const day = (days: number) => dayInVienna(new Date(Date.now() + days * DAY_MS))
  const [, planned] = await run('end', number, '--refund', 'none', '--on', day(5), '--why', 'notice of 1 March')
  expect(planned).toContain(`The last day is ${day(5)}; then nothing is given back.`)
  expect(await stateOf(id)).toBe('active')
  expect((await run('show', number))[1]).toContain(`is to end on ${day(5)}: nothing is given back`)
  expect((await run('show', number))[1]).toContain('no further charge')
  const [, again] = await run('end', number, '--refund', 'none', '--on', day(5), '--why', 'twice')
  expect(again).toContain('It was done already')
  await run('end', number, '--refund', 'whole', '--on', day(50), '--why', 'later')
  expect((await run('show', number))[1]).toContain('next charge')
  expect((await run('end', number, '--take-back', '--why', 'stays'))[0]).toBe(0)
  expect(await run('end', number, '--take-back', '--why', 'stays')).toEqual([1, 'No end is planned for the contract.'])
  expect((await run('show', number))[1]).not.toContain('is to end')
  const [, passed] = await run('end', number, '--refund', 'pro-rata', '--on', day(-5), '--why', 'as of the letter')
  expect(passed).toContain(`The contract ended on ${day(-5)}`)
  expect(await stateOf(id)).toBe('ended')
})

test('days are granted once, however often the same command is repeated, and once more for another reason', async () => {
  const { id, number } = await contract()
  const days = async () => {
    const { rows } = await sql<{
      days: number
    }>`select count(*)::int as days from periods where subscription = ${id} and granted`.execute(connection.db)
    return rows[0]!.days
  }
  expect((await run('extend', number, '--days', '5', '--why', 'ticket 7', '--dry-run'))[1]).toContain(
    '5 days more without a charge',
  )
  expect(await days()).toBe(0)
  const [code, told] = await run('extend', number, '--days', '5', '--why', 'ticket 7')
  expect([code, told]).toEqual([0, expect.stringMatching(/5 days more without a charge: until .*\nThe next charge comes on /)])
  expect((await run('extend', number, '--days', '5', '--why', 'ticket 7'))[1]).toContain('It was done already')
  expect(await days()).toBe(1)
  expect((await run('goodwill', number, '--days', '1', '--because', 'outage', '--why', 'ticket 8'))[1]).toContain(
    'The reader gets an e-mail that says why: outage.',
  )
  expect(await days()).toBe(2)
  await run('end', number, '--refund', 'none', '--why', 'x')
  expect(await run('extend', number, '--days', '5', '--why', 'ticket 9')).toEqual([1, 'The contract has ended already.'])
})

test('PREMIUM moves down to MAGZ with its next period, and stays when that is taken back', async () => {
  const { number } = await contract()
  const [code, told] = await run('downgrade', number, '--why', 'asked for by letter')
  expect(code).toBe(0)
  expect(told).toMatch(/^From \d{4}-\d\d-\d\d on it is MAGZ at 9\.99 EUR; until then it stays PREMIUM\./)
  expect((await run('show', number))[1]).toContain('from its next period on tariff 10 at 9.99 EUR')
  expect((await run('downgrade', number, '--why', 'asked for by letter'))[1]).toContain('It was done already')
  expect((await run('downgrade', number, '--take-back', '--why', 'asked again'))[1]).toContain('It stays PREMIUM.')
  expect(await run('downgrade', number, '--take-back', '--why', 'x')).toEqual([1, 'No other plan is put down for it.'])
  const smaller = await contract({ plan: 10 })
  expect(await run('downgrade', smaller.number, '--why', 'x')).toEqual([1, 'Only PREMIUM moves down, to MAGZ.'])
})

test('what became of a dispute is decided only where there was one', async () => {
  const { id, number } = await contract()
  expect(await run('dispute-won', number, '--why', 'x')).toEqual([1, 'No dispute about it was won, or another one is open.'])
  expect(await run('dispute-lost', number, '--why', 'x')).toEqual([1, 'No money of it is taken back by a dispute at the moment.'])
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.subscription = ${id}`.execute(connection.db)
  const told = (state: 'returned' | 'reinstated') =>
    settleAttempts(api.house, [{ attemptId: rows[0]!.id, outcome: psp.becomes(rows[0]!.id, state) }])
  await told('returned')
  await told('reinstated')
  expect((await run('dispute-won', number, '--why', 'the reader wants to go on'))[1]).toMatch(
    /^It is renewed again; the next charge/,
  )
  expect((await run('show', number))[1]).toContain('next charge')
})

async function declared(of: { id: number; accountId: number; email: string }, more: object = {}) {
  const one = { kind: 'withdraw', name: 'Mira', email: of.email, language: 'de', outcome: 'by-hand', received_at: new Date() }
  const exit = await connection.db
    .insertInto('exit_declarations')
    .values({ ...one, account_id: of.accountId, subscription: of.id, ...more })
    .returningAll()
    .executeTakeFirstOrThrow()
  return exitNumber(exit)
}

test('a withdrawal is accepted with its contract and its money, and a declaration is not settled while its contract goes on', async () => {
  const [one, other] = [await contract(), await contract()]
  const [number, kept] = [await declared(one), await declared(other, { kind: 'cancel', manner: 'extraordinary' })]
  const exits = async (...args: string[]) => {
    said.splice(0)
    return [await exitsCommand.run(args), said.join('\n')] as const
  }
  const [code, told] = await exits('--done', number)
  expect(code).toBe(1)
  expect(told).toContain(`${one.number} has not ended: it would go on, and be charged.`)
  expect(told).toContain(`contract withdraw ${number} --why TEXT`)
  expect(await run('withdraw', number, '--why', 'good will')).toEqual([
    1,
    expect.stringContaining('--refund pro-rata or --refund whole'),
  ])
  const [, would] = await run('withdraw', number, '--refund', 'whole', '--why', 'good will', '--dry-run')
  expect(would).toContain('19.99 EUR goes back')
  expect(await stateOf(one.id)).toBe('active')
  const [accepted, done] = await run('withdraw', number, '--refund', 'whole', '--why', 'good will')
  expect([accepted, done]).toEqual([0, expect.stringContaining(`Withdrawal ${number}`)])
  expect(await stateOf(one.id)).toBe('ended')
  expect(await refundsOf(one.id)).toEqual([1999])
  expect(await exits('--done', number)).toEqual([1, 'No such declaration waits.'])

  const [, ways] = await exits('--done', kept)
  expect(ways).toContain(`contract end ${other.number} --exit ${kept} --refund pro-rata`)
  expect(await exits('--done', kept, '--without-ending', '--why', 'no cause that counts')).toEqual([0, 'Settled.'])
  expect(await stateOf(other.id)).toBe('active')
  expect((await run('history', other.number))[1]).toContain(
    `no cause that counts; Declaration ${kept} is settled; the contract goes on.`,
  )
  for (const args of [
    ['--done', kept, '--why', 'x'],
    ['--done', kept, '--without-ending'],
    ['--without-ending', '--why', 'x'],
  ])
    expect((await exits(...args))[0]).toBe(64)

  const cause = await declared(other, { kind: 'cancel', manner: 'extraordinary' })
  const [, ended] = await run('end', other.number, '--exit', cause, '--refund', 'none', '--why', 'moved abroad')
  expect(ended).toContain(`Declaration ${cause} is settled.`)
})

test('what cannot be is refused with a sentence', async () => {
  const { number } = await contract({ daysAgo: 3 })
  expect(await run('show', 'V-999999')).toEqual([1, 'There is no such contract.'])
  expect(await run('history', 'V-999999')).toEqual([1, 'There is no such contract.'])
  expect(await run('show', 'nobody@example.org')).toEqual([1, 'There is no contract under this address.'])
  expect(await run('end', 'V-999999', '--refund', 'none', '--why', 'x')).toEqual([1, 'There is no such contract.'])
  const on = dayInVienna(new Date(Date.now() - 9 * DAY_MS))
  expect(await run('end', number, '--refund', 'none', '--why', 'x', '--on', on)).toEqual([
    1,
    'The contract began later than that.',
  ])
})

test.each([
  [[], ''],
  [['show'], ''],
  [['walk', 'V-000001'], 'There is no "contract walk"'],
  [['show', 'V-000001', '--why', 'x'], '"show" takes no options'],
  [['end', 'V-000001', 'V-000002'], ''],
  [['end', 'mira@example.org', '--refund', 'none', '--why', 'x'], 'is no contract'],
  [['end', 'V-000001', '--why', 'x'], '--refund is one of pro-rata, whole, none'],
  [['end', 'V-000001', '--refund', 'half', '--why', 'x'], '--refund is one of'],
  [['end', 'V-000001', '--refund', 'none'], '--why is missing'],
  [['end', 'V-000001', '--refund', 'none', '--why', '  '], '--why is missing'],
  [['end', 'V-000001', '--refund', 'none', '--why', 'x'.repeat(501)], 'at most 500'],
  [['end', 'V-000001', '--refund', 'none', '--why', 'x', '--on', '2026-02-30'], 'there is no day 2026-02-30'],
  [['end', 'V-000001', '--refund', 'none', '--why', 'x', '--exit', '7'], '--exit: 7 is no declaration'],
  [['end', 'V-000001', '--refund', 'none', '--why', 'x', '--contract', 'V-000002'], '--contract is of no use with "end"'],
  [['extend', 'V-000001', '--why', 'x'], '--days is a whole number from 1 to 366'],
  [['extend', 'V-000001', '--days', '367', '--why', 'x'], '--days is a whole number from 1 to 366'],
  [['extend', 'V-000001', '--days', '5'], '--why is missing'],
  [['goodwill', 'V-000001', '--days', '5', '--why', 'x'], '--because is one of outage, late-issue, mistake, thanks'],
  [['withdraw', 'V-000001', '--why', 'x'], 'is no declaration'],
  [['withdraw', 'W-20261121-43', '--why', 'x', '--refund', 'none'], '--refund is one of pro-rata, whole'],
  [['withdraw', 'W-20261121-43', '--why', 'x', '--contract', 'seven'], '"seven" is no contract'],
  [['end', 'V-000001', '--refund', 'none', '--why', 'x', '--take-back'], '--take-back goes with --why alone'],
])('wrong use changes nothing and says what is wrong: %j', async (args, why) => {
  const [code, told] = await run(...args)
  expect(code).toBe(64)
  expect(told).toContain(why)
  expect(told).toContain('Usage: npm run kiosk -- contract show')
})
