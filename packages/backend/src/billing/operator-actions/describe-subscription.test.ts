import { expect, test } from 'vitest'
import { settleAttempts } from '../charges/settle.ts'
import { creditedGross } from '../invoices/invoices.ts'
import { describeSubscription } from './describe-subscription.ts'
import { openActions, subscriber } from './testing/actions.ts'

const shop = await openActions()

test('the credit of an upgrade in progress is not shown as credited, and a declined one counts nowhere', async () => {
  const reader = await subscriber(shop, { plan: 10 })
  const [bought] = await shop.invoices(reader)
  const credited = async () => [
    (await describeSubscription(shop.api.ctx, reader.contract))!.periods[0]!.credited,
    await creditedGross(shop.db, bought!.id),
  ]
  shop.later(15)
  shop.psp.behave(reader.reference, 'unknown')
  await shop.accept(reader, 2)
  await shop.begin(reader, 2)
  await shop.purchase(reader, 2)
  // The draft is not issued, but prevents the same money from being credited twice.
  expect(await credited()).toEqual([0, 499])
  const attempts = await shop.db.selectFrom('payment_attempts').select('id').where('state', '=', 'unknown').execute()
  expect(attempts).toHaveLength(1)
  const attemptId = attempts[0]!.id
  await settleAttempts(shop.api.ctx, [{ attemptId, outcome: shop.psp.becomes(attemptId, 'declined') }])
  expect(await credited()).toEqual([0, 0])
})
