import { DAY_MS } from '@kiosk/domain/time'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { WalletCharge, WalletState } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB, Subscriptions } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { settleIn } from '../charges/settle.ts'
import { graceEnd } from '../renewals/dunning.ts'

/** A wallet charges within minutes of the approval; a charge that is missing after this time is given up. */
const CHARGED_WITHIN_MS = 3 * DAY_MS
/** Maximum time for a charge that is pending at the wallet. */
const UNDER_WAY_MS = 14 * DAY_MS
/** A wallet may charge some hours after a period ends; until then an overdue charge is not announced unless it was declined. */
const CHARGED_LATE_MS = DAY_MS
/** Time before the next charge of an upgraded subscription at which it is cancelled, although the upgrade is not paid yet. */
const CANCELLED_BEFORE_MS = DAY_MS

type Subscription = Selectable<Subscriptions>

/**
 * Applies the wallet's state and charges, oldest first, to a locked subscription.
 * @returns whether the wallet would still charge for a subscription that has ended here or is not renewed
 */
export async function followWallet(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now'>,
  { subscription, state, charges }: { subscription: Subscription; state: WalletState; charges: readonly WalletCharge[] },
): Promise<boolean> {
  const now = ctx.now()
  const goesOn = state.state === 'active' || state.state === 'suspended'
  if (subscription.state === 'ended') {
    await giveUpWaiting(trx, ctx, subscription, charges)
    return !(await keepForUpgrade(trx, ctx, subscription, state)) && goesOn
  }
  if (subscription.state === 'pending' || subscription.ends_at === null) return false
  if (await giveUpWaiting(trx, ctx, subscription, charges)) return goesOn
  const change = (set: Partial<Pick<Subscription, 'auto_renew' | 'next_charge_at' | 'cancelled_at' | 'state' | 'ends_at'>>) =>
    trx.updateTable('subscriptions').set(set).where('id', '=', subscription.id).execute()
  if (state.state === 'cancelled' || state.state === 'expired') {
    const isOver = subscription.ends_at <= now
    const over = isOver ? { state: 'ended' } : {}
    await change({ auto_renew: false, next_charge_at: null, cancelled_at: subscription.cancelled_at ?? now, ...over })
    if (isOver) await enqueueEndEmail(trx, subscription)
    return false
  }
  if (subscription.ends_at > now) {
    if (subscription.state === 'active' && subscription.auto_renew)
      await change({ next_charge_at: state.nextChargeAt ?? subscription.ends_at })
    return goesOn && !subscription.auto_renew
  }
  // The wallet retries the charge; access continues during the grace period.
  if (subscription.state === 'active' && subscription.auto_renew) {
    const until = graceEnd(ctx.operator.dunning, subscription.ends_at)
    await change({ state: 'past-due', ends_at: until })
    const isDeclined = state.state === 'suspended' || isLastDeclined(charges)
    await enqueueOverdueEmail(trx, subscription, until, isDeclined ? null : new Date(now.getTime() + CHARGED_LATE_MS))
    return false
  }
  await change({ state: 'ended', auto_renew: false, next_charge_at: null })
  await enqueueEndEmail(trx, subscription)
  return goesOn
}

/**
 * Keeps a subscription that an upgrade has ended as it is at the wallet while the first charge of the upgrade is pending: it
 * resumes if that is declined. If the wallet has ended it, or would charge it before, records that it is cancelled: it then
 * resumes without renewal.
 * @returns whether it is kept
 */
async function keepForUpgrade(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  { id, cancelled_at }: Subscription,
  { state, nextChargeAt }: WalletState,
): Promise<boolean> {
  const { rows } = await sql<{ paid_until: Date | null }>`
    select (select max(p.ends_at) from periods p where p.subscription_id = ${id} and p.state = 'paid') as paid_until
    from subscriptions u join invoices i on i.subscription_id = u.id join payment_attempts a on a.invoice_id = i.id
    where u.upgrade_from = ${id} and u.account_id is not null and a.state = 'processing'`.execute(trx)
  const waiting = rows[0]
  if (!waiting) return false
  const next = (nextChargeAt ?? waiting.paid_until)?.getTime() ?? 0
  const isOver = state === 'cancelled' || state === 'expired'
  if (!isOver && cancelled_at === null && next - now().getTime() > CANCELLED_BEFORE_MS) return true
  await trx
    .updateTable('subscriptions')
    .set({ cancelled_at: cancelled_at ?? now() })
    .where('id', '=', id)
    .execute()
  return false
}

/** Returns whether the wallet's latest charge was declined. It tries again only after days. */
function isLastDeclined(charges: readonly WalletCharge[]): boolean {
  return charges.at(-1)?.state === 'failed'
}

/**
 * Reverses a purchase whose first charge was declined, or never came, which counts as declined; the reader gets an e-mail. A
 * later charge is refunded.
 * @param charges oldest first
 */
async function giveUpWaiting(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now'>,
  { id }: Subscription,
  charges: readonly WalletCharge[],
): Promise<boolean> {
  const waiting = await trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'p.created_at'])
    .where('i.subscription_id', '=', id)
    .where('p.state', '=', 'processing')
    .executeTakeFirst()
  if (!waiting) return false
  const isUnderWay = charges.some(({ state }) => state === 'pending')
  const timeoutMs = isUnderWay ? UNDER_WAY_MS : isLastDeclined(charges) ? 0 : CHARGED_WITHIN_MS
  if (ctx.now().getTime() - waiting.created_at.getTime() < timeoutMs) return false
  const outcome = { state: 'declined', reference: null, code: 'declined', text: '', retryable: false } as const
  await settleIn(trx, ctx, [{ attemptId: waiting.id, outcome }])
  return true
}

/** Tells the reader, once per period: the state changes in the same transaction. @param at null: at once */
async function enqueueOverdueEmail(
  trx: Transaction<DB>,
  { id, account_id: accountId }: Subscription,
  until: Date,
  at: Date | null,
): Promise<void> {
  if (accountId === null) return
  const letter = { letter: 'wallet-overdue', accountId, contract: id, until: until.toISOString() } as const
  await enqueue(trx, 'letter', letter, at ? { at } : {})
}

async function enqueueEndEmail(trx: Transaction<DB>, { id, account_id: accountId }: Subscription): Promise<void> {
  if (accountId !== null) await enqueue(trx, 'letter', { letter: 'contract-ended', accountId, contract: id })
}
