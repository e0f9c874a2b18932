import { languages } from '@kiosk/domain/locale'
import { describe, expect, test } from 'vitest'
import { forgetJobs, waitingLetters } from '../../jobs/test-jobs.ts'
import { writeLetter } from '../../outside/mail/write-letter.ts'
import { lettersFor } from '../build-papers.ts'
import { exitNumber } from '../exit-number.ts'
import { sendRefunds } from '../refunds.ts'
import { expectBooksToHold } from '../test-invariants.ts'
import { acceptWithdrawal } from './accept-withdrawal.ts'
import { ActRefused } from './act-refused.ts'
import { endContract } from './end-contract.ts'
import { planEnd } from './planned-ends.ts'
import { settleExit } from './settle-exit.ts'
import { asked, everything, movements, openActs, pass, subscriber } from './test-acts.ts'

const shop = await openActs()
const house = () => shop.api.house
type Buyer = Awaited<ReturnType<typeof subscriber>>

/** Declared on the page for everybody. */
async function declared(
  reader: Pick<Buyer, 'account' | 'headers'>,
  kind: 'withdraw' | 'cancel' = 'withdraw',
  more: Record<string, string> = {},
  signedIn = true,
) {
  const form = { name: 'Mira Holm', email: reader.account.email, contract: '', ...more }
  const answer = await shop.api.ask(`contract/${kind}`, { form, ...(signedIn && { headers: reader.headers }) })
  expect(answer.status).toBe(200)
  return shop.db.selectFrom('exit_declarations').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}
const giveUpRight = (reader: Buyer) =>
  shop.db.updateTable('withdrawal_acceptances').set({ policy: 'given-up' }).where('account_id', '=', reader.id).execute()
const exitOf = (id: number) => shop.db.selectFrom('exit_declarations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const wanted = (exit: number) => {
  const { actId, actor, why } = asked(0)
  return { actId, actor, why, exit }
}

