// A card or an account that cost us a first debit, a dispute or a return is known when it is left again, by whomever.
import { attemptState } from '@kiosk/domain/payments/endpoints'
import { REFUSED_DAYS, REFUSED_SHORTLY_DAYS } from '@kiosk/domain/payments/terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { housekeeping } from '../jobs/housekeeping.ts'
import { forgetJobs } from '../jobs/test-jobs.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { leftMethod, outcome } from '../outside/payments/pretend-card-provider.ts'
import { lastLetter, lettersFor } from './build-papers.ts'
import { forgetMethod } from './forget-buyer.ts'
import { runBilling } from './renew.ts'
import { settleAttempts } from './settle-attempts.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let shop: Checkout
let count = 0
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => forgetJobs(shop.db))
afterAll(() => shop.close())

type Reader = Awaited<ReturnType<Checkout['reader']>>
const newAccount = () => `fp-${++count}`

/** Leaves an account or a card on the page of the provider, to buy with it. @returns where the page leads */
async function leave(reader: Reader, fingerprint: string, given: { how?: string; kind?: 'CC' | 'DD'; edit?: boolean } = {}) {
  const { how = 'debit-processing', kind = 'DD', edit = false } = given
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
  return { setup, reference: method.reference, way: way.replace(shop.api.house.publicUrl, '') }
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
  await settleAttempts(shop.api.house, [{ attemptId: id, outcome: made }])
}
/** Whether somebody new may buy with it. */
async function isAccepted(fingerprint: string, kind: 'CC' | 'DD' = 'DD'): Promise<boolean> {
  const { way } = await leave(await shop.reader(), fingerprint, { kind, how: 'card-succeeded' })
  return way.startsWith('/user/payment/success')
}

test('a first debit that fails ends what was read in advance, and is told with reason and one link', async () => {
  const anna = await shop.reader({ language: 'de' })
  await leave(anna, newAccount())
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'active' }])
  await becomes(anna, {})
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'ended' }])
  expect((await lettersFor(shop.db, anna.id)).at(-1)).toBe('purchase-failed')
  const mail = await writeLetter(await lastLetter(shop.db, 'purchase-failed'), shop.api.house)
  const text = mail!.text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
  for (const said of ['19,99 €', 'SEPA AT•• •••• 0201', 'nicht ausreichend gedeckt', 'nichts mehr offen'])
    expect(text).toContain(said)
  expect(text.match(/\/user\/subscription\/pub/g)).toHaveLength(1)
})

test('a purchase that failed while its buyer was at the screen is told there, and by no e-mail', async () => {
  const ben = await shop.reader()
  await leave(ben, newAccount(), { how: 'card-declined', kind: 'CC' })
  expect(await lettersFor(shop.db, ben.id)).not.toContain('purchase-failed')
})

test('the same account left again is not accepted: nothing begins, the page says why, the provider forgets it', async () => {
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
  await forgetMethod({ methodId: id }, shop.api.house)
  expect(shop.psp.forgotten).toContain(again.reference)
  // By somebody else neither; by the same reader with a card, yes.
  expect(await isAccepted(iban)).toBe(false)
  expect((await leave(cleo, newAccount(), { how: 'card-succeeded', kind: 'CC' })).way).toMatch(/^\/user\/payment\/success/)
})

test('saved payment data that are not accepted any more are asked for anew', async () => {
  const iban = newAccount()
  const dora = await shop.reader()
  await leave(dora, iban)
  await becomes(dora, {})
  await shop.begin(dora)
  await shop.accept(dora)
  expect((await shop.purchase(dora)).status).toBe(404)
  const asked = await shop.api.ask('psp/url/registration?subscription=2&voucher=', { headers: dora.headers })
  expect(asked.status).toBe(200)
})

test.each([
  ['too little money', {}, REFUSED_SHORTLY_DAYS],
  ['a cancelled mandate', { code: 'mandate_cancelled', retryable: false }, REFUSED_SHORTLY_DAYS],
  ['a closed account', { code: 'CC_ACCOUNT_VALIDATION', retryable: false }, REFUSED_DAYS],
])('%s is held against it for so long, then it is accepted and forgotten', async (_, decline, days) => {
  const iban = newAccount()
  const emil = await shop.reader()
  await leave(emil, iban)
  await becomes(emil, decline)
  shop.later(days - 1)
  expect(await isAccepted(iban)).toBe(false)
  shop.later(1)
  expect(await isAccepted(iban)).toBe(true)
  await housekeeping({}, shop.api.house)
  expect(await shop.db.selectFrom('refused_instruments').selectAll().where('fingerprint', '=', iban).execute()).toEqual([])
})

test('a debit that is returned and a charge that is disputed are held against theirs, until the money comes again', async () => {
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

test('a renewal that lacked money once is nobody’s dead account', async () => {
  const iban = newAccount()
  const gerda = await shop.reader()
  const { reference } = await leave(gerda, iban)
  await becomes(gerda, 'succeeded')
  await shop.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', gerda.id).execute()
  shop.later(30)
  shop.psp.behave(reference, (id) => ({ ...outcome('declined', id), code: 'insufficient_funds' }) as Outcome)
  await runBilling(shop.api.house)
  expect(await shop.contracts(gerda)).toMatchObject([{ state: 'past-due' }])
  expect(await isAccepted(iban)).toBe(true)
})

test('a running subscription keeps the payment data it has where others are not accepted', async () => {
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
