import { ApiError } from '@kiosk/domain/errors'
import { registrationUrl as declared } from '@kiosk/domain/payments/endpoints'
import { defineHandler, nothing } from '../../http/handler.ts'
import { askMarket, isProvedBy, noteNetwork } from '../plans/market-gate.ts'
import { reductionFor } from '../plans/redeem-voucher.ts'
import { requireAcceptance } from './acceptance.ts'
import { beginCart, methodsOf, putVoucher, requireMethod, requireOnSale, savedMethod } from './carts.ts'
import { openSetup } from './setup-session.ts'

export const registrationUrl = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, input } = call
  const { db, now } = ctx
  const account = session.account!
  const sale = await requireOnSale(db, account, input.subscription)
  await requireAcceptance(db, account.id, input.subscription, now())
  requireMethod(ctx, sale)
  if (!methodsOf(ctx, sale).includes('CC')) throw new ApiError('unavailable')
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
  return { url: await openSetup(call, 'registration', cart.id, input.kind) }
})
