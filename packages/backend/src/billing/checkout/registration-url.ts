import { ApiError } from '@kiosk/domain/errors'
import { registrationUrl as declared } from '@kiosk/domain/payments/endpoints'
import { defineHandler, nothing } from '../../http/handler.ts'
import { TryLater } from '../../http/try-later.ts'
import { askMarket, isProvedBy, noteNetwork } from '../plans/market-gate.ts'
import { reductionFor } from '../plans/redeem-voucher.ts'
import { requireAcceptance } from './acceptance.ts'
import { beginCart, methodsOf, putVoucher, requireMethod, requireOnSale, savedMethod } from './carts.ts'
import { openSetup } from './setup-session.ts'
import { resultPathOfAttempt } from './take-cart.ts'

export const registrationUrl = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, input } = call
  const { db, now } = ctx
  const account = session.account!
  const sale = await requireOnSale(db, account, input.subscription)
  await requireAcceptance(db, account.id, input.subscription, now())
  requireMethod(ctx, sale)
  // Sold by the wallet only. Not `unavailable`: trying again later does not help.
  if (!methodsOf(ctx, sale).includes('CC')) throw new ApiError('sales_closed', 'subscription')
  const market = await askMarket(call, sale)
  const cart = await beginCart(db, account.id, input.subscription, now())
  await noteNetwork(call, cart.id)
  if (input.voucher && cart.state === 'open' && cart.voucher_code !== input.voucher.trim().toUpperCase()) {
    const { code } = await reductionFor(call, sale, input.voucher)
    await putVoucher(db, cart.id, code, now())
  }
  // Uses saved payment data only if they prove the market, together with the other evidence.
  const saved = input.again ? undefined : await savedMethod(ctx, account.id, sale.plan.country)
  if (saved && isProvedBy(market, saved)) return nothing()
  try {
    return { url: await openSetup(call, 'registration', cart.id, input.kind) }
  } catch (error) {
    if (!(error instanceof TryLater) || cart.state !== 'buying' || cart.attempt_id === null) throw error
    // The order may have been charged already. Its page says so as soon as the provider is back.
    return { url: await resultPathOfAttempt(ctx, cart.attempt_id) }
  }
})
