import { languages } from '@kiosk/domain/locale'
import { describe, expect, test } from 'vitest'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { sendRefunds } from '../refunds/send.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor } from '../testing/invoices.ts'
import { ActionRejected } from './action-rejected.ts'
import { endForLostDispute, renewAfterWonDispute } from './decide-dispute.ts'
import { receiveDispute } from './receive-dispute.ts'
import { everything, movements, openActions, pass, requested, subscriber, subscriptionOf } from './testing/actions.ts'

const shop = await openActions()
const ctx = () => shop.api.ctx
/** Lists the charges of a reader, oldest first. */
async function attemptsOf({ id }: { id: number }): Promise<string[]> {
  const found = await shop.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select('a.id')
    .where('i.account_id', '=', id)
    .orderBy('a.created_at')
    .execute()
  return found.map((each) => each.id)
}
const becomes = (attemptId: string, state: 'returned' | 'reinstated') =>
  settleAttempts(ctx(), [{ attemptId, outcome: shop.psp.becomes(attemptId, state) }])

/** Creates an account that has paid twice and whose first charge is disputed: the paid period continues and is not renewed. */
async function disputed(language = 'de') {
  const reader = await subscriber(shop, { language })
  await pass(shop, 30)
  const [first] = await attemptsOf(reader)
  await becomes(first!, 'returned')
  expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'active', autoRenew: false, nextCharge: null })
  return { ...reader, first: first! }
}

test('a lost dispute ends a subscription with another paid period, without refund or further charge', async () => {
  const reader = await disputed()
  const act = requested(reader.contract)
  const done = await endForLostDispute(ctx(), act)
  expect(done.act.details).toMatchObject({ refund: 'none', papers: [] })
  const before = await everything(shop.db)
  expect(await endForLostDispute(ctx(), requested(reader.contract))).toMatchObject({ isNew: false, act: { id: act.actId } })
  expect(await everything(shop.db)).toBe(before)
  for (const days of [20, 30]) await pass(shop, days)
  expect(await movements(shop, reader)).toEqual([1999, 1999, -1999])
  expect((await subscriptionOf(shop, reader.contract)).state).toBe('ended')
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
})

