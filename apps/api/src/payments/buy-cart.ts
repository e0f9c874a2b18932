import { setTimeout as pause } from 'node:timers/promises'
import { addressOf } from '@kiosk/domain/addresses'
import { Refusal } from '@kiosk/domain/errors'
import { ACCEPTANCE_HOLDS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { buy, liveSubscription } from './buy.ts'
import { type Cart, takeOpenCart } from './carts.ts'
import { lockBuyer } from './locks.ts'
import { addNetworkEvidence, requireMarket } from './market-evidence.ts'
import { demandFewDeclined } from './payment-trials.ts'
import { pricesAt } from './prices.ts'

const HOUR = 3_600_000
/** So long the second press of the button waits for what the first one finds out. Milliseconds. */
const PATIENCE = 5_000
const ASK_EVERY = 100

/**
 * Takes the open cart of a tariff and writes its purchase down, once: who comes second gets the attempt of who came first.
 * The attempt is to be sent after the commit.
 * @returns id of the attempt
 * @throws Refusal not_signed_in, not_found, too_many_requests, wallet_refused, market_closed, market_mismatch, market_unproved and those of `buy`
 */
export async function takeCart(
  trx: Transaction<DB>,
  house: House,
  { accountId, tariff, methodId }: { accountId: number; tariff: number; methodId: number },
): Promise<string> {
  const now = house.now()
  // Before the cart (decisions/068).
  if (!(await lockBuyer(trx, accountId))) throw new Refusal('not_signed_in')
  const cart = await takeOpenCart(trx, accountId, tariff, now)
  if (!cart) return attemptOfFirst(trx, accountId, tariff, now)
  await demandFewDeclined(trx, accountId, now)
  const live = await liveSubscription(trx, accountId)
  // The wallet goes on charging what it charges: it alone can change that.
  if (live && live.order_type !== ORDER_TYPE.own) throw new Refusal('wallet_refused', 'subscription')
  const network = cart.network_country
  await requireMarket(trx, { accountId, tariff, methodId, network })
  const attemptId = await buy(trx, house, {
    accountId,
    tariff,
    methodId,
    voucherCode: cart.voucher_code,
    cameFrom: cart.came_from,
    regularPrice: await priceOf(trx, cart, tariff, now),
  })
  await addNetworkEvidence(trx, attemptId, network, now)
  await trx.updateTable('carts').set({ attempt_id: attemptId }).where('id', '=', cart.id).execute()
  return attemptId
}

/**
 * The regular price that is bought at: the one that the cart showed, also where the list has changed since.
 * @throws Refusal not_found where it was shown too long ago to hold, and is another now: the cart shows the new one
 */
async function priceOf(
  trx: Transaction<DB>,
  { shown_price, shown_at }: Pick<Cart, 'shown_price' | 'shown_at'>,
  tariff: number,
  now: Date,
): Promise<number> {
  const listed = (await pricesAt(trx, now)).get(tariff)!
  if (shown_price === null || shown_at === null || shown_price === listed) return listed
  if (now.getTime() - shown_at.getTime() > ACCEPTANCE_HOLDS * HOUR) throw new Refusal('not_found', 'subscription')
  return shown_price
}

async function attemptOfFirst(trx: Transaction<DB>, accountId: number, tariff: number, now: Date): Promise<string> {
  const first = await trx
    .selectFrom('carts')
    .select('attempt_id')
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', tariff)
    .where('state', 'in', ['buying', 'bought'])
    .where('updated_at', '>', new Date(now.getTime() - HOUR))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!first?.attempt_id) throw new Refusal('not_found', 'subscription')
  return first.attempt_id
}

/**
 * Path of ours for what became of an attempt; one that is being sent right now is waited for, a little. A renewal is no
 * purchase: its page says what became of it and what can be done.
 */
export async function wayOfAttempt({ db }: House, id: string): Promise<string> {
  const ends = Date.now() + PATIENCE
  for (;;) {
    const { state, action, sequence } = await db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'invoice_id')
      .innerJoin('periods', 'periods.id', 'period_id')
      .select(['payment_attempts.state', 'action', 'sequence'])
      .where('payment_attempts.id', '=', id)
      .executeTakeFirstOrThrow()
    const isUnderWay = state === 'created' || state === 'sent'
    if (isUnderWay && Date.now() < ends) await pause(ASK_EVERY)
    else if (state === 'action' && action !== null) return `/user/payment/async/${id}`
    else if (sequence > 1) return addressOf('confirmPayment', { attempt: id })
    else if (state === 'declined') return `/user/payment/failed/rg?attempt=${id}`
    // Not known yet: the page asks until it is.
    else return `/user/payment/success?attempt=${id}`
  }
}
