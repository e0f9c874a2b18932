import { languages } from '@kiosk/domain/locale'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { expect, test } from 'vitest'
import { waitingLetters } from '../../jobs/test-jobs.ts'
import { writeLetter } from '../../outside/mail/write-letter.ts'
import { expectBooksToHold } from '../test-invariants.ts'
import { ActRefused } from './act-refused.ts'
import { describeContract } from './describe-contract.ts'
import { endContract } from './end-contract.ts'
import { extendContract } from './grant-days.ts'
import { moveDown, takeBackMoveDown } from './move-down.ts'
import { planEnd } from './planned-ends.ts'
import { asked, everything, movements, openActs, pass, subscriber } from './test-acts.ts'

const DAY_MS = 86_400_000
const shop = await openActs()
const house = () => shop.api.house
const inDays = (days: number) => new Date(shop.now().getTime() + days * DAY_MS)
const contractOf = async (id: number) => (await describeContract(house(), id))!
/** A reader was told of another price of PREMIUM, which holds from then on. */
async function notice(contract: number, effective_at: Date): Promise<void> {
  const { id } = await shop.db
    .insertInto('price_campaigns')
    .values({
      ...{ plan_id: 2, price: 2499, from_day: '2026-03-01', rule: 'object', without_consent: 'keep' },
      ...{ created_at: shop.now(), closed_at: shop.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('price_notices')
    .values({
      ...{ campaign_id: id, contract_id: contract, old_price: 1999, new_price: 2499, effective_at },
      ...{ told_at: shop.now(), applies: true, ends: false, created_at: shop.now() },
    })
    .execute()
}

test('from its next period on a contract is of the smaller plan and its price, and not before', async () => {
  const reader = await subscriber(shop)
  shop.later(10)
  const act = asked(reader.contract)
  const done = await moveDown(house(), act)
  expect(done.act.details).toEqual({
    ...{ from: 'PREMIUM', to: 'MAGZ', price: 999, currency: 'EUR', endsAt: inDays(20).toISOString() },
  })
  const before = await everything(shop.db)
  for (const again of [act, asked(reader.contract)])
    expect(await moveDown(house(), again)).toMatchObject({ isNew: false, act: { id: act.actId } })
  expect(await everything(shop.db)).toBe(before)
  const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
  expect(shown).toMatchObject({ subscriptionTitle: 'read-it PREMIUM', nextPrice: 999 })
  await pass(shop, 19.9)
  expect((await contractOf(reader.contract)).tier).toBe('PREMIUM')
  // The list changes; what was told holds.
  await shop.db.insertInto('prices').values({ subscription_id: 10, valid_from: '2026-03-20', price: 1299 }).execute()
  await pass(shop, 0.2)
  expect(await movements(shop, reader)).toEqual([1999, 999])
  expect(await contractOf(reader.contract)).toMatchObject({ tier: 'MAGZ', state: 'active', plannedPlan: null })
  const invoices = await shop.invoices(reader)
  expect(invoices.map(({ snapshot }) => (snapshot as { tariff: number }).tariff)).toEqual([2, 10])
  await pass(shop, 30)
  expect(await movements(shop, reader)).toEqual([1999, 999, 999])
  await expect(moveDown(house(), asked(reader.contract))).rejects.toThrow(new ActRefused('lowest-plan'))
  await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
})

test('it may be taken back until then, and put down again', async () => {
  const reader = await subscriber(shop)
  await expect(takeBackMoveDown(house(), asked(reader.contract))).rejects.toThrow(new ActRefused('no-planned-plan'))
  await moveDown(house(), asked(reader.contract))
  await takeBackMoveDown(house(), asked(reader.contract))
  await pass(shop, 30)
  expect(await movements(shop, reader)).toEqual([1999, 1999])
  expect((await moveDown(house(), asked(reader.contract))).isNew).toBe(true)
  await extendContract(house(), { ...asked(reader.contract), days: 5 })
  await pass(shop, 34.9)
  expect((await contractOf(reader.contract)).tier).toBe('PREMIUM')
  await pass(shop, 0.2)
  expect(await movements(shop, reader)).toEqual([1999, 1999, 999])
})

test('a charge that is declined is tried again at the same price, and the contract ends as the smaller plan', async () => {
  const reader = await subscriber(shop)
  await moveDown(house(), asked(reader.contract))
  shop.psp.behave(reader.reference, 'declined')
  await pass(shop, 30)
  expect(await contractOf(reader.contract)).toMatchObject({ tier: 'MAGZ', state: 'past-due' })
  await expect(moveDown(house(), asked(reader.contract))).rejects.toThrow(ActRefused)
  shop.psp.behave(reader.reference, 'succeeded')
  await pass(shop, 1.1)
  expect(await movements(shop, reader)).toEqual([1999, 999])
})

test('an older price of PREMIUM does not follow it into the smaller plan', async () => {
  const reader = await subscriber(shop)
  await notice(reader.contract, inDays(30))
  await expect(moveDown(house(), asked(reader.contract))).rejects.toThrow(new ActRefused('price-announced'))
  await pass(shop, 30)
  await moveDown(house(), asked(reader.contract))
  for (const days of [30, 30]) await pass(shop, days)
  expect(await movements(shop, reader)).toEqual([1999, 2499, 999, 999])
})

test('it is refused where there is no next period, none is known, or it is not ours to change', async () => {
  const refusal = async (contract: number, reason: ConstructorParameters<typeof ActRefused>[0]) => {
    const before = await everything(shop.db)
    await expect(moveDown(house(), asked(contract))).rejects.toThrow(new ActRefused(reason))
    expect(await everything(shop.db)).toBe(before)
  }
  const debited = await subscriber(shop, { method: 'debit-processing', kind: 'DD' })
  await refusal(debited.contract, 'charge-open')
  const cancelled = await subscriber(shop)
  await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: cancelled.headers })
  await refusal(cancelled.contract, 'not-renewed')
  const reduced = await subscriber(shop, { voucher: await shop.voucher({ price: 399, days: 90 }) })
  await refusal(reduced.contract, 'reduced-left')
  const planned = await subscriber(shop)
  await planEnd(house(), { ...asked(planned.contract), refund: 'none', endsAt: inDays(10) })
  await refusal(planned.contract, 'end-planned')
  const smaller = await subscriber(shop, { plan: 10 })
  await refusal(smaller.contract, 'lowest-plan')
  await moveDown(house(), asked((await subscriber(shop)).contract))
  const ended = await subscriber(shop)
  await moveDown(house(), asked(ended.contract))
  await endContract(house(), { ...asked(ended.contract), refund: 'none' })
  await refusal(ended.contract, 'already-ended')
  await shop.db.updateTable('subscriptions').set({ order_type: 3 }).where('id', '=', planned.contract).execute()
  await refusal(planned.contract, 'plan-at-wallet')
  await refusal(99_999, 'unknown-contract')
})

test.each(languages)(
  'the e-mail in %s says from when on, which plan and which price, and that it was taken back',
  async (language) => {
    const reader = await subscriber(shop, { language })
    await moveDown(house(), asked(reader.contract))
    const mails = async () => {
      const waiting = (await waitingLetters(shop.db)).filter(({ letter }) => letter === 'contract-act')
      return Promise.all(waiting.map((each) => writeLetter(each, house())))
    }
    const [told] = await mails()
    const text = `${told!.subject} ${told!.text.replaceAll('\u00a0', ' ')}`
    expect(text).toMatch(/9[,.]99/)
    expect(text).toContain('read-it MAGZ')
    expect(text).not.toMatch(/LETTER\.|undefined|\{\w+\}/)
    await takeBackMoveDown(house(), asked(reader.contract))
    const [stale, back] = await mails()
    expect(stale).toBeNull()
    expect(`${back!.subject} ${back!.text}`).not.toMatch(/LETTER\.|undefined|\{\w+\}/)
  },
)