test('a won dispute resumes the renewal at the end of the paid period, once', async () => {
  const reader = await disputed()
  await expect(renewAfterWonDispute(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('no-dispute-won'))
  await becomes(reader.first, 'reinstated')
  const act = requested(reader.contract)
  expect((await renewAfterWonDispute(ctx(), act)).act.details).toEqual({ endsAt: shop.inDays(30).toISOString() })
  expect(await renewAfterWonDispute(ctx(), requested(reader.contract))).toMatchObject({ isNew: false, act: { id: act.actId } })
  await pass(shop, 30)
  expect(await movements(shop, reader)).toEqual([1999, 1999, -1999, 1999, 1999])
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
})

test('both decisions are rejected without a dispute or after the subscription has ended', async () => {
  const [plain, over] = [await subscriber(shop), await subscriber(shop)]
  await expect(endForLostDispute(ctx(), requested(plain.contract))).rejects.toThrow(new ActionRejected('no-dispute'))
  await expect(renewAfterWonDispute(ctx(), requested(plain.contract))).rejects.toThrow(new ActionRejected('no-dispute-won'))
  const [attempt] = await attemptsOf(over)
  await becomes(attempt!, 'returned')
  await expect(endForLostDispute(ctx(), requested(over.contract))).rejects.toThrow(new ActionRejected('already-ended'))
  await pass(shop, 31)
  await becomes(attempt!, 'reinstated')
  await expect(renewAfterWonDispute(ctx(), requested(over.contract))).rejects.toThrow(new ActionRejected('already-ended'))
  await expect(endForLostDispute(ctx(), requested(99_999))).rejects.toThrow(new ActionRejected('unknown-contract'))
})

/** Lists queued e-mails of a reader, without those for invoices. */
const emailsOf = async ({ id }: { id: number }) => (await emailsFor(shop.db, id)).filter((each) => each !== 'invoice')

describe('a received dispute', () => {
  test('that no webhook reported is recorded by the action once: credit note, no renewal, e-mails; a later webhook changes nothing', async () => {
    const reader = await subscriber(shop)
    await pass(shop, 30)
    const [first] = await attemptsOf(reader)
    await expect(receiveDispute(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('no-dispute'))
    const outcome = shop.psp.becomes(first!, 'returned')
    await forgetJobs(shop.db)
    const untouched = await everything(shop.db)
    const rehearsed = await receiveDispute(ctx(), requested(reader.contract), { isRehearsal: true })
    expect(await everything(shop.db)).toBe(untouched)
    const act = requested(reader.contract)
    const { isNew, act: done } = await receiveDispute(ctx(), act)
    expect(isNew).toBe(true)
    expect(done.details).toEqual(rehearsed.act.details)
    expect(done.details).toEqual({
      disputes: [{ reference: `dispute ${first}`, amount: 1999, currency: 'EUR', creditNote: expect.any(String) }],
      isEnded: false,
      isRenewed: false,
      endsAt: shop.inDays(30).toISOString(),
    })
    expect(await emailsOf(reader)).toEqual(['credit-note', 'contract-act'])
    const before = await everything(shop.db)
    expect(await receiveDispute(ctx(), requested(reader.contract))).toMatchObject({ isNew: false, act: { id: act.actId } })
    await settleAttempts(ctx(), [{ attemptId: first!, outcome }])
    expect(await everything(shop.db)).toBe(before)
    for (const days of [20, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([1999, 1999, -1999])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('already recorded by its webhook is logged; without another paid period the subscription ends with a single e-mail', async () => {
    const [notified, unnotified] = [await subscriber(shop), await subscriber(shop)]
    for (const reader of [notified, unnotified]) {
      const [attempt] = await attemptsOf(reader)
      await forgetJobs(shop.db)
      const outcome = shop.psp.becomes(attempt!, 'returned')
      if (reader === notified) await settleAttempts(ctx(), [{ attemptId: attempt!, outcome }])
      const { act } = await receiveDispute(ctx(), requested(reader.contract))
      expect(act.details).toMatchObject({ disputes: [{ amount: 1999 }], isEnded: true })
      expect(await emailsOf(reader)).toEqual(['credit-note', 'contract-ended'])
      expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ state: 'ended', acts: [{ kind: 'dispute-received' }] })
    }
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('followed by a second one is a separate action; concurrent operators record it once, and a pending refund is not paid twice', async () => {
    const reader = await subscriber(shop)
    await pass(shop, 30)
    const [first, second] = await attemptsOf(reader)
    shop.psp.becomes(first!, 'returned')
    const both = await Promise.all([
      receiveDispute(ctx(), requested(reader.contract)),
      receiveDispute(ctx(), requested(reader.contract)),
    ])
    expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
    shop.psp.becomes(second!, 'returned')
    const { act } = await receiveDispute(ctx(), requested(reader.contract))
    expect(act.details).toMatchObject({ disputes: [{ amount: 1999 }, { amount: 1999 }], isEnded: true })
    await sendRefunds(ctx())
    expect(await movements(shop, reader)).toEqual([1999, 1999, -1999, -1999])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('is rejected while the provider does not answer, and nothing changes', async () => {
    const reader = await subscriber(shop)
    const card = ctx().payments.card!
    const before = await everything(shop.db)
    ctx().payments.card = { ...card, fetchState: () => Promise.reject(new Error('no line')) }
    try {
      await expect(receiveDispute(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('provider-silent'))
    } finally {
      ctx().payments.card = card
    }
    expect(await everything(shop.db)).toBe(before)
  })
})

test.each(languages)('the e-mails in %s say what happens to the subscription', async (language) => {
  const [lost, won] = [await disputed(language), await subscriber(shop, { language })]
  await receiveDispute(ctx(), requested(lost.contract))
  const [received] = (await waitingEmails(shop.db)).filter(({ letter }) => letter === 'contract-act')
  const notice = await writeEmail(received!, ctx())
  expect(notice!.text).toMatch(/19[.,]99/)
  await endForLostDispute(ctx(), requested(lost.contract))
  const [attempt] = await attemptsOf(won)
  await becomes(attempt!, 'returned')
  await becomes(attempt!, 'reinstated')
  await renewAfterWonDispute(ctx(), requested(won.contract))
  const waiting = (await waitingEmails(shop.db)).filter(({ letter }) => letter === 'contract-act')
  const mails = await Promise.all(waiting.map((each) => writeEmail(each, ctx())))
  // The e-mail about the received dispute is dropped once the subscription has ended.
  expect(mails.map((mail) => mail === null)).toEqual([true, false, false])
  for (const mail of [notice, ...mails.slice(1)])
    expect(`${mail!.subject} ${mail!.text}`).not.toMatch(/EMAIL\.|undefined|Invalid|\{\w+\}/)
})
