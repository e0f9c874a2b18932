import { dayInVienna } from '@kiosk/domain/day'
import type { BillingContext } from '../../context.ts'
import { preparePlan } from '../wallets/plans.ts'
import type { NewPrice } from './set-price.ts'

/**
 * Prepares the wallet for a new price. Returns why it cannot charge it, as a sentence for the operator; null if it can or there
 * is no wallet.
 */
export async function walletRejection(
  ctx: Pick<BillingContext, 'db' | 'now' | 'payments'>,
  { plan_id, valid_from, price }: NewPrice,
): Promise<string | null> {
  const { wallet } = ctx.payments
  if (!wallet) return null
  return preparePlan(ctx, wallet, { plan: plan_id, price, isFromToday: valid_from <= dayInVienna(ctx.now()) }).catch(
    (error: Error) => `The plans of the wallet could not be loaded: ${error.message}`,
  )
}
