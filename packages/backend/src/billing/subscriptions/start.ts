import { ApiError } from '@kiosk/domain/errors'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { lockVoucher, type Reduction, reductionBy, takeVoucher } from '../plans/vouchers.ts'

type ActiveSubscription = { id: number; reduced_left: number }

/**
 * Returns the reduction of a code for a plan; null = no code.
 * @param active the active subscription
 * @throws ApiError voucher_invalid, second_special_offer
 */
export async function reductionOf(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'secret' | 'payments'>,
  active: ActiveSubscription | null | undefined,
  { code, ...of }: { code: string | null; plan: number; accountId: number; now: Date },
): Promise<Reduction | null> {
  if (!code) return null
  await lockVoucher(trx, code)
  const reduction = await reductionBy(trx, ctx, { code, ...of })
  if (active && active.reduced_left > 0 && reduction) throw new ApiError('second_special_offer', 'voucher')
  return reduction
}

type NewSubscription = {
  accountId: number
  plan: number
  methodId: number
  reduction: Reduction | null
  /** The subscription that ends when this one starts. */
  active: ActiveSubscription | null | undefined
  attribution: unknown
  /** The wallet's id of the subscription if the wallet charges it; null = we charge. */
  walletReference: string | null
  /** Minor units per 30 days after the reduced charges, as shown to the buyer. */
  regularPrice: number
  /** When the voucher had to be valid; default: now. */
  voucherAt?: Date
  now: Date
}

/**
 * Creates a subscription that gives no access yet, and redeems its voucher.
 * @returns its id and the price of the first period
 */
export async function startSubscription(trx: Transaction<DB>, options: NewSubscription): Promise<{ id: number; price: number }> {
  const { accountId, plan, methodId, reduction, active, attribution, walletReference, regularPrice, now } = options
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      account_id: accountId,
      plan_id: plan,
      state: 'pending',
      order_type: walletReference === null ? ORDER_TYPE.own : ORDER_TYPE.wallet,
      provider_reference: walletReference,
      starts_at: now,
      ends_at: now,
      payment_method_id: methodId,
      voucher_code: reduction?.code ?? null,
      regular_price: regularPrice,
      reduced_price: reduction?.price ?? null,
      reduced_left: reduction?.charges ?? 0,
      upgrade_from: active?.id ?? null,
      attribution: JSON.stringify(attribution),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (reduction) await takeVoucher(trx, { code: reduction.code, accountId, subscription: id, now: options.voucherAt ?? now })
  return { id, price: reduction?.price ?? regularPrice }
}
