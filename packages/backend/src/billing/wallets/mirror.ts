import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { Selectable } from 'kysely'
import type { WalletCharge, WalletProvider, WalletState } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { Subscriptions } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { holdAccounts, lockSubscription } from '../locks.ts'
import { sendRefunds } from '../refunds/send.ts'
import { applyWalletCharge } from './apply-charge.ts'
import { followWallet } from './follow.ts'
import { applyWalletReturn, unexplainedRemainder } from './returns.ts'

/** Time after the end of a subscription in which the results of pending charges become known. */
const CHARGES_KNOWN_AFTER_MS = 3 * DAY_MS
type Subscription = Selectable<Subscriptions>

/**
 * Mirrors a wallet subscription into our ledger: its charges, their returns and its state. Safe to repeat with any number of
 * workers: everything is recorded once.
 */
export async function mirrorSubscription(ctx: BillingContext, id: number): Promise<void> {
  const { db, now } = ctx
  const subscription = await db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  const { wallet } = ctx.payments
  const reference = subscription?.provider_reference
  if (subscription?.order_type !== ORDER_TYPE.wallet || !wallet || !reference) return
  const replaced = await replacedSubscription(db, id)
  // Whether the wallet still charges it has to be known if it resumes.
  if (replaced) await mirrorSubscription(ctx, replaced.id)
  const state = await wallet.fetchSubscription(reference)
  // It may have been charged before it started here, if it was not reported to us for days.
  const startedAt = Math.min(subscription.created_at.getTime(), state?.startsAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const from = new Date(startedAt - DAY_MS)
  const charges = await wallet.charges(reference, from, new Date(now().getTime() + DAY_MS))
  charges.sort((a, b) => a.at.getTime() - b.at.getTime())
  const [stillCharges, mirrored] = await transact(ctx, async (trx) => {
    await holdAccounts(trx, [subscription.account_id])
    // The subscription before the charges, after them, and after their state was applied.
    const locked = async () => (await lockSubscription(trx, id))!
    const before = await locked()
    for (const charge of charges) await applyWalletCharge(trx, ctx, { subscription: before, wallet, charge })
    const charging = state ? await followWallet(trx, ctx, { subscription: await locked(), state, charges }) : false
    return [charging, await locked()] as const
  })
  await bookReturnsOf(ctx, wallet, charges)
  if (stillCharges) await wallet.cancel(reference, mirrored.state === 'ended' ? 'ended' : 'not renewed')
  else if (isOver(mirrored, state, charges, now())) await closeSubscription(db, wallet.name, reference)
  await sendRefunds(ctx)
  // The result of the first charge, which has just arrived, decides whether the old one is cancelled at the wallet.
  if (replaced?.isUndecided && !(await replacedSubscription(db, id))?.isUndecided) await mirrorSubscription(ctx, replaced.id)
}

/**
 * Returns the subscription that an upgrade has ended, until it is over at the wallet, too; undecided while the first charge of
 * the upgrade is pending.
 */
function replacedSubscription(db: AppContext['db'], upgrade: number) {
  return db
    .selectFrom('subscriptions as u')
    .innerJoin('subscriptions as s', 's.id', 'u.upgrade_from')
    .innerJoin('wallet_subscriptions as w', 'w.reference', 's.provider_reference')
    .select((eb) => [
      's.id',
      eb
        .exists(
          eb
            .selectFrom('invoices as i')
            .innerJoin('payment_attempts as a', 'a.invoice_id', 'i.id')
            .whereRef('i.subscription_id', '=', 'u.id')
            .where('a.state', '=', 'processing'),
        )
        .as('isUndecided'),
    ])
    .where('u.id', '=', upgrade)
    .where('s.state', '=', 'ended')
    .where('w.state', '=', 'bound')
    .executeTakeFirst()
}

/**
 * Records returns of charges. The wallet reports them by webhook and in its list, which is delayed. If it already states that
 * nothing remains of a charge, records the part that is not listed yet as one return.
 */
async function bookReturnsOf(ctx: BillingContext, wallet: WalletProvider, charges: readonly WalletCharge[]): Promise<void> {
  const { db, now } = ctx
  const to = new Date(now().getTime() + DAY_MS)
  for (const { transactionId: chargeId, currency, state, at } of charges) {
    const isOpen = async () => state === 'refunded' && (await unexplainedRemainder(db, wallet.name, chargeId)) > 0
    if (!(await isOpen())) continue
    const listed = await wallet.returns({ from: at, to, charges: [chargeId] })
    for (const back of listed) if (back.chargeId === chargeId) await applyWalletReturn(ctx, wallet, back)
    if (!(await isOpen())) continue
    const amount = -(await unexplainedRemainder(db, wallet.name, chargeId))
    await applyWalletReturn(ctx, wallet, {
      chargeId,
      reference: `rest-of-${chargeId}`,
      amount,
      currency,
      at: now(),
      kind: 'refund',
    })
  }
}

/** Returns whether a subscription has ended on both sides and all its charges are known. */
function isOver(
  { state, ends_at }: Subscription,
  there: WalletState | null,
  charges: readonly WalletCharge[],
  now: Date,
): boolean {
  const isOverThere = there === null || there.state === 'cancelled' || there.state === 'expired'
  const isOld = ends_at !== null && now.getTime() - ends_at.getTime() > CHARGES_KNOWN_AFTER_MS
  return state === 'ended' && isOverThere && isOld && !charges.some((each) => each.state === 'pending')
}

/** Stops polling a subscription; later reports from the wallet are still recorded. */
async function closeSubscription(db: AppContext['db'], provider: string, reference: string): Promise<void> {
  await db
    .updateTable('wallet_subscriptions')
    .set({ state: 'closed', reason: 'ended', next_check_at: null })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .execute()
}
