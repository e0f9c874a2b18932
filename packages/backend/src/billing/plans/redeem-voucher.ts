import { ApiError } from '@kiosk/domain/errors'
import { redeemVoucher as declared } from '@kiosk/domain/payments/endpoints'
import { networkLimit } from '../../auth/network-limits.ts'
import { recordSecurityEvent } from '../../auth/security-events.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { type OnSale, putVoucher, requireCart, requireOnSale } from '../checkout/carts.ts'
import { launchOfferOf, placeLaunchVoucher } from './find-launch-offer.ts'
import { type Reduction, reductionBy } from './vouchers.ts'

export const redeemVoucher = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, input } = call
  const account = session.account!
  const sale = await requireSale(call, input.subscription)
  const cart = await requireCart(ctx.db, account.id, input.subscription)
  if (cart.state !== 'open') throw new ApiError('voucher_invalid', 'voucher')
  const reduction = await reductionFor(call, sale, input.voucher)
  await putVoucher(ctx.db, cart.id, reduction.code, ctx.now())
  return undefined
})

/** Reports a plan of another market, or one already active, only as not found: the cart itself gives the reason. */
async function requireSale({ ctx, session }: RequestContext, plan: number): Promise<OnSale> {
  try {
    return await requireOnSale(ctx.db, session.account!, plan)
  } catch (error) {
    throw error instanceof ApiError ? new ApiError('not_found', 'subscription') : error
  }
}

/**
 * Returns the reduction of a typed code for a plan; the launch offer only for eligible readers. Every path that accepts codes
 * uses this and counts attempts: by account, and rejected ones also by network.
 * @throws ApiError voucher_invalid, second_special_offer, too_many_requests
 */
export async function reductionFor(call: RequestContext, sale: OnSale, typed: string): Promise<Reduction> {
  const { ctx, session, visitor } = call
  const accountId = session.account!.id
  const ofNetwork = networkLimit(ctx.rateLimits, 'voucher-network', visitor.address)
  await ctx.rateLimits.consume('voucher', `account ${accountId}`)
  await ofNetwork.assertNotLimited()
  try {
    return await reductionOfCode(call, sale, typed)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'voucher_invalid') {
      await ofNetwork.count()
      await recordSecurityEvent(ctx.db, call, {
        kind: 'voucher.rejected',
        accountId,
        details: { tariff: sale.plan.subscriptionId },
      })
    }
    throw error
  }
}

/** Does the same for a code in the cart, which was counted when it was added. */
export async function reductionOfCode(call: RequestContext, { plan, active }: OnSale, typed: string): Promise<Reduction> {
  const { ctx, session } = call
  const accountId = session.account!.id
  const code = typed.trim().toUpperCase()
  if (code.includes('\0')) throw new ApiError('voucher_invalid', 'voucher')
  await placeLaunchVoucher(ctx, code)
  const reduction = await reductionBy(ctx.db, ctx, { code, plan: plan.subscriptionId, accountId, now: ctx.now() })
  if (reduction.kind === 'launch') await requireLaunchOffer(call, reduction.code)
  if (active && active.reduced_left > 0) throw new ApiError('second_special_offer', 'voucher')
  return reduction
}

async function requireLaunchOffer(call: RequestContext, code: string): Promise<void> {
  try {
    if ((await launchOfferOf(call)).code === code) return
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  throw new ApiError('voucher_invalid', 'voucher')
}
