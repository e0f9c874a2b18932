// The operator's dunning schedule: steps by reason, grace period, end, and an e-mail at every step.
import { Dunning } from '@kiosk/domain/payments/dunning-input'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outcome } from '../../adapters/payments/port.ts'
import { outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { emailsFor, lastEmail } from '../testing/invoices.ts'
import { processEvent } from '../webhooks/provider-events.ts'
import { runRenewals } from './run.ts'

let shop: Checkout
let shipped: Dunning
beforeAll(async () => {
  shop = await testCheckout()
  shipped = shop.api.ctx.operator.dunning
})
beforeEach(async () => {
  shop.api.ctx.operator.dunning = shipped
  await forgetJobs(shop.db)
})
afterAll(() => shop.close())

const schedule = (dunning: object) => {
  shop.api.ctx.operator.dunning = Dunning.parse(dunning)
}
const decline = (code: string, retryable: boolean) => (id: string) => ({ ...outcome('declined', id), code, retryable }) as Outcome
const NO_MONEY = decline('insufficient_funds', true)
const EXPIRED = decline('expired', false)

/** Creates a reader whose renewal is due now. @param how behaviour of the payment method */
async function due(how: 'needs-customer' | ((id: string) => Outcome), kind: 'CC' | 'DD' = 'CC') {
  const reader = await shop.reader({ language: 'de' })
  const reference = await shop.leave(reader, 'card-succeeded', kind)
  await shop.begin(reader)
  await shop.accept(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  await shop.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', reader.id).execute()
  await forgetJobs(shop.db)
  shop.later(30)
  shop.psp.behave(reference, how)
  return { ...reader, reference }
}
type Reader = Awaited<ReturnType<typeof due>>
const chargesOf = async ({ id }: Reader) =>
  (
    await shop.db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'invoice_id')
      .select('payment_attempts.id')
      .where('account_id', '=', id)
      .execute()
  ).length
const reads = async ({ headers }: Reader) =>
  ((await (await shop.api.ask('user', { headers })).json()) as { subscription?: object }).subscription !== undefined
const stateOf = async (reader: Reader) => (await shop.contracts(reader))[0]!.state

/** Returns per day the number of retries, the number of e-mails, access, and the state of the subscription. */
async function follow(reader: Reader, days: number) {
  const seen: string[] = []
  for (let day = 0; day <= days; day++) {
    await runRenewals(shop.api.ctx)
    const mails = await emailsFor(shop.db, reader.id)
    seen.push(
      `${day}: ${(await chargesOf(reader)) - 1} ${mails.length} ${(await reads(reader)) ? 'reads' : '–'} ${await stateOf(reader)}`,
    )
    shop.later(1)
  }
  return seen
}

test('default schedule: retries insufficient funds after 1, 3 and 7 days, then ends the subscription', async () => {
  expect(await follow(await due(NO_MONEY), 11)).toEqual([
    '0: 1 1 reads past-due',
    '1: 2 2 reads past-due',
    '2: 2 2 reads past-due',
    '3: 2 2 reads past-due',
    '4: 3 3 reads past-due',
    '5: 3 3 reads past-due',
    '6: 3 3 reads past-due',
    '7: 3 3 reads past-due',
    '8: 3 3 reads past-due',
    '9: 3 3 reads past-due',
    '10: 3 3 reads past-due',
    '11: 4 4 – ended',
  ])
})

test('default schedule: never retries an expired card and reports it once', async () => {
  const seen = await follow(await due(EXPIRED), 11)
  expect(seen.slice(0, 2)).toEqual(['0: 1 1 reads past-due', '1: 1 1 reads past-due'])
  expect(seen.slice(-2)).toEqual(['10: 1 1 reads past-due', '11: 1 2 – ended'])
})

test('uses the operator’s steps for each reason', async () => {
  schedule({ steps: { insufficientFunds: [2, 2], declined: [5], bankQuestion: [4], deadMethod: [3], mandateGone: [] } })
  expect((await follow(await due(NO_MONEY), 4)).map((line) => line.slice(3))).toEqual([
    '1 1 reads past-due',
    '1 1 reads past-due',
    '2 2 reads past-due',
    '2 2 reads past-due',
    '3 3 – ended',
  ])
  expect((await follow(await due(decline('declined', true)), 5)).map((line) => line.slice(3, 6))).toEqual([
    '1 1',
    '1 1',
    '1 1',
    '1 1',
    '1 1',
    '2 2',
  ])
  expect((await follow(await due(EXPIRED), 11)).map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
    ...Array(3).fill('1 1 reads past-due'),
    ...Array(8).fill('1 2 reads past-due'),
    '1 3 – ended',
  ])
  expect((await follow(await due('needs-customer'), 5)).map((line) => line.slice(3, 6))).toEqual([
    '1 1',
    '1 1',
    '1 1',
    '1 1',
    '1 2',
    '1 2',
  ])
})

