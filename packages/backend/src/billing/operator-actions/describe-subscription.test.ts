import { expect, test } from 'vitest'
import { settleAttempts } from '../charges/settle.ts'
import { creditedGross } from '../invoices/invoices.ts'
import { refund } from '../refunds/refunds.ts'
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

test('what is credited for a period is shown, with a refund that is not sent yet', async () => {
  const reader = await subscriber(shop)
  const { id: attemptId } = await shop.db.selectFrom('payment_attempts').select('id').executeTakeFirstOrThrow()
  const options = { attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
  const { periods } = (await describeSubscription(shop.api.ctx, reader.contract))!
  expect(periods).toMatchObject([{ paid: 1999, credited: 500, refundsOpen: 500 }])
})
