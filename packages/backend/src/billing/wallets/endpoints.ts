import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type ErrorCode } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/endpoints'
import type { WalletProvider, WalletState } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { defineHandler } from '../../http/handler.ts'
import { TryLater } from '../../http/try-later.ts'
import { requireAcceptance } from '../checkout/acceptance.ts'
import { methodsOf, priceShown, requireCart, requireMethod, requireOnSale } from '../checkout/carts.ts'
import { noteNetwork, requireNetworkForWallet } from '../plans/market-gate.ts'
import { planOf } from '../plans/prices.ts'
import { reductionOfCode } from '../plans/redeem-voucher.ts'
import { addApproval, approvalOf, lastApproval } from './approvals.ts'
import { REJECTION_CODES } from './bind.ts'
import { planFor } from './plans.ts'
import { noteSubscription } from './subscription-rows.ts'
import { settleWalletSubscription } from './subscriptions.ts'

/** Checks whether the cart can be paid with the wallet now, and stores the approval before the redirect. */
export const validateWallet = defineHandler(declared.validateWallet, 'personal', async (call) => {
  const { ctx, session, input } = call
  const { db, now, payments } = ctx
  const account = session.account!
  const sale = await requireOnSale(db, account, input.subscriptionId)
  await requireAcceptance(db, account.id, input.subscriptionId, now())
  requireMethod(ctx, sale)
  if (!payments.wallet) throw new ApiError('unavailable')
  if (!methodsOf(ctx, sale).includes('PP')) throw new ApiError('wallet_refused', 'subscription')
  const cart = await requireCart(db, account.id, input.subscriptionId)
  if (cart.state !== 'open') throw new ApiError('wallet_refused', 'subscription')
  await requireNetworkForWallet(call, sale)
  await noteNetwork(call, cart.id)
  const reduction = cart.voucher_code === null ? null : await reductionOfCode(call, sale, cart.voucher_code)
  // The page keeps the price shown in its cart, even if the list price or a wallet plan has changed since.
  const regularPrice = await priceShown(db, cart, input.subscriptionId, now())
  const walletPlan = await planFor(ctx, payments.wallet, {
    plan: input.subscriptionId,
    voucherCode: reduction?.code ?? null,
    isListed: false,
    terms: {
      currency: sale.plan.currency,
      regular: regularPrice,
      reduced: reduction && { price: reduction.price, charges: reduction.charges },
    },
  })
  if (walletPlan === null) throw new ApiError('wallet_refused', 'voucher')
  const offered = {
    provider: payments.wallet.name,
    accountId: account.id,
    planId: input.subscriptionId,
    walletPlan,
    cartId: cart.id,
    voucherCode: reduction?.code ?? null,
    price: reduction?.price ?? regularPrice,
    regularPrice,
    currency: sale.plan.currency,
  }
  const customId = await transact(ctx, (trx) => addApproval(trx, ctx, offered))
  return { valid: true as const, customId }
})

/** Stores the reference of a subscription that a browser saw approved; its owner is read from the wallet. */
export const logWallet = defineHandler(declared.logWallet, 'personal', async ({ ctx, session, input }) => {
  const { subscription, paypalsubscription } = input
  if (!planOf(subscription)) throw new ApiError('wrong_input', 'subscription')
  await ctx.rateLimits.consume('wallet', `account ${session.account!.id}`)
  const { wallet } = ctx.payments
  if (!wallet) return undefined
  const approvalId = await lastApproval(ctx.db, session.account!.id, subscription)
  await noteSubscription(ctx.db, ctx, wallet, paypalsubscription, approvalId)
  return undefined
})

/** Number and interval of polls right after the approval, while the wallet has not activated the subscription yet. */
const POLLS = 4
const POLL_INTERVAL_MS = 1_000

export const bindWallet = defineHandler(declared.bindWallet, 'personal', async ({ ctx, session, input }) => {
  const { subscription: plan, paypalsubscription: reference } = input
  const account = session.account!
  await ctx.rateLimits.consume('wallet', `account ${account.id}`)
  if (!planOf(plan)) throw new ApiError('not_found', 'subscription')
  const { wallet } = ctx.payments
  if (!wallet) throw new ApiError('unavailable')
  const state = await ask(ctx, wallet, reference)
  const approval = await approvalOf(ctx.db, state?.customId ?? null)
  if (state) await noteSubscription(ctx.db, ctx, wallet, reference)
  // A webhook or the sweep settles a subscription of another account for its owner.
  if (approval?.account_id !== account.id || approval.plan_id !== plan) throw new ApiError('wallet_refused', 'paypalsubscription')
  const settled = await settleWalletSubscription(ctx, wallet, reference).catch((error: unknown) => {
    ctx.log.warn({ err: error, event: 'wallet.unreachable' }, 'wallet could not be reached')
    throw new TryLater()
  })
  // A pending one is settled once the wallet has activated it.
  if (settled.is === 'refused') throw bindingRejection(settled.reason)
  return undefined
})

const FIELDS: { [code in ErrorCode]?: string } = { wallet_refused: 'paypalsubscription', voucher_invalid: 'voucher' }

function bindingRejection(reason: string): ApiError {
  const code = REJECTION_CODES[reason] ?? 'wallet_refused'
  return new ApiError(code, FIELDS[code] ?? 'subscription')
}

async function ask({ log }: Pick<AppContext, 'log'>, wallet: WalletProvider, reference: string): Promise<WalletState | null> {
  try {
    for (let poll = 1; ; poll++) {
      const state = await wallet.fetchSubscription(reference)
      if (state?.state !== 'pending' || poll === POLLS) return state
      await pause(POLL_INTERVAL_MS)
    }
  } catch (error) {
    log.warn({ err: error, event: 'wallet.unreachable' }, 'wallet could not be reached')
    throw new TryLater()
  }
}
