import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { sendAttempts } from '@kiosk/backend/billing/charges/send'
import { settleAttempts } from '@kiosk/backend/billing/charges/settle'
import { createSubscription } from '@kiosk/backend/billing/subscriptions/create'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import { terminationNumber } from '@kiosk/backend/billing/withdrawals/number'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { dayInVienna } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

let connection: Connection
let api: TestApi
let then = new Date()
const psp = fakeCardProvider()
const printed: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { now: () => then, payments: { card: psp.provider, wallet: null, store: null } })
  psp.setClock(() => then)
})
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', connection.url)
  vi.stubEnv('PAYMENTS', 'none')
  vi.stubEnv('LOG_LEVEL', 'silent')
  printed.splice(0)
  for (const channel of ['log', 'error'] as const)
    vi.spyOn(console, channel).mockImplementation((line) => void printed.push(line))
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
/** Creates a subscription that was bought `daysAgo` days ago. Returns its number, id and account. */
async function subscription({ daysAgo = 10, plan = 2 } = {}) {
  then = new Date(Date.now() - daysAgo * DAY_MS)
  const { id: accountId, email } = await createAccount(connection.db)
  const { id: methodId } = await connection.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference: `card-succeeded-${++count}`, brand: 'Visa' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const options = { accountId, methodId, plan, voucherCode: null }
  const attempt = await connection.db.transaction().execute((trx) => createSubscription(trx, api.ctx, options))
  await sendAttempts(api.ctx, [attempt])
  const { id } = await connection.db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { id, number: subscriptionNumber(id), email, accountId }
}
const run = async (...args: string[]) => {
  printed.splice(0)
  const code = await runCommand(['subscription', ...args])
  return [code, printed.join('\n')] as const
}
const stateOf = async (id: number) =>
  (await connection.db.selectFrom('subscriptions').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const refundsOf = async (id: number) => {
  const { rows } = await sql<{ amount: number }>`select r.amount from refunds r join payment_attempts a on a.id = r.attempt_id
    join invoices i on i.id = a.invoice_id where i.subscription_id = ${id}`.execute(connection.db)
  return rows.map(({ amount }) => amount)
}

test('ends a subscription once, with a reason; a dry run prints the same effects and changes nothing', async () => {
  const { id, number } = await subscription()
  const args = ['end', number, '--refund', 'pro-rata', '--why', 'bought by mistake, ticket 7']
  const [rehearsed, would] = await run(...args, '--dry-run')
  expect([rehearsed, would]).toEqual([0, expect.stringContaining('Nothing has changed. This would happen:')])
  expect(would).toMatch(/13\.32 EUR is refunded: credit note G\d{4}-\d{6} of invoice \d{4}-\d{6}\./)
  expect(await stateOf(id)).toBe('active')
  expect(await refundsOf(id)).toEqual([])

  const [code, done] = await run(...args)
  expect(code).toBe(0)
  expect(done).toContain('nothing more is charged')
  expect(done).toContain('The reader gets an e-mail.')
  expect(await stateOf(id)).toBe('ended')
  expect(await refundsOf(id)).toEqual([1332])

  const [again, output] = await run('end', number, '--refund', 'whole', '--why', 'again')
  expect([again, output]).toEqual([0, expect.stringContaining('It was already done; nothing has changed')])
  expect(output).toContain('bought by mistake, ticket 7')
  expect(await refundsOf(id)).toEqual([1332])

  const [, history] = await run('history', number)
  expect(history).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}end by \S+: bought by mistake, ticket 7; The subscription ended on /)
})

test('shows a subscription by its number or by the address of its reader', async () => {
  const { id, number, email } = await subscription()
  await connection.db
    .insertInto('termination_declarations')
    .values({ kind: 'withdraw', name: 'M', email, language: 'de', subscription_id: id, outcome: 'by-hand' })
    .execute()
  for (const which of [number, String(id), email]) {
    const [code, shown] = await run('show', which)
    expect(code).toBe(0)
    for (const part of [
      `${number}  PREMIUM, region 1: active`,
      `${email}; charged by us, Visa`,
      'next charge',
      '19.99 EUR',
      'open: W-',
      'paid, invoice',
    ])
      expect(shown).toContain(part)
  }
  expect(await run('history', number)).toEqual([0, `No operator has changed ${number}.`])
})