describe('accepting a withdrawal', () => {
  test('of who gave the right up: what goes back has to be said; nothing is charged any more', async () => {
    const reader = await subscriber(shop)
    await giveUpRight(reader)
    shop.later(5)
    const exit = await declared(reader)
    expect(exit).toMatchObject({ outcome: 'by-hand', applied_at: null })
    await forgetJobs(shop.db)
    shop.later(5)
    await expect(acceptWithdrawal(house(), wanted(exit.id))).rejects.toThrow(new ActRefused('refund-not-said'))
    const act = { ...wanted(exit.id), refund: 'pro-rata' } as const
    const done = await acceptWithdrawal(house(), act)
    // Five of thirty days were read until it was received.
    expect(done.act.details).toMatchObject({ exit: exitNumber(exit), papers: [{ amount: 1665 }], refund: 'pro-rata' })
    expect(await lettersFor(shop.db, reader.id)).toEqual(['credit-note', 'contract-act'])
    expect(await exitOf(exit.id)).toMatchObject({
      ...{ outcome: 'applied', applied_at: shop.now(), effective_at: shop.now(), confirmed_by: 'session' },
    })
    const before = await everything(shop.db)
    expect(await acceptWithdrawal(house(), { ...wanted(exit.id), refund: 'whole' })).toMatchObject({
      isNew: false,
      act: { id: act.actId },
    })
    expect(await everything(shop.db)).toBe(before)
    for (const days of [20, 30, 30]) await pass(shop, days)
    expect(await movements(shop, reader)).toEqual([1999, -1665])
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('too late, after two periods: by the choice of the operator everything goes back', async () => {
    const reader = await subscriber(shop)
    await pass(shop, 20)
    const exit = await declared(reader)
    expect(exit.outcome).toBe('too-late')
    await pass(shop, 10)
    const done = await acceptWithdrawal(house(), { ...wanted(exit.id), refund: 'whole' })
    expect(done.act.details.papers.map(({ amount }) => amount)).toEqual([1999, 1999])
    await pass(shop, 30)
    expect((await movements(shop, reader)).reduce((sum, each) => sum + each, 0)).toBe(0)
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('of who kept the right: days until it was received are paid for', async () => {
    const reader = await subscriber(shop)
    shop.later(5)
    const exit = await declared(reader, 'withdraw', {}, false)
    expect(exit.outcome).toBe('unconfirmed')
    shop.later(3)
    const done = await acceptWithdrawal(house(), wanted(exit.id))
    expect(done.act.details).toMatchObject({ refund: 'pro-rata', papers: [{ amount: 1665 }] })
    expect(await exitOf(exit.id)).toMatchObject({ confirmed_by: 'operator', applied_at: shop.now() })
    await sendRefunds(house())
    await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), true)
  })

  test('under another address needs its contract named, once', async () => {
    const reader = await subscriber(shop)
    const stranger = { account: { ...reader.account, email: 'else@example.org' }, headers: reader.headers }
    const exit = await declared(stranger, 'withdraw', {}, false)
    expect(exit).toMatchObject({ outcome: 'unknown', subscription: null })
    await expect(acceptWithdrawal(house(), { ...wanted(exit.id), refund: 'whole' })).rejects.toThrow(
      new ActRefused('exit-without-contract'),
    )
    const done = await acceptWithdrawal(house(), { ...wanted(exit.id), refund: 'whole', contract: reader.contract })
    expect(done.act.details.papers).toMatchObject([{ amount: 1999 }])
    expect(await exitOf(exit.id)).toMatchObject({ subscription: reader.contract, outcome: 'applied' })
    const other = await subscriber(shop)
    await expect(acceptWithdrawal(house(), { ...wanted(exit.id), refund: 'whole', contract: other.contract })).rejects.toThrow(
      new ActRefused('exit-of-another'),
    )
  })

  test('is refused for what is no withdrawal, is settled, or has ended', async () => {
    const reader = await subscriber(shop)
    const cancelled = await declared(reader, 'cancel', { manner: 'extraordinary', reason: 'Umzug' })
    await expect(acceptWithdrawal(house(), wanted(cancelled.id))).rejects.toThrow(new ActRefused('not-a-withdrawal'))
    await expect(acceptWithdrawal(house(), wanted(99_999))).rejects.toThrow(new ActRefused('unknown-exit'))
    await giveUpRight(reader)
    const exit = await declared(reader)
    await endContract(house(), { ...asked(reader.contract), refund: 'none' })
    await expect(acceptWithdrawal(house(), { ...wanted(exit.id), refund: 'whole' })).rejects.toThrow(
      new ActRefused('already-ended'),
    )
    await settleExit(house(), { exit: exit.id, goesOn: null })
    await expect(acceptWithdrawal(house(), { ...wanted(exit.id), refund: 'whole' })).rejects.toThrow(
      new ActRefused('exit-settled'),
    )
  })
})

describe('a declaration is settled', () => {
  test('only when its contract has ended, or somebody says why it goes on', async () => {
    const reader = await subscriber(shop)
    await giveUpRight(reader)
    const exit = await declared(reader)
    const before = await everything(shop.db)
    expect(await settleExit(house(), { exit: exit.id, goesOn: null })).toEqual({
      outcome: 'goes-on',
      contract: reader.contract,
      kind: 'withdraw',
    })
    expect(await everything(shop.db)).toBe(before)
    expect(await settleExit(house(), { exit: exit.id, goesOn: { actor: 'anna', why: 'the right was given up' } })).toEqual({
      outcome: 'settled',
    })
    const acts = await shop.db.selectFrom('contract_acts').selectAll().execute()
    expect(acts).toMatchObject([
      { kind: 'leave-running', contract: reader.contract, actor: 'anna', why: 'the right was given up' },
    ])
    await expect(settleExit(house(), { exit: exit.id, goesOn: null })).rejects.toThrow(new ActRefused('exit-settled'))
  })

  test('of a cancellation for cause: by the act that ends the contract, now or later, not by a stop of its renewal', async () => {
    const [now, later] = [await subscriber(shop), await subscriber(shop)]
    const cause = { manner: 'extraordinary', reason: 'Umzug' }
    const exits = [await declared(now, 'cancel', cause), await declared(later, 'cancel', cause)]
    for (const { id } of exits)
      expect(await settleExit(house(), { exit: id, goesOn: null })).toMatchObject({ outcome: 'goes-on' })
    shop.later(15)
    const ended = await endContract(house(), { ...asked(now.contract), refund: 'pro-rata', exit: exits[0]!.id })
    expect(ended.act.details).toMatchObject({ exit: exitNumber(exits[0]!), papers: [{ amount: 999 }] })
    expect(await exitOf(exits[0]!.id)).toMatchObject({ outcome: 'applied', effective_at: shop.now(), applied_at: shop.now() })
    const endsAt = new Date(shop.now().getTime() + 86_400_000)
    await expect(planEnd(house(), { ...asked(later.contract), refund: 'none', endsAt, exit: exits[0]!.id })).rejects.toThrow(
      new ActRefused('exit-settled'),
    )
    await planEnd(house(), { ...asked(later.contract), refund: 'none', endsAt })
    expect(await settleExit(house(), { exit: exits[1]!.id, goesOn: null })).toEqual({ outcome: 'settled' })
  })

  test('of an ordinary cancellation that wishes a later end: when that end is planned', async () => {
    const reader = await subscriber(shop)
    const exit = await declared(reader, 'cancel', { wishedEnd: '2026-06-30' })
    expect(exit.outcome).toBe('by-hand')
    expect(await settleExit(house(), { exit: exit.id, goesOn: null })).toMatchObject({ outcome: 'goes-on' })
    const endsAt = new Date('2026-06-30T21:59:59Z')
    await planEnd(house(), { ...asked(reader.contract), refund: 'pro-rata', endsAt, exit: exit.id })
    expect(await exitOf(exit.id)).toMatchObject({ outcome: 'applied', effective_at: endsAt })
  })

  test('with a contract that it only names by its number; with none at all it is settled at once', async () => {
    const reader = await subscriber(shop)
    const elsewhere = { account: { ...reader.account, email: 'else@example.org' }, headers: reader.headers }
    const named = await declared(elsewhere, 'withdraw', { contract: `V-${reader.contract}` }, false)
    expect(await settleExit(house(), { exit: named.id, goesOn: null })).toMatchObject({ contract: reader.contract })
    const nothing = await declared(elsewhere, 'withdraw', { contract: 'V-99999999' }, false)
    expect(await settleExit(house(), { exit: nothing.id, goesOn: null })).toEqual({ outcome: 'settled' })
  })
})

test.each(languages)('the e-mail in %s says that the withdrawal is accepted, and what goes back', async (language) => {
  const reader = await subscriber(shop, { language })
  shop.later(5)
  const exit = await declared(reader, 'withdraw', {}, false)
  await acceptWithdrawal(house(), wanted(exit.id))
  const job = (await waitingLetters(shop.db)).findLast(({ letter }) => letter === 'contract-act')!
  const mail = (await writeLetter(job, house()))!
  const text = `${mail.subject} ${mail.text.replaceAll('\u00a0', ' ')}`
  expect(text).toContain(exitNumber(exit))
  expect(text).toMatch(/16[,.]65/)
  expect(text).not.toMatch(/LETTER\.|undefined|\{\w+\}/)
})
