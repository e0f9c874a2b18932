import { cancelContract, withdrawContract } from '@kiosk/domain/payments/exit-endpoints'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import type { WithdrawalPolicy } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs } from '../jobs/test-jobs.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import { lastLetter } from './build-papers.ts'
import { addReceipt } from './receipt-time.ts'
import { refund, sendRefunds } from './refunds.ts'
import { runBilling } from './renew.ts'
import { settleAttempts } from './settle-attempts.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let house: Checkout
beforeAll(async () => {
  house = await testCheckout()
})
beforeEach(() => forgetJobs(house.db))
afterAll(() => house.close())

const HOUR = 3_600_000
const DAY = 86_400_000

/** `accepted` false: nothing was said about the right of withdrawal, as before decision 20. */
async function subscriber(given: { accepted?: boolean; email?: string; policy?: WithdrawalPolicy; method?: string } = {}) {
  house.api.operator.withdrawal = given.policy ?? 'kept'
  const reader = await house.reader(given.email ? { email: given.email } : {})
  await house.leave(reader, given.method, given.method?.startsWith('debit') ? 'DD' : 'CC')
  await house.accept(reader)
  await house.begin(reader)
  expect((await house.purchase(reader)).status).toBe(200)
  if (given.accepted === false) await house.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', reader.id).execute()
  await forgetJobs(house.db)
  return reader
}
const mira = { name: 'Mira Holm', contract: '' }
type Signed = { account: { email: string }; headers: { cookie: string } }
/** By an address: as a stranger; by a reader: signed in. */
const asked = (who: string | Signed, more: Record<string, string>) =>
  typeof who === 'string'
    ? { form: { ...mira, email: who, ...more } }
    : { form: { ...mira, email: who.account.email, ...more }, headers: who.headers }
const cancel = (who: string | Signed, more: Record<string, string> = {}) =>
  house.api.answer(cancelContract, 'contract/cancel', asked(who, more))
const withdraw = (who: string | Signed, more: Record<string, string> = {}) =>
  house.api.answer(withdrawContract, 'contract/withdraw', asked(who, more))
const declarations = () => house.db.selectFrom('exit_declarations').selectAll().orderBy('id').execute()
const lastDeclared = async () => (await declarations()).at(-1)!
const contractOf = async (reader: { id: number }) => (await house.contracts(reader)).at(-1)!
const receipt = async () => (await writeLetter(await lastLetter(house.db, 'exit-receipt'), house.api.house))!

/** After how many minutes each waiting receipt is sent, in their order. */
async function minutesOfReceipts(): Promise<number[]> {
  const { rows } = await sql<{ minutes: number }>`select round(extract(epoch from run_at - now()) / 60)::int as minutes
    from graphile_worker._private_jobs where payload ->> 'letter' = 'exit-receipt' order by run_at`.execute(house.db)
  return rows.map(({ minutes }) => Math.max(0, minutes))
}

