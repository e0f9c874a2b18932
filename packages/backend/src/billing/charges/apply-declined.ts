import { sql, type Transaction } from 'kysely'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { rejectInstrument } from '../checkout/rejected-instruments.ts'
import { giveVoucherBack } from '../plans/vouchers.ts'
import { dunningReason, graceEnd, nextStep, unpaidEnd } from '../renewals/dunning.ts'
import { dropUnpaid, expireSubscriptions } from '../subscriptions/expire.ts'
import { isConfirmed } from './confirmation-time.ts'
import type { Locked } from './lock-attempts.ts'

type Decline = Extract<Outcome, { state: 'declined' }>

/** Returns the result of an attempt that was given up without a charge. */
export function abandonedOutcome(reference: string | null): Decline {
  return { state: 'declined', reference, code: 'abandoned', text: '', retryable: false }
}

/**
 * Records a decline. A declined first purchase ends as if it had never been made. A declined renewal is retried according to
 * the operator's `dunning`, or waits for other payment data; access continues during the grace period, then the subscription
 * ends.
 * @param options `sendsEmail` false: another e-mail explains the outcome of the purchase. `isGivenUp`: the provider may still take
 * the money, so it is polled until it has a result (recover.ts)
 */
export async function applyDeclined(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  attempt: Locked,
  decline: Decline,
  { sendsEmail = true, isGivenUp = false }: { sendsEmail?: boolean; isGivenUp?: boolean } = {},
): Promise<void> {
  const now = ctx.now()
  const { dunning } = ctx.operator
  const { code, text, retryable, reference } = decline
  const reminder = attempt.sequence > 1 && !retryable ? nextStep(dunning, dunningReason(decline), 0, now) : null
  await trx
    .updateTable('payment_attempts')
    .set({
      state: 'declined',
      decline_code: code,
      decline_text: text.slice(0, 300),
      retryable,
      settled_at: now,
      action: null,
      outcome_unknown: isGivenUp && attempt.amount > 0,
      remind_at: reminder,
      reminders: reminder ? 1 : 0,
      ...(reference !== null && { provider_reference: reference }),
    })
    .where('id', '=', attempt.id)
    .execute()
  // Blocks instruments that gave access in advance but did not pay, and closed bank accounts, for a while.
  if (
    (attempt.sequence === 1 && attempt.state === 'processing') ||
    (attempt.method_kind === 'DD' && code === 'CC_ACCOUNT_VALIDATION')
  )
    await rejectInstrument(trx, { methodId: attempt.payment_method_id, reason: code, now })
  if (attempt.sequence === 1) {
    await undoPurchase(trx, attempt, now)
    if (sendsEmail) await notifyBuyer(trx, attempt, now)
    return
  }
  if (attempt.subscription_state === 'ended') return dropUnpaid(trx, [attempt.subscription], now)
  const next = await nextTry(trx, ctx, attempt, decline)
  if (next === null || !attempt.auto_renew || attempt.account_id === null) {
    // Ends it no earlier than the start of this period: the time before is paid, even if the clock was set back.
    await expireSubscriptions(trx, [attempt.subscription], attempt.starts_at > now ? attempt.starts_at : now)
    return enqueueEmail(trx, attempt, 'contract-ended')
  }
  await trx
    .updateTable('subscriptions')
    .set({ state: 'past-due', ends_at: graceEnd(dunning, attempt.starts_at), next_charge_at: next })
    .where('id', '=', attempt.subscription)
    .execute()
  // The reader is not told about a bank authentication that new payment data made unnecessary.
  if (!(code === 'abandoned' && isReplaced(attempt))) await enqueueEmail(trx, attempt, 'charge-declined')
}

/** Returns whether the payment data were replaced since this attempt, so that the new ones have not been tried. */
function isReplaced({ payment_method_id, method }: Locked): boolean {
  return payment_method_id !== method
}

/**
 * Returns when a declined renewal is due again; null = never. A hard decline is not retried: the date is the end of the unpaid
 * subscription, unless other payment data are saved by then (ADR-0016).
 */
async function nextTry(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  attempt: Locked,
  decline: Decline,
): Promise<Date | null> {
  const now = ctx.now()
  const { dunning } = ctx.operator
  if (decline.retryable) return nextStep(dunning, dunningReason(decline), (await triesOf(trx, attempt.invoice_id)) - 1, now)
  if (isReplaced(attempt)) return decline.code === 'abandoned' ? now : (nextStep(dunning, 'declined', 0, now) ?? now)
  const ends = unpaidEnd(dunning, attempt.starts_at)
  return ends > now ? ends : null
}

async function enqueueEmail(
  trx: Transaction<DB>,
  attempt: Locked,
  template: 'charge-declined' | 'contract-ended',
): Promise<void> {
  const { account_id: accountId, id: attemptId, subscription } = attempt
  if (accountId === null) return
  if (template === 'contract-ended') await enqueue(trx, 'letter', { letter: template, accountId, contract: subscription })
  else await enqueue(trx, 'letter', { letter: template, accountId, attemptId })
}

/**
 * Enqueues the e-mail about a failed purchase for buyers who were informed that the subscription is running, or that an e-mail will
 * follow. Others see the failure on the page.
 */
async function notifyBuyer(trx: Transaction<DB>, attempt: Locked, now: Date): Promise<void> {
  const { id, state, account_id: accountId } = attempt
  const expectsEmail = state === 'processing' || state === 'unknown'
  if (accountId === null || !expectsEmail) return
  await enqueue(trx, 'letter', { letter: 'purchase-failed', accountId, attemptId: id, begun: isConfirmed(attempt, now) })
}

async function undoPurchase(trx: Transaction<DB>, attempt: Locked, now: Date): Promise<void> {
  await expireSubscriptions(trx, [attempt.subscription], now)
  await giveVoucherBack(trx, attempt.subscription)
  // While a debit was pending, its subscription may have ended and the same plan may be in a new cart.
  await sql`update carts c set attempt_id = null, updated_at = ${now}, state = case when exists (select from carts n
      where n.account_id = c.account_id and n.plan_id = c.plan_id and n.id <> c.id
        and n.state in ('open', 'buying')) then 'left' else 'open' end
    where c.attempt_id = ${attempt.id}`.execute(trx)
  if (attempt.upgrade_from !== null) await resume(trx, attempt.upgrade_from, { upgrade: attempt.subscription, now })
}

/**
 * Resumes the previous subscription after the first charge of an upgrade failed, up to the end of its paid period. It is renewed
 * unless one of the two was cancelled.
 */
async function resume(
  trx: Transaction<DB>,
  subscription: number,
  { upgrade, now }: { upgrade: number; now: Date },
): Promise<void> {
  await sql`update subscriptions s set state = 'active', ends_at = p.ends_at, cancelled_at = c.at, auto_renew = c.at is null,
      next_charge_at = case when c.at is null then p.ends_at end
    from (select ends_at from periods where subscription_id = ${subscription} and state = 'paid'
        order by sequence desc limit 1) p,
      (select coalesce(o.cancelled_at, u.cancelled_at) as at from subscriptions o, subscriptions u
        where o.id = ${subscription} and u.id = ${upgrade}) c
    where s.id = ${subscription} and s.state = 'ended' and p.ends_at > ${now} and s.account_id is not null
      and not exists (select from subscriptions l where l.account_id = s.account_id and l.state in ('active', 'past-due'))`.execute(
    trx,
  )
}

async function triesOf(trx: Transaction<DB>, invoiceId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'declined')
    .executeTakeFirstOrThrow()
  return count
}
