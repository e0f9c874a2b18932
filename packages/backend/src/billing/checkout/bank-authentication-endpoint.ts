import { apiAddress } from '@kiosk/contract/route'
import { providerReturn } from '@kiosk/contract/routes'
import { ApiError } from '@kiosk/domain/errors'
import type { Money } from '@kiosk/domain/money'
import * as declared from '@kiosk/domain/payments/bank-authentication-endpoints'
import { nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import { readToken } from '../../auth/one-time-tokens.ts'
import { isUuid } from '../../db/is-uuid.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { TryLater } from '../../http/try-later.ts'
import { isReturned } from '../charges/is-returned.ts'
import { waitForPollingTurn } from '../charges/polling-turn.ts'
import { settleAttempts } from '../charges/settle.ts'
import { planOf } from '../plans/prices.ts'
import { cardProvider } from '../provider-calls.ts'
import { unpaidEnd } from '../renewals/dunning.ts'

type Which = { token: string; attempt: string }
type Renewal = Awaited<ReturnType<typeof renewalOf>>

export const paymentQuestion = defineHandler(declared.paymentQuestion, 'personal', async (call) =>
  present(call, await renewalOf(call, call.input)),
)

export const askBank = defineHandler(declared.askBank, 'personal', async (call) => {
  const { ctx, input } = call
  const renewal = await renewalOf(call, input)
  if (stateOf(renewal, ctx.now()) !== 'open') return present(call, renewal)
  const provider = cardProvider(ctx, renewal.provider)
  if (!provider || renewal.reference === null) throw new ApiError('unavailable')
  const { id: attemptId, provider_reference } = renewal
  // Another request has just asked the provider, so the result is in the database.
  if (!(await waitForPollingTurn(ctx, attemptId, 'owner'))) return present(call, await renewalOf(call, input))
  const back = new URL(ctx.publicUrl + apiAddress(providerReturn, { session: attemptId }))
  // With the token, the redirect returns to the same page without a login.
  if (input.token) back.searchParams.set('token', input.token)
  const requested = { attemptId, reference: provider_reference ?? '', methodReference: renewal.reference, returnUrl: back.href }
  const outcome = await provider.ask(requested).catch((error: unknown) => {
    ctx.log.error(
      { event: 'charge.authentication-unavailable', err: error, attempt: attemptId },
      'bank authentication could not be started',
    )
    throw new TryLater()
  })
  await ctx.db.updateTable('payment_attempts').set({ sent_at: ctx.now() }).where('id', '=', attemptId).execute()
  await settleAttempts(ctx, [{ attemptId, outcome }])
  return present(call, await renewalOf(call, input))
})

/**
 * Finds the renewal of the token in the link, or one of the signed-in reader.
 * @throws ApiError token_invalid, token_expired, not_signed_in, not_found
 */
async function renewalOf(call: Pick<RequestContext, 'ctx' | 'session'>, which: Which) {
  const { db } = call.ctx
  const { id, accountId } = await meant(call, which)
  const found = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .innerJoin('periods as p', 'p.id', 'i.period_id')
    .innerJoin('subscriptions as s', 's.id', 'p.subscription_id')
    .innerJoin('accounts as o', 'o.id', 's.account_id')
    .leftJoin('payment_methods as m', 'm.id', 'a.payment_method_id')
    .select(['a.id', 'a.state', 'a.action', 'a.amount', 'a.currency', 'a.provider', 'a.provider_reference', 'a.answer_by'])
    .select(['a.decline_code', 'a.payment_method_id', 'i.state as invoice_state', 'p.starts_at', 'p.sequence'])
    .select(['s.plan_id as plan', 's.state as subscription_state', 's.auto_renew', 's.payment_method_id as method'])
    .select(['o.deactivated_at', 'm.brand', 'm.masked', 'm.reference', 'm.active'])
    .where('a.id', '=', id)
    .where('s.account_id', '=', accountId)
    .executeTakeFirst()
  if (!found || found.sequence === 1) throw new ApiError('not_found', 'attempt')
  return found
}

async function meant({ ctx, session }: Pick<RequestContext, 'ctx' | 'session'>, { token, attempt }: Which) {
  if (token) {
    const read = await readToken(ctx.db, 'payment', token, ctx.now())
    if (read === 'unknown') throw new ApiError('token_invalid', 'token')
    // Tokens are marked as used when the account changes its address.
    if (read === 'expired' || read === 'used') throw new ApiError('token_expired', 'token')
    return { id: String(read.data.attemptId), accountId: read.accountId }
  }
  if (!session.account) throw new ApiError('not_signed_in')
  if (!isUuid(attempt)) throw new ApiError('not_found', 'attempt')
  return { id: attempt, accountId: session.account.id }
}

function stateOf(renewal: Renewal, now: Date): declared.BankAuthentication['state'] {
  const { state, answer_by, invoice_state, subscription_state, auto_renew, payment_method_id, method, active } = renewal
  const isOpen = subscription_state !== 'ended' && auto_renew && renewal.deactivated_at === null
  if (state === 'succeeded' && isReturned(renewal)) return 'over'
  // Other payment data may have paid the invoice since.
  if (state === 'succeeded' || invoice_state === 'paid') return 'paid'
  if (state === 'processing') return 'processing'
  if (!isOpen || invoice_state !== 'open') return 'over'
  if (state === 'declined') return 'failed'
  if (state !== 'action') return 'waiting'
  const isAnswerable = answer_by !== null && answer_by > now && payment_method_id === method && active === true
  return isAnswerable ? 'open' : 'over'
}

function present({ ctx }: Pick<RequestContext, 'ctx'>, renewal: Renewal): declared.BankAuthentication {
  const { amount, currency, plan, brand, masked, action, starts_at, decline_code, answer_by } = renewal
  const { dunning } = ctx.operator
  const state = stateOf(renewal, ctx.now())
  const ends = state === 'open' ? answer_by : state === 'failed' ? unpaidEnd(dunning, starts_at) : null
  return {
    state,
    amount,
    currency: currency as Money['currency'],
    product: nameOfPlan(ctx.operator, planOf(plan)!.tier),
    brand: brand ?? '',
    number: masked ?? '',
    until: ends?.toISOString() ?? null,
    reason: state === 'failed' ? decline_code : null,
    bank: state === 'open' ? (action as declared.BankAuthentication['bank']) : null,
  }
}
