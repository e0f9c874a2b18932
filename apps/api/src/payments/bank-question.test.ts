// A renewal whose bank wants an answer: it waits for its reader, is never charged blindly again, and goes on when it is answered.
import { Operator } from '@kiosk/domain/operator'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { attemptState } from '@kiosk/domain/payments/endpoints'
import { askBank, paymentQuestion } from '@kiosk/domain/payments/question-endpoints'
import { GRACE_DAYS } from '@kiosk/domain/payments/terms'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deactivateAccount } from '../accounts/deactivate-account.ts'
import { forgetJobs } from '../jobs/test-jobs.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { leftMethod, outcome } from '../outside/payments/pretend-card-provider.ts'
import { bill } from './bill.ts'
import { lastLetter, lettersFor } from './build-papers.ts'
import { recoverPayments } from './recover.ts'
import { sendRefunds } from './refunds.ts'
import { runBilling } from './renew.ts'
import { settleAttempts } from './settle-attempts.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

const DAY_MS = 86_400_000
const MINUTES = 1 / 1440
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => forgetJobs(shop.db))
afterAll(() => shop.close())

/** Somebody whose renewal is due; `how` their card behaves at it. */
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
  await runBilling(shop.api.house)
  return { ...reader, reference }
}
type Reader = Awaited<ReturnType<typeof due>>
const asked = () => due('needs-customer')
const attempts = ({ id }: { id: number }) =>
  shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .selectAll('payment_attempts')
    .where('account_id', '=', id)
    .orderBy('payment_attempts.created_at')
    .execute()
const last = async (reader: { id: number }) => (await attempts(reader)).at(-1)!
const reads = async ({ headers }: Reader) =>
  ((await (await shop.api.ask('user', { headers })).json()) as { subscription?: object }).subscription !== undefined
