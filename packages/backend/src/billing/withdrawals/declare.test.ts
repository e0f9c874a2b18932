import { languages } from '@kiosk/domain/locale'
import type { WithdrawalPolicy } from '@kiosk/domain/payments/limits'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import { cancelSubscription, withdrawSubscription } from '@kiosk/domain/payments/termination-endpoints'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { terminationMessages } from '@kiosk/i18n/messages/termination'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '../../db/testing/database.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { refund } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { lastEmail } from '../testing/invoices.ts'
import { addReceipt } from './add-receipt.ts'

let ctx: Checkout
beforeAll(async () => {
  ctx = await testCheckout()
})
beforeEach(() => forgetJobs(ctx.db))
afterAll(() => ctx.close())

/** Creates a subscriber. @param options `accepted` false: no statement about withdrawal, as before ADR-0173 */
async function subscriber(options: { accepted?: boolean; email?: string; policy?: WithdrawalPolicy; method?: string } = {}) {
  ctx.api.operator.withdrawal = options.policy ?? 'kept'
  const reader = await ctx.reader(options.email ? { email: options.email } : {})
  await ctx.leave(reader, options.method, options.method?.startsWith('debit') ? 'DD' : 'CC')
  await ctx.accept(reader)
  await ctx.begin(reader)
  expect((await ctx.purchase(reader)).status).toBe(200)
  if (options.accepted === false) await ctx.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', reader.id).execute()
  await forgetJobs(ctx.db)
  return reader
}
const mira = { name: 'Mira Holm', contract: '' }
type Signed = { account: { email: string }; headers: { cookie: string } }
/** Returns a request: for an address, that of a stranger; for a reader, signed in. */
const requested = (who: string | Signed, more: Record<string, string>) =>
  typeof who === 'string'
    ? { form: { ...mira, email: who, ...more } }
    : { form: { ...mira, email: who.account.email, ...more }, headers: who.headers }
const cancel = (who: string | Signed, more: Record<string, string> = {}) =>
  ctx.api.answer(cancelSubscription, 'contract/cancel', requested(who, more))
const withdraw = (who: string | Signed, more: Record<string, string> = {}) =>
  ctx.api.answer(withdrawSubscription, 'contract/withdraw', requested(who, more))
const declarations = () => ctx.db.selectFrom('termination_declarations').selectAll().orderBy('id').execute()
const lastDeclared = async () => (await declarations()).at(-1)!
const receipt = async () => (await writeEmail(await lastEmail(ctx.db, 'exit-receipt'), ctx.api.ctx))!

/** Lists the delays of the queued receipts, in order. Minutes. */
async function minutesOfReceipts(): Promise<number[]> {
  const { rows } = await sql<{ minutes: number }>`select round(extract(epoch from run_at - now()) / 60)::int as minutes
    from graphile_worker._private_jobs where payload ->> 'letter' = 'exit-receipt' order by run_at`.execute(ctx.db)
  return rows.map(({ minutes }) => Math.max(0, minutes))
}