test('plans, shows, replaces and cancels an end in the future', async () => {
  const { id, number } = await subscription()
  const day = (days: number) => dayInVienna(new Date(Date.now() + days * DAY_MS))
  const [, planned] = await run('end', number, '--refund', 'none', '--on', day(5), '--why', 'notice of 1 March')
  expect(planned).toContain(`The last day is ${day(5)}; then nothing is refunded.`)
  expect(await stateOf(id)).toBe('active')
  expect((await run('show', number))[1]).toContain(`ends on ${day(5)}: nothing is refunded`)
  expect((await run('show', number))[1]).toContain('no further charge')
  const [, again] = await run('end', number, '--refund', 'none', '--on', day(5), '--why', 'twice')
  expect(again).toContain('It was already done')
  await run('end', number, '--refund', 'whole', '--on', day(50), '--why', 'later')
  expect((await run('show', number))[1]).toContain('next charge')
  expect((await run('end', number, '--take-back', '--why', 'stays'))[0]).toBe(0)
  expect(await run('end', number, '--take-back', '--why', 'stays')).toEqual([1, 'No end is planned for the subscription.'])
  expect((await run('show', number))[1]).not.toContain('ends on')
  const [, passed] = await run('end', number, '--refund', 'pro-rata', '--on', day(-5), '--why', 'as of the letter')
  expect(passed).toContain(`The subscription ended on ${day(-5)}`)
  expect(await stateOf(id)).toBe('ended')
})

test('grants days once for a repeated command, and again for a different reason', async () => {
  const { id, number } = await subscription()
  const days = async () => {
    const { rows } = await sql<{
      days: number
    }>`select count(*)::int as days from periods where subscription_id = ${id} and granted`.execute(connection.db)
    return rows[0]!.days
  }
  expect((await run('extend', number, '--days', '5', '--why', 'ticket 7', '--dry-run'))[1]).toContain(
    '5 days more without a charge',
  )
  expect(await days()).toBe(0)
  const [code, output] = await run('extend', number, '--days', '5', '--why', 'ticket 7')
  expect([code, output]).toEqual([0, expect.stringMatching(/5 days more without a charge: until .*\nThe next charge is on /)])
  expect((await run('extend', number, '--days', '5', '--why', 'ticket 7'))[1]).toContain('It was already done')
  expect(await days()).toBe(1)
  expect((await run('goodwill', number, '--days', '1', '--because', 'outage', '--why', 'ticket 8'))[1]).toContain(
    'The reader gets an e-mail that says why: outage.',
  )
  expect(await days()).toBe(2)
  await run('end', number, '--refund', 'none', '--why', 'x')
  expect(await run('extend', number, '--days', '5', '--why', 'ticket 9')).toEqual([1, 'The subscription has already ended.'])
})

test('downgrades PREMIUM to MAGZ with the next period, unless the downgrade is cancelled', async () => {
  const { number } = await subscription()
  const [code, output] = await run('downgrade', number, '--why', 'asked for by letter')
  expect(code).toBe(0)
  expect(output).toMatch(/^From \d{4}-\d\d-\d\d on the plan is MAGZ at 9\.99 EUR; until then it stays PREMIUM\./)
  expect((await run('show', number))[1]).toContain('from the next period: plan 10 at 9.99 EUR')
  expect((await run('downgrade', number, '--why', 'asked for by letter'))[1]).toContain('It was already done')
  expect((await run('downgrade', number, '--take-back', '--why', 'asked again'))[1]).toContain('It stays PREMIUM.')
  expect(await run('downgrade', number, '--take-back', '--why', 'x')).toEqual([1, 'No downgrade is planned for it.'])
  const smaller = await subscription({ plan: 10 })
  expect(await run('downgrade', smaller.number, '--why', 'x')).toEqual([1, 'Only PREMIUM can be downgraded, to MAGZ.'])
})

