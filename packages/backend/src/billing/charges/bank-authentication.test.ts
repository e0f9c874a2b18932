// Renewals that need bank authentication: they wait for the reader, are not charged again without it, and continue once
// authenticated.
import { Operator } from '@kiosk/domain/operator'
import { askBank, paymentQuestion } from '@kiosk/domain/payments/bank-authentication-endpoints'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { attemptState } from '@kiosk/domain/payments/endpoints'
import { GRACE_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deactivateAccount } from '../../accounts/deactivate-account.ts'
import type { Outcome } from '../../adapters/payments/port.ts'
import { leftMethod, outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { sendRefunds } from '../refunds/send.ts'
import { runBilling } from '../renewals/renew.ts'
import { runRenewals } from '../renewals/run.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { emailsFor, lastEmail } from '../testing/invoices.ts'
import { recoverPayments } from './recover.ts'
import { settleAttempts } from './settle.ts'

const MINUTE_DAYS = MINUTE_MS / DAY_MS
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => forgetJobs(shop.db))
afterAll(() => shop.close())

/** Creates a reader and charges the renewal. @param how behaviour of the card at the renewal */
async function due(how: string) {
  const reader = await shop.reader({ language: 'de' })
  const reference = await shop.leave(reader, 'card-succeeded')
  await shop.begin(reader)
  await shop.accept(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  await forgetJobs(shop.db)
  await shop.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', reader.id).execute()
  shop.later(30)
  shop.psp.behave(reference, how as 'succeeded')
  await runBilling(shop.api.ctx)
  return { ...reader, reference }
}
type Reader = Awaited<ReturnType<typeof due>>
const requested = () => due('needs-customer')
const attempts = ({ id }: { id: number }) =>
  shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .selectAll('payment_attempts')
    .where('account_id', '=', id)
    .orderBy('payment_attempts.created_at')
    .execute()
const last = async (reader: { id: number }) => (await attempts(reader)).at(-1)!
/** Returns a purchase, and its attempt, whose bank authentication nobody answered for an hour. */
async function abandonedPurchase() {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-action')
  await shop.begin(reader)
  await shop.accept(reader)
  await shop.purchase(reader)
  const { id } = await last(reader)
  shop.later(61 * MINUTE_DAYS)
  await recoverPayments(shop.api.ctx)
  return { reader, id }
}
const reads = async ({ headers }: Reader) =>
  ((await (await shop.api.ask('user', { headers })).json()) as { subscription?: object }).subscription !== undefined
const mail = async (name: 'bank-question' | 'charge-declined') => {
  const written = await writeEmail(await lastEmail(shop.db, name), shop.api.ctx)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  return written && { ...written, subject: plain(written.subject), text: plain(written.text) }
}
const linkIn = (html: string) => /user\/payment\/confirm\?token=([\w-]+)/.exec(html)?.[1] ?? ''
const tokenOf = async () => linkIn((await mail('bank-question'))!.html)
const ask = (token: string) => {
  // Servers poll a provider about an attempt at most once in two seconds.
  shop.later(MINUTE_DAYS / 20)
  return shop.api.answer(askBank, 'payment/question', { form: { token } })
}
const look = (token: string) => shop.api.answer(paymentQuestion, `payment/question?token=${token}`)
/** Answers the bank as the reader and returns from it. */
async function answer(reader: Reader, decision: 'pass' | 'fail', token: string): Promise<Response> {
  const { id } = await last(reader)
  shop.psp.answer(id, decision)
  return shop.api.ask(`psp/return/${id}?token=${token}`)
}
/** Saves other payment data on the provider's page. */
async function leaveAnother(reader: Reader, how: string | ((attemptId: string) => Outcome)): Promise<string> {
  const { url } = (await (await shop.api.ask('psp/url/edit', { headers: reader.headers })).json()) as { url: string }
  const setup = url.split('/').at(-1)!
  const method = leftMethod({ reference: `card-other-${setup}` })
  shop.psp.behave(method.reference, how as 'succeeded')
  shop.psp.finishSetup(setup, { state: 'done', method })
  const page = await (await shop.api.ask(`psp/return/${setup}`)).text()
  return new URL(/href="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')).toString().replace(shop.api.ctx.publicUrl, '')
}

describe('a renewal that needs bank authentication', () => {
  test('keeps access, is not charged again, and sends one e-mail with the link and a deadline', async () => {
    const anna = await requested()
    expect(await shop.contracts(anna)).toMatchObject([
      { state: 'past-due', auto_renew: true, next_charge_at: null, ends_at: shop.inDays(GRACE_DAYS) },
    ])
    expect(await last(anna)).toMatchObject({ state: 'action', action: null, answer_by: shop.inDays(GRACE_DAYS) })
    expect(await emailsFor(shop.db, anna.id)).toEqual(['bank-question'])
    for (let day = 0; day < GRACE_DAYS - 1; day++) {
      shop.later(1)
      await runRenewals(shop.api.ctx)
      expect(await reads(anna)).toBe(true)
    }
    expect(await attempts(anna)).toHaveLength(2)
    expect(shop.psp.charges.get((await last(anna)).id)!.calls).toBe(1)
  })

  test('sends an e-mail with amount, card, next step and date, and one link that works signed out', async () => {
    await requested()
    const email = (await mail('bank-question'))!
    expect(email.subject).toBe('Bitte bestätigen Sie Ihre Zahlung von 19,99 €')
    for (const part of ['19,99 €', 'read-it PREMIUM', 'Visa •••• 4242', 'erinnern wir Sie']) expect(email.text).toContain(part)
    const links = [...email.html.matchAll(/user\/payment\/[\w/]+/g)].map(([link]) => link)
    expect(new Set(links)).toEqual(new Set(['user/payment/confirm']))
    expect(await look(linkIn(email.html))).toEqual({
      state: 'open',
      amount: 1999,
      currency: 'EUR',
      product: 'read-it PREMIUM',
      brand: 'Visa',
      number: '•••• 4242',
      until: shop.inDays(GRACE_DAYS).toISOString(),
      reason: null,
      bank: null,
    })
  })

  test('is paid once after authentication, with an invoice, and runs to the end of its period', async () => {
    const ben = await requested()
    const ends = shop.inDays(30)
    const token = await tokenOf()
    const open = await ask(token)
    expect(open).toMatchObject({ state: 'open', bank: { url: 'https://bank.example/challenge' } })
    expect(await ask(token), 'asked twice it is one authentication').toEqual(open)
    const back = await answer(ben, 'pass', token)
    expect(await back.text()).toContain(`/user/payment/confirm?token=${token}&amp;back=1`)
    expect(await look(token)).toMatchObject({ state: 'paid', bank: null, until: null })
    expect(await shop.contracts(ben)).toMatchObject([{ state: 'active', ends_at: ends, next_charge_at: ends }])
    expect(await shop.invoices(ben)).toMatchObject([{ state: 'paid' }, { state: 'paid', gross: 1999 }])
    expect((await emailsFor(shop.db, ben.id)).at(-1)).toBe('invoice')
    const came = shop.psp.moved.filter(({ attemptId }) => attemptId === (open && shop.psp.moved.at(-1)!.attemptId))
    expect(came).toHaveLength(1)
    expect(await mail('bank-question'), 'no reminder of what is paid').toBeNull()
  })

  test('can be authenticated after a failed try, until the deadline', async () => {
    const cleo = await requested()
    const token = await tokenOf()
    await ask(token)
    await answer(cleo, 'fail', token)
    expect(await look(token)).toMatchObject({ state: 'open', bank: null })
    expect(await shop.contracts(cleo)).toMatchObject([{ state: 'past-due' }])
    expect(await ask(token)).toMatchObject({ state: 'open', bank: { url: expect.any(String) } })
    await answer(cleo, 'pass', token)
    expect(await look(token)).toMatchObject({ state: 'paid' })
  })

  test('sends reminders on the days of the schedule', async () => {
    const dora = await requested()
    for (let day = 1; day <= GRACE_DAYS; day++) {
      shop.later(1)
      await runRenewals(shop.api.ctx)
      const reminded = (await emailsFor(shop.db, dora.id)).filter((name) => name === 'bank-question').length
      // Steps come one, three and seven days after the previous one; the last one ends the subscription.
      expect({ day, reminded }).toEqual({ day, reminded: day < 1 ? 1 : day < 4 ? 2 : 3 })
      if (day === 4) expect((await mail('bank-question'))!.subject).toMatch(/^Erinnerung: /)
    }
  })

  test('is cancelled at the provider, then here, when the deadline passes, and charges nothing', async () => {
    const emil = await requested()
    const token = await tokenOf()
    await ask(token)
    const { id } = await last(emil)
    shop.later(GRACE_DAYS)
    await runRenewals(shop.api.ctx)
    expect(shop.psp.givenUp).toContain(id)
    expect(await last(emil)).toMatchObject({ state: 'declined', decline_code: 'abandoned', retryable: false })
    expect(await shop.contracts(emil)).toMatchObject([{ state: 'ended' }])
    expect((await emailsFor(shop.db, emil.id)).at(-1)).toBe('contract-ended')
    expect(await look(token)).toMatchObject({ state: 'over', bank: null })
    expect(await ask(token)).toMatchObject({ state: 'over', bank: null })
    shop.psp.answer(id, 'pass')
    expect(shop.psp.moved.some(({ attemptId }) => attemptId === id)).toBe(false)
  })

  test('records an authentication completed at the last moment', async () => {
    const frieda = await requested()
    await ask(await tokenOf())
    shop.later(GRACE_DAYS)
    shop.psp.answer((await last(frieda)).id, 'pass')
    await recoverPayments(shop.api.ctx)
    expect(await last(frieda)).toMatchObject({ state: 'succeeded' })
    expect(await shop.contracts(frieda)).toMatchObject([{ state: 'active' }])
  })

  test('polls the provider within the hour when no webhook arrives', async () => {
    const gerda = await requested()
    await ask(await tokenOf())
    shop.psp.answer((await last(gerda)).id, 'pass')
    shop.later(61 * MINUTE_DAYS)
    await recoverPayments(shop.api.ctx)
    expect(await last(gerda)).toMatchObject({ state: 'succeeded' })
  })

  test('ends at once on cancellation; a late payment is refunded and the reader is notified', async () => {
    const hanna = await requested()
    const token = await tokenOf()
    await ask(token)
    await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: hanna.headers })
    expect(await shop.contracts(hanna)).toMatchObject([{ state: 'ended' }])
    expect(await look(token)).toMatchObject({ state: 'over' })
    const { id } = await last(hanna)
    await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: shop.psp.answer(id, 'pass') }])
    expect((await emailsFor(shop.db, hanna.id)).at(-1)).toBe('late-payment-returned')
    const ingo = await requested()
    await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: ingo.headers })
    shop.later(2 * MINUTE_DAYS)
    await recoverPayments(shop.api.ctx)
    expect(shop.psp.givenUp).toContain((await last(ingo)).id)
    expect(await shop.invoices(ingo)).toMatchObject([{ state: 'paid' }, { state: 'failed', number: null }])
  })

  test('is given up when the account is closed, without further reminders', async () => {
    const jule = await requested()
    const token = await tokenOf()
    await shop.db.transaction().execute((trx) => deactivateAccount(trx, jule.id, shop.now()))
    expect(await look(token)).toMatchObject({ state: 'over', bank: null })
    expect(await ask(token)).toMatchObject({ state: 'over', bank: null })
    expect(await mail('bank-question')).toBeNull()
    shop.later(2 * MINUTE_DAYS)
    await recoverPayments(shop.api.ctx)
    expect(shop.psp.givenUp).toContain((await last(jule)).id)
  })

  test('ignores repeated, late and reordered results', async () => {
    const jan = await requested()
    const token = await tokenOf()
    const { id, answer_by } = await last(jan)
    await forgetJobs(shop.db)
    await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: outcome('needs-customer', id) }])
    expect(await last(jan)).toMatchObject({ state: 'action', answer_by })
    await ask(token)
    await answer(jan, 'pass', token)
    for (const state of ['needs-customer', 'action'] as const)
      await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: outcome(state, id) }])
    expect(await last(jan)).toMatchObject({ state: 'succeeded' })
    expect(await emailsFor(shop.db, jan.id)).toEqual(['invoice'])
  })

  test('treats required authentication of a purchase as a decline', async () => {
    const kim = await shop.reader()
    await shop.leave(kim, 'card-needs')
    shop.psp.behave(
      (await shop.db.selectFrom('payment_methods').select('reference').where('account_id', '=', kim.id).executeTakeFirstOrThrow())
        .reference,
      'needs-customer',
    )
    await shop.begin(kim)
    await shop.accept(kim)
    await shop.purchase(kim)
    expect(await last(kim)).toMatchObject({ state: 'declined', decline_code: 'authentication_failed', answer_by: null })
  })
})

