import { type Language, languages } from '@kiosk/domain/locale'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { readerInfo } from '@kiosk/domain/reading/shelf-endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../../db/testing/database.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { refund } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { prenotifyDebits } from '../renewals/prenotify.ts'
import { runBilling } from '../renewals/renew.ts'
import { runRenewals } from '../renewals/run.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor } from '../testing/invoices.ts'
import { cancelAtWallet } from '../wallets/cancel-at-provider.ts'
import { mirrorSubscription } from '../wallets/mirror.ts'
import { ActionRejected } from './action-rejected.ts'
import { endSubscription } from './end-subscription.ts'
import { planEnd, takeBackPlannedEnd } from './plan-end.ts'
import { plannedEndOf } from './planned-end.ts'
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
async function openAttempt({ id }: { id: number }): Promise<string> {
  const found = await shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('payment_attempts.id')
    .where('account_id', '=', id)
    .where('payment_attempts.state', 'in', ['processing', 'action', 'unknown'])
    .executeTakeFirstOrThrow()
  return found.id
}
const becomes = async (id: string, state: 'succeeded' | 'declined' | 'returned') =>
  settleAttempts(ctx(), [{ attemptId: id, outcome: shop.psp.becomes(id, state) }])

describe('ending a subscription now', () => {
  test.each([
    ['pro-rata', 1332],
    ['whole', 1999],
    ['none', 0],
  ] as const)('with %s refunds %d once and charges nothing more', async (refund, back) => {
    const reader = await subscriber(shop)
    shop.later(10)
    await forgetJobs(shop.db)
    const act = { ...requested(reader.contract), refund }
    const done = await endSubscription(ctx(), act)
    expect(done.isNew).toBe(true)
    await sendRefunds(ctx())
    expect(await movements(shop, reader)).toEqual(back > 0 ? [1999, -back] : [1999])
    const { papers } = done.act.details
    expect(papers.map(({ amount, currency }) => [amount, currency])).toEqual(back > 0 ? [[back, 'EUR']] : [])
    const notes = (await shop.invoices(reader)).filter(({ kind }) => kind === 'credit-note')
    expect(notes.map(({ number, gross }) => [number, gross])).toEqual(papers.map(({ creditNote }) => [creditNote, -back]))
    expect(await emailsFor(shop.db, reader.id)).toEqual(back > 0 ? ['credit-note', 'contract-act'] : ['contract-act'])
    const { state, endsAt, nextCharge } = await subscriptionOf(shop, reader.contract)
    expect({ state, endsAt, nextCharge }).toEqual({ state: 'ended', endsAt: shop.now(), nextCharge: null })
    expect(await (await shop.api.ask('billing', { headers: reader.headers })).text()).toBe('')

    // Repeating it, by id or by another operator, changes nothing.
    const before = await everything(shop.db)
    expect(await endSubscription(ctx(), act)).toMatchObject({ isNew: false, act: { id: act.actId } })
    expect(await endSubscription(ctx(), { ...requested(reader.contract), refund: 'whole' })).toMatchObject({
      isNew: false,
      act: { id: act.actId, details: { refund } },
    })
    expect(await everything(shop.db)).toBe(before)

    for (let month = 0; month < 3; month++) await pass(shop, 30)
    expect(await movements(shop, reader)).toEqual(back > 0 ? [1999, -back] : [1999])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('does not refund an amount again', async () => {
    const reader = await subscriber(shop)
    shop.later(15)
    const half = await endSubscription(ctx(), { ...requested(reader.contract), refund: 'pro-rata' }, { isRehearsal: true })
    expect(half.act.details.papers).toMatchObject([{ amount: 999 }])
    const attempt = await shop.db
      .selectFrom('payment_attempts as a')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select('a.id')
      .where('i.account_id', '=', reader.id)
      .executeTakeFirstOrThrow()
    const options = { attemptId: attempt.id, amount: 1500, reason: 'goodwill', text: 'Kulanz' }
    await shop.db.transaction().execute((trx) => refund(trx, ctx(), options))
    const done = await endSubscription(ctx(), { ...requested(reader.contract), refund: 'whole' })
    expect(done.act.details.papers).toMatchObject([{ amount: 499 }])
    await sendRefunds(ctx())
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('as of a past date counts unused days from then; a date before the start is rejected', async () => {
    const reader = await subscriber(shop)
    shop.later(20)
    const at = shop.inDays(-10)
    await expect(
      endSubscription(ctx(), { ...requested(reader.contract), refund: 'pro-rata', at: shop.inDays(-21) }),
    ).rejects.toThrow(new ActionRejected('before-begin'))
    const done = await endSubscription(ctx(), { ...requested(reader.contract), refund: 'pro-rata', at })
    expect(done.act.details).toMatchObject({ endsAt: at.toISOString(), papers: [{ amount: 1332 }] })
    expect((await subscriptionOf(shop, reader.contract)).endsAt).toEqual(at)
  })

  test('is rejected for a subscription that has ended, is being purchased, or does not exist', async () => {
    const reader = await subscriber(shop)
    await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: reader.headers })
    await pass(shop, 31)
    const waits = await subscriber(shop, { method: 'card-action' })
    for (const [subscription, reason] of [
      [reader.contract, 'already-ended'],
      [waits.contract, 'purchase-under-way'],
      [999_999, 'unknown-contract'],
    ] as const)
      await expect(endSubscription(ctx(), { ...requested(subscription), refund: 'none' })).rejects.toThrow(
        new ActionRejected(reason),
      )
    const other = await subscriber(shop)
    const act = { ...requested(other.contract), refund: 'none' } as const
    await endSubscription(ctx(), act)
    await expect(endSubscription(ctx(), { ...act, subscription: reader.contract })).rejects.toThrow(
      new ActionRejected('another-act'),
    )
  })

  test.each([
    ['pro-rata', 'succeeded', 1332],
    ['whole', 'succeeded', 1999],
    ['none', 'succeeded', 0],
    ['pro-rata', 'declined', null],
  ] as const)('while a debit is pending, %s: it %s, and %s is refunded', async (refund, state, back) => {
    const reader = await subscriber(shop, { method: 'debit-processing', kind: 'DD' })
    shop.later(10)
    const done = await endSubscription(ctx(), { ...requested(reader.contract), refund })
    expect(done.act.details).toMatchObject({ papers: [], underWay: [{ amount: 1999, currency: 'EUR' }] })
    await becomes(await openAttempt(reader), state)
    await pass(shop, 40)
    expect(await movements(shop, reader)).toEqual(back === null ? [] : back > 0 ? [1999, -back] : [1999])
    expect((await subscriptionOf(shop, reader.contract)).state).toBe('ended')
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('cancels the retries of an unpaid renewal', async () => {
    const reader = await subscriber(shop)
    shop.psp.behave(reader.reference, 'declined')
    await pass(shop, 30)
    expect((await subscriptionOf(shop, reader.contract)).state).toBe('past-due')
    shop.psp.behave(reader.reference, 'succeeded')
    const done = await endSubscription(ctx(), { ...requested(reader.contract), refund: 'pro-rata' })
    expect(done.act.details.papers).toEqual([])
    for (const days of [1, 3, 7, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([1999])
  })

  test('cancels an upgrade waiting for the bank; money that arrives later is refunded', async () => {
    const reader = await subscriber(shop, { plan: 10 })
    shop.later(10)
    shop.psp.behave(reader.reference, 'action')
    await shop.accept(reader)
    await shop.begin(reader)
    await shop.purchase(reader)
    const upgrade = await openAttempt(reader)
    const done = await endSubscription(ctx(), { ...requested(reader.contract), refund: 'pro-rata' })
    expect(done.act.details.papers).toMatchObject([{ amount: 666 }])
    await becomes(upgrade, 'succeeded')
    await pass(shop, 40)
    expect((await movements(shop, reader)).reduce((sum, each) => sum + each, 0)).toBe(999 - 666)
    const subscriptions = await shop.contracts(reader)
    expect(subscriptions.map(({ state }) => state)).toEqual(['ended', 'ended'])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('resumes the previous subscription to the end of its paid period when the debit of the upgrade fails', async () => {
    const reader = await subscriber(shop, { plan: 10 })
    shop.later(10)
    shop.psp.behave(reader.reference, 'processing')
    await shop.accept(reader)
    await shop.begin(reader)
    await shop.purchase(reader)
    const upgrade = (await shop.contracts(reader))[1]!
    await endSubscription(ctx(), { ...requested(upgrade.id), refund: 'pro-rata' })
    await becomes(await openAttempt(reader), 'declined')
    shop.psp.behave(reader.reference, 'succeeded')
    for (const days of [1, 20, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([999])
    expect((await shop.contracts(reader)).map(({ state }) => state)).toEqual(['ended', 'ended'])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('reports the same result in a dry run and changes nothing', async () => {
    const reader = await subscriber(shop)
    shop.later(10)
    const act = { ...requested(reader.contract), refund: 'pro-rata' } as const
    const before = await everything(shop.db)
    const rehearsed = await endSubscription(ctx(), act, { isRehearsal: true })
    expect(await everything(shop.db)).toBe(before)
    const { papers, ...details } = (await endSubscription(ctx(), act)).act.details
    expect(rehearsed.act.details).toMatchObject({ ...details, papers: [{ amount: papers[0]!.amount }] })
  })

  test('by two operators at once ends it once and reports that to the other', async () => {
    const reader = await subscriber(shop)
    shop.later(10)
    const done = await Promise.all(
      ['pro-rata', 'whole'].map((refund) => endSubscription(ctx(), { ...requested(reader.contract), refund: refund as 'whole' })),
    )
    expect(done.map(({ isNew }) => isNew).sort()).toEqual([false, true])
    expect(done[0]!.act.id).toBe(done[1]!.act.id)
  })

  test('charged by a wallet refunds and cancels it at the wallet, with no further charge', async () => {
    const { subscription, reference } = await walletSubscriber(shop)
    shop.later(10)
    await forgetJobs(shop.db)
    const done = await endSubscription(ctx(), { ...requested(subscription.id), refund: 'pro-rata' })
    expect(done.act.details).toMatchObject({ cancelsAtWallet: true, papers: [{ amount: 1332 }] })
    await sendRefunds(ctx())
    expect(shop.wallet.refunds.size).toBe(1)
    await cancelAtWallet(ctx(), subscription.id)
    await cancelAtWallet(ctx(), subscription.id)
    expect(shop.wallet.cancelled).toContain(reference)
    // A charge that was pending at the wallet.
    shop.later(20)
    shop.wallet.charge(reference, 1999, shop.now())
    await mirrorSubscription(ctx(), subscription.id)
    expect([...shop.wallet.refunds.values()].map(({ money }) => money.minor)).toEqual([1332, 1999])
  })
})

describe('a planned end', () => {
  test('within the paid period keeps access and stops charges until then, and refunds the unused balance', async () => {
    const reader = await subscriber(shop)
    shop.later(5)
    const endsAt = shop.inDays(10)
    const act = { ...requested(reader.contract), refund: 'pro-rata', endsAt } as const
    expect((await planEnd(ctx(), act)).isNew).toBe(true)
    expect(await planEnd(ctx(), { ...act, actId: requested(1).actId })).toMatchObject({ isNew: false, act: { id: act.actId } })
    const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
    expect(shown).toMatchObject({ expiryDate: endsAt.toISOString(), autorenewalStatus: false, dismissed: true, state: 'active' })
    expect(shown.nextDebitDate).toBeUndefined()
    await pass(shop, 9.9)
    expect((await subscriptionOf(shop, reader.contract)).state).toBe('active')
    shop.later(0.2)
    await Promise.all([runRenewals(ctx()), runRenewals(ctx())])
    expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'ended', endsAt, plannedEnd: null })
    expect((await subscriptionOf(shop, reader.contract)).acts).toMatchObject([
      { kind: 'plan-end' },
      { kind: 'end', actor: 'anna', details: { plannedBy: act.actId, papers: [{ amount: 999 }] } },
    ])
    for (const days of [15, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([1999, -999])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('after the next charge keeps charging until then, but not for later days', async () => {
    const reader = await subscriber(shop)
    const endsAt = shop.inDays(45)
    await planEnd(ctx(), { ...requested(reader.contract), refund: 'pro-rata', endsAt })
    const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
    expect(shown).toMatchObject({ expiryDate: endsAt.toISOString(), autorenewalStatus: true, nextPrice: 1999 })
    await pass(shop, 30)
    await pass(shop, 16)
    await pass(shop, 30)
    expect(await movements(shop, reader)).toEqual([1999, 1999, -999])
    expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'ended', endsAt })
  })

  test('at the exact time of the next charge prevents that charge, even if the job runs late', async () => {
    const reader = await subscriber(shop)
    await planEnd(ctx(), { ...requested(reader.contract), refund: 'none', endsAt: shop.inDays(30) })
    shop.later(30.5)
    await runBilling(ctx())
    expect(await movements(shop, reader)).toEqual([1999])
    await pass(shop, 1)
    expect((await subscriptionOf(shop, reader.contract)).state).toBe('ended')
  })

  test('on the day of the next charge prevents that charge and keeps access until the end of the day', async () => {
    const reader = await subscriber(shop)
    const endsAt = shop.inDays(30.6)
    await planEnd(ctx(), { ...requested(reader.contract), refund: 'none', endsAt })
    const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
    expect(shown.nextDebitDate).toBeUndefined()
    await pass(shop, 30.3)
    expect(await movements(shop, reader)).toEqual([1999])
    const { tier } = await shop.api.answer(readerInfo, 'readerinfo/web', { headers: reader.headers })
    expect(tier).toBe('PREMIUM')
    await pass(shop, 0.4)
    expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'ended', plannedEnd: null })
    await pass(shop, 30)
    expect(await movements(shop, reader)).toEqual([1999])
  })

  test.each([
    [30.6, true],
    [31.1, false],
  ])('of a wallet %d days ahead, charged after thirty: cancels the wallet now: %s', async (days, cancelsAtWallet) => {
    const { subscription } = await walletSubscriber(shop)
    const { act } = await planEnd(ctx(), { ...requested(subscription.id), refund: 'none', endsAt: shop.inDays(days) })
    expect(act.details).toMatchObject({ cancelsAtWallet })
  })

  test('prevents the announcement of a debit that will not happen', async () => {
    const reader = await subscriber(shop, { kind: 'DD' })
    await planEnd(ctx(), { ...requested(reader.contract), refund: 'none', endsAt: shop.inDays(20) })
    await forgetJobs(shop.db)
    shop.later(17)
    await prenotifyDebits(ctx())
    expect(await emailsFor(shop.db, reader.id)).toEqual([])
  })

  test('can be undone, and the subscription continues as before', async () => {
    const reader = await subscriber(shop)
    await planEnd(ctx(), { ...requested(reader.contract), refund: 'whole', endsAt: shop.inDays(10) })
    await planEnd(ctx(), { ...requested(reader.contract), refund: 'none', endsAt: shop.inDays(12) })
    expect(await plannedEndOf(shop.db, reader.contract)).toMatchObject({ refund: 'none', endsAt: shop.inDays(12) })
    await takeBackPlannedEnd(ctx(), requested(reader.contract))
    await expect(takeBackPlannedEnd(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('no-planned-end'))
    await pass(shop, 12)
    await pass(shop, 18)
    expect(await movements(shop, reader)).toEqual([1999, 1999])
    expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'active', autoRenew: true })
  })

  test('is carried out even if the account has changed since; a subscription that already ended stays unchanged', async () => {
    const [erased, gone] = [await subscriber(shop), await subscriber(shop)]
    for (const { contract: subscription } of [erased, gone])
      await planEnd(ctx(), { ...requested(subscription), refund: 'pro-rata', endsAt: shop.inDays(10) })
    await endSubscription(ctx(), { ...requested(gone.contract), refund: 'none' })
    await shop.db.deleteFrom('accounts').where('id', '=', erased.id).execute()
    await pass(shop, 11)
    expect((await subscriptionOf(shop, erased.contract)).acts.at(-1)).toMatchObject({
      kind: 'end',
      details: { papers: [{ amount: 1332 }] },
    })
    expect((await subscriptionOf(shop, gone.contract)).acts.at(-1)).toMatchObject({ kind: 'end', details: { refund: 'none' } })
    const left = await shop.db.selectFrom('planned_ends').selectAll().execute()
    expect(left).toEqual([])
  })
})

test('leaves the recorded action unchanged', async () => {
  const reader = await subscriber(shop)
  await endSubscription(ctx(), { ...requested(reader.contract), refund: 'none' })
  for (const change of [
    "update subscription_actions set why = 'x'",
    'delete from subscription_actions',
    'truncate subscription_actions cascade',
  ]) {
    await expect(sql.raw(change).execute(shop.db)).rejects.toThrow()
    await expect(asOwner(shop.db, change)).rejects.toThrow(/subscription_actions is never|planned_ends/)
  }
})

describe.each(languages)('the e-mail in %s', (language: Language) => {
  const words = async (id: number) => {
    const waiting = (await waitingEmails(shop.db)).filter((each) => each.letter === 'contract-act' && each.accountId === id)
    const mails = await Promise.all(waiting.map((each) => writeEmail(each, ctx())))
    return mails.map((mail) => {
      const text = mail!.text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
      expect(`${mail!.subject} ${text}`).not.toMatch(/EMAIL\.|undefined|\[object|NaN|Invalid|\{\w+\}/)
      expect(mail!.html).toContain(`<html lang="${language}">`)
      expect(text).not.toContain('ticket 7')
      return { subject: mail!.subject, text }
    })
  }

  test('says what ended, when, and how much is refunded', async () => {
    const reader = await subscriber(shop, { language })
    shop.later(10)
    await endSubscription(ctx(), { ...requested(reader.contract), refund: 'pro-rata' })
    const [mail] = await words(reader.id)
    expect(mail!.text).toContain('read-it PREMIUM')
    expect(mail!.text).toMatch(/13[,.]32/)
  })

  test('names charges that are still pending', async () => {
    const reader = await subscriber(shop, { language, method: 'debit-processing', kind: 'DD' })
    await endSubscription(ctx(), { ...requested(reader.contract), refund: 'whole' })
    expect((await words(reader.id))[0]!.text).toMatch(/19[,.]99/)
  })

  test.each(['pro-rata', 'whole', 'none'] as const)(
    'announces a planned end with %s and its cancellation, but not a replaced plan',
    async (refund) => {
      const reader = await subscriber(shop, { language })
      await planEnd(ctx(), { ...requested(reader.contract), refund, endsAt: new Date('2099-06-30T21:59:59Z') })
      const [mail] = await words(reader.id)
      expect(mail!.subject).toMatch(/30/)
      await takeBackPlannedEnd(ctx(), requested(reader.contract))
      const waiting = (await waitingEmails(shop.db)).filter(
        (each) => each.letter === 'contract-act' && each.accountId === reader.id,
      )
      const [planned, back] = await Promise.all(waiting.map((each) => writeEmail(each, ctx())))
      expect(planned).toBeNull()
      expect(back!.text).toContain('V-')
    },
  )
})