test('rejects the decision about a dispute that does not exist', async () => {
  const { id, number } = await subscription()
  expect(await run('dispute-won', number, '--why', 'x')).toEqual([1, 'It has no dispute that was won, or another one is open.'])
  expect(await run('dispute-lost', number, '--why', 'x')).toEqual([1, 'It has no open dispute.'])
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.subscription_id = ${id}`.execute(connection.db)
  const report = (state: 'returned' | 'reinstated') =>
    settleAttempts(api.ctx, [{ attemptId: rows[0]!.id, outcome: psp.becomes(rows[0]!.id, state) }])
  expect((await run('dispute-received', number, '--why', 'x'))[0]).toBe(1)
  await report('returned')
  const received = (await run('dispute-received', number, '--why', 'the bank wrote'))[1]
  expect(received).toMatch(/^Dispute dispute .* took 19\.99 EUR: credit note /)
  expect(received).toContain('The subscription has ended')
  expect((await run('dispute-received', number, '--why', 'again'))[1]).toContain('It was already done')
  await report('reinstated')
  expect((await run('dispute-won', number, '--why', 'the reader wants to go on'))[1]).toMatch(
    /^It is renewed again; the next charge/,
  )
  expect((await run('show', number))[1]).toContain('next charge')
})

async function declared(of: { id: number; accountId: number; email: string }, more: object = {}) {
  const one = { kind: 'withdraw', name: 'Mira', email: of.email, language: 'de', outcome: 'by-hand', received_at: new Date() }
  const termination = await connection.db
    .insertInto('termination_declarations')
    .values({ ...one, account_id: of.accountId, subscription_id: of.id, ...more })
    .returningAll()
    .executeTakeFirstOrThrow()
  return terminationNumber(termination)
}

test('accepts a withdrawal with its refund, and does not resolve a declaration while its subscription continues', async () => {
  const [one, other] = [await subscription(), await subscription()]
  const [number, kept] = [await declared(one), await declared(other, { kind: 'cancel', manner: 'extraordinary' })]
  const terminations = async (...args: string[]) => {
    printed.splice(0)
    return [await runCommand(['cancellations', ...args]), printed.join('\n')] as const
  }
  const [code, output] = await terminations('--done', number)
  expect(code).toBe(1)
  expect(output).toContain(`${one.number} has not ended: it would continue and be charged.`)
  expect(output).toContain(`subscription withdraw ${number} --why TEXT`)
  expect(await run('withdraw', number, '--why', 'good will')).toEqual([
    1,
    expect.stringContaining('--refund pro-rata or --refund whole'),
  ])
  const [, would] = await run('withdraw', number, '--refund', 'whole', '--why', 'good will', '--dry-run')
  expect(would).toContain('19.99 EUR is refunded')
  expect(await stateOf(one.id)).toBe('active')
  const [accepted, done] = await run('withdraw', number, '--refund', 'whole', '--why', 'good will')
  expect([accepted, done]).toEqual([0, expect.stringContaining(`Withdrawal ${number}`)])
  expect(await stateOf(one.id)).toBe('ended')
  expect(await refundsOf(one.id)).toEqual([1999])
  expect(await terminations('--done', number)).toEqual([1, 'There is no open declaration with this number.'])

  const [, ways] = await terminations('--done', kept)
  expect(ways).toContain(`subscription end ${other.number} --declaration ${kept} --refund pro-rata`)
  expect(await terminations('--done', kept, '--without-ending', '--why', 'no cause that counts')).toEqual([0, 'Resolved.'])
  expect(await stateOf(other.id)).toBe('active')
  expect((await run('history', other.number))[1]).toContain(
    `no cause that counts; Declaration ${kept} is resolved; the subscription continues.`,
  )
  for (const args of [
    ['--done', kept, '--why', 'x'],
    ['--done', kept, '--without-ending'],
    ['--without-ending', '--why', 'x'],
  ])
    expect((await terminations(...args))[0]).toBe(64)

  const cause = await declared(other, { kind: 'cancel', manner: 'extraordinary' })
  const [, ended] = await run('end', other.number, '--exit', cause, '--refund', 'none', '--why', 'moved abroad')
  expect(ended).toContain(`Declaration ${cause} is resolved.`)
})

test('explains each rejected action in a sentence', async () => {
  const { number } = await subscription({ daysAgo: 3 })
  expect(await run('show', 'V-999999')).toEqual([1, 'There is no such subscription.'])
  expect(await run('history', 'V-999999')).toEqual([1, 'There is no such subscription.'])
  expect(await run('show', 'nobody@example.org')).toEqual([1, 'There is no subscription for this address.'])
  expect(await run('end', 'V-999999', '--refund', 'none', '--why', 'x')).toEqual([1, 'There is no such subscription.'])
  const on = dayInVienna(new Date(Date.now() - 9 * DAY_MS))
  expect(await run('end', number, '--refund', 'none', '--why', 'x', '--on', on)).toEqual([
    1,
    'The subscription started later than that.',
  ])
})

const END = ['end', 'V-000001', '--refund', 'none', '--why', 'x']
test.each<[string[], string]>([
  [[], 'Commands:'],
  [['show'], "missing required argument 'SUBSCRIPTION'"],
  [['walk', 'V-000001'], "unknown command 'walk'"],
  [['show', 'V-000001', '--why', 'x'], "unknown option '--why'"],
  [['end', 'V-000001', 'V-000002', '--why', 'x'], "too many arguments for 'end'"],
  [['end', 'mira@example.org', '--refund', 'none', '--why', 'x'], 'The number of a subscription is written V-000042.'],
  [['end', 'V-000001', '--why', 'x'], "required option '--refund <POLICY>' not specified"],
  [['end', 'V-000001', '--refund', 'half', '--why', 'x'], 'Allowed choices are pro-rata, whole, none.'],
  [['end', 'V-000001', '--refund', 'none'], "required option '--why <TEXT>' not specified"],
  [['end', 'V-000001', '--refund', 'none', '--why', '  '], 'It must say why'],
  [['end', 'V-000001', '--refund', 'none', '--why', 'x'.repeat(501)], 'at most 500'],
  // Otherwise the reason would be "--dry-run", and the subscription would end.
  [['end', 'V-000001', '--refund', 'none', '--why', '--dry-run'], "option '--why <TEXT>' argument missing"],
  [[...END, '--on', '2026-02-30'], "option '--on <DAY>' argument '2026-02-30' is invalid. A day is written"],
  [[...END, '--exit', '7'], "argument '7' is invalid. The number of a declaration is written"],
  [[...END, '--declaration=7'], "argument '7' is invalid. The number of a declaration is written"],
  [[...END, '--contract', 'V-000002'], "unknown option '--contract'"],
  [[...END, '--declaraton', 'K-20261121-42'], '(Did you mean --declaration?)'],
  [['extend', 'V-000001', '--why', 'x'], "required option '--days <N>' not specified"],
  [['extend', 'V-000001', '--days', '367', '--why', 'x'], 'It must be a whole number from 1 to 366.'],
  [['extend', 'V-000001', '--days', '5'], "required option '--why <TEXT>' not specified"],
  [['goodwill', 'V-000001', '--days', '5', '--why', 'x'], "required option '--because <REASON>' not specified"],
  [
    ['goodwill', 'V-000001', '--days', '5', '--why', 'x', '--because', 'rain'],
    'Allowed choices are outage, late-issue, mistake, thanks.',
  ],
  [['withdraw', 'V-000001', '--why', 'x'], 'The number of a declaration is written'],
  [['withdraw', 'W-20261121-43', '--why', 'x', '--refund', 'none'], 'Allowed choices are pro-rata, whole.'],
  [['withdraw', 'W-20261121-43', '--why', 'x', '--subscription', 'seven'], 'The number of a subscription is written'],
  [['withdraw', 'W-20261121-43', '--why', 'x', '--contract', 'seven'], 'The number of a subscription is written'],
  [[...END, '--take-back'], "option '--take-back' cannot be used with option '--refund <POLICY>'"],
])('rejects the arguments %j with a reason and changes nothing', async (args, why) => {
  const [code, output] = await run(...args)
  expect(code).toBe(64)
  expect(output).toContain(why)
  expect(output).toContain('Usage: npm run kiosk -- subscription')
})
