import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { ActionRejected } from './action-rejected.ts'
import { endSubscription } from './end-subscription.ts'
import { offerUpgrade } from './offer-upgrade.ts'
import { planEnd } from './plan-end.ts'
import { movements, openActions, pass, requested, subscriber, walletSubscriber } from './testing/actions.ts'

const shop = await openActions()
const ctx = () => shop.api.ctx

/** Writes the only e-mail that waits. */
async function email() {
  const [job, ...others] = await waitingEmails(shop.db)
  expect(others).toEqual([])
  return writeEmail(job!, ctx())
}

test.each(languages)('the e-mail in %s leads to the order, and nothing else changes', async (language) => {
  const reader = await subscriber(shop, { plan: 10, language })
  await forgetJobs(shop.db)
  shop.later(15)
  const { act } = await offerUpgrade(ctx(), requested(reader.contract))
  expect(act.details).toEqual({
    from: 'MAGZ',
    to: 'PREMIUM',
    plan: 2,
    voucher: null,
    price: 1999,
    regular: 1999,
    due: 1500,
    currency: 'EUR',
  })
  const written = (await email())!
  expect(written.text).toContain('/user/payment/overview?id=2')
  expect(written.text.replace(/[\u00a0\u202f]/g, ' ')).toMatch(/15[.,]00/)
  expect(written.text).not.toContain('ticket 7')
  for (const days of [15, 30]) await pass(shop, days)
  expect(await movements(shop, reader)).toEqual([999, 999, 999])
})

test('the offer of an upgrade is sent once within a day, also with another id, and again afterwards', async () => {
  const reader = await subscriber(shop, { plan: 10 })
  await forgetJobs(shop.db)
  const act = requested(reader.contract)
  const offers = await Promise.all([act, act, requested(reader.contract)].map((each) => offerUpgrade(ctx(), each)))
  expect(offers.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await waitingEmails(shop.db)).toHaveLength(1)
  shop.later(1)
  expect(await offerUpgrade(ctx(), requested(reader.contract))).toMatchObject({ isNew: true })
})

test('the offer of an upgrade names the special offer that the reader would get, and leads to it', async () => {
  const voucher = { code: 'HERBST', kind: 'special-offer', plan_ids: [2], price: 599, days: 90, redeemable_from: shop.now() }
  await shop.voucher(voucher)
  const reader = await subscriber(shop, { plan: 10 })
  await forgetJobs(shop.db)
  const { act } = await offerUpgrade(ctx(), requested(reader.contract))
  expect(act.details).toMatchObject({ voucher: 'HERBST', price: 599, regular: 1999, due: 0 })
  expect((await email())!.text).toContain('voucher=HERBST')
})

test('an upgrade is not offered where the reader could not order', async () => {
  const offer = (id: number) => offerUpgrade(ctx(), requested(id))
  const premium = await subscriber(shop)
  await expect(offer(premium.contract)).rejects.toThrow(new ActionRejected('no-larger-plan'))
  const { subscription } = await walletSubscriber(shop)
  await expect(offer(subscription.id)).rejects.toThrow(new ActionRejected('no-larger-plan'))
  const moved = await subscriber(shop, { plan: 10 })
  await shop.db.updateTable('accounts').set({ region_id: 2 }).where('id', '=', moved.id).execute()
  await expect(offer(moved.contract)).rejects.toThrow(new ActionRejected('no-larger-plan'))
})

test('an upgrade is not offered to a reader whose subscription ends or is unpaid', async () => {
  const reader = await subscriber(shop, { plan: 10 })
  await planEnd(ctx(), { ...requested(reader.contract), refund: 'none', endsAt: new Date(shop.now().getTime() + 1e9) })
  await expect(offerUpgrade(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('end-planned'))
  await endSubscription(ctx(), { ...requested(reader.contract), refund: 'none' })
  await expect(offerUpgrade(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('already-ended'))
  const unpaid = await subscriber(shop, { plan: 10 })
  shop.psp.behave(unpaid.reference, 'declined')
  await pass(shop, 30)
  await expect(offerUpgrade(ctx(), requested(unpaid.contract))).rejects.toThrow(new ActionRejected('charge-open'))
})

test('no e-mail is written once the reader has ordered', async () => {
  const reader = await subscriber(shop, { plan: 10 })
  await forgetJobs(shop.db)
  await offerUpgrade(ctx(), requested(reader.contract))
  const [job] = await waitingEmails(shop.db)
  await shop.accept(reader, 2)
  await shop.begin(reader, 2)
  await shop.purchase(reader, 2)
  expect(await writeEmail(job!, ctx())).toBeNull()
})