describe('a cancellation without a login', () => {
  test('ends the contract with its period, is kept with its time, and answered by a receipt that says so', async () => {
    const reader = await subscriber()
    const before = await contractOf(reader)
    const { receivedAt, number } = await cancel(reader.account.email.toUpperCase(), { contract: 'mein Abo', wishedEnd: '' })
    expect(receivedAt).toBe(house.now().toISOString())
    const kept = await lastDeclared()
    expect(kept).toMatchObject({
      kind: 'cancel',
      name: 'Mira Holm',
      contract: 'mein Abo',
      outcome: 'applied',
      subscription: before.id,
    })
    expect(kept.received_at).toEqual(house.now())
    expect(await contractOf(reader)).toMatchObject({
      state: 'active',
      auto_renew: false,
      next_charge_at: null,
      ends_at: before.ends_at,
    })
    const mail = await receipt()
    expect(mail.to).toBe(reader.account.email)
    for (const part of [number, 'Mira Holm', 'mein Abo', '10. März 2026', 'Ihr Vertrag endet am 9. April 2026'])
      expect(mail.text).toContain(part)
    expect(mail.text).toMatch(/10:00:00 MEZ/)
  })

  test('that comes less than seven days before the end holds for the period after it: one more charge, and no other', async () => {
    const reader = await subscriber()
    const ends = (await contractOf(reader)).ends_at!
    house.later(25)
    await cancel(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied', effective_at: new Date(ends.getTime() + 30 * DAY) })
    for (const days of [6, 31, 31]) {
      house.later(days)
      await runBilling(house.api.house)
    }
    expect(await house.invoices(reader)).toHaveLength(2)
    expect(await contractOf(reader)).toMatchObject({ state: 'ended' })
  })

  test('twice is once', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email)
    const { ends_at, cancelled_at } = await contractOf(reader)
    house.later(1)
    await cancel(reader.account.email)
    expect(await contractOf(reader)).toMatchObject({ ends_at, cancelled_at })
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied', effective_at: ends_at })
  })

  test('for cause stops the renewal, and a person decides about the rest', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email, { manner: 'extraordinary', reason: 'Umzug' })
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', applied_at: null, reason: 'Umzug' })
    expect(await contractOf(reader)).toMatchObject({ auto_renew: false })
    const { text } = await receipt()
    expect(text).toContain('Außerordentliche Kündigung')
    expect(text).toContain('Umzug')
  })

  test('for a later day than the next possible cuts nobody short', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email, { wishedEnd: '2027-03-31' })
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', wished_end: '2027-03-31' })
    expect(await contractOf(reader)).toMatchObject({ auto_renew: true })
  })

  test('of a contract that a wallet charges is passed on to the wallet, for who is signed in', async () => {
    const reader = await subscriber()
    await house.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const { id, ends_at } = await contractOf(reader)
    expect(await cancel(reader)).toMatchObject({ outcome: 'applied', endsAt: ends_at!.toISOString() })
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied', effective_at: ends_at })
    const { rows } = await jobs('cancel-wallet')
    expect(rows).toEqual([{ payload: { contract: id } }])
  })

  test('is answered the same whether there is an account or not; nobody learns from it who reads here', async () => {
    const reader = await subscriber()
    const form = (email: string) => ({ form: { ...mira, email } })
    const [known, unknown] = [
      await house.api.ask('contract/cancel', form(reader.account.email)),
      await house.api.ask('contract/cancel', form('niemand@example.org')),
    ]
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(Object.keys((await known.json()) as object)).toEqual(Object.keys((await unknown.json()) as object))
    expect(await lastDeclared()).toMatchObject({ outcome: 'unknown', applied_at: null, account_id: null })
    expect((await receipt()).text).toContain('läuft bei uns kein Vertrag')
  })

  test('that names a contract from another address waits for a person, and touches nothing', async () => {
    const reader = await subscriber()
    const before = await contractOf(reader)
    await cancel('andere@example.org', { contract: `Vertrag V-${String(before.id).padStart(6, '0')}` })
    expect(await lastDeclared()).toMatchObject({ outcome: 'unknown', applied_at: null, subscription: null, account_id: null })
    expect(await contractOf(reader)).toEqual(before)
    expect((await receipt()).text).not.toContain(reader.account.email)
  })

  test('tells nobody which contract numbers exist, neither by its receipt nor on the page of another account', async () => {
    const reader = await subscriber()
    const other = await house.reader()
    const known = `V-${String((await contractOf(reader)).id).padStart(6, '0')}`
    const learned = async (contract: string) => {
      const number = /K-[\w-]+/g
      await cancel('andere@example.org', { contract })
      const { text } = await receipt()
      const { outcome, endsAt } = await cancel(other, { contract })
      return { text: text.replace(number, ''), outcome, endsAt, own: (await receipt()).text.replace(number, '') }
    }
    expect(await learned(known)).toEqual(await learned('V-999999'))
  })

  test('leaves nothing half done: without its receipt there is no declaration', async () => {
    const reader = await subscriber()
    const before = await declarations()
    await sql`alter table graphile_worker._private_jobs add constraint full_up check (false) not valid`.execute(house.db)
    expect((await house.api.ask('contract/cancel', { form: { ...mira, email: reader.account.email } })).status).toBe(500)
    await sql`alter table graphile_worker._private_jobs drop constraint full_up`.execute(house.db)
    expect(await declarations()).toEqual(before)
    expect(await contractOf(reader)).toMatchObject({ auto_renew: true })
  })

  test.each([
    [{ email: 'mira' }, 'email'],
    [{ name: '  ' }, 'name'],
    [{ wishedEnd: '2026-02-30' }, 'wishedEnd'],
    [{ wishedEnd: 'bald' }, 'wishedEnd'],
    [{ manner: 'sofort' }, 'manner'],
    [{ reason: 'x'.repeat(2001) }, 'reason'],
  ])('with %j is sent back to be mended', async (wrong, field) => {
    const form = { ...mira, email: 'mira@example.org', ...wrong }
    expect(await house.api.refusal('contract/cancel', { form })).toMatchObject({ status: 400, code: 'wrong_input', field })
  })

  test('is received however often strangers declared for its address; their e-mails go one by one', async () => {
    const reader = await subscriber()
    const [local, domain] = reader.account.email.split('@') as [string, string]
    const spellings = [`${local}@${domain}`, `${local}@${domain.replace('e', '\uff45')}`, `${local.toUpperCase()}@${domain}`]
    const statuses: number[] = []
    for (let each = 0; each < 8; each++) {
      const form = { ...mira, email: spellings[each % 3]! }
      statuses.push((await house.api.ask('contract/cancel', { form, address: `198.51.100.${each + 20}` })).status)
    }
    expect(statuses).toEqual(Array(8).fill(200))
    expect((await declarations()).filter(({ account_id }) => account_id === reader.id)).toHaveLength(8)
    expect(await minutesOfReceipts()).toEqual([0, 0, 0, 0, 0, 10, 20, 30])
  })

  test('keeps the e-mails to one address within a day: of those that would wait longer the newest goes alone', async () => {
    const { id } = await house.db
      .insertInto('exit_declarations')
      .values({
        kind: 'cancel',
        manner: 'ordinary',
        name: '',
        email: '',
        contract: '',
        reason: '',
        language: 'de',
        received_at: house.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let each = 0; each < 150; each++)
      await addReceipt(house.db, { id: Number(id) + each, email: `${each % 2 ? 'Viel' : 'viel'}@example.org` }, 'later')
    const minutes = await minutesOfReceipts()
    expect(minutes.length).toBeLessThanOrEqual(145)
    expect(minutes.at(-1)).toBe(24 * 60)
    expect((await lastLetter(house.db, 'exit-receipt')) as object).toMatchObject({ declarationId: Number(id) + 149 })
  })

  test('comes from anywhere only so often', async () => {
    const statuses: number[] = []
    for (let each = 0; each < 12; each++) {
      const form = { ...mira, email: `jemand-${each}@example.org` }
      statuses.push((await house.api.ask('contract/withdraw', { form, address: '198.51.100.4' })).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})

describe('a withdrawal of who is signed in', () => {
  test('on the fourteenth day is in time to its last minute; just after, a person looks for holidays', async () => {
    const [inTime, after] = [await subscriber({ accepted: false }), await subscriber({ accepted: false })]
    const lastDay = new Date(`${lastDayOfWithdrawal((await contractOf(inTime)).starts_at)}T00:00:00Z`)
    const until = (hours: number) => house.later((lastDay.getTime() + hours * HOUR - house.now().getTime()) / DAY)
    until(21.9)
    await withdraw(inTime)
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied' })
    until(24)
    await withdraw(after)
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', applied_at: null })
  })

  test('within fourteen days ends the contract and gives everything back, where the right was not given up', async () => {
    const reader = await subscriber({ accepted: false })
    house.later(13)
    const { number } = await withdraw(reader)
    expect(await lastDeclared()).toMatchObject({ kind: 'withdraw', outcome: 'applied' })
    expect(await contractOf(reader)).toMatchObject({ state: 'ended', ends_at: house.now() })
    const papers = await house.invoices(reader)
    expect(papers.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 1999],
      ['credit-note', -1999],
    ])
    await sendRefunds(house.api.house)
    expect([...house.psp.refunds.values()].at(-1)).toMatchObject({ amount: 1999 })
    const { text } = await receipt()
    expect(text).toContain(number)
    expect(text).toContain('Ihr Vertrag ist beendet.')
    expect(await lastLetter(house.db, 'credit-note')).toMatchObject({ accountId: reader.id })
  })

  test('is a person’s to judge where the right was given up, whatever the policy is since', async () => {
    const reader = await subscriber({ policy: 'given-up' })
    house.api.operator.withdrawal = 'kept'
    const before = await contractOf(reader)
    await withdraw(reader)
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', applied_at: null, subscription: before.id })
    expect(await contractOf(reader)).toEqual(before)
    expect((await receipt()).text).toContain('Innerhalb von 14 Tagen')
  })

  test('where the right is kept ends the contract by one press; the days until then are paid for, the rest goes back', async () => {
    const reader = await subscriber()
    // Reading goes on under a policy of another day.
    house.api.operator.withdrawal = 'given-up'
    house.later(10)
    expect(await withdraw(reader)).toMatchObject({ outcome: 'applied' })
    expect(await contractOf(reader)).toMatchObject({ state: 'ended', ends_at: house.now(), auto_renew: false })
    const papers = await house.invoices(reader)
    // 19.99 for thirty days, of which twenty are left; rounded down.
    expect(papers.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 1999],
      ['credit-note', -1332],
    ])
    const { rows } = await sql<{ text: string }>`select text from invoice_lines where invoice_id = ${papers[1]!.id}`.execute(
      house.db,
    )
    expect(rows[0]!.text.replaceAll('\u00a0', ' ')).toMatch(/^Nicht genutzte Zeit, \d\d\.\d\d\.2026 bis \d\d\.\d\d\.2026$/)
    await sendRefunds(house.api.house)
    expect([...house.psp.refunds.values()].at(-1)).toMatchObject({ amount: 1332 })
    expect((await receipt()).text).not.toContain('Was Sie bezahlt haben, erstatten wir')
  })

  test('at the moment of ordering gives everything back', async () => {
    const reader = await subscriber()
    await withdraw(reader)
    expect((await house.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999])
  })

  test('is counted from when it was received, however late it is confirmed and whatever was charged since', async () => {
    const reader = await subscriber()
    house.later(6)
    await withdraw(reader.account.email)
    const mail = await receipt()
    const token = /contract\/confirm\?token=([\w-]+)/.exec(mail.html)![1]!
    house.later(25)
    await runBilling(house.api.house)
    expect((await house.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, 1999])
    expect((await house.api.ask('contract/confirm', { form: { token } })).status).toBe(200)
    expect(await contractOf(reader)).toMatchObject({ state: 'ended', ends_at: house.now() })
    // Twenty-four of thirty days, and the whole renewal.
    expect((await house.invoices(reader)).map(({ gross }) => gross).sort((a, b) => a - b)).toEqual([-1999, -1599, 1999, 1999])
  })

  test('takes off what was given back before', async () => {
    const reader = await subscriber()
    const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
      where i.account_id = ${reader.id}`.execute(house.db)
    const goodwill = { attemptId: rows[0]!.id, amount: 999, reason: 'goodwill', text: 'Kulanz' }
    await house.db.transaction().execute((trx) => refund(trx, house.api.house, goodwill))
    house.later(10)
    await withdraw(reader)
    expect((await house.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -999, -666])
  })

  test('of a debit that is under way keeps, when it arrives, what was read until then', async () => {
    const reader = await subscriber({ method: 'debit-processing' })
    house.later(3)
    expect(await withdraw(reader)).toMatchObject({ outcome: 'applied' })
    expect(await house.invoices(reader)).toMatchObject([{ number: null }])
    const attempt = await house.db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'invoice_id')
      .select('payment_attempts.id')
      .where('account_id', '=', reader.id)
      .executeTakeFirstOrThrow()
    await settleAttempts(house.api.house, [{ attemptId: attempt.id, outcome: house.psp.becomes(attempt.id, 'succeeded') }])
    expect((await house.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1799])
  })

  test('after fourteen days changes nothing by itself', async () => {
    const reader = await subscriber({ accepted: false })
    const before = await contractOf(reader)
    house.later(21)
    await withdraw(reader)
    expect(await lastDeclared()).toMatchObject({ outcome: 'too-late', applied_at: null })
    expect(await contractOf(reader)).toEqual(before)
  })

  test('twice gives back once', async () => {
    const reader = await subscriber({ accepted: false })
    await Promise.all([withdraw(reader), withdraw(reader)])
    expect(
      (await declarations())
        .slice(-2)
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['applied', 'unknown'])
    expect(await house.invoices(reader)).toHaveLength(2)
  })
})

async function jobs(task: string) {
  return sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}`.execute(house.db)
}