describe('the authentication link', () => {
  test('is rejected if forged, expired or of another account', async () => {
    const lena = await requested()
    const token = await tokenOf()
    for (const wrong of ['x', `${token}x`]) {
      const answered = await shop.api.ask(`payment/question?token=${wrong}`)
      expect([answered.status, ((await answered.json()) as { code: string }).code]).toEqual([400, 'token_invalid'])
    }
    const { id } = await last(lena)
    expect((await shop.api.ask(`payment/question?attempt=${id}`)).status).toBe(401)
    const stranger = await shop.reader()
    expect((await shop.api.ask(`payment/question?attempt=${id}`, { headers: stranger.headers })).status).toBe(404)
    expect(await shop.api.answer(paymentQuestion, `payment/question?attempt=${id}`, { headers: lena.headers })).toMatchObject({
      state: 'open',
    })
    const [purchase] = await attempts(lena)
    expect((await shop.api.ask(`payment/question?attempt=${purchase!.id}`, { headers: lena.headers })).status).toBe(404)
    await shop.db.updateTable('one_time_tokens').set({ used_at: shop.now() }).where('account_id', '=', lena.id).execute()
    expect((await shop.api.ask(`payment/question?token=${token}`)).status).toBe(498)
  })

  test('does not reveal the payer', async () => {
    const { account } = await requested()
    const body = JSON.stringify(await look(await tokenOf()))
    for (const secret of [account.email, String(account.id)]) expect(body).not.toContain(secret)
  })

  test('responds with an error while the provider is unreachable, and works afterwards', async () => {
    await requested()
    const token = await tokenOf()
    const { ask: real } = shop.psp.provider
    shop.psp.provider.ask = async () => Promise.reject(new Error('the line is dead'))
    const { status, headers } = await shop.api.ask('payment/question', { form: { token } })
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    shop.psp.provider.ask = real
    expect(await ask(token)).toMatchObject({ bank: { url: expect.any(String) } })
  })
})

