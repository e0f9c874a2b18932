import { languages } from '@kiosk/domain/locale'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { GOODWILL_REASONS } from '@kiosk/domain/staff/limits'
import { describe, expect, test } from 'vitest'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { prenotifyDebits } from '../renewals/prenotify.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor } from '../testing/invoices.ts'
import { mirrorSubscription } from '../wallets/mirror.ts'
import { ActionRejected } from './action-rejected.ts'
import { endSubscription } from './end-subscription.ts'
import { extendSubscription, grantGoodwill } from './grant-days.ts'
import { planEnd } from './plan-end.ts'
import {
  everything,
  movements,
  openActions,
  pass,
  requested,
  subscriber,
  subscriptionOf,
  walletSubscriber,
} from './testing/actions.ts'

const shop = await openActions()
const ctx = () => shop.api.ctx
const switchRenewal = (headers: { cookie: string }, status: boolean) =>
  shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: String(status) }, headers })
const attemptOf = async ({ id }: { id: number }) =>
  (
    await shop.db
      .selectFrom('payment_attempts as a')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select('a.id')
      .where('i.account_id', '=', id)
      .orderBy('a.created_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id

describe('granted days', () => {
  test('extend the paid period and delay the next charge, once per action id', async () => {
    const reader = await subscriber(shop)
    shop.later(10)
    await forgetJobs(shop.db)
    const act = { ...requested(reader.contract), days: 5 }
    expect((await extendSubscription(ctx(), act)).act.details).toEqual({
      days: 5,
      isCharged: true,
      from: shop.inDays(20).toISOString(),
      endsAt: shop.inDays(25).toISOString(),
    })
    const before = await everything(shop.db)
    expect(await extendSubscription(ctx(), act)).toMatchObject({ isNew: false, act: { id: act.actId } })
    expect(await everything(shop.db)).toBe(before)
    expect(await emailsFor(shop.db, reader.id)).toEqual([])
    const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
    expect(shown).toMatchObject({ nextDebitDate: shop.inDays(25).toISOString(), nextPrice: 1999 })
    await extendSubscription(ctx(), { ...requested(reader.contract), days: 2 })
    await pass(shop, 26.9)
    expect(await movements(shop, reader)).toEqual([1999])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
    await pass(shop, 0.2)
    expect(await movements(shop, reader)).toEqual([1999, 1999])
    expect((await subscriptionOf(shop, reader.contract)).periods.map(({ state, invoice }) => [state, invoice !== null])).toEqual([
      ['paid', true],
      ['paid', false],
      ['paid', false],
      ['paid', true],
    ])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
    await pass(shop, 29.9)
    await pass(shop, 0.2)
    expect(await movements(shop, reader)).toEqual([1999, 1999, 1999])
  })

  test('move the end of a cancelled subscription without a charge', async () => {
    const reader = await subscriber(shop)
    await switchRenewal(reader.headers, false)
    expect((await extendSubscription(ctx(), { ...requested(reader.contract), days: 3 })).act.details.isCharged).toBe(false)
    await pass(shop, 32.9)
    expect((await subscriptionOf(shop, reader.contract)).state).toBe('active')
    await pass(shop, 0.2)
    expect((await subscriptionOf(shop, reader.contract)).state).toBe('ended')
    expect(await movements(shop, reader)).toEqual([1999])
  })

  test('leave the notice period unchanged, counted from the new end', async () => {
    const reader = await subscriber(shop)
    await extendSubscription(ctx(), { ...requested(reader.contract), days: 10 })
    shop.later(28)
    await switchRenewal(reader.headers, false)
    expect((await subscriptionOf(shop, reader.contract)).nextCharge).toBeNull()
    await switchRenewal(reader.headers, true)
    expect((await subscriptionOf(shop, reader.contract)).nextCharge?.at).toEqual(shop.inDays(12))
  })

  test('do not change the refund when the subscription ends', async () => {
    const reader = await subscriber(shop)
    await extendSubscription(ctx(), { ...requested(reader.contract), days: 30 })
    shop.later(15)
    const { act } = await endSubscription(ctx(), { ...requested(reader.contract), refund: 'pro-rata' })
    expect(act.details.papers).toMatchObject([{ amount: 999 }])
    await pass(shop, 40)
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('are dropped when the days before them are refunded in full', async () => {
    const reader = await subscriber(shop)
    await extendSubscription(ctx(), { ...requested(reader.contract), days: 30 })
    const id = await attemptOf(reader)
    await settleAttempts(ctx(), [{ attemptId: id, outcome: shop.psp.becomes(id, 'returned') }])
    expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'ended', endsAt: shop.now() })
    await settleAttempts(ctx(), [{ attemptId: id, outcome: shop.psp.becomes(id, 'reinstated') }])
    expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'active', endsAt: shop.inDays(30) })
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('stay when the period after them was paid', async () => {
    const reader = await subscriber(shop)
    const first = await attemptOf(reader)
    await extendSubscription(ctx(), { ...requested(reader.contract), days: 5 })
    await pass(shop, 35)
    await settleAttempts(ctx(), [{ attemptId: first, outcome: shop.psp.becomes(first, 'returned') }])
    expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'active', endsAt: shop.inDays(30) })
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('move the announcement of a debit to its new date', async () => {
    const reader = await subscriber(shop, { kind: 'DD' })
    shop.later(20)
    await prenotifyDebits(ctx())
    await extendSubscription(ctx(), { ...requested(reader.contract), days: 2 })
    await forgetJobs(shop.db)
    await prenotifyDebits(ctx())
    const waiting = await waitingEmails(shop.db)
    expect(waiting).toMatchObject([{ letter: 'debit-announced', at: shop.inDays(12).toISOString() }])
  })

  test('are rejected when the paid end is unknown, the subscription has ended or will end, or a wallet charges it', async () => {
    const expectRejection = async (subscription: number, reason: ConstructorParameters<typeof ActionRejected>[0], days = 5) => {
      const before = await everything(shop.db)
      await expect(extendSubscription(ctx(), { ...requested(subscription), days })).rejects.toThrow(new ActionRejected(reason))
      expect(await everything(shop.db)).toBe(before)
    }
    const debited = await subscriber(shop, { method: 'debit-processing', kind: 'DD' })
    await expectRejection(debited.contract, 'charge-open')
    const due = await subscriber(shop)
    for (const days of [0, -1, 1.5, 367, Number.NaN]) await expectRejection(due.contract, 'wrong-days', days)
    const planned = await subscriber(shop)
    await planEnd(ctx(), { ...requested(planned.contract), refund: 'none', endsAt: shop.inDays(40) })
    await expectRejection(planned.contract, 'end-planned')
    const ended = await subscriber(shop)
    await endSubscription(ctx(), { ...requested(ended.contract), refund: 'none' })
    await expectRejection(ended.contract, 'already-ended')
    await expectRejection(99_999, 'unknown-contract')
    shop.psp.behave(due.reference, 'declined')
    await pass(shop, 30)
    await expectRejection(due.contract, 'charge-open')
  })

  test('are allowed for a wallet subscription cancelled there; a later charge follows them', async () => {
    const { subscription, reference, headers } = await walletSubscriber(shop)
    const act = { ...requested(subscription.id), days: 5 }
    await expect(extendSubscription(ctx(), act)).rejects.toThrow(new ActionRejected('charged-elsewhere'))
    await shop.api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers })
    await extendSubscription(ctx(), act)
    expect((await subscriptionOf(shop, subscription.id)).endsAt).toEqual(shop.inDays(35))
    shop.later(30)
    shop.wallet.charge(reference, 1999, shop.now())
    await mirrorSubscription(ctx(), subscription.id)
    expect((await subscriptionOf(shop, subscription.id)).periods.map(({ endsAt }) => endsAt)).toEqual([
      shop.inDays(0),
      shop.inDays(5),
      shop.inDays(35),
    ])
  })
})

describe.each(languages)('the e-mail in %s', (language) => {
  test.each(GOODWILL_REASONS)('about days for %s names the reason, the number of days and the new end', async (because) => {
    const reader = await subscriber(shop, { language })
    const days = because === 'thanks' ? 1 : 12
    if (because === 'mistake') await switchRenewal(reader.headers, false)
    await grantGoodwill(ctx(), { ...requested(reader.contract), days, because })
    const job = (await waitingEmails(shop.db)).findLast(({ letter }) => letter === 'contract-act')!
    const mail = (await writeEmail(job, ctx()))!
    const text = `${mail.subject} ${mail.text.replaceAll('\u00a0', ' ')}`
    expect(text).not.toMatch(/EMAIL\.|undefined|NaN|Invalid|\{\w+\}/)
    if (days > 1) expect(text).toContain('12')
  })
})
