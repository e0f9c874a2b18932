import { ApiError } from '@kiosk/domain/errors'
import { redeemPromo as declared } from '@kiosk/domain/subscriptions/endpoints'
import { promoCodeOf } from '@kiosk/domain/subscriptions/promo-code'
import { DAY_MS } from '@kiosk/domain/time'
import type { Selectable, Transaction } from 'kysely'
import { changeAccount } from '../../accounts/change-account.ts'
import { presentPromo } from '../../accounts/present-user.ts'
import { hasSubscription } from '../../accounts/queries.ts'
import { networkLimit } from '../../auth/network-limits.ts'
import { recordSecurityEvent } from '../../auth/security-events.ts'
import type { AppContext } from '../../context.ts'
import type { Accounts, DB } from '../../db/schema.ts'
import { defineHandler } from '../../http/handler.ts'
import { PROMO, wasRedeemedBefore } from './voucher-redemption-traces.ts'

/** Counts attempts as vouchers do: by account, and invalid codes also by network, because accounts are free. */
export const redeemPromo = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, visitor, input } = call
  const accountId = session.account!.id
  const ofNetwork = networkLimit(ctx.rateLimits, 'promo-network', visitor.address)
  await ctx.rateLimits.consume('promo', `account ${accountId}`)
  await ofNetwork.assertNotLimited()
  const code = promoCodeOf(input.code)
  if (code === null) throw new ApiError('code_invalid', 'code')
  try {
    const promo = await changeAccount(call, async (trx, account) => {
      if (await hasSubscription(trx, account.id, ctx.now())) throw new ApiError('paid_already')
      return redeem(trx, ctx, account, code)
    })
    return { promoCode: presentPromo(promo, call) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'code_invalid') {
      await ofNetwork.count()
      await recordSecurityEvent(ctx.db, call, { kind: 'voucher.rejected', accountId })
    }
    throw error
  }
})

/** Redeems a code for an account in `trx`; concurrent redemptions of the same code wait, so the limit is never exceeded. */
async function redeem(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'secret' | 'payments'>,
  account: Selectable<Accounts>,
  code: string,
) {
  const now = ctx.now()
  const promo = await trx.selectFrom('promo_codes').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
  if (!promo) throw new ApiError('code_invalid', 'code')
  const before = await trx
    .selectFrom('promo_redemptions')
    .select('code')
    .where('account_id', '=', account.id)
    .where('code', '=', promo.code)
    .executeTakeFirst()
  if (before || (await wasRedeemedBefore(trx, ctx, { code: promo.code, kind: PROMO }, account.id)))
    throw new ApiError('code_redeemed', 'code')
  const inTime = promo.redeemable_from <= now && promo.redeemable_until > now
  const inPlace = promo.region_ids === null || promo.region_ids.includes(account.region_id)
  const left = promo.max_redemptions === null || promo.redeemed < promo.max_redemptions
  if (!inTime || !inPlace || !left) throw new ApiError('code_invalid', 'code')
  const expires_at = new Date(now.getTime() + promo.days * DAY_MS)
  await trx
    .insertInto('promo_redemptions')
    .values({ account_id: account.id, code: promo.code, redeemed_at: now, expires_at })
    .execute()
  await trx
    .updateTable('promo_codes')
    .set({ redeemed: promo.redeemed + 1 })
    .where('code', '=', promo.code)
    .execute()
  return { titles: promo.titles as Record<string, string>, expires_at }
}
