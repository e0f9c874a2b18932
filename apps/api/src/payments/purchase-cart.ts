import { Refusal } from '@kiosk/domain/errors'
import { purchaseCart as declared } from '@kiosk/domain/payments/endpoints'
import { transact } from '../database/transaction.ts'
import { serve } from '../endpoint.ts'
import { demandAcceptance } from './acceptance.ts'
import { takeCart, wayOfAttempt } from './buy-cart.ts'
import { savedMethod } from './carts.ts'
import { noteNetworkOfTariff } from './market-gate.ts'
import { tariffOf } from './prices.ts'
import { sendAttempts } from './send-attempts.ts'

export const purchaseCart = serve(declared, 'personal', async (call) => {
  const { house, session, input } = call
  const accountId = session.account!.id
  const tariff = tariffOf(input.subscription)
  if (!tariff) throw new Refusal('not_found', 'subscription')
  await demandAcceptance(house.db, accountId, input.subscription, house.now())
  if (!house.payments.card) throw new Refusal('unavailable')
  const method = await savedMethod(house, accountId, tariff.country)
  if (!method) throw new Refusal('not_found', 'method')
  await noteNetworkOfTariff(call, input.subscription)
  const purchase = { accountId, tariff: input.subscription, methodId: method.id }
  const attemptId = await transact(house, (trx) => takeCart(trx, house, purchase))
  await sendAttempts(house, [attemptId])
  return { url: await wayOfAttempt(house, attemptId) }
})
