// Cards and bank accounts with a failed first debit, a dispute or a return are recognised when any account saves them again.
import { attemptState } from '@kiosk/domain/payments/endpoints'
import { REJECTED_DAYS, REJECTED_SHORTLY_DAYS } from '@kiosk/domain/payments/limits'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outcome } from '../../adapters/payments/port.ts'
import { leftMethod, outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { housekeeping } from '../../housekeeping.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { emailsFor, lastEmail } from '../testing/invoices.ts'
import { forgetMethod } from './forget-method.ts'

let shop: Checkout
let count = 0
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => forgetJobs(shop.db))
afterAll(() => shop.close())

type Reader = Awaited<ReturnType<Checkout['reader']>>
const newAccount = () => `fp-${++count}`

/** Saves a bank account or card on the provider's page to buy with it. @returns path to which the page redirects */
async function leave(reader: Reader, fingerprint: string, options: { how?: string; kind?: 'CC' | 'DD'; edit?: boolean } = {}) {
  const { how = 'debit-processing', kind = 'DD', edit = false } = options
  if (!edit) {
    await shop.begin(reader)
    await shop.accept(reader)
  }
  const path = edit ? 'psp/url/edit' : 'psp/url/registration?subscription=2&voucher=&again=true'
  const { url } = (await (await shop.api.ask(path, { headers: reader.headers })).json()) as { url: string }
  const setup = url.split('/').at(-1)!
  const method = leftMethod({
    kind,
    reference: `${how}-${setup}`,
    fingerprint,
    brand: 'SEPA',
    masked: 'AT•• •••• 0201',
    country: 'AT',
  })
  shop.psp.finishSetup(setup, { state: 'done', method })
  const page = await (await shop.api.ask(`psp/return/${setup}`)).text()
  const way = new URL(/href="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')).toString()
  return { setup, reference: method.reference, way: way.replace(shop.api.ctx.publicUrl, '') }
}
const lastAttempt = ({ id }: Reader) =>
  shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .selectAll('payment_attempts')
    .where('account_id', '=', id)
    .orderBy('payment_attempts.created_at', 'desc')
    .executeTakeFirstOrThrow()
async function becomes(
  reader: Reader,
  change: Partial<Extract<Outcome, { state: 'declined' }>> | 'succeeded' | 'returned' | 'reinstated',
) {
  const { id } = await lastAttempt(reader)
  const made =
    typeof change === 'string'
      ? shop.psp.becomes(id, change)
      : ({ ...outcome('declined', id), code: 'insufficient_funds', ...change } as Outcome)
  await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: made }])
}
/** Returns whether a new reader may buy with an instrument. */
async function isAccepted(fingerprint: string, kind: 'CC' | 'DD' = 'DD'): Promise<boolean> {
  const { way } = await leave(await shop.reader(), fingerprint, { kind, how: 'card-succeeded' })
  return way.startsWith('/user/payment/success')
}

test('a failed first debit ends the access given in advance and sends an e-mail with the reason and one link', async () => {
  const anna = await shop.reader({ language: 'de' })
  await leave(anna, newAccount())
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'active' }])
  await becomes(anna, {})
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'ended' }])
  expect((await emailsFor(shop.db, anna.id)).at(-1)).toBe('purchase-failed')
  const mail = await writeEmail(await lastEmail(shop.db, 'purchase-failed'), shop.api.ctx)
  const text = mail!.text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
  for (const part of ['19,99 €', 'SEPA AT•• •••• 0201', 'nicht ausreichend gedeckt', 'nichts mehr offen'])
    expect(text).toContain(part)
  expect(text.match(/\/user\/subscription\/pub/g)).toHaveLength(1)
})

test('a purchase declined on the page is reported there and not by e-mail', async () => {
  const ben = await shop.reader()
  await leave(ben, newAccount(), { how: 'card-declined', kind: 'CC' })
  expect(await emailsFor(shop.db, ben.id)).not.toContain('purchase-failed')
})