describe('other payment data for an overdue renewal', () => {
  test('redirect to bank authentication at once and show the result afterwards', async () => {
    const mara = await due('declined')
    const way = await leaveAnother(mara, 'action')
    const { id } = await last(mara)
    expect(way).toBe(`/user/payment/async/${id}`)
    expect(await shop.contracts(mara)).toMatchObject([{ state: 'past-due', next_charge_at: null }])
    shop.psp.answer(id, 'pass')
    const page = await (await shop.api.ask(`psp/return/${id}`)).text()
    expect(page).toContain(`/user/payment/confirm?attempt=${id}`)
    expect(await shop.api.answer(paymentQuestion, `payment/question?attempt=${id}`, { headers: mara.headers })).toMatchObject({
      state: 'paid',
    })
    expect(await shop.contracts(mara)).toMatchObject([{ state: 'active' }])
  })

  test('wait until the deadline if not authenticated, with an e-mail after an hour', async () => {
    const nils = await due('declined')
    await leaveAnother(nils, 'action')
    await forgetJobs(shop.db)
    await runRenewals(shop.api.ctx)
    expect(await emailsFor(shop.db, nils.id)).toEqual([])
    shop.later(61 * MINUTE_DAYS)
    await runRenewals(shop.api.ctx)
    expect(await emailsFor(shop.db, nils.id)).toEqual(['bank-question'])
    expect(await last(nils)).toMatchObject({ state: 'action' })
    const token = await tokenOf()
    await ask(token)
    await answer(nils, 'pass', token)
    expect(await shop.contracts(nils)).toMatchObject([{ state: 'active' }])
  })

  test('replace a pending authentication: the old attempt is given up and the new card is charged once', async () => {
    const olga = await requested()
    const token = await tokenOf()
    const { id: old } = await last(olga)
    const way = await leaveAnother(olga, 'succeeded')
    expect(shop.psp.givenUp).toContain(old)
    // Both have the same time.
    const [, ...later] = await attempts(olga)
    const charged = later.find(({ id }) => id !== old)
    expect([later.find(({ id }) => id === old), charged]).toMatchObject([
      { id: old, state: 'declined', decline_code: 'abandoned' },
      { state: 'succeeded', initiator: 'customer' },
    ])
    expect(later).toHaveLength(2)
    expect(way).toBe(`/user/payment/confirm?attempt=${charged!.id}`)
    expect(await look(token)).toMatchObject({ state: 'paid' })
    expect(await shop.contracts(olga)).toMatchObject([{ state: 'active' }])
    expect(await emailsFor(shop.db, olga.id)).not.toContain('charge-declined')
  })

  test('saved before a crash are charged by the next billing run', async () => {
    const pia = await requested()
    const { giveUp } = shop.psp.provider
    shop.psp.provider.giveUp = async () => Promise.reject(new Error('the line is dead'))
    expect(await leaveAnother(pia, 'succeeded')).toBe('/user/payment/success/rr')
    shop.psp.provider.giveUp = giveUp
    shop.later(2 * MINUTE_DAYS)
    await runRenewals(shop.api.ctx)
    expect((await attempts(pia)).map(({ state }) => state)).toEqual(['succeeded', 'declined', 'succeeded'])
    expect(await shop.contracts(pia)).toMatchObject([{ state: 'active' }])
  })

  test('charge nothing if they could not be saved', async () => {
    const quinn = await due('declined')
    const { url } = (await (await shop.api.ask('psp/url/edit', { headers: quinn.headers })).json()) as { url: string }
    const setup = url.split('/').at(-1)!
    shop.psp.finishSetup(setup, { state: 'failed', code: 'abandoned', text: '' })
    await shop.api.ask(`psp/return/${setup}`)
    expect(await attempts(quinn)).toHaveLength(2)
  })
})

