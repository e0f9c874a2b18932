import { Refusal } from '@kiosk/domain/errors'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { launchOfferStands } from '../subscriptions/launch-offer-term.ts'
import { wasRedeemedBefore } from './voucher-traces.ts'

export type Reduction = { code: string; kind: string; price: number; charges: number; days: number | null }

/**
 * What a code would give an account for a tariff now; once to a reader, also to one who comes back under another account.
 * @throws Refusal voucher_invalid
 */
export async function reductionBy(
  db: Kysely<DB>,
  house: Pick<House, 'secret' | 'payments'>,
  given: { code: string; tariff: number; accountId: number; now: Date },
): Promise<Reduction> {
  const { now, accountId, tariff } = given
  const voucher = await db
    .selectFrom('vouchers')
    .selectAll()
    .where('code', '=', given.code.trim().toUpperCase())
    .executeTakeFirst()
  const inTime =
    voucher && voucher.redeemable_from <= now && (voucher.redeemable_until === null || voucher.redeemable_until > now)
  const left = voucher && (voucher.most === null || voucher.redeemed < voucher.most)
  if (!voucher || !inTime || !left || !voucher.subscription_ids.includes(tariff)) throw new Refusal('voucher_invalid', 'voucher')
  const before = await db
    .selectFrom('voucher_redemptions')
    .select('code')
    .where('code', '=', voucher.code)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (before || (await wasRedeemedBefore(db, house, voucher, accountId))) throw new Refusal('voucher_invalid', 'voucher')
  // It may have lain in a cart since the days in which the offer stood.
  if (voucher.kind === 'launch' && !(await launchOfferStands(db, accountId, now))) throw new Refusal('voucher_invalid', 'voucher')
  const { code, kind, price, days } = voucher
  return { code, kind, price, days, charges: reducedCharges(days) }
}

/** Takes one of a voucher for an account; of many at once no more get it than there are. @throws Refusal voucher_invalid */
export async function takeVoucher(
  trx: Transaction<DB>,
  given: { code: string; accountId: number; subscription: number; now: Date },
): Promise<void> {
  const { code, accountId, subscription, now } = given
  const taken = await trx
    .updateTable('vouchers')
    .set((row) => ({ redeemed: row('redeemed', '+', 1) }))
    .where('code', '=', code)
    .where((where) => where.or([where('most', 'is', null), where('redeemed', '<', where.ref('most'))]))
    .where('redeemable_from', '<=', now)
    .where((where) => where.or([where('redeemable_until', 'is', null), where('redeemable_until', '>', now)]))
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw new Refusal('voucher_invalid', 'voucher')
  const noted = await trx
    .insertInto('voucher_redemptions')
    .values({ code, account_id: accountId, subscription, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (noted.numInsertedOrUpdatedRows === 0n) throw new Refusal('voucher_invalid', 'voucher')
}

/** The purchase failed: the voucher is there again. */
export async function giveVoucherBack(trx: Transaction<DB>, subscription: number): Promise<void> {
  const back = await trx.deleteFrom('voucher_redemptions').where('subscription', '=', subscription).returning('code').execute()
  for (const { code } of back)
    await trx
      .updateTable('vouchers')
      .set((row) => ({ redeemed: row('redeemed', '-', 1) }))
      .where('code', '=', code)
      .execute()
}