test('rejects the same bank account again, shows the reason, and the provider deletes it', async () => {
  const iban = newAccount()
  const cleo = await shop.reader()
  await leave(cleo, iban)
  await becomes(cleo, {})
  const again = await leave(cleo, iban)
  expect(again.way).toBe(`/user/payment/failed/rg?attempt=${again.setup}`)
  expect(await shop.api.answer(attemptState, `payment/attempt/${again.setup}`, { headers: cleo.headers })).toMatchObject({
    state: 'failed',
    reason: 'method_refused',
  })
  expect(await shop.contracts(cleo)).toHaveLength(1)
  const { id, active } = await shop.db
    .selectFrom('payment_methods')
    .selectAll()
    .where('reference', '=', again.reference)
    .executeTakeFirstOrThrow()
  expect(active).toBe(false)
  await forgetMethod({ methodId: id }, shop.api.ctx)
  expect(shop.psp.forgotten).toContain(again.reference)
  // Another reader cannot use it either; the same reader may use a card.
  expect(await isAccepted(iban)).toBe(false)
  expect((await leave(cleo, newAccount(), { how: 'card-succeeded', kind: 'CC' })).way).toMatch(/^\/user\/payment\/success/)
})

test('asks for new payment data when the saved ones are no longer accepted', async () => {
  const iban = newAccount()
  const dora = await shop.reader()
  await leave(dora, iban)
  await becomes(dora, {})
  await shop.begin(dora)
  await shop.accept(dora)
  expect((await shop.purchase(dora)).status).toBe(404)
  const requested = await shop.api.ask('psp/url/registration?subscription=2&voucher=', { headers: dora.headers })
  expect(requested.status).toBe(200)
})

test.each([
  ['insufficient funds', {}, REJECTED_SHORTLY_DAYS],
  ['a cancelled mandate', { code: 'mandate_cancelled', retryable: false }, REJECTED_SHORTLY_DAYS],
  ['a closed account', { code: 'CC_ACCOUNT_VALIDATION', retryable: false }, REJECTED_DAYS],
])(
  'rejects an instrument after %s for the set number of days, then accepts it and deletes the record',
  async (_, decline, days) => {
    const iban = newAccount()
    const emil = await shop.reader()
    await leave(emil, iban)
    await becomes(emil, decline)
    shop.later(days - 1)
    expect(await isAccepted(iban)).toBe(false)
    shop.later(1)
    expect(await isAccepted(iban)).toBe(true)
    await housekeeping({}, shop.api.ctx)
    expect(await shop.db.selectFrom('rejected_instruments').selectAll().where('fingerprint', '=', iban).execute()).toEqual([])
  },
)

test('rejects the instruments of a returned debit and a disputed charge until the money is back', async () => {
  for (const [kind, how] of [
    ['DD', 'debit-processing'],
    ['CC', 'card-succeeded'],
  ] as const) {
    const mark = newAccount()
    const frieda = await shop.reader()
    await leave(frieda, mark, { kind, how })
    if (kind === 'DD') await becomes(frieda, 'succeeded')
    expect(await isAccepted(mark, kind)).toBe(true)
    await becomes(frieda, 'returned')
    expect(await isAccepted(mark, kind)).toBe(false)
    await becomes(frieda, 'reinstated')
    expect(await isAccepted(mark, kind)).toBe(true)
  }
})

test('a renewal with insufficient funds does not block the bank account', async () => {
  const iban = newAccount()
  const gerda = await shop.reader()
  const { reference } = await leave(gerda, iban)
  await becomes(gerda, 'succeeded')
  await shop.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', gerda.id).execute()
  shop.later(30)
  shop.psp.behave(reference, (id) => ({ ...outcome('declined', id), code: 'insufficient_funds' }) as Outcome)
  await runBilling(shop.api.ctx)
  expect(await shop.contracts(gerda)).toMatchObject([{ state: 'past-due' }])
  expect(await isAccepted(iban)).toBe(true)
})

test('an active subscription keeps its payment data if others are rejected', async () => {
  const iban = newAccount()
  const hanna = await shop.reader()
  await leave(hanna, iban)
  await becomes(hanna, {})
  const ida = await shop.reader()
  await leave(ida, newAccount(), { how: 'card-succeeded', kind: 'CC' })
  const [before] = await shop.contracts(ida)
  const { way } = await leave(ida, iban, { edit: true })
  expect(way).toBe('/user/payment/failed/rr?reason=method_refused')
  const [after] = await shop.contracts(ida)
  expect(after!.payment_method_id).toBe(before!.payment_method_id)
})