test('the account page shows no next debit while authentication is pending, and links to it', async () => {
  const ruth = await requested()
  const shown = await shop.api.answer(billing, 'billing', { headers: ruth.headers })
  expect(shown).toMatchObject({
    state: 'past-due',
    expiryDate: shop.inDays(GRACE_DAYS).toISOString(),
    question: { attempt: (await last(ruth)).id, until: shop.inDays(GRACE_DAYS).toISOString() },
  })
  expect(shown).not.toHaveProperty('nextDebitDate')
})

test('cancels an abandoned purchase at the provider, so that late authentication charges nothing', async () => {
  const { reader: sam, id } = await abandonedPurchase()
  expect(shop.psp.givenUp).toContain(id)
  expect(await last(sam)).toMatchObject({ state: 'declined', decline_code: 'abandoned' })
  shop.psp.answer(id, 'pass')
  expect(shop.psp.moved.some(({ attemptId }) => attemptId === id)).toBe(false)
})

test('shows and e-mails the refund of a purchase paid after it was given up', async () => {
  const { reader: tom, id } = await abandonedPurchase()
  const stateOfAttempt = () => shop.api.answer(attemptState, `payment/attempt/${id}`, { headers: tom.headers })
  expect(await stateOfAttempt()).toMatchObject({ state: 'failed', reason: 'abandoned' })
  // The provider collected the money anyway.
  await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: shop.psp.becomes(id, 'succeeded') }])
  expect(await stateOfAttempt()).toMatchObject({ state: 'failed', reason: 'late' })
  expect((await emailsFor(shop.db, tom.id)).at(-1)).toBe('late-payment-returned')
  await sendRefunds(shop.api.ctx)
  expect([...shop.psp.refunds.values()].filter(({ attempt }) => attempt === id)).toMatchObject([{ amount: 1999 }])
})

test('rejects a schedule with steps after the end', () => {
  const parse = (dunning: object) => Operator.shape.dunning.safeParse(dunning)
  expect(parse({}).data).toEqual({
    graceDays: 11,
    endAfterDays: 11,
    steps: { insufficientFunds: [1, 3, 7], declined: [1, 3, 7], bankQuestion: [1, 3, 7], deadMethod: [], mandateGone: [] },
  })
  expect(parse({ endAfterDays: 10 }).success).toBe(false)
  expect(parse({ steps: { declined: [5, 7] } }).error?.issues[0]?.path).toEqual(['steps', 'declined'])
  expect(parse({ steps: { declined: [0] } }).success).toBe(false)
  expect(parse({ endAfterDays: 30 }).success).toBe(false)
})
