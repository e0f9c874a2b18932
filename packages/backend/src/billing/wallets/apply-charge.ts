import type { Selectable, Transaction } from 'kysely'
import type { WalletCharge, WalletProvider } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB, Subscriptions } from '../../db/schema.ts'
import { raiseAlarm } from '../alarms.ts'
import { settleIn } from '../charges/settle.ts'
import { planOf } from '../plans/prices.ts'
import { graceEnd } from '../renewals/dunning.ts'
import { dropUnpaid } from '../subscriptions/expire.ts'
import { chargeOf } from '../subscriptions/next-charge.ts'
import { recordSuspense, suspenseOf } from '../suspense/suspense.ts'
import { draftWalletPeriod } from './period.ts'

type Subscription = Selectable<Subscriptions>
type Charged = { subscription: Subscription; wallet: WalletProvider; charge: WalletCharge }

/**
 * Records a charge of a wallet, once. The invoice is for the amount charged, even if it is not the agreed one, which raises an
 * operator alarm. Money in another currency goes into suspense. The subscription is locked.
 */
export async function applyWalletCharge(trx: Transaction<DB>, ctx: BillingContext, charged: Charged): Promise<void> {
  const { subscription, wallet, charge } = charged
  const { transactionId: reference, amount, currency, state } = charge
  if (state === 'failed' || state === 'pending') return
  if (await isBooked(trx, wallet.name, reference)) return
  // The charge is in suspense, because it was charged and returned before either was reported: nothing was sold.
  if (await isInSuspense(trx, wallet.name, reference)) return
  if (currency !== planOf(subscription.plan_id)?.currency) return putInSuspense(trx, ctx, charged)
  const periods = await periodsOf(trx, subscription.id)
  const waiting = periods.find((each) => each.waiting !== null)
  const expected = waiting?.amount ?? chargeOf(ctx, { ...subscription, provider: wallet.name, method_kind: null }).due
  if (expected !== amount) await raiseAmountAlarm(trx, ctx, charged, expected)
  const isReplaced = waiting !== undefined && waiting.amount !== amount
  if (isReplaced) await giveUp(trx, ctx, subscription, waiting.waiting!)
  const last = isReplaced ? { ...waiting, ends_at: waiting.starts_at } : periods.at(-1)
  const attemptId = waiting && !isReplaced ? waiting.waiting! : await draftNext(trx, ctx, subscription, last, charge)
  // A charge for an ended subscription sells nothing: declining it first makes the payment a late one, which is refunded.
  if (subscription.state === 'ended' && !waiting) {
    const over = { state: 'declined', reference: null, code: 'declined', text: '', retryable: false } as const
    await settleIn(trx, ctx, [{ attemptId, outcome: over }])
  }
  await settleIn(trx, ctx, [{ attemptId, outcome: { state: 'succeeded', reference } }])
}

async function isBooked(trx: Transaction<DB>, provider: string, reference: string): Promise<boolean> {
  const known = await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  return known !== undefined
}

async function isInSuspense(trx: Transaction<DB>, provider: string, reference: string): Promise<boolean> {
  return (await suspenseOf(trx, { provider, kind: 'charge', reference })) !== undefined
}

/** Lists periods of a subscription in order, including granted ones, with the attempt that waits for the wallet's charge. */
function periodsOf(trx: Transaction<DB>, subscription: number) {
  return trx
    .selectFrom('periods')
    .leftJoin('invoices', (join) => join.onRef('invoices.period_id', '=', 'periods.id').on('invoices.kind', '=', 'invoice'))
    .leftJoin('payment_attempts', (join) =>
      join.onRef('payment_attempts.invoice_id', '=', 'invoices.id').on('payment_attempts.state', '=', 'processing'),
    )
    .select(['sequence', 'periods.starts_at', 'periods.ends_at', 'periods.state'])
    .select(['payment_attempts.id as waiting', 'payment_attempts.amount'])
    .where('periods.subscription_id', '=', subscription)
    .orderBy('sequence')
    .execute()
}

/** Gives up the draft of a period that was not charged as drafted, so that another can replace it. */
async function giveUp(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  { id }: Subscription,
  attemptId: string,
): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ state: 'declined', decline_code: 'replaced', retryable: false, settled_at: now() })
    .where('id', '=', attemptId)
    .execute()
  await dropUnpaid(trx, [id], now())
}

function draftNext(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  subscription: Subscription,
  last: { sequence: number; ends_at: Date } | undefined,
  { at, amount }: WalletCharge,
): Promise<string> {
  const startsAt = last && graceEnd(ctx.operator.dunning, last.ends_at) >= at ? last.ends_at : at
  return draftWalletPeriod(trx, ctx, {
    subscription: subscription.id,
    sequence: (last?.sequence ?? 0) + 1,
    startsAt,
    price: amount,
    reduced: subscription.reduced_left > 0 && amount === subscription.reduced_price,
  })
}

async function raiseAmountAlarm(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  { subscription, wallet, charge }: Charged,
  expected: number,
) {
  const { transactionId, amount, currency } = charge
  const details = { amount, currency, expected, subscription: subscription.id }
  await raiseAlarm(trx, ctx, { kind: 'wallet-amount', subject: `${wallet.name} charge ${transactionId}`, details })
}

async function putInSuspense(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  { subscription, wallet, charge }: Charged,
): Promise<void> {
  const { transactionId: reference, amount, currency, at } = charge
  await recordSuspense(trx, ctx, {
    provider: wallet.name,
    kind: 'charge',
    reference,
    amount,
    currency,
    at,
    reason: 'other-currency',
    details: { subscription: subscription.provider_reference, contract: subscription.id },
  })
}
