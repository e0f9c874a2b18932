import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/endpoints'
import { defineHandler } from '../../http/handler.ts'
import { askMarket } from '../plans/market-gate.ts'
import { type Attribution, beginCart, putVoucher, requireCart, requireMethod, requireOnSale } from './carts.ts'
import { presentCart } from './present-cart.ts'

export const newCart = defineHandler(declared.newCart, 'personal', async (call) => {
  const { ctx, session, input } = call
  const account = session.account!
  const sale = await requireOnSale(ctx.db, account, input.subscriptionId)
  requireMethod(ctx, sale)
  await askMarket(call, sale)
  const cart = await beginCart(ctx.db, account.id, input.subscriptionId, ctx.now(), attributionIn(input))
  try {
    return await presentCart(call, cart, sale)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'second_special_offer')) throw error
    // Starts the cart without the voucher, which is no longer valid.
    await putVoucher(ctx.db, cart.id, null, ctx.now())
    return presentCart(call, { ...cart, voucher_code: null }, sale)
  }
})

function attributionIn({ subscriptionId: _, ...values }: { subscriptionId: number } & Record<string, unknown>): Attribution {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

export const cart = defineHandler(declared.cart, 'personal', async (call) => {
  const { ctx, session, input } = call
  const account = session.account!
  const sale = await requireOnSale(ctx.db, account, input.subscriptionId)
  requireMethod(ctx, sale)
  await askMarket(call, sale)
  return presentCart(call, await requireCart(ctx.db, account.id, input.subscriptionId), sale)
})
