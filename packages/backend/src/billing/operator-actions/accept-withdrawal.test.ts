import { languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { describe, expect, test } from 'vitest'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { sendRefunds } from '../refunds/send.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor } from '../testing/invoices.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import { acceptWithdrawal } from './accept-withdrawal.ts'
import { ActionRejected } from './action-rejected.ts'
import { endSubscription } from './end-subscription.ts'
import { planEnd } from './plan-end.ts'
import { settleTermination } from './settle-declaration.ts'
import { everything, movements, openActions, pass, requested, subscriber } from './testing/actions.ts'

const shop = await openActions()
const ctx = () => shop.api.ctx
type Buyer = Awaited<ReturnType<typeof subscriber>>

/** Declares a withdrawal on the public page. */
async function declared(
  reader: Pick<Buyer, 'account' | 'headers'>,
  kind: 'withdraw' | 'cancel' = 'withdraw',
  more: Record<string, string> = {},
  signedIn = true,
) {
  const form = { name: 'Mira Holm', email: reader.account.email, contract: '', ...more }
  const answer = await shop.api.ask(`contract/${kind}`, { form, ...(signedIn && { headers: reader.headers }) })
  expect(answer.status).toBe(200)
  return shop.db.selectFrom('termination_declarations').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}
const giveUpRight = (reader: Buyer) =>
  shop.db.updateTable('withdrawal_acceptances').set({ policy: 'given-up' }).where('account_id', '=', reader.id).execute()
const terminationOf = (id: number) =>
  shop.db.selectFrom('termination_declarations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const acceptance = (termination: number) => {
  const { actId, actor, why } = requested(0)
  return { actId, actor, why, exit: termination }
}

describe('accepting a withdrawal', () => {
  test('of a buyer who waived the right requires a refund policy; nothing is charged afterwards', async () => {
    const reader = await subscriber(shop)
    await giveUpRight(reader)
    shop.later(5)
    const termination = await declared(reader)
    expect(termination).toMatchObject({ outcome: 'by-hand', applied_at: null })
    await forgetJobs(shop.db)
    shop.later(5)
    await expect(acceptWithdrawal(ctx(), acceptance(termination.id))).rejects.toThrow(new ActionRejected('refund-not-said'))
    const act = { ...acceptance(termination.id), refund: 'pro-rata' } as const
    const done = await acceptWithdrawal(ctx(), act)
    // Five of thirty days had passed when it was received.
    expect(done.act.details).toMatchObject({
      exit: terminationNumber(termination),
      papers: [{ amount: 1665 }],
      refund: 'pro-rata',
    })
    expect(await emailsFor(shop.db, reader.id)).toEqual(['credit-note', 'contract-act'])
    expect(await terminationOf(termination.id)).toMatchObject({
      outcome: 'applied',
      applied_at: shop.now(),
      effective_at: shop.now(),
      confirmed_by: 'session',
    })
    const before = await everything(shop.db)
    expect(await acceptWithdrawal(ctx(), { ...acceptance(termination.id), refund: 'whole' })).toMatchObject({
      isNew: false,
      act: { id: act.actId },
    })
    expect(await everything(shop.db)).toBe(before)
    for (const days of [20, 30, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([1999, -1665])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('after the deadline and two periods refunds everything if the operator says so', async () => {
    const reader = await subscriber(shop)
    await pass(shop, 20)
    const termination = await declared(reader)
    expect(termination.outcome).toBe('too-late')
    await pass(shop, 10)
    const done = await acceptWithdrawal(ctx(), { ...acceptance(termination.id), refund: 'whole' })
    expect(done.act.details.papers.map(({ amount }) => amount)).toEqual([1999, 1999])
    await pass(shop, 30)
    expect((await movements(shop, reader)).reduce((sum, each) => sum + each, 0)).toBe(0)
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('of a buyer who kept the right charges for the days until it was received', async () => {
    const reader = await subscriber(shop)
    shop.later(5)
    const termination = await declared(reader, 'withdraw', {}, false)
    expect(termination.outcome).toBe('unconfirmed')
    shop.later(3)
    const done = await acceptWithdrawal(ctx(), acceptance(termination.id))
    expect(done.act.details).toMatchObject({ refund: 'pro-rata', papers: [{ amount: 1665 }] })
    expect(await terminationOf(termination.id)).toMatchObject({ confirmed_by: 'operator', applied_at: shop.now() })
    await sendRefunds(ctx())
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('from another address requires the subscription number, and is accepted once', async () => {
    const reader = await subscriber(shop)
    const stranger = { account: { ...reader.account, email: 'else@example.org' }, headers: reader.headers }
    const termination = await declared(stranger, 'withdraw', {}, false)
    expect(termination).toMatchObject({ outcome: 'unknown', subscription_id: null })
    await expect(acceptWithdrawal(ctx(), { ...acceptance(termination.id), refund: 'whole' })).rejects.toThrow(
      new ActionRejected('exit-without-contract'),
    )
    const done = await acceptWithdrawal(ctx(), { ...acceptance(termination.id), refund: 'whole', subscription: reader.contract })
    expect(done.act.details.papers).toMatchObject([{ amount: 1999 }])
    expect(await terminationOf(termination.id)).toMatchObject({ subscription_id: reader.contract, outcome: 'applied' })
    const other = await subscriber(shop)
    await expect(
      acceptWithdrawal(ctx(), { ...acceptance(termination.id), refund: 'whole', subscription: other.contract }),
    ).rejects.toThrow(new ActionRejected('exit-of-another'))
  })

  test('is rejected if it is not a withdrawal, is already settled, or the subscription has ended', async () => {
    const reader = await subscriber(shop)
    const cancelled = await declared(reader, 'cancel', { manner: 'extraordinary', reason: 'Umzug' })
    await expect(acceptWithdrawal(ctx(), acceptance(cancelled.id))).rejects.toThrow(new ActionRejected('not-a-withdrawal'))
    await expect(acceptWithdrawal(ctx(), acceptance(99_999))).rejects.toThrow(new ActionRejected('unknown-exit'))
    await giveUpRight(reader)
    const termination = await declared(reader)
    await endSubscription(ctx(), { ...requested(reader.contract), refund: 'none' })
    await expect(acceptWithdrawal(ctx(), { ...acceptance(termination.id), refund: 'whole' })).rejects.toThrow(
      new ActionRejected('already-ended'),
    )
    await settleTermination(ctx(), { exit: termination.id, goesOn: null })
    await expect(acceptWithdrawal(ctx(), { ...acceptance(termination.id), refund: 'whole' })).rejects.toThrow(
      new ActionRejected('exit-settled'),
    )
  })
})

describe('settling a declaration', () => {
  test('requires that the subscription has ended or a reason why it continues', async () => {
    const reader = await subscriber(shop)
    await giveUpRight(reader)
    const termination = await declared(reader)
    const before = await everything(shop.db)
    expect(await settleTermination(ctx(), { exit: termination.id, goesOn: null })).toEqual({
      outcome: 'goes-on',
      subscription: reader.contract,
      kind: 'withdraw',
    })
    expect(await everything(shop.db)).toBe(before)
    expect(
      await settleTermination(ctx(), { exit: termination.id, goesOn: { actor: 'anna', why: 'the right was given up' } }),
    ).toEqual({
      outcome: 'settled',
    })
    const acts = await shop.db.selectFrom('subscription_actions').selectAll().execute()
    expect(acts).toMatchObject([
      { kind: 'leave-running', subscription_id: reader.contract, actor: 'anna', why: 'the right was given up' },
    ])
    await expect(settleTermination(ctx(), { exit: termination.id, goesOn: null })).rejects.toThrow(
      new ActionRejected('exit-settled'),
    )
  })

  test('of a cancellation for cause requires ending the subscription, now or later; stopping the renewal is not enough', async () => {
    const [now, later] = [await subscriber(shop), await subscriber(shop)]
    const cause = { manner: 'extraordinary', reason: 'Umzug' }
    const terminations = [await declared(now, 'cancel', cause), await declared(later, 'cancel', cause)]
    for (const { id } of terminations)
      expect(await settleTermination(ctx(), { exit: id, goesOn: null })).toMatchObject({ outcome: 'goes-on' })
    shop.later(15)
    const ended = await endSubscription(ctx(), { ...requested(now.contract), refund: 'pro-rata', exit: terminations[0]!.id })
    expect(ended.act.details).toMatchObject({ exit: terminationNumber(terminations[0]!), papers: [{ amount: 999 }] })
    expect(await terminationOf(terminations[0]!.id)).toMatchObject({
      outcome: 'applied',
      effective_at: shop.now(),
      applied_at: shop.now(),
    })
    const endsAt = new Date(shop.now().getTime() + DAY_MS)
    await expect(
      planEnd(ctx(), { ...requested(later.contract), refund: 'none', endsAt, exit: terminations[0]!.id }),
    ).rejects.toThrow(new ActionRejected('exit-settled'))
    await planEnd(ctx(), { ...requested(later.contract), refund: 'none', endsAt })
    expect(await settleTermination(ctx(), { exit: terminations[1]!.id, goesOn: null })).toEqual({ outcome: 'settled' })
  })

  test('of an ordinary cancellation with a later end requires that end to be planned', async () => {
    const reader = await subscriber(shop)
    const termination = await declared(reader, 'cancel', { wishedEnd: '2026-06-30' })
    expect(termination.outcome).toBe('by-hand')
    expect(await settleTermination(ctx(), { exit: termination.id, goesOn: null })).toMatchObject({ outcome: 'goes-on' })
    const endsAt = new Date('2026-06-30T21:59:59Z')
    await planEnd(ctx(), { ...requested(reader.contract), refund: 'pro-rata', endsAt, exit: termination.id })
    expect(await terminationOf(termination.id)).toMatchObject({ outcome: 'applied', effective_at: endsAt })
  })

  test('about a subscription known only by its typed number works; without a subscription it settles at once', async () => {
    const reader = await subscriber(shop)
    const elsewhere = { account: { ...reader.account, email: 'else@example.org' }, headers: reader.headers }
    const named = await declared(elsewhere, 'withdraw', { contract: `V-${reader.contract}` }, false)
    expect(await settleTermination(ctx(), { exit: named.id, goesOn: null })).toMatchObject({ subscription: reader.contract })
    const nothing = await declared(elsewhere, 'withdraw', { contract: 'V-99999999' }, false)
    expect(await settleTermination(ctx(), { exit: nothing.id, goesOn: null })).toEqual({ outcome: 'settled' })
  })
})

test.each(languages)('the e-mail in %s says that the withdrawal is accepted and what is refunded', async (language) => {
  const reader = await subscriber(shop, { language })
  shop.later(5)
  const termination = await declared(reader, 'withdraw', {}, false)
  await acceptWithdrawal(ctx(), acceptance(termination.id))
  const job = (await waitingEmails(shop.db)).findLast(({ letter }) => letter === 'contract-act')!
  const mail = (await writeEmail(job, ctx()))!
  const text = `${mail.subject} ${mail.text.replaceAll('\u00a0', ' ')}`
  expect(text).toContain(terminationNumber(termination))
  expect(text).toMatch(/16[,.]65/)
  expect(text).not.toMatch(/EMAIL\.|undefined|\{\w+\}/)
})
