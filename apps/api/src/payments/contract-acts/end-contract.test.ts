import { type Language, languages } from '@kiosk/domain/locale'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forgetJobs, waitingLetters } from '../../jobs/test-jobs.ts'
import { writeLetter } from '../../outside/mail/write-letter.ts'
import { announceDebits } from '../announce-debits.ts'
import { bill } from '../bill.ts'
import { lettersFor } from '../build-papers.ts'
import { cancelAtWallet } from '../cancel-at-wallet.ts'
import { mirrorContract } from '../mirror-wallet.ts'
import { refund, sendRefunds } from '../refunds.ts'
import { runBilling } from '../renew.ts'
import { settleAttempts } from '../settle-attempts.ts'
import { expectBooksToHold } from '../test-invariants.ts'
import { ActRefused } from './act-refused.ts'
import { describeContract } from './describe-contract.ts'
import { endContract } from './end-contract.ts'
import { plannedEndOf } from './planned-end.ts'
import { planEnd, takeBackPlannedEnd } from './planned-ends.ts'
import { asked, everything, movements, openActs, pass, subscriber } from './test-acts.ts'

const DAY_MS = 86_400_000
const shop = await openActs()
const house = () => shop.api.house
const contractOf = async (id: number) => (await describeContract(house(), id))!
const inDays = (days: number) => new Date(shop.now().getTime() + days * DAY_MS)
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
  settleAttempts(house(), [{ attemptId: id, outcome: shop.psp.becomes(id, state) }])

