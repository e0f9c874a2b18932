import { ApiError } from '@kiosk/domain/errors'
import { periodFrom } from '@kiosk/domain/payments/rules'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Carts, DB } from '../../db/schema.ts'
import { amountOf, draftCharges } from '../charges/draft-charges.ts'
import { waivedAmount } from '../charges/waived-amount.ts'
import { prorationText } from '../invoices/credit-text.ts'
import { draftCreditNote } from '../invoices/invoices.ts'
import { lockBuyer } from '../locks.ts'
import { planOf, pricesAt } from '../plans/prices.ts'
import { unusedBalance } from './proration.ts'
import { reductionOf, startSubscription } from './start.ts'

export type Purchase = {
  accountId: number
  plan: number
  methodId: number
  voucherCode: string | null
  /** Minor units per 30 days, as shown; default: the list price. */
  regularPrice?: number
  /** Total that the order button showed, in minor units; null = unknown. */
  shownTotal?: number | null
  /** When the cart was shown, if recently; the credit for an upgrade is computed for that time. Default: now. */
  shownAt?: Date | null
  /** Attribution of the cart. */
  attribution?: Selectable<Carts>['attribution']
}

/**
 * Creates everything of a purchase except the payment, in one transaction: subscription, first period, invoice, voucher and the
 * attempt to be sent next. It gives no access until the attempt succeeds.
 * @returns id of the attempt
 * @throws ApiError not_signed_in, not_found, region_unavailable, subscribed_already, second_special_offer, voucher_invalid,
 * price_changed if the amount is not what the button showed
 */
export async function createSubscription(
  trx: Transaction<DB>,
  ctx: AppContext,
  { accountId, plan, methodId, voucherCode, regularPrice, shownTotal, shownAt, attribution = {} }: Purchase,
): Promise<string> {
  const now = ctx.now()
  // Serialises purchases of one account, and waits for a charge that is being recorded, so that the unused balance includes it.
  const account = await lockBuyer(trx, accountId)
  if (!account || account.deactivated_at) throw new ApiError('not_signed_in')
  const planInfo = planOf(plan)
  if (!planInfo) throw new ApiError('not_found', 'subscription')
  if (planInfo.region !== account.region_id) throw new ApiError('region_unavailable', 'subscription')
  const active = await activeSubscription(trx, accountId)
  if (active) assertUpgrade(active, plan)
  const reduction = await reductionOf(trx, ctx, active, { code: voucherCode, plan, accountId, now })
  const { id: subscription, price } = await startSubscription(trx, {
    accountId,
    plan,
    methodId,
    reduction,
    active,
    attribution,
    now,
    walletReference: null,
    regularPrice: regularPrice ?? (await pricesAt(trx, now)).get(plan)!,
  })
  const credit = active && (await creditForProration(trx, active.id, now, shownAt ?? now))
  const method = await trx.selectFrom('payment_methods').selectAll().where('id', '=', methodId).executeTakeFirstOrThrow()
  const priced = { price, credit: credit ?? undefined }
  const waived = waivedAmount(ctx, method.provider, { minor: amountOf(priced), currency: planInfo.currency })
  const charge = { ...priced, waived }
  if (typeof shownTotal === 'number' && shownTotal !== amountOf(charge)) throw new ApiError('price_changed', 'subscription')
  const { kind, brand, masked, mandate_reference: mandate, provider } = method
  const [attemptId] = await draftCharges(trx, ctx, [
    {
      ...charge,
      subscription,
      plan,
      sequence: 1,
      ...periodFrom(now),
      reduced: reduction !== null,
      buyer: { ...account, accountId },
      methodId,
      method: { kind, brand, masked, mandate },
      provider,
      initiator: 'customer',
    },
  ])
  return attemptId!
}

export function activeSubscription(db: Kysely<DB>, accountId: number) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past-due'])
    .executeTakeFirst()
}

/** Requires an upgrade from MAGZ to PREMIUM. @throws ApiError subscribed_already */
export function assertUpgrade(active: { plan_id: number }, plan: number): void {
  const isUpgrade = planOf(active.plan_id)?.tier === 'MAGZ' && planOf(plan)?.tier === 'PREMIUM'
  if (!isUpgrade) throw new ApiError('subscribed_already', 'subscription')
}

/** Drafts the credit for the unused balance of the current paid period, as it was shown; null if there is none. */
async function creditForProration(trx: Transaction<DB>, subscription: number, now: Date, shownAt: Date) {
  const rest = await unusedBalance(trx, subscription, now, shownAt)
  if (!rest) return null
  const text = await prorationText(trx, rest.invoiceId, now, rest.endsAt)
  return draftCreditNote(trx, { ...rest, text, at: now })
}
