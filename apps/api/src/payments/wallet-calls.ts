import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/endpoints'
import { type Asking, serve } from '../endpoint.ts'
import { demandAcceptance } from './acceptance.ts'
import { bindWallet as bind } from './bind-wallet.ts'
import { demandCart, demandOnSale, methodsOf } from './carts.ts'
import { tariffOf } from './prices.ts'
import { reductionOfCode } from './redeem-voucher.ts'

export const validateWallet = serve(declared.validateWallet, 'personal', async (call) => {
  await demandPayable(call, call.input.subscriptionId)
  return { valid: true as const, customId: String(call.session.account!.id) }
})

/** Whether the cart of a tariff may be paid with the wallet now; else says why not. */
async function demandPayable(call: Asking, tariff: number): Promise<void> {
  const { house, session } = call
  const { db, now, payments } = house
  const account = session.account!
  const sale = await demandOnSale(db, account, tariff)
  await demandAcceptance(db, account.id, tariff, now())
  if (!payments.wallet) throw new Refusal('unavailable')
  if (!methodsOf(house, sale).includes('PP')) throw new Refusal('wallet_refused', 'subscription')
  const cart = await demandCart(db, account.id, tariff)
  if (cart.state !== 'open') throw new Refusal('wallet_refused', 'subscription')
  const reduction = cart.voucher_code === null ? null : await reductionOfCode(call, sale, cart.voucher_code)
  if (payments.wallet.planOf(tariff, reduction?.code ?? null) === null) throw new Refusal('wallet_refused', 'voucher')
}

export const logWallet = serve(declared.logWallet, 'personal', async ({ house, session, input }) => {
  const { subscription, paypalsubscription } = input
  if (!tariffOf(subscription)) throw new Refusal('wrong_input', 'subscription')
  await house.attempts.admit('wallet', `account ${session.account!.id}`)
  await house.db
    .insertInto('wallet_log')
    .values({
      account_id: session.account!.id,
      subscription_id: subscription,
      wallet_subscription: paypalsubscription,
      at: house.now(),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'wallet_subscription']).doNothing())
    .execute()
  return undefined
})

export const bindWallet = serve(declared.bindWallet, 'personal', async ({ house, session, input }) => {
  const { subscription: tariff, paypalsubscription: reference } = input
  const account = session.account!
  await house.attempts.admit('wallet', `account ${account.id}`)
  if (!tariffOf(tariff)) throw new Refusal('not_found', 'subscription')
  await bind(house, { accountId: account.id, tariff, reference })
  return undefined
})
