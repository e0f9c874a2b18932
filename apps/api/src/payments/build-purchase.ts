import { buildAccount } from '../accounts/build-account.ts'
import type { LeftMethod } from '../outside/payments/port.ts'
import type { TestApi } from '../test-api.ts'
import { buy } from './buy.ts'

let count = 0

/** A new reader who left this method, and pressed the button: written down, not sent yet. */
export async function buildPurchase({ house }: Pick<TestApi, 'house'>, method: Partial<LeftMethod> = {}, provider = 'sandbox') {
  const account = await buildAccount(house.db)
  const { kind = 'CC', reference = `method-${++count}`, customerReference = null, masked = '•••• 4242' } = method
  const { id: methodId } = await house.db
    .insertInto('payment_methods')
    .values({ account_id: account.id, provider, kind, reference, customer_reference: customerReference, masked })
    .returning('id')
    .executeTakeFirstOrThrow()
  const purchase = { accountId: account.id, tariff: 2, methodId, voucherCode: null }
  const attemptId = await house.db.transaction().execute((trx) => buy(trx, house, purchase))
  return { account, methodId, attemptId }
}
