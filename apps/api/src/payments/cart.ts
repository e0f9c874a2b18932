import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/endpoints'
import { serve } from '../endpoint.ts'
import { beginCart, type CameFrom, demandCart, demandOnSale, putVoucher } from './carts.ts'
import { askMarket } from './market-gate.ts'
import { presentCart } from './present-cart.ts'

export const newCart = serve(declared.newCart, 'personal', async (call) => {
  const { house, session, input } = call
  const account = session.account!
  const sale = await demandOnSale(house.db, account, input.subscriptionId)
  await askMarket(call, sale)
  const cart = await beginCart(house.db, account.id, input.subscriptionId, house.now(), cameFromIn(input))
  try {
    return await presentCart(call, cart, sale)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'second_special_offer')) throw error
    // A new cart begins without the voucher that can't be had any more.
    await putVoucher(house.db, cart.id, null, house.now())
    return presentCart(call, { ...cart, voucher_code: null }, sale)
  }
})

function cameFromIn({ subscriptionId: _, ...trace }: { subscriptionId: number } & Record<string, unknown>): CameFrom {
  return Object.fromEntries(Object.entries(trace).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

export const cart = serve(declared.cart, 'personal', async (call) => {
  const { house, session, input } = call
  const account = session.account!
  const sale = await demandOnSale(house.db, account, input.subscriptionId)
  await askMarket(call, sale)
  return presentCart(call, await demandCart(house.db, account.id, input.subscriptionId), sale)
})