test('access ends with the grace period, the subscription later; other payment data save it until then', async () => {
  schedule({ graceDays: 3, endAfterDays: 20 })
  const seen = await follow(await due(EXPIRED), 20)
  expect(seen[2]).toBe('2: 1 1 reads past-due')
  expect(seen[3]).toBe('3: 1 1 – past-due')
  expect(seen[19]).toBe('19: 1 1 – past-due')
  expect(seen[20]).toBe('20: 1 2 – ended')
})

test('without a grace period access ends at once, while bank authentication keeps its deadline', async () => {
  schedule({ graceDays: 0 })
  const anna = await due('needs-customer')
  await runRenewals(shop.api.ctx)
  expect(await reads(anna)).toBe(false)
  expect(await stateOf(anna)).toBe('past-due')
  const mail = await writeEmail(await lastEmail(shop.db, 'bank-question'), shop.api.ctx)
  expect(mail!.text).not.toMatch(/wie\s+gewohnt\s+weiterlesen/)
})

test.each([
  ['that is retried', 'de', NO_MONEY, /weiterlesen/, 'versuchen wir es noch einmal'],
  ['of a card', 'de', EXPIRED, /weiterlesen|ohne\s+Unterbrechung/, 'und Sie können wieder lesen'],
  ['of a card', 'en', EXPIRED, /keep\s+reading|without\s+a\s+break/, 'and you can read again'],
  ['of a card', 'fr', EXPIRED, /continuer\s+à\s+lire|sans\s+interruption/, 'et vous pourrez de nouveau lire'],
] as const)(
  'with the grace period over, the e-mail about a decline %s promises no access (%s)',
  async (_, language, how, access, said) => {
    schedule({ graceDays: 0 })
    const { id } = await due(how)
    await shop.db.updateTable('accounts').set({ language }).where('id', '=', id).execute()
    await runRenewals(shop.api.ctx)
    const { text } = (await writeEmail(await lastEmail(shop.db, 'charge-declined'), shop.api.ctx))!
    expect(text).not.toMatch(access)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said)
  },
)

test('every e-mail states the amount, the next step and its date, and has one link', async () => {
  schedule({ graceDays: 3, endAfterDays: 20, steps: { deadMethod: [5] } })
  const links = (html: string) => new Set([...html.matchAll(/\/user\/[\w/]+/g)].map(([link]) => link))
  for (const [how, template, link, said] of [
    [NO_MONEY, 'charge-declined', '/user/payment/edit', 'versuchen wir es noch einmal'],
    [EXPIRED, 'charge-declined', '/user/payment/edit', 'endet Ihr Abo am'],
    ['needs-customer', 'bank-question', '/user/payment/confirm', 'endet Ihr Abo am'],
  ] as const) {
    await due(how)
    await runRenewals(shop.api.ctx)
    const mail = (await writeEmail(await lastEmail(shop.db, template), shop.api.ctx))!
    const text = mail.text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
    expect(text).toContain('19,99 €')
    expect(text).toContain(said)
    expect(links(mail.html)).toEqual(new Set([link]))
  }
})

test('reports a revoked mandate at once and once, with next charge and end, and no other reader is notified', async () => {
  const ben = await due(NO_MONEY, 'DD')
  const report = (id: string) =>
    processEvent(shop.api.ctx, {
      provider: 'sandbox',
      id,
      kind: 'mandate.cancelled',
      about: { what: 'mandate-cancelled', methodReference: ben.reference },
    })
  await report('one')
  await report('two')
  expect(await emailsFor(shop.db, ben.id)).toEqual(['mandate-gone'])
  const mail = await writeEmail(await lastEmail(shop.db, 'mandate-gone'), shop.api.ctx)
  expect(mail!.text.replaceAll('\u00a0', ' ')).toContain('19,99 €')
  // Nothing is sent to the bank; the renewal waits for other payment data until the subscription ends.
  const seen = await follow(ben, 11)
  expect(shop.psp.charges.size).toBeGreaterThan(0)
  expect(seen[0]).toBe('0: 1 2 reads past-due')
  expect(seen[10]).toBe('10: 1 2 reads past-due')
  expect(seen[11]).toBe('11: 1 3 – ended')
  expect(await writeEmail(await lastEmail(shop.db, 'contract-ended'), shop.api.ctx)).not.toBeNull()
})
