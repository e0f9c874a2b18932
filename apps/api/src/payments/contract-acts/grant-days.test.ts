import { languages } from '@kiosk/domain/locale'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { describe, expect, test } from 'vitest'
import { forgetJobs, waitingLetters } from '../../jobs/test-jobs.ts'
import { writeLetter } from '../../outside/mail/write-letter.ts'
import { announceDebits } from '../announce-debits.ts'
import { lettersFor } from '../build-papers.ts'
import { mirrorContract } from '../mirror-wallet.ts'
import { settleAttempts } from '../settle-attempts.ts'
import { expectBooksToHold } from '../test-invariants.ts'
import { ActRefused } from './act-refused.ts'
import { describeContract } from './describe-contract.ts'
import { endContract } from './end-contract.ts'
import { extendContract, grantGoodwill } from './grant-days.ts'
import { GOODWILL_REASONS } from './perform-act.ts'
import { planEnd } from './planned-ends.ts'
import { asked, everything, movements, openActs, pass, subscriber } from './test-acts.ts'

const DAY_MS = 86_400_000
const shop = await openActs()
const house = () => shop.api.house
const inDays = (days: number) => new Date(shop.now().getTime() + days * DAY_MS)
const contractOf = async (id: number) => (await describeContract(house(), id))!
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
  test('follow what is paid: the next charge comes after them, once, and the same act twice grants them once', async () => {
    const reader = await subscriber(shop)
    shop.later(10)
    await forgetJobs(shop.db)
    const act = { ...asked(reader.contract), days: 5 }
    expect((await extendContract(house(), act)).act.details).toEqual({
      ...{ days: 5, isCharged: true },
      ...{ from: inDays(20).toISOString(), endsAt: inDays(25).toISOString() },
    })
    const before = await everything(shop.db)
    expect(await extendContract(house(), act)).toMatchObject({ isNew: false, act: { id: act.actId } })
    expect(await everything(shop.db)).toBe(before)
    expect(await lettersFor(shop.db, reader.id)).toEqual([])
    const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
    expect(shown).toMatchObject({ nextDebitDate: inDays(25).toISOString(), nextPrice: 1999 })
    await extendContract(house(), { ...asked(reader.contract), days: 2 })
    await pass(shop, 26.9)
    expect(await movements(shop, reader)).toEqual([1999])
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
    await pass(shop, 0.2)
    expect(await movements(shop, reader)).toEqual([1999, 1999])
    expect((await contractOf(reader.contract)).periods.map(({ state, invoice }) => [state, invoice !== null])).toEqual([
      ['paid', true],
      ['paid', false],
      ['paid', false],
      ['paid', true],
    ])
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
    await pass(shop, 29.9)
    await pass(shop, 0.2)
    expect(await movements(shop, reader)).toEqual([1999, 1999, 1999])
  })

  test('of one that is cancelled move its end, and nothing is charged', async () => {
    const reader = await subscriber(shop)
    await switchRenewal(reader.headers, false)
    expect((await extendContract(house(), { ...asked(reader.contract), days: 3 })).act.details.isCharged).toBe(false)
    await pass(shop, 32.9)
    expect((await contractOf(reader.contract)).state).toBe('active')
    await pass(shop, 0.2)
    expect((await contractOf(reader.contract)).state).toBe('ended')
    expect(await movements(shop, reader)).toEqual([1999])
  })

  test('leave the days of notice as they are, counted from the new end', async () => {
    const reader = await subscriber(shop)
    await extendContract(house(), { ...asked(reader.contract), days: 10 })
    shop.later(28)
    await switchRenewal(reader.headers, false)
    expect((await contractOf(reader.contract)).nextCharge).toBeNull()
    await switchRenewal(reader.headers, true)
    expect((await contractOf(reader.contract)).nextCharge?.at).toEqual(inDays(12))
  })

  test('do not change what goes back when the contract ends', async () => {
    const reader = await subscriber(shop)
    await extendContract(house(), { ...asked(reader.contract), days: 30 })
    shop.later(15)
    const { act } = await endContract(house(), { ...asked(reader.contract), refund: 'pro-rata' })
    expect(act.details.papers).toMatchObject([{ amount: 999 }])
    await pass(shop, 40)
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('go with the money of the days before them', async () => {
    const reader = await subscriber(shop)
    await extendContract(house(), { ...asked(reader.contract), days: 30 })
    const id = await attemptOf(reader)
    await settleAttempts(house(), [{ attemptId: id, outcome: shop.psp.becomes(id, 'returned') }])
    expect(await contractOf(reader.contract)).toMatchObject({ state: 'ended', endsAt: shop.now() })
    await settleAttempts(house(), [{ attemptId: id, outcome: shop.psp.becomes(id, 'reinstated') }])
    expect(await contractOf(reader.contract)).toMatchObject({ state: 'active', endsAt: inDays(30) })
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('stay where what came after them was paid', async () => {
    const reader = await subscriber(shop)
    const first = await attemptOf(reader)
    await extendContract(house(), { ...asked(reader.contract), days: 5 })
    await pass(shop, 35)
    await settleAttempts(house(), [{ attemptId: first, outcome: shop.psp.becomes(first, 'returned') }])
    expect(await contractOf(reader.contract)).toMatchObject({ state: 'active', endsAt: inDays(30) })
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('move the notice of a debit to its new day', async () => {
    const reader = await subscriber(shop, { kind: 'DD' })
    shop.later(20)
    await announceDebits(house())
    await extendContract(house(), { ...asked(reader.contract), days: 2 })
    await forgetJobs(shop.db)
    await announceDebits(house())
    const waiting = await waitingLetters(shop.db)
    expect(waiting).toMatchObject([{ letter: 'debit-announced', at: inDays(12).toISOString() }])
  })

  test('are refused while nobody knows until when it is paid, when it has ended or is to end, and where a wallet charges it', async () => {
    const refusal = async (contract: number, reason: ConstructorParameters<typeof ActRefused>[0], days = 5) => {
      const before = await everything(shop.db)
      await expect(extendContract(house(), { ...asked(contract), days })).rejects.toThrow(new ActRefused(reason))
      expect(await everything(shop.db)).toBe(before)
    }
    const debited = await subscriber(shop, { method: 'debit-processing', kind: 'DD' })
    await refusal(debited.contract, 'charge-open')
    const due = await subscriber(shop)
    for (const days of [0, -1, 1.5, 367, Number.NaN]) await refusal(due.contract, 'wrong-days', days)
    const planned = await subscriber(shop)
    await planEnd(house(), { ...asked(planned.contract), refund: 'none', endsAt: inDays(40) })
    await refusal(planned.contract, 'end-planned')
    const ended = await subscriber(shop)
    await endContract(house(), { ...asked(ended.contract), refund: 'none' })
    await refusal(ended.contract, 'already-ended')
    await refusal(99_999, 'unknown-contract')
    shop.psp.behave(due.reference, 'declined')
    await pass(shop, 30)
    await refusal(due.contract, 'charge-open')
  })

  test('of a contract that a wallet charges can be had once it is cancelled there; a charge that comes all the same follows them', async () => {
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
    const act = { ...asked(contract!.id), days: 5 }
    await expect(extendContract(house(), act)).rejects.toThrow(new ActRefused('charged-elsewhere'))
    await shop.api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers: reader.headers })
    await extendContract(house(), act)
    expect((await contractOf(contract!.id)).endsAt).toEqual(inDays(35))
    shop.later(30)
    shop.wallet.charge(reference, 1999, shop.now())
    await mirrorContract(house(), contract!.id)
    expect((await contractOf(contract!.id)).periods.map(({ endsAt }) => endsAt)).toEqual([inDays(0), inDays(5), inDays(35)])
  })
})

describe.each(languages)('the e-mail in %s', (language) => {
  test.each(GOODWILL_REASONS)('about days for %s says why, how many, and until when', async (because) => {
    const reader = await subscriber(shop, { language })
    const days = because === 'thanks' ? 1 : 12
    if (because === 'mistake') await switchRenewal(reader.headers, false)
    await grantGoodwill(house(), { ...asked(reader.contract), days, because })
    const job = (await waitingLetters(shop.db)).findLast(({ letter }) => letter === 'contract-act')!
    const mail = (await writeLetter(job, house()))!
    const text = `${mail.subject} ${mail.text.replaceAll('\u00a0', ' ')}`
    expect(text).not.toMatch(/LETTER\.|undefined|NaN|Invalid|\{\w+\}/)
    if (days > 1) expect(text).toContain('12')
  })
})
