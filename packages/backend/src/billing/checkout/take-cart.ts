import { setTimeout as pause } from 'node:timers/promises'
import { addressOf } from '@kiosk/domain/addresses'
import { ApiError } from '@kiosk/domain/errors'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { HOUR_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { lockBuyer } from '../locks.ts'
import { addNetworkEvidence, requireMarket } from '../plans/market-evidence.ts'
import { activeSubscription, createSubscription } from '../subscriptions/create.ts'
import { priceShown, shownLately, takeOpenCart } from './carts.ts'
import { requireFewDeclined } from './payment-limits.ts'

/** Longest wait for the result of an attempt that is being sent. */
const TIMEOUT_MS = 5_000
const POLL_EVERY_MS = 100

/**
 * Takes the open cart of a plan and creates its purchase, once: a second submission gets the attempt of the first one.
 * @param options `shownTotal`: total that the button showed, in minor units; null = unknown
 * @returns id of the attempt, to be sent after the commit
 * @throws ApiError not_signed_in, not_found, too_many_requests, wallet_refused, market_closed, market_mismatch, market_unproved
 * and those of `createSubscription`
 */
export async function takeCart(
  trx: Transaction<DB>,
  ctx: AppContext,
  { accountId, plan, methodId, shownTotal }: { accountId: number; plan: number; methodId: number; shownTotal: number | null },
): Promise<string> {
  const now = ctx.now()
  // Locked before the cart (ADR-0068).
  if (!(await lockBuyer(trx, accountId))) throw new ApiError('not_signed_in')
  const cart = await takeOpenCart(trx, accountId, plan, now)
  if (!cart) return attemptOfFirst(trx, accountId, plan, now)
  await requireFewDeclined(trx, accountId, now)
  const active = await activeSubscription(trx, accountId)
  // Only the wallet can change what it charges.
  if (active && active.order_type !== ORDER_TYPE.own) throw new ApiError('wallet_refused', 'subscription')
  const network = cart.network_country
  await requireMarket(trx, { accountId, plan, methodId, network })
  const attemptId = await createSubscription(trx, ctx, {
    accountId,
    plan,
    methodId,
    voucherCode: cart.voucher_code,
    attribution: cart.attribution,
    regularPrice: await priceShown(trx, cart, plan, now),
    shownTotal,
    shownAt: shownLately(cart, now),
  })
  await addNetworkEvidence(trx, attemptId, network, now)
  await trx.updateTable('carts').set({ attempt_id: attemptId }).where('id', '=', cart.id).execute()
  return attemptId
}

async function attemptOfFirst(trx: Transaction<DB>, accountId: number, plan: number, now: Date): Promise<string> {
  const first = await trx
    .selectFrom('carts')
    .select('attempt_id')
    .where('account_id', '=', accountId)
    .where('plan_id', '=', plan)
    .where('state', 'in', ['buying', 'bought'])
    .where('updated_at', '>', new Date(now.getTime() - HOUR_MS))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!first?.attempt_id) throw new ApiError('not_found', 'subscription')
  return first.attempt_id
}

/**
 * Returns the path of our page for the result of an attempt; waits briefly for one that is being sent. Renewals have their own
 * page, which shows the result and the next step.
 */
export async function resultPathOfAttempt({ db }: Pick<AppContext, 'db'>, id: string): Promise<string> {
  const ends = performance.now() + TIMEOUT_MS
  for (;;) {
    const { state, action, sequence } = await db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'invoice_id')
      .innerJoin('periods', 'periods.id', 'period_id')
      .select(['payment_attempts.state', 'action', 'sequence'])
      .where('payment_attempts.id', '=', id)
      .executeTakeFirstOrThrow()
    const isUnderWay = state === 'created' || state === 'sent'
    if (isUnderWay && performance.now() < ends) await pause(POLL_EVERY_MS)
    else if (state === 'action' && action !== null) return addressOf('paymentAsync', { id })
    else if (sequence > 1) return addressOf('confirmPayment', { attempt: id })
    else if (state === 'declined') return addressOf('paymentFailed', { attempt: id })
    // No result yet: the page polls until there is one.
    else return addressOf('paymentSuccess', { attempt: id })
  }
}
