import { randomUUID } from 'node:crypto'
import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { commandActor } from '@kiosk/backend/audit/actor'
import { ledgerLines } from '@kiosk/backend/billing/bookkeeping/csv'
import { sendAttempts } from '@kiosk/backend/billing/charges/send'
import { type Lists, listsOfProviders } from '@kiosk/backend/billing/reconciliation/find-differences'
import { reconcile } from '@kiosk/backend/billing/reconciliation/reconcile'
import { requestRefund } from '@kiosk/backend/billing/refunds/request-refund'
import { sendRefunds } from '@kiosk/backend/billing/refunds/send'
import { createSubscription } from '@kiosk/backend/billing/subscriptions/create'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { ApiError } from '@kiosk/domain/errors'
import { amountOf } from '@kiosk/domain/money'
import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { billWithProgress, failuresOf } from './billing-command.ts'
import { formatMoney } from './format-money.ts'
import { compareAll, stop } from './reconcile-command.ts'
import { runCommand } from './run-command.ts'

let connection: Connection
let api: TestApi
let now = new Date('2026-03-10T09:00:00Z')
const psp = fakeCardProvider()
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { now: () => now, payments: { card: psp.provider, wallet: null, store: null } })
  psp.setClock(() => now)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

let count = 0
async function purchase(): Promise<string> {
  const { id: accountId } = await createAccount(connection.db)
  const { id: methodId } = await connection.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference: `card-succeeded-${++count}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const options = { accountId, methodId, plan: 2, voucherCode: null }
  const id = await connection.db.transaction().execute((trx) => createSubscription(trx, api.ctx, options))
  await sendAttempts(api.ctx, [id])
  return id
}
const differences = async (from = new Date(0), to = new Date(now.getTime() + DAY_MS)) =>
  (await reconcile(api.ctx, psp.provider, from, to)).differences.map(({ is, id, ledgerAmount, providerAmount, state }) => ({
    is,
    id,
    ledgerAmount,
    providerAmount,
    state,
  }))

test('billing charges due renewals, shows its progress, and does nothing when run again', async () => {
  await purchase()
  await purchase()
  now = new Date(now.getTime() + 30 * DAY_MS)
  const shown: string[] = []
  expect(await billWithProgress(api.ctx, { isTTY: true, write: (text) => shown.push(text) })).toMatch(
    /^2 renewals started, 0 retried, 0 lapsed, 0 ended; \d+ s, [\d.]+ a second$/,
  )
  expect(shown.join('')).toContain('100 %  2 subscriptions, ')
  expect(await billWithProgress(api.ctx, { write: () => {} })).toBe('0 renewals started, 0 retried, 0 lapsed, 0 ended')
})

test('counts failed checkouts by reason and plan', async () => {
  const today = new Date('2026-03-10T09:00:00Z')
  expect(await failuresOf(connection.db, 30, today)).toEqual(['No checkout failed in 30 days.'])
  const row = (reason: string, days: number, plan: number | null) => ({
    id: randomUUID(),
    reason,
    plan_id: plan,
    at: new Date(today.getTime() - days * DAY_MS),
  })
  const rows = [row('declined', 1, 2), row('declined', 29, 2), row('unknown', 3, null), row('old', 31, 2)]
  await connection.db.insertInto('unsuccessful_checkouts').values(rows).execute()
  expect(await failuresOf(connection.db, 30, today)).toEqual(['     2  declined, plan 2', '     1  unknown, unknown plan'])
})

test('reports entries missing on one side and differing amounts, also of payments that were returned', async () => {
  const [missing, other, back] = [await purchase(), await purchase(), await purchase()]
  expect(await differences()).toEqual([])
  const at = (id: string) => psp.moved.findIndex(({ attemptId }) => attemptId === id)
  const gone = psp.moved.splice(at(missing), 1)
  psp.moved[at(other)]!.amount = 1899
  psp.becomes(back, 'returned')
  const nobodys = { attemptId: null, refundId: null, reference: 'fee-7', currency: 'EUR', at: now }
  psp.moved.push(
    { ...nobodys, amount: -30 },
    { ...nobodys, reference: 'kept-8', amount: 50 },
    { ...nobodys, reference: 'kept-8', amount: -50 },
  )
  const found = await differences()
  expect(found).toHaveLength(6)
  expect(found).toEqual(
    expect.arrayContaining([
      { is: 'missing there', id: missing, ledgerAmount: 1999, providerAmount: null, state: 'succeeded' },
      { is: 'different amount', id: other, ledgerAmount: 1999, providerAmount: 1899, state: 'succeeded' },
      { is: 'missing here', id: back, ledgerAmount: null, providerAmount: -1999, state: 'succeeded' },
      { is: 'missing here', id: 'fee-7', ledgerAmount: null, providerAmount: -30, state: null },
      { is: 'missing here', id: 'kept-8', ledgerAmount: null, providerAmount: 50, state: null },
      { is: 'missing here', id: 'kept-8', ledgerAmount: null, providerAmount: -50, state: null },
    ]),
  )
  expect(await differences(new Date(0), new Date(now.getTime() - 10 * DAY_MS))).toEqual([])
  psp.moved.splice(0, psp.moved.length, ...psp.moved.filter(({ attemptId, amount }) => attemptId !== null && amount > 0), ...gone)
  psp.moved[at(other)]!.amount = 1999
})

test('refunds by attempt or invoice number, and never more than was paid', async () => {
  const id = await purchase()
  const { number } = await connection.db
    .selectFrom('invoices')
    .innerJoin('payment_attempts', 'payment_attempts.invoice_id', 'invoices.id')
    .select('number')
    .where('payment_attempts.id', '=', id)
    .executeTakeFirstOrThrow()
  await requestRefund(api.ctx, number!, 500, 'Kulanz')
  await requestRefund(api.ctx, id, 1499, 'Kulanz')
  await expect(requestRefund(api.ctx, id, 1, 'Kulanz')).rejects.toThrow(new ApiError('wrong_input', 'amount'))
  await expect(requestRefund(api.ctx, '2026-999999', 'all', 'Kulanz')).rejects.toThrow(new ApiError('not_found', 'attempt'))
  await sendRefunds(api.ctx)
  expect([...psp.refunds.values()].reduce((sum, { amount }) => sum + amount, 0)).toBe(1999)
  expect(await differences()).toEqual([])
})

test.each([
  ['19.99', 1999],
  ['19,99', 1999],
  ['20', 2000],
  ['1.5', null],
  ['-3', null],
  ['', null],
])('parses the amount %j as %s', (typed, minor) => expect(amountOf(typed)).toBe(minor))

test('amounts are shown with their currency', () => expect(formatMoney(1999, 'CHF')).toBe('19.99 CHF'))

test('reconcile repairs: books unreported payments, puts unmatched ones into suspense, and books fees and payouts', async () => {
  const output: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void output.push(line))
  const [lists] = listsOfProviders(api.ctx, { card: psp.provider, wallet: null, store: null }) as [Lists]
  const { payments } = api.ctx
  const days = { from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + DAY_MS) }
  const disputed = await purchase()
  psp.becomes(disputed, 'returned')
  const none = { attemptId: null, refundId: null, currency: 'EUR', at: now }
  const planted = [
    { ...none, kind: 'charge', reference: 'stranger', charge: 'stranger', amount: 500 },
    { ...none, kind: 'fee', reference: 'fee-of-the\u001b[2J-month', amount: -200 },
    { ...none, kind: 'payout', reference: 'po-1', amount: -1000 },
  ] as const
  psp.moved.push(...planted)
  expect(await compareAll(api.ctx, [lists], days, false)).toBe(1)
  expect(output.join('')).not.toContain('\u001b')
  const proposals = output.map((line) => line.split('→ ')[1]).filter(Boolean)
  expect(proposals.sort()).toEqual([
    'book the dispute: what was paid is credited',
    'book the fee',
    'book the payout',
    'put it into suspense: it belongs to nothing we know',
  ])
  output.length = 0
  api.ctx.payments = { ...payments, card: psp.provider }
  const until = async () =>
    (
      await connection.db
        .selectFrom('reconciled_until')
        .select('until')
        .where('provider', '=', 'sandbox')
        .executeTakeFirstOrThrow()
    ).until
  // The days before this comparison are missing.
  const before = new Date(days.from.getTime() - DAY_MS)
  await connection.db.insertInto('reconciled_until').values({ provider: 'sandbox', until: before }).execute()
  expect(await compareAll(api.ctx, [lists], { ...days, to: now }, true)).toBe(0)
  expect(await until()).toEqual(before)
  await connection.db.updateTable('reconciled_until').set({ until: days.from }).execute()
  output.length = 0
  expect(await compareAll(api.ctx, [lists], days, true)).toBe(0)
  expect(await until()).toEqual(now)
  expect(output.find((line) => line.startsWith('sandbox:'))).toMatch(
    /^sandbox: \d+ compared, 4 differences, 0 left after repair\.$/,
  )
  expect(output.at(-1)).toMatch(/^sandbox: balance there (-?[\d.]+ EUR), in our ledger \1\.$/)
  output.length = 0
  expect(await compareAll(api.ctx, [lists], days, false)).toBe(0)
  expect(output[0]).toMatch(/^sandbox: \d+ compared, 0 differences\.$/)
  vi.restoreAllMocks()
  const lines: string[] = []
  for await (const line of ledgerLines(connection.db, { from: '2026-01-01', before: '2027-01-01' })) lines.push(line)
  expect(lines[0]).toBe('line;entry;day;account;currency;amount;invoice;reference')
  const booked = lines.map((line) => line.split(';').slice(3).join(';'))
  expect(booked).toEqual(
    expect.arrayContaining([
      'fees:sandbox;EUR;2.00;;fee-of-the [2J-month',
      'cash:sandbox;EUR;-2.00;;fee-of-the [2J-month',
      'bank;EUR;10.00;;po-1',
      'suspense;EUR;-5.00;;stranger',
    ]),
  )
})

test('an unreachable provider does not hide the differences of another', async () => {
  const output: string[] = []
  for (const channel of ['log', 'error'] as const) vi.spyOn(console, channel).mockImplementation((line) => void output.push(line))
  const silent = {
    name: 'paypal',
    wallet: null,
    // biome-ignore lint/correctness/useYield: it throws before it could yield
    async *movements(): AsyncGenerator<never> {
      throw new Error('paypal: /v1/reporting/transactions answers 403')
    },
  }
  const [lists] = listsOfProviders(api.ctx, { card: psp.provider, wallet: null, store: null }) as [Lists]
  const fee = { attemptId: null, refundId: null, reference: 'fee-9', amount: -30, currency: 'EUR', at: now }
  psp.moved.push(fee)
  const days = { from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + DAY_MS) }
  expect(await compareAll(api.ctx, [silent, lists], days, false)).toBe(69)
  expect(await compareAll(api.ctx, [lists], days, false)).toBe(1)
  psp.moved.splice(psp.moved.indexOf(fee), 1)
  expect(await compareAll(api.ctx, [lists], { from: new Date(0), to: new Date(DAY_MS) }, false)).toBe(0)
  vi.restoreAllMocks()
  expect(output[0]).toBe('paypal: could not be compared: paypal: /v1/reporting/transactions answers 403')
  expect(output[1]).toMatch(/^missing here {5}movement fee-9 \(unknown here\) {2}theirs -0\.30 EUR {2}2026-/)
  expect(output[2]).toMatch(/^sandbox: \d+ compared, 1 difference\.$/)
  expect(output.at(-2)).toBe('sandbox: 0 compared, 0 differences.')
})

test('the comparison with a provider that is no longer configured is stopped, with an entry in the audit log', async () => {
  const output: string[] = []
  for (const channel of ['log', 'error'] as const) vi.spyOn(console, channel).mockImplementation((line) => void output.push(line))
  const { db } = connection
  const ctx = { ...api.ctx, actor: commandActor() }
  const id = await purchase()
  await db.updateTable('payment_attempts').set({ provider: 'former', state: 'unknown' }).where('id', '=', id).execute()
  const givenUp = { provider: 'former', state: 'declined', outcome_unknown: true }
  await db
    .updateTable('payment_attempts')
    .set(givenUp)
    .where('id', '=', await purchase())
    .execute()
  await db.insertInto('reconciled_until').values({ provider: 'former', until: now }).execute()
  expect(await stop(ctx, 'sandbox', 'closed')).toBe(1)
  expect(await stop(ctx, 'former', 'closed')).toBe(0)
  expect(await stop(ctx, 'former', 'closed')).toBe(1)
  vi.restoreAllMocks()
  expect(output).toEqual([
    'sandbox is still configured: remove its settings first.',
    'former is no longer compared with the ledger.',
    'Left there: 2 payments without a result.',
    'No comparison with "former" is recorded.',
  ])
  const compared = await db.selectFrom('reconciled_until').select('provider').execute()
  expect(compared).toEqual([{ provider: 'sandbox' }])
  const entries = await db
    .selectFrom('audit_entries')
    .select(['subject_id', 'before', 'reason'])
    .where('action', '=', 'ledger.comparison-stopped')
    .execute()
  expect(entries).toEqual([{ subject_id: 'former', before: { until: now.toISOString() }, reason: 'closed' }])
})

test.each<[string[], string]>([
  [['billing'], ''],
  [['billing', 'walk'], "unknown command 'walk'"],
  [['billing', 'run', '--at', 'sometime'], "option '--at <TIME>' argument 'sometime' is invalid. A time is written"],
  [['billing', 'run', '--at', '2026'], "argument '2026' is invalid"],
  [['billing', 'run', '--at', '2026-13-01T00:00:00Z'], "argument '2026-13-01T00:00:00Z' is invalid"],
  [['billing', 'run', '--days', '3'], "unknown option '--days'"],
  [['billing', 'failures', '--days', '-3'], "option '--days <N>' argument missing"],
  [['billing', 'failures', '--days=-3'], "argument '-3' is invalid"],
  [['billing', 'failures', '--days', 'x'], "argument 'x' is invalid. It must be a whole number"],
  [['billing', 'failures', '--at', '2026-01-01T00:00:00Z'], "unknown option '--at'"],
  [['reconcile', '--from', '2026-02-01', '--to', '2026-01-01'], '--since is after --until'],
  [['reconcile', '--since', '2026-02-01', '--until', '2026-01-01'], '--since is after --until'],
  [['reconcile', '--from', 'once'], "argument 'once' is invalid. A day is written"],
  [['reconcile', '--from', '2026-02-30'], "argument '2026-02-30' is invalid"],
  [['reconcile', '--to', '1'], "argument '1' is invalid"],
  [['reconcile', 'stop', 'paypal'], "required option '--why <TEXT>' not specified"],
  [['refund', '2026-000001', '0', 'Kulanz'], "value '0' is invalid for argument 'AMOUNT'. An amount is written"],
  [['refund', '2026-000001', '5.00'], "missing required argument 'REASON'"],
  [['refund', 'all', '5.00', 'Kulanz'], "value 'all' is invalid for argument 'PAYMENT'"],
  [['refund', 'again', '2026-000001'], "value '2026-000001' is invalid for argument 'REFUND'"],
])('rejects the arguments %j with a reason and the usage', async (args, why) => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const code = await runCommand(args)
  const output = consoleError.mock.calls.flat().join('\n')
  consoleError.mockRestore()
  expect(code).toBe(64)
  expect(output).toContain(`Usage: npm run kiosk -- ${args[0]}`)
  expect(output).toContain(why)
})
