import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { sql, type Transaction } from 'kysely'
import type { StoreProvider, StoreSubscription, WalletProvider } from '../../adapters/payments/port.ts'
import { accountReference } from '../../auth/account-reference.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { defineHandler } from '../../http/handler.ts'
import { TryLater } from '../../http/try-later.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { holdAccounts, lockBuyer } from '../locks.ts'
import { planOf, pricesAt } from '../plans/prices.ts'
import { activeSubscription, assertUpgrade } from './create.ts'

/** Returns the provider that renews a subscription on its own schedule; null = we do, or the provider is not configured. */
export function chargerOf({ payments }: Pick<AppContext, 'payments'>, orderType: number): WalletProvider | StoreProvider | null {
  if (orderType === ORDER_TYPE.wallet) return payments.wallet
  return orderType === ORDER_TYPE.google ? payments.store : null
}

/**
 * Binds a subscription bought in the app: verifies it at the store, assigns it to the account that the app named at purchase, and
 * acknowledges it. Repeated posts bind it once. The store is the seller, so we issue no invoice (ADR-0127).
 */
export const bindStore = defineHandler(declared.bindStore, 'personal', async ({ ctx, session, input }) => {
  const accountId = session.account!.id
  const { subscription: planId, purchasetoken: reference } = input
  await ctx.rateLimits.consume('wallet', `account ${accountId}`)
  if (!planOf(planId)) throw new ApiError('not_found', 'subscription')
  const { store } = ctx.payments
  if (!store) throw new ApiError('unavailable')
  const sold = await store.fetchSubscription(reference).catch((error: unknown) => {
    ctx.log.warn({ err: error, event: 'store.unreachable' }, 'app store could not be reached')
    throw new TryLater()
  })
  const isOwn = sold?.customId === (await accountReference(accountId, ctx))
  const isPaid = sold?.state === 'active' || sold?.state === 'cancelled'
  if (!sold?.paidUntil || !isOwn || !isPaid || !store.plansOf(planId, null).includes(sold.planId))
    throw new ApiError('wallet_refused', 'purchasetoken')
  const subscription = await transact(ctx, (trx) => addSubscription(trx, ctx, { store, sold, accountId, plan: planId }))
  await followStore(ctx, subscription).catch((error: unknown) =>
    // The sweep retries it.
    ctx.log.warn({ err: error, event: 'store.interrupted', subscription }, 'processing of a store purchase was interrupted'),
  )
  return undefined
})

type Sale = { store: StoreProvider; sold: StoreSubscription; accountId: number; plan: number }

/**
 * Adds a subscription bought at the store, unless it exists. @returns its id
 * @throws ApiError not_signed_in, region_unavailable, subscribed_already, wallet_refused
 */
async function addSubscription(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  { store, sold, accountId, plan: planId }: Sale,
): Promise<number> {
  const now = ctx.now()
  const account = await lockBuyer(trx, accountId)
  if (!account || account.deactivated_at) throw new ApiError('not_signed_in')
  const known = await trx
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where('provider_reference', '=', sold.reference)
    .executeTakeFirst()
  if (known && known.account_id !== accountId) throw new ApiError('wallet_refused', 'purchasetoken')
  if (known) return known.id
  if (planOf(planId)!.region !== account.region_id) throw new ApiError('region_unavailable', 'subscription')
  const active = await activeSubscription(trx, accountId)
  if (active) {
    // Prevents charging a reader twice: the store refunds purchases that are not acknowledged.
    if (active.order_type !== ORDER_TYPE.google) throw new ApiError('subscribed_already', 'subscription')
    assertUpgrade(active, planId)
    // No refund: the store has credited the unused part of the old subscription to the new one.
    const ended = { state: 'ended', ends_at: now, auto_renew: false, next_charge_at: null }
    await trx.updateTable('subscriptions').set(ended).where('id', '=', active.id).execute()
  }
  const { id: methodId } = await trx
    .insertInto('payment_methods')
    .values({
      account_id: accountId,
      provider: store.name,
      kind: 'GS',
      reference: sold.reference,
      brand: store.brand,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      account_id: accountId,
      plan_id: planId,
      state: 'active',
      order_type: ORDER_TYPE.google,
      provider_reference: sold.reference,
      payment_method_id: methodId,
      regular_price: (await pricesAt(trx, now)).get(planId)!,
      starts_at: now,
      ends_at: sold.paidUntil,
      next_charge_at: sold.paidUntil,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a subscription to its state at the store; idempotent. @throws if the store cannot be reached */
async function followStore(ctx: BillingContext, id: number): Promise<void> {
  const { db, now, payments } = ctx
  const subscription = await db
    .selectFrom('subscriptions')
    .select(['provider_reference', 'account_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  const reference = subscription?.provider_reference
  if (!payments.store || !reference) return
  const there = await payments.store.fetchSubscription(reference)
  const isOver = await transact(ctx, async (trx) => {
    await holdAccounts(trx, [subscription.account_id])
    const held = await trx
      .selectFrom('subscriptions as s')
      .selectAll('s')
      .where('s.id', '=', id)
      .forNoKeyUpdate('s')
      .executeTakeFirstOrThrow()
    if (held.state === 'ended') return true
    const set = stateHere(held, there, now())
    await trx.updateTable('subscriptions').set(set).where('id', '=', id).execute()
    const { account_id: accountId } = held
    if (set.state === 'ended' && accountId !== null)
      await enqueue(trx, 'letter', { letter: 'contract-ended', accountId, contract: id })
    return set.state === 'ended'
  })
  const goesOn = there?.state === 'active' || there?.state === 'suspended'
  if (isOver && goesOn) await payments.store.cancel(reference, 'ended')
  else if (goesOn && !there.isAcknowledged) await payments.store.acknowledge(reference)
}

type Here = { state: string; ends_at: Date | null; cancelled_at: Date | null }

/** Converts the store's state to ours. The store sets the end of the paid period; one unknown to the store has ended. */
function stateHere({ state, ends_at, cancelled_at }: Here, there: StoreSubscription | null, now: Date) {
  const paidUntil = there?.paidUntil ?? ends_at ?? now
  const over = { auto_renew: false, next_charge_at: null, cancelled_at: cancelled_at ?? now, ends_at: paidUntil }
  if (there?.state === 'active')
    return { state: 'active', auto_renew: true, next_charge_at: paidUntil, ends_at: paidUntil, cancelled_at: null }
  // The payment is pending at the store: no access until it arrives.
  if (there?.state === 'suspended' || there?.state === 'pending')
    return { state: 'past-due', next_charge_at: null, ends_at: paidUntil }
  if (there?.state === 'cancelled' && paidUntil > now) return { ...over, state }
  return { ...over, state: 'ended', ends_at: paidUntil < now ? paidUntil : now }
}

/** Does the same by the store's id; ignores a subscription that the app has not posted yet. */
export async function followStoreReference(ctx: BillingContext, reference: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (found) await followStore(ctx, found.id)
}

/** Polls subscriptions whose paid period is over, because messages may be lost. */
export async function sweepStore(ctx: BillingContext): Promise<void> {
  const { db, now, log } = ctx
  const { rows } = await sql<{ id: number }>`select id from subscriptions where order_type = ${ORDER_TYPE.google}
    and state in ('active', 'past-due') and (ends_at <= ${now()} or created_at > ${now()}::timestamptz - interval '2 days')
    order by id`.execute(db)
  for (const { id } of rows)
    await followStore(ctx, id).catch((error: unknown) =>
      log.error({ err: error, event: 'store.sync-failed', subscription: id }, 'store subscription could not be synchronised'),
    )
}