const inDays = (days: number) => new Date(shop.now().getTime() + days * DAY_MS)
const mail = async (name: 'bank-question' | 'charge-declined') => {
  const written = await writeLetter(await lastLetter(shop.db, name), shop.api.house)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  return written && { ...written, subject: plain(written.subject), text: plain(written.text) }
}
const linkIn = (html: string) => /user\/payment\/confirm\?token=([\w-]+)/.exec(html)?.[1] ?? ''
const tokenOf = async () => linkIn((await mail('bank-question'))!.html)
const ask = (token: string) => {
  // A provider is asked about an attempt once in two seconds.
  shop.later(MINUTES / 20)
  return shop.api.answer(askBank, 'payment/question', { form: { token } })
}
const look = (token: string) => shop.api.answer(paymentQuestion, `payment/question?token=${token}`)
/** The reader answers at the bank and comes back. */
async function answer(reader: Reader, decision: 'pass' | 'fail', token: string): Promise<Response> {
  const { id } = await last(reader)
  shop.psp.answer(id, decision)
  return shop.api.ask(`psp/return/${id}?token=${token}`)
}
/** Other payment data are left on the page of the provider. */
async function leaveAnother(reader: Reader, how: string | ((attemptId: string) => Outcome)): Promise<string> {
  const { url } = (await (await shop.api.ask('psp/url/edit', { headers: reader.headers })).json()) as { url: string }
  const setup = url.split('/').at(-1)!
  const method = leftMethod({ reference: `card-other-${setup}` })
  shop.psp.behave(method.reference, how as 'succeeded')
  shop.psp.finishSetup(setup, { state: 'done', method })
  const page = await (await shop.api.ask(`psp/return/${setup}`)).text()
  return new URL(/href="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')).toString().replace(shop.api.house.publicUrl, '')
}

describe('a renewal whose bank wants an answer', () => {
  test('waits for its reader: read on, not charged again, one e-mail with the link, and a deadline', async () => {
    const anna = await asked()
    expect(await shop.contracts(anna)).toMatchObject([
      { state: 'past-due', auto_renew: true, next_charge_at: null, ends_at: inDays(GRACE_DAYS) },
    ])
    expect(await last(anna)).toMatchObject({ state: 'action', action: null, answer_by: inDays(GRACE_DAYS) })
    expect(await lettersFor(shop.db, anna.id)).toEqual(['bank-question'])
    for (let day = 0; day < GRACE_DAYS - 1; day++) {
      shop.later(1)
      await bill(shop.api.house)
      expect(await reads(anna)).toBe(true)
    }
    expect(await attempts(anna)).toHaveLength(2)
    expect(shop.psp.charges.get((await last(anna)).id)!.calls).toBe(1)
  })

  test('is told with amount, card, what happens next and when, and one link that works signed out', async () => {
    await asked()
    const email = (await mail('bank-question'))!
    expect(email.subject).toBe('Bitte bestätigen Sie Ihre Zahlung von 19,99 €')
    for (const said of ['19,99 €', 'read-it PREMIUM', 'Visa •••• 4242', 'erinnern wir Sie']) expect(email.text).toContain(said)
    const links = [...email.html.matchAll(/user\/payment\/[\w/]+/g)].map(([link]) => link)
    expect(new Set(links)).toEqual(new Set(['user/payment/confirm']))
    expect(await look(linkIn(email.html))).toEqual({
      state: 'open',
      amount: 1999,
      currency: 'EUR',
      product: 'read-it PREMIUM',
      brand: 'Visa',
      number: '•••• 4242',
      until: inDays(GRACE_DAYS).toISOString(),
      reason: null,
      bank: null,
    })
  })

  test('goes on when it is answered: paid once, with an invoice, and it runs to the end of its period', async () => {
    const ben = await asked()
    const ends = inDays(30)
    const token = await tokenOf()
    const open = await ask(token)
    expect(open).toMatchObject({ state: 'open', bank: { url: 'https://bank.example/challenge' } })
    expect(await ask(token), 'asked twice it is one question').toEqual(open)
    const back = await answer(ben, 'pass', token)
    expect(await back.text()).toContain(`/user/payment/confirm?token=${token}&amp;back=1`)
    expect(await look(token)).toMatchObject({ state: 'paid', bank: null, until: null })
    expect(await shop.contracts(ben)).toMatchObject([{ state: 'active', ends_at: ends, next_charge_at: ends }])
    expect(await shop.invoices(ben)).toMatchObject([{ state: 'paid' }, { state: 'paid', gross: 1999 }])
    expect((await lettersFor(shop.db, ben.id)).at(-1)).toBe('invoice')
    const came = shop.psp.moved.filter(({ attemptId }) => attemptId === (open && shop.psp.moved.at(-1)!.attemptId))
    expect(came).toHaveLength(1)
    expect(await mail('bank-question'), 'no reminder of what is paid').toBeNull()
  })

  test('may be answered again after a no, until the deadline', async () => {
    const cleo = await asked()
    const token = await tokenOf()
    await ask(token)
    await answer(cleo, 'fail', token)
    expect(await look(token)).toMatchObject({ state: 'open', bank: null })
    expect(await shop.contracts(cleo)).toMatchObject([{ state: 'past-due' }])
    expect(await ask(token)).toMatchObject({ state: 'open', bank: { url: expect.any(String) } })
    await answer(cleo, 'pass', token)
    expect(await look(token)).toMatchObject({ state: 'paid' })
  })

  test('is brought to mind on the days of the schedule', async () => {
    const dora = await asked()
    for (let day = 1; day <= GRACE_DAYS; day++) {
      shop.later(1)
      await bill(shop.api.house)
      const reminded = (await lettersFor(shop.db, dora.id)).filter((name) => name === 'bank-question').length
      // Steps of one, three and seven days; the last one is the end.
      expect({ day, reminded }).toEqual({ day, reminded: day < 1 ? 1 : day < 4 ? 2 : 3 })
      if (day === 4) expect((await mail('bank-question'))!.subject).toMatch(/^Erinnerung: /)
    }
  })

  test('ends unanswered at the deadline: given up at the provider first, then here, told, and nothing is charged', async () => {
    const emil = await asked()
    const token = await tokenOf()
    await ask(token)
    const { id } = await last(emil)
    shop.later(GRACE_DAYS)
    await bill(shop.api.house)
    expect(shop.psp.givenUp).toContain(id)
    expect(await last(emil)).toMatchObject({ state: 'declined', decline_code: 'abandoned', retryable: false })
    expect(await shop.contracts(emil)).toMatchObject([{ state: 'ended' }])
    expect((await lettersFor(shop.db, emil.id)).at(-1)).toBe('contract-ended')
    expect(await look(token)).toMatchObject({ state: 'over', bank: null })
    expect(await ask(token)).toMatchObject({ state: 'over', bank: null })
    shop.psp.answer(id, 'pass')
    expect(shop.psp.moved.some(({ attemptId }) => attemptId === id)).toBe(false)
  })

  test('answered in the last moment is booked, not given up', async () => {
    const frieda = await asked()
    await ask(await tokenOf())
    shop.later(GRACE_DAYS)
    shop.psp.answer((await last(frieda)).id, 'pass')
    await recoverPayments(shop.api.house)
    expect(await last(frieda)).toMatchObject({ state: 'succeeded' })
    expect(await shop.contracts(frieda)).toMatchObject([{ state: 'active' }])
  })

  test('whose answer nobody told is asked about within the hour', async () => {
    const gerda = await asked()
    await ask(await tokenOf())
    shop.psp.answer((await last(gerda)).id, 'pass')
    shop.later(61 * MINUTES)
    await recoverPayments(shop.api.house)
    expect(await last(gerda)).toMatchObject({ state: 'succeeded' })
  })

  test('ends at once where it is cancelled; an answer that comes all the same is given back and told', async () => {
    const hanna = await asked()
    const token = await tokenOf()
    await ask(token)
    await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: hanna.headers })
    expect(await shop.contracts(hanna)).toMatchObject([{ state: 'ended' }])
    expect(await look(token)).toMatchObject({ state: 'over' })
    const { id } = await last(hanna)
    await settleAttempts(shop.api.house, [{ attemptId: id, outcome: shop.psp.answer(id, 'pass') }])
    expect((await lettersFor(shop.db, hanna.id)).at(-1)).toBe('late-payment-returned')
    const ingo = await asked()
    await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: ingo.headers })
    shop.later(2 * MINUTES)
    await recoverPayments(shop.api.house)
    expect(shop.psp.givenUp).toContain((await last(ingo)).id)
    expect(await shop.invoices(ingo)).toMatchObject([{ state: 'paid' }, { state: 'failed', number: null }])
  })

  test('of an account that was closed is asked no more, and given up', async () => {
    const jule = await asked()
    const token = await tokenOf()
    await shop.db.transaction().execute((trx) => deactivateAccount(trx, jule.id, shop.now()))
    expect(await look(token)).toMatchObject({ state: 'over', bank: null })
    expect(await ask(token)).toMatchObject({ state: 'over', bank: null })
    expect(await mail('bank-question')).toBeNull()
    shop.later(2 * MINUTES)
    await recoverPayments(shop.api.house)
    expect(shop.psp.givenUp).toContain((await last(jule)).id)
  })

  test('told again, late or in another order, changes nothing', async () => {
    const jan = await asked()
    const token = await tokenOf()
    const { id, answer_by } = await last(jan)
    await forgetJobs(shop.db)
    await settleAttempts(shop.api.house, [{ attemptId: id, outcome: outcome('needs-customer', id) }])
    expect(await last(jan)).toMatchObject({ state: 'action', answer_by })
    await ask(token)
    await answer(jan, 'pass', token)
    for (const state of ['needs-customer', 'action'] as const)
      await settleAttempts(shop.api.house, [{ attemptId: id, outcome: outcome(state, id) }])
    expect(await last(jan)).toMatchObject({ state: 'succeeded' })
    expect(await lettersFor(shop.db, jan.id)).toEqual(['invoice'])
  })

  test('of a purchase is a decline: its buyer is at the screen', async () => {
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

describe('the link', () => {
  test('is nobody’s where it is made up, ended or of another account', async () => {
    const lena = await asked()
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

  test('says nothing of who pays', async () => {
    const { account } = await asked()
    const said = JSON.stringify(await look(await tokenOf()))
    for (const secret of [account.email, String(account.id)]) expect(said).not.toContain(secret)
  })

  test('shows what the provider can’t be asked about, and asks again', async () => {
    await asked()
    const token = await tokenOf()
    const { ask: real } = shop.psp.provider
    shop.psp.provider.ask = async () => Promise.reject(new Error('the line is dead'))
    expect((await shop.api.ask('payment/question', { form: { token } })).status).toBe(503)
    shop.psp.provider.ask = real
    expect(await ask(token)).toMatchObject({ bank: { url: expect.any(String) } })
  })
})

describe('other payment data for an overdue renewal', () => {
  test('whose bank asks lead to its question at once; what came of it is shown after', async () => {
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

  test('whose question is left unanswered wait like any renewal: an e-mail after an hour, until the deadline', async () => {
    const nils = await due('declined')
    await leaveAnother(nils, 'action')
    await forgetJobs(shop.db)
    await bill(shop.api.house)
    expect(await lettersFor(shop.db, nils.id)).toEqual([])
    shop.later(61 * MINUTES)
    await bill(shop.api.house)
    expect(await lettersFor(shop.db, nils.id)).toEqual(['bank-question'])
    expect(await last(nils)).toMatchObject({ state: 'action' })
    const token = await tokenOf()
    await ask(token)
    await answer(nils, 'pass', token)
    expect(await shop.contracts(nils)).toMatchObject([{ state: 'active' }])
  })

  test('take the place of a question that is open: the old one is given up, the new card is charged once', async () => {
    const olga = await asked()
    const token = await tokenOf()
    const { id: old } = await last(olga)
    const way = await leaveAnother(olga, 'succeeded')
    expect(shop.psp.givenUp).toContain(old)
    const [, given, charged] = await attempts(olga)
    expect([given, charged]).toMatchObject([
      { id: old, state: 'declined', decline_code: 'abandoned' },
      { state: 'succeeded', initiator: 'customer' },
    ])
    expect(way).toBe(`/user/payment/confirm?attempt=${charged!.id}`)
    expect(await look(token)).toMatchObject({ state: 'paid' })
    expect(await shop.contracts(olga)).toMatchObject([{ state: 'active' }])
    expect(await lettersFor(shop.db, olga.id)).not.toContain('charge-declined')
  })

  test('left by a process that died before it charged them are charged by the next billing run', async () => {
    const pia = await asked()
    const { giveUp } = shop.psp.provider
    shop.psp.provider.giveUp = async () => Promise.reject(new Error('the line is dead'))
    expect(await leaveAnother(pia, 'succeeded')).toBe('/user/payment/success/rr')
    shop.psp.provider.giveUp = giveUp
    shop.later(2 * MINUTES)
    await bill(shop.api.house)
    expect((await attempts(pia)).map(({ state }) => state)).toEqual(['succeeded', 'declined', 'succeeded'])
    expect(await shop.contracts(pia)).toMatchObject([{ state: 'active' }])
  })

  test('that could not be left charge nothing', async () => {
    const quinn = await due('declined')
    const { url } = (await (await shop.api.ask('psp/url/edit', { headers: quinn.headers })).json()) as { url: string }
    const setup = url.split('/').at(-1)!
    shop.psp.finishSetup(setup, { state: 'failed', code: 'abandoned', text: '' })
    await shop.api.ask(`psp/return/${setup}`)
    expect(await attempts(quinn)).toHaveLength(2)
  })
})

test('one’s own page names no next debit while the bank waits, and leads to its question', async () => {
  const ruth = await asked()
  const said = await shop.api.answer(billing, 'billing', { headers: ruth.headers })
  expect(said).toMatchObject({
    state: 'past-due',
    expiryDate: inDays(GRACE_DAYS).toISOString(),
    question: { attempt: (await last(ruth)).id, until: inDays(GRACE_DAYS).toISOString() },
  })
  expect(said).not.toHaveProperty('nextDebitDate')
})

test('a purchase whose buyer left the bank is given up at the provider: an answer that comes too late takes nothing', async () => {
  const sam = await shop.reader()
  await shop.leave(sam, 'card-action')
  await shop.begin(sam)
  await shop.accept(sam)
  await shop.purchase(sam)
  const { id } = await last(sam)
  shop.later(61 * MINUTES)
  await recoverPayments(shop.api.house)
  expect(shop.psp.givenUp).toContain(id)
  expect(await last(sam)).toMatchObject({ state: 'declined', decline_code: 'abandoned' })
  shop.psp.answer(id, 'pass')
  expect(shop.psp.moved.some(({ attemptId }) => attemptId === id)).toBe(false)
})

test('a purchase that was paid when it was over says that its money goes back, on its page and by e-mail', async () => {
  const tom = await shop.reader()
  await shop.leave(tom, 'card-action')
  await shop.begin(tom)
  await shop.accept(tom)
  await shop.purchase(tom)
  const { id } = await last(tom)
  shop.later(61 * MINUTES)
  await recoverPayments(shop.api.house)
  const said = () => shop.api.answer(attemptState, `payment/attempt/${id}`, { headers: tom.headers })
  expect(await said()).toMatchObject({ state: 'failed', reason: 'abandoned' })
  // A provider that took it all the same.
  await settleAttempts(shop.api.house, [{ attemptId: id, outcome: shop.psp.becomes(id, 'succeeded') }])
  expect(await said()).toMatchObject({ state: 'failed', reason: 'late' })
  expect((await lettersFor(shop.db, tom.id)).at(-1)).toBe('late-payment-returned')
  await sendRefunds(shop.api.house)
  expect([...shop.psp.refunds.values()].filter(({ attempt }) => attempt === id)).toMatchObject([{ amount: 1999 }])
})

test('a setting whose steps go beyond the end is no setting', () => {
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
