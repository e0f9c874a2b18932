import { ApiError } from '@kiosk/domain/errors'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { launchOfferStands } from './launch-offer-term.ts'
import { wasRedeemedBefore } from './voucher-redemption-traces.ts'

export type Reduction = { code: string; kind: string; price: number; charges: number; days: number | null }

/**
 * Returns the reduction that a code gives an account for a plan now; once per reader, including readers who return with another
 * account.
 * @throws ApiError voucher_invalid
 */
export async function reductionBy(
  db: Kysely<DB>,
  ctx: Pick<AppContext, 'secret' | 'payments'>,
  options: { code: string; plan: number; accountId: number; now: Date },
): Promise<Reduction> {
  const { now, accountId, plan } = options
  const voucher = await db
    .selectFrom('vouchers')
    .selectAll()
    .where('code', '=', options.code.trim().toUpperCase())
    .executeTakeFirst()
  const inTime =
    voucher && voucher.redeemable_from <= now && (voucher.redeemable_until === null || voucher.redeemable_until > now)
  const left = voucher && (voucher.max_redemptions === null || voucher.redeemed < voucher.max_redemptions)
  if (!voucher || !inTime || !left || !voucher.plan_ids.includes(plan)) throw new ApiError('voucher_invalid', 'voucher')
  const before = await db
    .selectFrom('voucher_redemptions')
    .select('code')
    .where('code', '=', voucher.code)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (before || (await wasRedeemedBefore(db, ctx, voucher, accountId))) throw new ApiError('voucher_invalid', 'voucher')
  // The code may have been in the cart since before the offer ended.
  if (voucher.kind === 'launch' && !(await launchOfferStands(db, accountId, now)))
    throw new ApiError('voucher_invalid', 'voucher')
  const { code, kind, price, days } = voucher
  return { code, kind, price, days, charges: reducedCharges(days) }
}

/**
 * Locks the voucher of a code, with all launch offers if it is one, so that purchases are checked one after the other for earlier
 * redemptions, including those with the same payment data.
 */
export async function lockVoucher(trx: Transaction<DB>, code: string): Promise<void> {
  await sql`select v.code from vouchers v where v.code = ${code} or (v.kind = 'launch'
    and exists (select from vouchers asked where asked.code = ${code} and asked.kind = 'launch')) order by v.code for no key update of v`.execute(
    trx,
  )
}

/** Returns an SQL condition: a voucher can be redeemed at a time and is not used up. */
export const isRedeemable = (at: Date) => (where: ExpressionBuilder<DB, 'vouchers'>) =>
  where.and([
    where('redeemable_from', '<=', at),
    where.or([where('redeemable_until', 'is', null), where('redeemable_until', '>', at)]),
    where.or([where('max_redemptions', 'is', null), where('redeemed', '<', where.ref('max_redemptions'))]),
  ])

/** Redeems a voucher for an account; concurrent redemptions never exceed its limit. @throws ApiError voucher_invalid */
export async function takeVoucher(
  trx: Transaction<DB>,
  options: { code: string; accountId: number; subscription: number; now: Date },
): Promise<void> {
  const { code, accountId, subscription, now } = options
  const taken = await trx
    .updateTable('vouchers')
    .set((row) => ({ redeemed: row('redeemed', '+', 1) }))
    .where('code', '=', code)
    .where(isRedeemable(now))
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw new ApiError('voucher_invalid', 'voucher')
  const noted = await trx
    .insertInto('voucher_redemptions')
    .values({ code, account_id: accountId, subscription_id: subscription, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (noted.numInsertedOrUpdatedRows === 0n) throw new ApiError('voucher_invalid', 'voucher')
}

/** Releases the voucher of a failed purchase. */
export async function giveVoucherBack(trx: Transaction<DB>, subscription: number): Promise<void> {
  const back = await trx.deleteFrom('voucher_redemptions').where('subscription_id', '=', subscription).returning('code').execute()
  for (const { code } of back)
    await trx
      .updateTable('vouchers')
      .set((row) => ({ redeemed: row('redeemed', '-', 1) }))
      .where('code', '=', code)
      .execute()
}
