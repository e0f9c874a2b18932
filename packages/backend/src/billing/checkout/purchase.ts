import { ApiError } from '@kiosk/domain/errors'
import { purchaseCart as declared } from '@kiosk/domain/payments/endpoints'
import { transact } from '../../db/transaction.ts'
import { defineHandler } from '../../http/handler.ts'
import { sendAttempts } from '../charges/send.ts'
import { noteNetworkOfPlan } from '../plans/market-gate.ts'
import { planOf } from '../plans/prices.ts'
import { requireAcceptance } from './acceptance.ts'
import { savedMethod } from './carts.ts'
import { resultPathOfAttempt, takeCart } from './take-cart.ts'

export const purchaseCart = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, input } = call
  const accountId = session.account!.id
  const plan = planOf(input.subscription)
  if (!plan) throw new ApiError('not_found', 'subscription')
  const { shownTotal } = await requireAcceptance(ctx.db, accountId, input.subscription, ctx.now())
  if (!ctx.payments.card) throw new ApiError(ctx.payments.wallet ? 'unavailable' : 'sales_closed')
  const method = await savedMethod(ctx, accountId, plan.country)
  if (!method) throw new ApiError('not_found', 'method')
  await noteNetworkOfPlan(call, input.subscription)
  const purchase = { accountId, plan: input.subscription, methodId: method.id, shownTotal }
  const attemptId = await transact(ctx, (trx) => takeCart(trx, ctx, purchase))
  await sendAttempts(ctx, [attemptId])
  return { url: await resultPathOfAttempt(ctx, attemptId) }
})
