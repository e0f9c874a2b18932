import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/question-endpoints'
import { paymentWords } from '@kiosk/languages/payments'
import { text } from '@kiosk/languages/words'
import { type Asking, serve } from '../endpoint.ts'
import { readToken } from '../session/one-time-tokens.ts'
import { isUuid } from './attempt-state.ts'
import { unpaidEnd } from './dunning.ts'
import { isReturned } from './is-returned.ts'
import { tariffOf } from './prices.ts'
import { cardProvider } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'
import { turnToAsk } from './turn-to-ask.ts'

type Which = { token: string; attempt: string }
type Renewal = Awaited<ReturnType<typeof renewalOf>>

export const paymentQuestion = serve(declared.paymentQuestion, 'personal', async (call) =>
  present(call, await renewalOf(call, call.input)),
)

export const askBank = serve(declared.askBank, 'personal', async (call) => {
  const { house, input } = call
  const renewal = await renewalOf(call, input)
  if (stateOf(renewal, house.now()) !== 'open') return present(call, renewal)
  const provider = cardProvider(house, renewal.provider)
  if (!provider || renewal.reference === null) throw new Refusal('unavailable')
  const { id: attemptId, provider_reference } = renewal
  // Somebody has just asked: what came of it stands here.
  if (!(await turnToAsk(house, attemptId, 'owner'))) return present(call, await renewalOf(call, input))
  const back = new URL(`${house.publicUrl}/api/v8/psp/return/${attemptId}`)
  // So that it leads back to the same page without a login.
  if (input.token) back.searchParams.set('token', input.token)
  const asked = { attemptId, reference: provider_reference ?? '', methodReference: renewal.reference, returnUrl: back.href }
  const outcome = await provider.ask(asked).catch((error: unknown) => {
    house.log.error({ err: error, attempt: attemptId }, 'the question of a bank could not be put')
    throw new Refusal('unavailable')
  })
  await house.db.updateTable('payment_attempts').set({ sent_at: house.now() }).where('id', '=', attemptId).execute()
  await settleAttempts(house, [{ attemptId, outcome }])
  return present(call, await renewalOf(call, input))
})

/**
 * The renewal that a link or a signed-in reader means.
 * @throws Refusal token_invalid, token_expired, not_signed_in, not_found
 */
async function renewalOf(call: Pick<Asking, 'house' | 'session'>, which: Which) {
  const { db } = call.house
  const { id, accountId } = await meant(call, which)
  const found = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .innerJoin('periods as p', 'p.id', 'i.period_id')
    .innerJoin('subscriptions as s', 's.id', 'p.subscription')
    .innerJoin('accounts as o', 'o.id', 's.account_id')
    .leftJoin('payment_methods as m', 'm.id', 'a.payment_method_id')
    .select(['a.id', 'a.state', 'a.action', 'a.amount', 'a.currency', 'a.provider', 'a.provider_reference', 'a.answer_by'])
    .select(['a.decline_code', 'a.payment_method_id', 'i.state as invoice_state', 'p.starts_at', 'p.sequence'])
    .select(['s.subscription_id as plan', 's.state as subscription_state', 's.auto_renew', 's.payment_method_id as method'])
    .select(['o.deactivated_at', 'm.brand', 'm.masked', 'm.reference', 'm.active'])
    .where('a.id', '=', id)
    .where('s.account_id', '=', accountId)
    .executeTakeFirst()
  if (!found || found.sequence === 1) throw new Refusal('not_found', 'attempt')
  return found
}

async function meant({ house, session }: Pick<Asking, 'house' | 'session'>, { token, attempt }: Which) {
  if (token) {
    const read = await readToken(house.db, 'payment', token, house.now())
    if (read === 'unknown') throw new Refusal('token_invalid', 'token')
    // Used: ended, when the account took another address.
    if (read === 'expired' || read === 'used') throw new Refusal('token_expired', 'token')
    return { id: String(read.data.attemptId), accountId: read.accountId }
  }
  if (!session.account) throw new Refusal('not_signed_in')
  if (!isUuid(attempt)) throw new Refusal('not_found', 'attempt')
  return { id: attempt, accountId: session.account.id }
}

function stateOf(renewal: Renewal, now: Date): declared.PaymentQuestion['state'] {
  const { state, answer_by, invoice_state, subscription_state, auto_renew, payment_method_id, method, active } = renewal
  const isWanted = subscription_state !== 'ended' && auto_renew && renewal.deactivated_at === null
  if (state === 'succeeded' && isReturned(renewal)) return 'over'
  // Also where other payment data have paid it since.
  if (state === 'succeeded' || invoice_state === 'paid') return 'paid'
  if (state === 'processing') return 'processing'
  if (!isWanted || invoice_state !== 'open') return 'over'
  if (state === 'declined') return 'failed'
  if (state !== 'action') return 'waiting'
  const isOpen = answer_by !== null && answer_by > now && payment_method_id === method && active === true
  return isOpen ? 'open' : 'over'
}

function present({ house, language }: Pick<Asking, 'house' | 'language'>, renewal: Renewal): declared.PaymentQuestion {
  const { amount, currency, plan, brand, masked, action, starts_at, decline_code, answer_by } = renewal
  const { siteName, dunning } = house.operator
  const state = stateOf(renewal, house.now())
  const ends = state === 'open' ? answer_by : state === 'failed' ? unpaidEnd(dunning, starts_at) : null
  return {
    state,
    amount,
    currency: currency as 'EUR' | 'CHF',
    product: text(paymentWords[language], 'PAYMENT.TARIFF', { siteName, tier: tariffOf(plan)!.tier }),
    brand: brand ?? '',
    number: masked ?? '',
    until: ends?.toISOString() ?? null,
    reason: state === 'failed' ? decline_code : null,
    bank: state === 'open' ? (action as declared.PaymentQuestion['bank']) : null,
  }
}