describe('a cancellation without a login', () => {
  test('ends the subscription with its period, is stored with its time, and is confirmed by a receipt', async () => {
    const reader = await subscriber()
    const before = await ctx.lastSubscription(reader)
    const { receivedAt, number } = await cancel(reader.account.email.toUpperCase(), { contract: 'mein Abo', wishedEnd: '' })
    expect(receivedAt).toBe(ctx.now().toISOString())
    const kept = await lastDeclared()
    expect(kept).toMatchObject({
      kind: 'cancel',
      name: 'Mira Holm',
      contract: 'mein Abo',
      outcome: 'applied',
      subscription_id: before.id,
    })
    expect(kept.received_at).toEqual(ctx.now())
    expect(await ctx.lastSubscription(reader)).toMatchObject({
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
    expect(mail.text).not.toContain('noch berechnet')
  })

  test('less than seven days before the end takes effect after the following period: exactly one more charge', async () => {
    const reader = await subscriber()
    const ends = (await ctx.lastSubscription(reader)).ends_at!
    ctx.later(25)
    await cancel(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied', effective_at: new Date(ends.getTime() + 30 * DAY_MS) })
    expect((await receipt()).text.replaceAll('\n', ' ')).toContain('das Ende der nächsten 30 Tage, die noch berechnet werden')
    for (const days of [6, 31, 31]) {
      ctx.later(days)
      await runBilling(ctx.api.ctx)
    }
    expect(await ctx.invoices(reader)).toHaveLength(2)
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'ended' })
  })

  test('is answered after the same time, whether or not the address has a subscription', async () => {
    const { account } = await subscriber()
    for (const email of [account.email, 'niemand@example.org'])
      for (const declare of [cancel, withdraw]) {
        const startedAt = performance.now()
        await declare(email)
        // A timer may fire a millisecond early.
        expect(performance.now() - startedAt).toBeGreaterThan(295)
      }
  })

  test('of a signed-in reader says in its response whether another period is still charged', async () => {
    const inTime = await subscriber()
    expect(await cancel(inTime)).toMatchObject({ outcome: 'applied', late: false })
    const late = await subscriber()
    ctx.later(25)
    expect(await cancel(late)).toMatchObject({ outcome: 'applied', late: true })
    ctx.later(-25)
  })

  test('twice has the effect of one', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email)
    const { ends_at, cancelled_at } = await ctx.lastSubscription(reader)
    ctx.later(1)
    await cancel(reader.account.email)
    expect(await ctx.lastSubscription(reader)).toMatchObject({ ends_at, cancelled_at })
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied', effective_at: ends_at })
  })

  test('for cause stops the renewal and leaves the rest to the operator', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email, { manner: 'extraordinary', reason: 'Umzug' })
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', applied_at: null, reason: 'Umzug' })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ auto_renew: false })
    const { text } = await receipt()
    expect(text).toContain('Außerordentliche Kündigung')
    expect(text).toContain('Umzug')
  })

  test('for a date after the next possible one does not shorten the subscription', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email, { wishedEnd: '2027-03-31' })
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', requested_end: '2027-03-31' })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ auto_renew: true })
  })

  test('of a signed-in reader’s wallet subscription is passed on to the wallet', async () => {
    const reader = await subscriber()
    await ctx.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const { id, ends_at } = await ctx.lastSubscription(reader)
    expect(await cancel(reader)).toMatchObject({ outcome: 'applied', endsAt: ends_at!.toISOString() })
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied', effective_at: ends_at })
    const { rows } = await jobs('cancel-wallet')
    expect(rows).toEqual([{ payload: { contract: id } }])
  })

  test('of an unpaid wallet subscription charges nothing more, and its receipt does not say that it can be undone', async () => {
    const reader = await subscriber()
    const ends_at = new Date((await ctx.lastSubscription(reader)).ends_at!.getTime() + 7 * DAY_MS)
    const unpaid = { order_type: 3, state: 'past-due', ends_at }
    await ctx.db.updateTable('subscriptions').set(unpaid).where('account_id', '=', reader.id).execute()
    expect(await cancel(reader)).toMatchObject({ outcome: 'applied', late: false })
    expect((await receipt()).text).not.toContain('noch berechnet')
    await ctx.db.updateTable('subscriptions').set({ auto_renew: false }).where('account_id', '=', reader.id).execute()
    await cancel(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied' })
    expect((await receipt()).text).not.toContain('in Ihrem Konto zurück')
  })

  test('gets the same response with or without an account, so that it does not disclose subscribers', async () => {
    const reader = await subscriber()
    const form = (email: string) => ({ form: { ...mira, email } })
    const [known, unknown] = [
      await ctx.api.ask('contract/cancel', form(reader.account.email)),
      await ctx.api.ask('contract/cancel', form('niemand@example.org')),
    ]
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(Object.keys((await known.json()) as object)).toEqual(Object.keys((await unknown.json()) as object))
    expect(await lastDeclared()).toMatchObject({ outcome: 'unknown', applied_at: null, account_id: null })
    expect((await receipt()).text).toContain('läuft bei uns kein Vertrag')
  })

  test('naming a subscription from another address waits for the operator and changes nothing', async () => {
    const reader = await subscriber()
    const before = await ctx.lastSubscription(reader)
    await cancel('andere@example.org', { contract: `Vertrag V-${String(before.id).padStart(6, '0')}` })
    expect(await lastDeclared()).toMatchObject({ outcome: 'unknown', applied_at: null, subscription_id: null, account_id: null })
    expect(await ctx.lastSubscription(reader)).toEqual(before)
    expect((await receipt()).text).not.toContain(reader.account.email)
  })

  test('does not disclose which subscription numbers exist, neither in its receipt nor on another account’s page', async () => {
    const reader = await subscriber()
    const other = await ctx.reader()
    const known = `V-${String((await ctx.lastSubscription(reader)).id).padStart(6, '0')}`
    const learned = async (subscription: string) => {
      const number = /K-[\w-]+/g
      await cancel('andere@example.org', { contract: subscription })
      const { text } = await receipt()
      const { outcome, endsAt } = await cancel(other, { contract: subscription })
      return { text: text.replace(number, ''), outcome, endsAt, own: (await receipt()).text.replace(number, '') }
    }
    expect(await learned(known)).toEqual(await learned('V-999999'))
  })

  test('is not stored if its receipt cannot be queued', async () => {
    const reader = await subscriber()
    const before = await declarations()
    await asOwner(ctx.db, 'alter table graphile_worker._private_jobs add constraint full_up check (false) not valid')
    expect((await ctx.api.ask('contract/cancel', { form: { ...mira, email: reader.account.email } })).status).toBe(500)
    await asOwner(ctx.db, 'alter table graphile_worker._private_jobs drop constraint full_up')
    expect(await declarations()).toEqual(before)
    expect(await ctx.lastSubscription(reader)).toMatchObject({ auto_renew: true })
  })

  test.each([
    [{ email: 'mira' }, 'email'],
    [{ name: '  ' }, 'name'],
    [{ wishedEnd: '2026-02-30' }, 'wishedEnd'],
    [{ wishedEnd: 'bald' }, 'wishedEnd'],
    [{ manner: 'sofort' }, 'manner'],
    [{ reason: 'x'.repeat(2001) }, 'reason'],
  ])('with %j is returned with validation errors', async (wrong, field) => {
    const form = { ...mira, email: 'mira@example.org', ...wrong }
    expect(await ctx.api.errorOf('contract/cancel', { form })).toMatchObject({ status: 400, code: 'wrong_input', field })
  })

  test('is accepted regardless of strangers’ declarations for its address; their e-mails are sent one at a time', async () => {
    const reader = await subscriber()
    const [local, domain] = reader.account.email.split('@') as [string, string]
    const spellings = [`${local}@${domain}`, `${local}@${domain.replace('e', '\uff45')}`, `${local.toUpperCase()}@${domain}`]
    const statuses: number[] = []
    for (let each = 0; each < 8; each++) {
      const form = { ...mira, email: spellings[each % 3]! }
      statuses.push((await ctx.api.ask('contract/cancel', { form, address: `198.51.100.${each + 20}` })).status)
    }
    expect(statuses).toEqual(Array(8).fill(200))
    expect((await declarations()).filter(({ account_id }) => account_id === reader.id)).toHaveLength(8)
    expect(await minutesOfReceipts()).toEqual([0, 0, 0, 0, 0, 10, 20, 30])
  })

  test('sends the e-mails to one address within a day: of those delayed longer only the newest is sent', async () => {
    const { id } = await ctx.db
      .insertInto('termination_declarations')
      .values({
        kind: 'cancel',
        manner: 'ordinary',
        name: '',
        email: '',
        contract: '',
        reason: '',
        language: 'de',
        received_at: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let each = 0; each < 150; each++)
      await addReceipt(ctx.db, { id: Number(id) + each, email: `${each % 2 ? 'Viel' : `vi.el+${each}`}@example.org` }, 'later')
    const minutes = await minutesOfReceipts()
    // Twelve in two hours, then one per hour.
    expect(minutes.length).toBeLessThanOrEqual(12 + 22 + 1)
    expect(minutes.at(-1)).toBe(DAY_MS / MINUTE_MS)
    expect((await lastEmail(ctx.db, 'exit-receipt')) as object).toMatchObject({ declarationId: Number(id) + 149 })
  })

  test('is rate limited by network', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, each) => {
        const form = { ...mira, email: `jemand-${each}@example.org` }
        return ctx.api.ask('contract/withdraw', { form, address: '198.51.100.4' })
      }),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('a withdrawal by a signed-in reader', () => {
  test('on the fourteenth day is in time to its last minute; just after, the operator checks for holidays', async () => {
    const [inTime, after] = [await subscriber({ accepted: false }), await subscriber({ accepted: false })]
    const lastDay = new Date(`${lastDayOfWithdrawal((await ctx.lastSubscription(inTime)).starts_at)}T00:00:00Z`)
    const until = (hours: number) => ctx.later((lastDay.getTime() + hours * HOUR_MS - ctx.now().getTime()) / DAY_MS)
    until(21.9)
    await withdraw(inTime)
    expect(await lastDeclared()).toMatchObject({ outcome: 'applied' })
    until(24)
    await withdraw(after)
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', applied_at: null })
  })

  test('within fourteen days ends the subscription and refunds everything if the right was not waived', async () => {
    const reader = await subscriber({ accepted: false })
    ctx.later(13)
    const { number } = await withdraw(reader)
    expect(await lastDeclared()).toMatchObject({ kind: 'withdraw', outcome: 'applied' })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'ended', ends_at: ctx.now() })
    const invoices = await ctx.invoices(reader)
    expect(invoices.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 1999],
      ['credit-note', -1999],
    ])
    await sendRefunds(ctx.api.ctx)
    expect([...ctx.psp.refunds.values()].at(-1)).toMatchObject({ amount: 1999 })
    const { text } = await receipt()
    expect(text).toContain(number)
    expect(text).toContain('Ihr Vertrag ist beendet.')
    expect(await lastEmail(ctx.db, 'credit-note')).toMatchObject({ accountId: reader.id })
  })

  test('is left to the operator if the right was waived, whatever the policy is since', async () => {
    const reader = await subscriber({ policy: 'given-up' })
    ctx.api.operator.withdrawal = 'kept'
    const before = await ctx.lastSubscription(reader)
    await withdraw(reader)
    expect(await lastDeclared()).toMatchObject({ outcome: 'by-hand', applied_at: null, subscription_id: before.id })
    expect(await ctx.lastSubscription(reader)).toEqual(before)
    expect((await receipt()).text).toContain('Innerhalb von 14 Tagen')
  })

  test('with the right kept ends the subscription with one click, charges the days until then and refunds the rest', async () => {
    const reader = await subscriber()
    // A later policy does not affect the subscription.
    ctx.api.operator.withdrawal = 'given-up'
    ctx.later(10)
    expect(await withdraw(reader)).toMatchObject({ outcome: 'applied' })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'ended', ends_at: ctx.now(), auto_renew: false })
    const invoices = await ctx.invoices(reader)
    // Refund: 19.99 for thirty days with twenty left, rounded down.
    expect(invoices.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 1999],
      ['credit-note', -1332],
    ])
    const { rows } = await sql<{ text: string }>`select text from invoice_lines where invoice_id = ${invoices[1]!.id}`.execute(
      ctx.db,
    )
    expect(rows[0]!.text.replaceAll('\u00a0', ' ')).toMatch(/^Nicht genutzte Zeit, \d\d\.\d\d\.2026 bis \d\d\.\d\d\.2026$/)
    await sendRefunds(ctx.api.ctx)
    expect([...ctx.psp.refunds.values()].at(-1)).toMatchObject({ amount: 1332 })
    expect((await receipt()).text).not.toContain('Was Sie bezahlt haben, erstatten wir')
  })

  test('at the time of ordering refunds everything', async () => {
    const reader = await subscriber()
    await withdraw(reader)
    expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999])
  })

  test('counts from its receipt, however late it is confirmed and whatever was charged since', async () => {
    const reader = await subscriber()
    ctx.later(6)
    await withdraw(reader.account.email)
    const mail = await receipt()
    const token = /contract\/confirm\?token=([\w-]+)/.exec(mail.html)![1]!
    ctx.later(25)
    await runBilling(ctx.api.ctx)
    expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, 1999])
    expect((await ctx.api.ask('contract/confirm', { form: { token } })).status).toBe(200)
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'ended', ends_at: ctx.now() })
    // Refunds: twenty-four of thirty days, and the whole renewal.
    expect((await ctx.invoices(reader)).map(({ gross }) => gross).sort((a, b) => a - b)).toEqual([-1999, -1599, 1999, 1999])
  })

  test('deducts earlier refunds', async () => {
    const reader = await subscriber()
    const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
      where i.account_id = ${reader.id}`.execute(ctx.db)
    const goodwill = { attemptId: rows[0]!.id, amount: 999, reason: 'goodwill', text: 'Kulanz' }
    await ctx.db.transaction().execute((trx) => refund(trx, ctx.api.ctx, goodwill))
    ctx.later(10)
    await withdraw(reader)
    expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -999, -666])
  })

  test('of a pending debit keeps the amount for the days used when it arrives', async () => {
    const reader = await subscriber({ method: 'debit-processing' })
    await ctx.db.updateTable('payment_methods').set({ kind: 'DD' }).where('account_id', '=', reader.id).execute()
    ctx.later(3)
    expect(await withdraw(reader)).toMatchObject({ outcome: 'applied' })
    expect((await receipt()).text.replaceAll(/\s/g, ' ')).toContain('Eine Zahlung über 19,99 € ist noch unterwegs.')
    expect(await ctx.invoices(reader)).toMatchObject([{ number: null }])
    const attempt = await ctx.db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'invoice_id')
      .select('payment_attempts.id')
      .where('account_id', '=', reader.id)
      .executeTakeFirstOrThrow()
    await settleAttempts(ctx.api.ctx, [{ attemptId: attempt.id, outcome: ctx.psp.becomes(attempt.id, 'succeeded') }])
    expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1799])
    const invoice = (await writeEmail(await lastEmail(ctx.db, 'invoice'), ctx.api.ctx))!
    expect(invoice.text.replaceAll(/\s/g, ' ')).toMatch(/ist seit [^.]+\. \S+ 2026 beendet\. Es wird nichts mehr/)
    expect(invoice.text).not.toContain('Ihr Abo ist gekündigt')
  })

  test('after fourteen days has no automatic effect', async () => {
    const reader = await subscriber({ accepted: false })
    const before = await ctx.lastSubscription(reader)
    ctx.later(21)
    await withdraw(reader)
    expect(await lastDeclared()).toMatchObject({ outcome: 'too-late', applied_at: null })
    expect(await ctx.lastSubscription(reader)).toEqual(before)
    // The e-mail promises the same as the page.
    const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
    for (const language of languages) {
      await ctx.db.updateTable('termination_declarations').set({ language }).execute()
      expect(oneLine((await receipt()).text)).toContain(oneLine(terminationMessages[language]['TERMINATION.too-late']))
    }
  })

  test('twice refunds once', async () => {
    const reader = await subscriber({ accepted: false })
    await Promise.all([withdraw(reader), withdraw(reader)])
    expect(
      (await declarations())
        .slice(-2)
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['applied', 'unknown'])
    expect(await ctx.invoices(reader)).toHaveLength(2)
  })
})

async function jobs(task: string) {
  return sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}`.execute(ctx.db)
}