describe('ending a contract now', () => {
  test.each([
    ['pro-rata', 1332],
    ['whole', 1999],
    ['none', 0],
  ] as const)('with %s gives %d back once, and nothing is charged any more', async (refund, back) => {
    const reader = await subscriber(shop)
    shop.later(10)
    await forgetJobs(shop.db)
    const act = { ...asked(reader.contract), refund }
    const done = await endContract(house(), act)
    expect(done.isNew).toBe(true)
    await sendRefunds(house())
    expect(await movements(shop, reader)).toEqual(back > 0 ? [1999, -back] : [1999])
    const { papers } = done.act.details
    expect(papers.map(({ amount, currency }) => [amount, currency])).toEqual(back > 0 ? [[back, 'EUR']] : [])
    const notes = (await shop.invoices(reader)).filter(({ kind }) => kind === 'credit-note')
    expect(notes.map(({ number, gross }) => [number, gross])).toEqual(papers.map(({ creditNote }) => [creditNote, -back]))
    expect(await lettersFor(shop.db, reader.id)).toEqual(back > 0 ? ['credit-note', 'contract-act'] : ['contract-act'])
    const { state, endsAt, nextCharge } = await contractOf(reader.contract)
    expect({ state, endsAt, nextCharge }).toEqual({ state: 'ended', endsAt: shop.now(), nextCharge: null })
    expect(await (await shop.api.ask('billing', { headers: reader.headers })).text()).toBe('')

    // The same asked again, by its id or by somebody else, changes nothing.
    const before = await everything(shop.db)
    expect(await endContract(house(), act)).toMatchObject({ isNew: false, act: { id: act.actId } })
    expect(await endContract(house(), { ...asked(reader.contract), refund: 'whole' })).toMatchObject({
      isNew: false,
      act: { id: act.actId, details: { refund } },
    })
    expect(await everything(shop.db)).toBe(before)

    for (let month = 0; month < 3; month++) await pass(shop, 30)
    expect(await movements(shop, reader)).toEqual(back > 0 ? [1999, -back] : [1999])
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('what was given back before is not given back again', async () => {
    const reader = await subscriber(shop)
    shop.later(15)
    const half = await endContract(house(), { ...asked(reader.contract), refund: 'pro-rata' }, { isRehearsal: true })
    expect(half.act.details.papers).toMatchObject([{ amount: 999 }])
    const attempt = await shop.db
      .selectFrom('payment_attempts as a')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select('a.id')
      .where('i.account_id', '=', reader.id)
      .executeTakeFirstOrThrow()
    const given = { attemptId: attempt.id, amount: 1500, reason: 'goodwill', text: 'Kulanz' }
    await shop.db.transaction().execute((trx) => refund(trx, house(), given))
    const done = await endContract(house(), { ...asked(reader.contract), refund: 'whole' })
    expect(done.act.details.papers).toMatchObject([{ amount: 499 }])
    await sendRefunds(house())
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('as of a day that has passed reckons unused days from then; not before it began', async () => {
    const reader = await subscriber(shop)
    shop.later(20)
    const at = inDays(-10)
    await expect(endContract(house(), { ...asked(reader.contract), refund: 'pro-rata', at: inDays(-21) })).rejects.toThrow(
      new ActRefused('before-begin'),
    )
    const done = await endContract(house(), { ...asked(reader.contract), refund: 'pro-rata', at })
    expect(done.act.details).toMatchObject({ endsAt: at.toISOString(), papers: [{ amount: 1332 }] })
    expect((await contractOf(reader.contract)).endsAt).toEqual(at)
  })

  test('of one that ended by itself, is being bought, or was never there, is refused', async () => {
    const reader = await subscriber(shop)
    await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: reader.headers })
    await pass(shop, 31)
    const waits = await subscriber(shop, { method: 'card-action' })
    for (const [contract, reason] of [
      [reader.contract, 'already-ended'],
      [waits.contract, 'purchase-under-way'],
      [999_999, 'unknown-contract'],
    ] as const)
      await expect(endContract(house(), { ...asked(contract), refund: 'none' })).rejects.toThrow(new ActRefused(reason))
    const other = await subscriber(shop)
    const act = { ...asked(other.contract), refund: 'none' } as const
    await endContract(house(), act)
    await expect(endContract(house(), { ...act, contract: reader.contract })).rejects.toThrow(new ActRefused('another-act'))
  })

  test.each([
    ['pro-rata', 'succeeded', 1332],
    ['whole', 'succeeded', 1999],
    ['none', 'succeeded', 0],
    ['pro-rata', 'declined', null],
  ] as const)('while a debit is under way, %s: it %s, and %s goes back', async (refund, state, back) => {
    const reader = await subscriber(shop, { method: 'debit-processing', kind: 'DD' })
    shop.later(10)
    const done = await endContract(house(), { ...asked(reader.contract), refund })
    expect(done.act.details).toMatchObject({ papers: [], underWay: [{ amount: 1999, currency: 'EUR' }] })
    await becomes(await openAttempt(reader), state)
    await pass(shop, 40)
    expect(await movements(shop, reader)).toEqual(back === null ? [] : back > 0 ? [1999, -back] : [1999])
    expect((await contractOf(reader.contract)).state).toBe('ended')
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('past due gives the renewal up: no retry comes', async () => {
    const reader = await subscriber(shop)
    shop.psp.behave(reader.reference, 'declined')
    await pass(shop, 30)
    expect((await contractOf(reader.contract)).state).toBe('past-due')
    shop.psp.behave(reader.reference, 'succeeded')
    const done = await endContract(house(), { ...asked(reader.contract), refund: 'pro-rata' })
    expect(done.act.details.papers).toEqual([])
    for (const days of [1, 3, 7, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([1999])
  })

  test('gives up the upgrade that waits for the bank; money that comes for it yet goes back', async () => {
    const reader = await subscriber(shop, { plan: 10 })
    shop.later(10)
    shop.psp.behave(reader.reference, 'action')
    await shop.accept(reader)
    await shop.begin(reader)
    await shop.purchase(reader)
    const upgrade = await openAttempt(reader)
    const done = await endContract(house(), { ...asked(reader.contract), refund: 'pro-rata' })
    expect(done.act.details.papers).toMatchObject([{ amount: 666 }])
    await becomes(upgrade, 'succeeded')
    await pass(shop, 40)
    expect((await movements(shop, reader)).reduce((sum, each) => sum + each, 0)).toBe(999 - 666)
    const contracts = await shop.contracts(reader)
    expect(contracts.map(({ state }) => state)).toEqual(['ended', 'ended'])
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('of an upgrade whose debit fails in the end: what was there before runs on as far as it was paid, and no further', async () => {
    const reader = await subscriber(shop, { plan: 10 })
    shop.later(10)
    shop.psp.behave(reader.reference, 'processing')
    await shop.accept(reader)
    await shop.begin(reader)
    await shop.purchase(reader)
    const upgrade = (await shop.contracts(reader))[1]!
    await endContract(house(), { ...asked(upgrade.id), refund: 'pro-rata' })
    await becomes(await openAttempt(reader), 'declined')
    shop.psp.behave(reader.reference, 'succeeded')
    for (const days of [1, 20, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([999])
    expect((await shop.contracts(reader)).map(({ state }) => state)).toEqual(['ended', 'ended'])
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('a rehearsal says the same as the act, and changes nothing', async () => {
    const reader = await subscriber(shop)
    shop.later(10)
    const act = { ...asked(reader.contract), refund: 'pro-rata' } as const
    const before = await everything(shop.db)
    const rehearsed = await endContract(house(), act, { isRehearsal: true })
    expect(await everything(shop.db)).toBe(before)
    const { papers, ...details } = (await endContract(house(), act)).act.details
    expect(rehearsed.act.details).toMatchObject({ ...details, papers: [{ amount: papers[0]!.amount }] })
  })

  test('two operators at once: one ends it, the other is told', async () => {
    const reader = await subscriber(shop)
    shop.later(10)
    const done = await Promise.all(
      ['pro-rata', 'whole'].map((refund) => endContract(house(), { ...asked(reader.contract), refund: refund as 'whole' })),
    )
    expect(done.map(({ isNew }) => isNew).sort()).toEqual([false, true])
    expect(done[0]!.act.id).toBe(done[1]!.act.id)
  })

  test('a contract that a wallet charges is given back there, cancelled there, and charged no more', async () => {
    const reader = await shop.reader()
    await shop.accept(reader)
    await shop.begin(reader)
    const answer = await shop.api.ask('paypal/subscription/validation/2', { headers: reader.headers })
    const { customId } = (await answer.json()) as { customId: string }
    const reference = shop.wallet.approve({ customId, planId: 'plan-2' })
    shop.wallet.charge(reference, 1999, shop.now())
    const form = { subscription: '2', paypalsubscription: reference, paypalorder: 'O-1' }
    await shop.api.ask('paypal/subscription', { form, headers: reader.headers })
    const [contract] = await shop.contracts(reader)
    expect(contract).toMatchObject({ state: 'active', order_type: 3 })
    shop.later(10)
    await forgetJobs(shop.db)
    const done = await endContract(house(), { ...asked(contract!.id), refund: 'pro-rata' })
    expect(done.act.details).toMatchObject({ cancelsAtWallet: true, papers: [{ amount: 1332 }] })
    await sendRefunds(house())
    expect(shop.wallet.refunds.size).toBe(1)
    await cancelAtWallet(house(), contract!.id)
    await cancelAtWallet(house(), contract!.id)
    expect(shop.wallet.cancelled).toContain(reference)
    // One that was under way there.
    shop.later(20)
    shop.wallet.charge(reference, 1999, shop.now())
    await mirrorContract(house(), contract!.id)
    expect([...shop.wallet.refunds.values()].map(({ money }) => money.minor)).toEqual([1332, 1999])
  })
})

describe('an end on a day to come', () => {
  test('within what is paid: it is read until then, charged no more, and the rest goes back then', async () => {
    const reader = await subscriber(shop)
    shop.later(5)
    const endsAt = inDays(10)
    const act = { ...asked(reader.contract), refund: 'pro-rata', endsAt } as const
    expect((await planEnd(house(), act)).isNew).toBe(true)
    expect(await planEnd(house(), { ...act, actId: asked(1).actId })).toMatchObject({ isNew: false, act: { id: act.actId } })
    const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
    expect(shown).toMatchObject({ expiryDate: endsAt.toISOString(), autorenewalStatus: false, dismissed: true, state: 'active' })
    expect(shown.nextDebitDate).toBeUndefined()
    await pass(shop, 9.9)
    expect((await contractOf(reader.contract)).state).toBe('active')
    shop.later(0.2)
    await Promise.all([bill(house()), bill(house())])
    expect(await contractOf(reader.contract)).toMatchObject({ state: 'ended', endsAt, plannedEnd: null })
    expect((await contractOf(reader.contract)).acts).toMatchObject([
      { kind: 'plan-end' },
      { kind: 'end', actor: 'anna', details: { plannedBy: act.actId, papers: [{ amount: 999 }] } },
    ])
    for (const days of [15, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([1999, -999])
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('after the next charge: it is charged until then, and not for what begins later', async () => {
    const reader = await subscriber(shop)
    const endsAt = inDays(45)
    await planEnd(house(), { ...asked(reader.contract), refund: 'pro-rata', endsAt })
    const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
    expect(shown).toMatchObject({ expiryDate: endsAt.toISOString(), autorenewalStatus: true, nextPrice: 1999 })
    await pass(shop, 30)
    await pass(shop, 16)
    await pass(shop, 30)
    expect(await movements(shop, reader)).toEqual([1999, 1999, -999])
    expect(await contractOf(reader.contract)).toMatchObject({ state: 'ended', endsAt })
  })

  test('on the very moment of the next charge: that one does not come, however late the job is', async () => {
    const reader = await subscriber(shop)
    await planEnd(house(), { ...asked(reader.contract), refund: 'none', endsAt: inDays(30) })
    shop.later(30.5)
    await runBilling(house())
    expect(await movements(shop, reader)).toEqual([1999])
    await pass(shop, 1)
    expect((await contractOf(reader.contract)).state).toBe('ended')
  })

  test('no debit is announced that does not come', async () => {
    const reader = await subscriber(shop, { kind: 'DD' })
    await planEnd(house(), { ...asked(reader.contract), refund: 'none', endsAt: inDays(20) })
    await forgetJobs(shop.db)
    shop.later(17)
    await announceDebits(house())
    expect(await lettersFor(shop.db, reader.id)).toEqual([])
  })

  test('may be taken back: everything goes on as before', async () => {
    const reader = await subscriber(shop)
    await planEnd(house(), { ...asked(reader.contract), refund: 'whole', endsAt: inDays(10) })
    await planEnd(house(), { ...asked(reader.contract), refund: 'none', endsAt: inDays(12) })
    expect(await plannedEndOf(shop.db, reader.contract)).toMatchObject({ refund: 'none', endsAt: inDays(12) })
    await takeBackPlannedEnd(house(), asked(reader.contract))
    await expect(takeBackPlannedEnd(house(), asked(reader.contract))).rejects.toThrow(new ActRefused('no-planned-end'))
    await pass(shop, 12)
    await pass(shop, 18)
    expect(await movements(shop, reader)).toEqual([1999, 1999])
    expect(await contractOf(reader.contract)).toMatchObject({ state: 'active', autoRenew: true })
  })

  test('ends what the account has lost meanwhile all the same, and one that ended by itself stays as it is', async () => {
    const [erased, gone] = [await subscriber(shop), await subscriber(shop)]
    for (const { contract } of [erased, gone])
      await planEnd(house(), { ...asked(contract), refund: 'pro-rata', endsAt: inDays(10) })
    await endContract(house(), { ...asked(gone.contract), refund: 'none' })
    await shop.db.deleteFrom('accounts').where('id', '=', erased.id).execute()
    await pass(shop, 11)
    expect((await contractOf(erased.contract)).acts.at(-1)).toMatchObject({
      kind: 'end',
      details: { papers: [{ amount: 1332 }] },
    })
    expect((await contractOf(gone.contract)).acts.at(-1)).toMatchObject({ kind: 'end', details: { refund: 'none' } })
    const left = await shop.db.selectFrom('planned_ends').selectAll().execute()
    expect(left).toEqual([])
  })
})

test('what was done stays as it was written down', async () => {
  const reader = await subscriber(shop)
  await endContract(house(), { ...asked(reader.contract), refund: 'none' })
  for (const change of ["update contract_acts set why = 'x'", 'delete from contract_acts', 'truncate contract_acts cascade'])
    await expect(sql.raw(change).execute(shop.db)).rejects.toThrow(/contract_acts is never|planned_ends/)
})

describe.each(languages)('the e-mail in %s', (language: Language) => {
  const words = async (id: number) => {
    const waiting = (await waitingLetters(shop.db)).filter((each) => each.letter === 'contract-act' && each.accountId === id)
    const mails = await Promise.all(waiting.map((each) => writeLetter(each, house())))
    return mails.map((mail) => {
      const text = mail!.text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
      expect(`${mail!.subject} ${text}`).not.toMatch(/LETTER\.|undefined|\[object|NaN|Invalid|\{\w+\}/)
      expect(mail!.html).toContain(`<html lang="${language}">`)
      expect(text).not.toContain('ticket 7')
      return { subject: mail!.subject, text }
    })
  }

  test('says what ended, when, and how much goes back', async () => {
    const reader = await subscriber(shop, { language })
    shop.later(10)
    await endContract(house(), { ...asked(reader.contract), refund: 'pro-rata' })
    const [mail] = await words(reader.id)
    expect(mail!.text).toContain('read-it PREMIUM')
    expect(mail!.text).toMatch(/13[,.]32/)
  })

  test('says what is still under way', async () => {
    const reader = await subscriber(shop, { language, method: 'debit-processing', kind: 'DD' })
    await endContract(house(), { ...asked(reader.contract), refund: 'whole' })
    expect((await words(reader.id))[0]!.text).toMatch(/19[,.]99/)
  })

  test.each(['pro-rata', 'whole', 'none'] as const)(
    'announces a planned end with %s and its taking back, and no plan that was replaced',
    async (refund) => {
      const reader = await subscriber(shop, { language })
      await planEnd(house(), { ...asked(reader.contract), refund, endsAt: new Date('2099-06-30T21:59:59Z') })
      const [mail] = await words(reader.id)
      expect(mail!.subject).toMatch(/30/)
      await takeBackPlannedEnd(house(), asked(reader.contract))
      const waiting = (await waitingLetters(shop.db)).filter(
        (each) => each.letter === 'contract-act' && each.accountId === reader.id,
      )
      const [planned, back] = await Promise.all(waiting.map((each) => writeLetter(each, house())))
      expect(planned).toBeNull()
      expect(back!.text).toContain('V-')
    },
  )
})
