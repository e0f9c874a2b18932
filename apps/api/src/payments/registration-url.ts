import { Refusal } from '@kiosk/domain/errors'
import { registrationUrl as declared } from '@kiosk/domain/payments/endpoints'
import { nothing, serve } from '../endpoint.ts'
import { demandAcceptance } from './acceptance.ts'
import { beginCart, demandOnSale, methodsOf, putVoucher, savedMethod } from './carts.ts'
import { askMarket, isProvedBy, noteNetwork } from './market-gate.ts'
import { reductionFor } from './redeem-voucher.ts'
import { openSetup } from './setups.ts'

export const registrationUrl = serve(declared, 'personal', async (call) => {
  const { house, session, input } = call
  const { db, now } = house
  const account = session.account!
  const sale = await demandOnSale(db, account, input.subscription)
  await demandAcceptance(db, account.id, input.subscription, now())
  if (!methodsOf(house, sale).includes('CC')) throw new Refusal('unavailable')
  const market = await askMarket(call, sale)
  const cart = await beginCart(db, account.id, input.subscription, now())
  await noteNetwork(call, cart.id)
  if (input.voucher && cart.state === 'open' && cart.voucher_code !== input.voucher.trim().toUpperCase()) {
    const { code } = await reductionFor(call, sale, input.voucher)
    await putVoucher(db, cart.id, code, now())
  }
  // Saved payment data of another country will not do where the order comes from elsewhere, too.
  const saved = input.again ? undefined : await savedMethod(house, account.id, sale.tariff.country)
  if (saved && isProvedBy(market, saved)) return nothing()
  return { url: await openSetup(call, 'registration', cart.id) }
})
