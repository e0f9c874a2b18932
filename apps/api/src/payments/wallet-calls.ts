import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/endpoints'
import { transact } from '../database/transaction.ts'
import { serve } from '../endpoint.ts'
import type { House } from '../house.ts'
import type { WalletProvider, WalletState } from '../outside/payments/port.ts'
import { demandAcceptance } from './acceptance.ts'
import { demandCart, demandOnSale, methodsOf } from './carts.ts'
import { demandNetworkForWallet, noteNetwork } from './market-gate.ts'
import { pricesAt, tariffOf } from './prices.ts'
import { reductionOfCode } from './redeem-voucher.ts'
import { addApproval, approvalOf } from './wallet-approvals.ts'
import { planFor } from './wallet-plans.ts'
import { noteSubscription } from './wallet-subscription-rows.ts'
import { settleWalletSubscription } from './wallet-subscriptions.ts'

/** Whether the cart may be paid with the wallet now; then what may be approved is written down before anybody leaves for it. */
export const validateWallet = serve(declared.validateWallet, 'personal', async (call) => {
  const { house, session, input } = call
  const { db, now, payments } = house
  const account = session.account!
  const sale = await demandOnSale(db, account, input.subscriptionId)
  await demandAcceptance(db, account.id, input.subscriptionId, now())
  if (!payments.wallet) throw new Refusal('unavailable')
  if (!methodsOf(house, sale).includes('PP')) throw new Refusal('wallet_refused', 'subscription')
  const cart = await demandCart(db, account.id, input.subscriptionId)
  if (cart.state !== 'open') throw new Refusal('wallet_refused', 'subscription')
  await demandNetworkForWallet(call, sale)
  await noteNetwork(call, cart.id)
  const reduction = cart.voucher_code === null ? null : await reductionOfCode(call, sale, cart.voucher_code)
  const regularPrice = (await pricesAt(db, now())).get(input.subscriptionId)!
  const walletPlan = await planFor(house, payments.wallet, {
    ...{ tariff: input.subscriptionId, voucherCode: reduction?.code ?? null },
    terms: {
      ...{ currency: sale.tariff.currency, regular: regularPrice },
      reduced: reduction && { price: reduction.price, charges: reduction.charges },
    },
  })
  if (walletPlan === null) throw new Refusal('wallet_refused', 'voucher')
  const offered = {
    ...{ provider: payments.wallet.name, accountId: account.id, planId: input.subscriptionId, walletPlan, cartId: cart.id },
    ...{ voucherCode: reduction?.code ?? null, price: reduction?.price ?? regularPrice, regularPrice },
    currency: sale.tariff.currency,
  }
  const customId = await transact(house, (trx) => addApproval(trx, house, offered))
  return { valid: true as const, customId }
})

/** A subscription that a browser saw approved is written down; whose it is, the wallet says. */
export const logWallet = serve(declared.logWallet, 'personal', async ({ house, session, input }) => {
  const { subscription, paypalsubscription } = input
  if (!tariffOf(subscription)) throw new Refusal('wrong_input', 'subscription')
  await house.attempts.admit('wallet', `account ${session.account!.id}`)
  if (house.payments.wallet) await noteSubscription(house.db, house, house.payments.wallet, paypalsubscription)
  return undefined
})

/** Right after the approval the wallet may not have made it active yet: it is asked again so often, so long apart. */
const QUESTIONS = 4
const BETWEEN_QUESTIONS_MS = 1_000

export const bindWallet = serve(declared.bindWallet, 'personal', async ({ house, session, input }) => {
  const { subscription: tariff, paypalsubscription: reference } = input
  const account = session.account!
  await house.attempts.admit('wallet', `account ${account.id}`)
  if (!tariffOf(tariff)) throw new Refusal('not_found', 'subscription')
  const { wallet } = house.payments
  if (!wallet) throw new Refusal('unavailable')
  const state = await ask(house, wallet, reference)
  const approval = await approvalOf(house.db, state?.customId ?? null)
  if (state) await noteSubscription(house.db, house, wallet, reference)
  // What belongs to somebody else is settled for its owner, by message or sweep.
  if (approval?.account_id !== account.id || approval.plan_id !== tariff)
    throw new Refusal('wallet_refused', 'paypalsubscription')
  const settled = await settleWalletSubscription(house, wallet, reference).catch((error: unknown) => {
    house.log.warn({ err: error, event: 'wallet.unreachable' }, 'the wallet could not be asked')
    throw new Refusal('unavailable')
  })
  // "pending" is settled as soon as the wallet has made it active.
  if (settled.is === 'refused') throw refusalOf(settled.reason)
  return undefined
})

function refusalOf(reason: string): Refusal {
  if (reason === 'subscribed-already') return new Refusal('subscribed_already', 'subscription')
  if (reason === 'voucher') return new Refusal('voucher_invalid', 'voucher')
  if (reason === 'other-market') return new Refusal('market_mismatch', 'subscription')
  if (reason === 'other-region') return new Refusal('region_unavailable', 'subscription')
  return new Refusal('wallet_refused', 'paypalsubscription')
}

async function ask({ log }: House, wallet: WalletProvider, reference: string): Promise<WalletState | null> {
  try {
    for (let question = 1; ; question++) {
      const state = await wallet.fetchSubscription(reference)
      if (state?.state !== 'pending' || question === QUESTIONS) return state
      await pause(BETWEEN_QUESTIONS_MS)
    }
  } catch (error) {
    log.warn({ err: error, event: 'wallet.unreachable' }, 'the wallet could not be asked')
    throw new Refusal('unavailable')
  }
}
