import { ApiError } from '@kiosk/domain/errors'
import { ORDER_TYPE, PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import * as declared from '@kiosk/domain/payments/price-change-endpoints'
import { nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { readToken } from '../../auth/one-time-tokens.ts'
import type { DB, Subscriptions } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { holdAccounts, lockOpenSubscriptions } from '../locks.ts'
import { endOfCancelled, switchAutoRenew } from '../subscriptions/auto-renew.ts'
import { activeSubscription } from '../subscriptions/create.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import { lastNotice, noticeById, type PriceNotice } from './price-notices.ts'
import { planOf } from './prices.ts'

type Subscription = Selectable<Subscriptions>
type Dated = PriceNotice & { effective_at: Date }

export const priceChange = defineHandler(declared.priceChange, 'personal', async (call) => {
  const { ctx, input } = call
  const notice = await requireNotice(ctx.db, call, input.token)
  return present(call, ctx.db, notice)
})

export const answerPriceChange = defineHandler(declared.answerPriceChange, 'personal', async (call) => {
  const { ctx, input } = call
  const { id, subscription_id } = await requireNotice(ctx.db, call, input.token)
  return transact(ctx, async (trx) => {
    const subscription = await lockIfOpen(trx, subscription_id)
    const notice = await noticeById(trx, id)
    if (!notice?.effective_at) throw new ApiError('not_found')
    const dated = { ...notice, effective_at: notice.effective_at }
    if (subscription && isOpen(dated, subscription, ctx.now())) {
      if (input.decision === 'agree') await agree(trx, call, dated, subscription)
      else await cancel(trx, call, subscription)
    }
    const answered = await noticeById(trx, id)
    return present(call, trx, { ...answered!, effective_at: answered!.effective_at! })
  })
})

/** Finds the notice that a link or a session refers to. @throws ApiError token_invalid, token_expired, not_found */
async function requireNotice(db: Kysely<DB>, { session, ctx }: RequestContext, token: string): Promise<Dated> {
  const found = token ? await noticeOfToken(db, token, ctx.now()) : await noticeOfAccount(db, session.account?.id ?? null)
  if (!found?.effective_at) throw new ApiError('not_found')
  return { ...found, effective_at: found.effective_at }
}

async function noticeOfToken(db: Kysely<DB>, token: string, now: Date): Promise<PriceNotice | undefined> {
  const state = await readToken(db, 'price', token, now)
  if (state === 'unknown') throw new ApiError('token_invalid', 'token')
  // "used": the account has changed its address.
  if (state === 'expired' || state === 'used') throw new ApiError('token_expired', 'token')
  return noticeById(db, Number(state.data.noticeId))
}

async function noticeOfAccount(db: Kysely<DB>, accountId: number | null): Promise<PriceNotice | undefined> {
  const subscription = accountId === null ? undefined : await activeSubscription(db, accountId)
  return subscription && lastNotice(db, subscription.id)
}

/**
 * Locks the account of a subscription and its open subscriptions in the order of ADR-0068. @returns the subscription; undefined if it
 * has ended or the account was erased
 */
async function lockIfOpen(trx: Transaction<DB>, id: number): Promise<Subscription | undefined> {
  const of = await trx.selectFrom('subscriptions').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!of || of.account_id === null) return undefined
  await holdAccounts(trx, [of.account_id])
  return (await lockOpenSubscriptions(trx, of.account_id)).find((each) => each.id === id)
}

/** Returns whether the reader can still decide. */
function isOpen({ effective_at, stopped_at, rule }: Dated, subscription: Subscription, now: Date): boolean {
  return (
    rule !== 'lower' && stopped_at === null && effective_at > now && subscription.auto_renew && subscription.state !== 'ended'
  )
}

/** Records consent. The new price applies from its date, or one period later if a debit at the old price was announced. */
async function agree(trx: Transaction<DB>, { ctx }: RequestContext, notice: Dated, subscription: Subscription): Promise<void> {
  if (notice.rule !== 'consent' || notice.agreed_at !== null) return
  const { next_charge_at: next, announced_for, account_id } = subscription
  const isAnnounced = next !== null && announced_for?.getTime() === next.getTime() && next >= notice.effective_at
  const now = ctx.now()
  await trx
    .updateTable('price_notices')
    .set({
      applies: true,
      agreed_at: now,
      // Following the link proves that the reader received the e-mail.
      notified_at: notice.notified_at ?? now,
      effective_at: isAnnounced ? new Date(next.getTime() + PERIOD_DAYS * DAY_MS) : notice.effective_at,
    })
    .where('id', '=', notice.id)
    .execute()
  await enqueue(trx, 'letter', { letter: 'price-agreed', accountId: account_id!, noticeId: notice.id })
}

async function cancel(trx: Transaction<DB>, { ctx }: RequestContext, { id, account_id }: Subscription): Promise<void> {
  const now = ctx.now()
  const endsAt = await switchAutoRenew(trx, account_id!, false, now)
  const letter = { letter: 'contract-cancelled', accountId: account_id!, contract: id } as const
  if (endsAt) await enqueue(trx, 'letter', { ...letter, at: now.toISOString(), endsAt: endsAt.toISOString() })
}

async function present({ ctx }: RequestContext, db: Kysely<DB>, notice: Dated): Promise<declared.PriceChange> {
  const subscription = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', notice.subscription_id)
    .where('order_type', '=', ORDER_TYPE.own)
    .executeTakeFirstOrThrow()
  const { tier, currency } = planOf(subscription.plan_id)!
  const isCancelled = !subscription.auto_renew || subscription.state === 'ended'
  const endsAt = isCancelled ? endOfCancelled(subscription, await lastPeriod(db, subscription.id)) : null
  return {
    subscriptionTitle: nameOfPlan(ctx.operator, tier),
    currency,
    oldPrice: notice.old_price,
    newPrice: notice.new_price,
    from: notice.effective_at.toISOString(),
    rule: notice.rule as declared.PriceChange['rule'],
    withoutConsent: notice.without_consent as declared.PriceChange['withoutConsent'],
    state: stateOf(notice, subscription, ctx.now()),
    endsAt: endsAt?.toISOString() ?? null,
  }
}

function stateOf(notice: Dated, { state, auto_renew }: Subscription, now: Date): declared.PriceChange['state'] {
  if (state === 'ended') return 'ended'
  if (notice.stopped_at) return 'stopped'
  if (!auto_renew) return 'cancelled'
  if (notice.agreed_at) return 'agreed'
  return notice.effective_at <= now ? 'over' : 'open'
}
