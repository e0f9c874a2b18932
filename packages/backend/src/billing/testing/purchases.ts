import { createAccount } from '../../accounts/testing/accounts.ts'
import type { LeftMethod } from '../../adapters/payments/port.ts'
import type { TestApi } from '../../testing/api.ts'
import { createSubscription } from '../subscriptions/create.ts'

let count = 0

/** Creates a reader with this payment method who has pressed the order button: the purchase is stored but not sent yet. */
export async function createPurchase({ ctx }: Pick<TestApi, 'ctx'>, method: Partial<LeftMethod> = {}, provider = 'sandbox') {
  const account = await createAccount(ctx.db)
  const { kind = 'CC', reference = `method-${++count}`, customerReference = null, masked = '•••• 4242' } = method
  const { id: methodId } = await ctx.db
    .insertInto('payment_methods')
    .values({ account_id: account.id, provider, kind, reference, customer_reference: customerReference, masked })
    .returning('id')
    .executeTakeFirstOrThrow()
  const purchase = { accountId: account.id, plan: 2, methodId, voucherCode: null }
  const attemptId = await ctx.db.transaction().execute((trx) => createSubscription(trx, ctx, purchase))
  return { account, methodId, attemptId }
}
