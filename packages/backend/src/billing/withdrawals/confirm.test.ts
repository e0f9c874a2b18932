import {
  cancelSubscription,
  confirmTermination,
  declaredTermination,
  unconfirmedTerminations,
  withdrawSubscription,
} from '@kiosk/domain/payments/termination-endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signedIn } from '../../accounts/testing/accounts.ts'
import { asOwner } from '../../db/testing/database.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { sendRefunds } from '../refunds/send.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { lastEmail } from '../testing/invoices.ts'

let ctx: Checkout
beforeAll(async () => {
  ctx = await testCheckout()
})
beforeEach(() => forgetJobs(ctx.db))
afterAll(() => ctx.close())

async function subscriber(options: { accepted?: boolean } = {}) {
  const reader = await ctx.reader()
  const reference = await ctx.leave(reader)
  await ctx.accept(reader)
  await ctx.begin(reader)
  expect((await ctx.purchase(reader)).status).toBe(200)
  if (options.accepted === false) await ctx.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', reader.id).execute()
  await forgetJobs(ctx.db)
  return { ...reader, reference }
}
/** Creates a subscriber in the grace period after a declined renewal. */
async function inGrace() {
  const reader = await subscriber()
  ctx.psp.behave(reader.reference, 'declined')
  const [subscription] = await ctx.contracts(reader)
  ctx.later((subscription!.next_charge_at!.getTime() - ctx.now().getTime()) / DAY_MS)
  await runBilling(ctx.api.ctx)
  expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'past-due' })
  await forgetJobs(ctx.db)
  return reader
}
const mira = { name: 'Mira Holm', contract: '' }
const cancel = (email: string, more: Record<string, string> = {}) =>
  ctx.api.answer(cancelSubscription, 'contract/cancel', { form: { ...mira, email, ...more } })
const withdraw = (email: string) => ctx.api.answer(withdrawSubscription, 'contract/withdraw', { form: { ...mira, email } })
const declarations = () => ctx.db.selectFrom('termination_declarations').selectAll().orderBy('id').execute()
const lastDeclared = async () => (await declarations()).at(-1)!
const mail = async (name: 'exit-receipt' | 'exit-reminder' | 'exit-confirmed') =>
  writeEmail(await lastEmail(ctx.db, name), ctx.api.ctx)
const flat = (text: string) => text.replace(/\s+/g, ' ')
const tokenIn = (html: string) => /contract\/confirm\?token=([\w-]+)/.exec(html)?.[1]
const receiptToken = async () => tokenIn((await mail('exit-receipt'))!.html)!
const confirm = (token: string) => ctx.api.answer(confirmTermination, 'contract/confirm', { form: { token } })
/** Numbers of the declarations that a signed-in reader is asked to confirm. */
const waitingNumbers = async (headers: Awaited<ReturnType<typeof signedIn>>) =>
  (await ctx.api.answer(unconfirmedTerminations, 'contract/unconfirmed', { headers })).declarations.map(({ number }) => number)
const jobs = async (task: string) =>
  (
    await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}`.execute(ctx.db)
  ).rows

describe('a stranger who knows an address', () => {
  test('does not end a subscription in its grace period', async () => {
    const reader = await inGrace()
    const before = await ctx.lastSubscription(reader)
    await cancel(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', applied_at: null, confirmed_at: null })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'past-due', ends_at: before.ends_at, auto_renew: true })
  })

  test('does not cancel at the wallet', async () => {
    const reader = await subscriber()
    await ctx.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const before = await ctx.lastSubscription(reader)
    await cancel(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', subscription_id: before.id })
    expect(await jobs('cancel-wallet')).toEqual([])
    expect(await ctx.lastSubscription(reader)).toEqual(before)
  })

  test('does not withdraw from a subscription', async () => {
    const reader = await subscriber({ accepted: false })
    const before = await ctx.lastSubscription(reader)
    await withdraw(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', applied_at: null })
    expect(await ctx.lastSubscription(reader)).toEqual(before)
    expect(await ctx.invoices(reader)).toHaveLength(1)
  })

  test('gets the same response regardless of the result', async () => {
    const reader = await subscriber({ accepted: false })
    expect(Object.keys(await withdraw(reader.account.email)).sort()).toEqual(['number', 'receivedAt'])
    expect(Object.keys(await withdraw('niemand@example.org')).sort()).toEqual(['number', 'receivedAt'])
  })

  test('signed in to another account is still a stranger', async () => {
    const [reader, other] = [await subscriber({ accepted: false }), await subscriber()]
    const before = await ctx.lastSubscription(reader)
    const form = { ...mira, email: reader.account.email }
    const answer = await ctx.api.answer(withdrawSubscription, 'contract/withdraw', { form, headers: other.headers })
    expect(answer.outcome).toBeUndefined()
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', account_id: reader.id })
    expect(await ctx.lastSubscription(reader)).toEqual(before)
  })

  test('using lookalike characters in the address gets no button: it goes to the account’s address', async () => {
    const reader = await subscriber({ accepted: false })
    await ctx.db.updateTable('accounts').set({ email: 'kim@example.org' }).where('id', '=', reader.id).execute()
    // The lower case of the Kelvin sign is "k", but it is another mailbox.
    await withdraw('\u212aim@example.org')
    expect((await mail('exit-receipt'))!.to).not.toMatch(/\u212a/)
  })
})

test('cannot block the owner’s signed-in declaration by flooding the address', async () => {
  const reader = await subscriber({ accepted: false })
  const form = { ...mira, email: reader.account.email }
  const answers = await Promise.all(Array.from({ length: 7 }, () => ctx.api.ask('contract/withdraw', { form })))
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
  const own = await ctx.api.answer(withdrawSubscription, 'contract/withdraw', { form, headers: reader.headers })
  expect(own).toMatchObject({ outcome: 'applied' })
})

describe('the button of the receipt', () => {
  test('carries out a withdrawal once under concurrent clicks', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)))
    for (const answer of answers) expect(answer).toMatchObject({ outcome: 'applied', confirmed: true })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'ended', ends_at: ctx.now() })
    expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999])
    await sendRefunds(ctx.api.ctx)
    expect([...ctx.psp.refunds.values()].at(-1)).toMatchObject({ amount: 1999 })
    expect((await waitingEmails(ctx.db)).filter(({ letter }) => letter === 'exit-confirmed')).toHaveLength(1)
    const confirmation = (await mail('exit-confirmed'))!
    expect(confirmation.to).toBe(reader.account.email)
    expect(flat(confirmation.text)).toContain('Ihr Vertrag ist beendet.')
    const events = await ctx.db.selectFrom('security_events').selectAll().where('account_id', '=', reader.id).execute()
    expect(events.map(({ kind }) => kind)).toEqual(['exit.declared', 'exit.confirmed'])
  })

  test('shows the declaration without carrying it out, before and after', async () => {
    const reader = await subscriber({ accepted: false })
    const { number } = await withdraw(reader.account.email)
    const token = await receiptToken()
    const look = () => ctx.api.answer(declaredTermination, `contract/declaration?token=${token}`)
    expect(await look()).toMatchObject({ kind: 'withdraw', number, outcome: 'unconfirmed', confirmed: false })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'active' })
    await confirm(token)
    expect(await look()).toMatchObject({ number, outcome: 'applied', confirmed: true })
  })

  test('keeps the time of receipt: a timely withdrawal stays timely when confirmed after the deadline', async () => {
    const reader = await subscriber({ accepted: false })
    ctx.later(13)
    await withdraw(reader.account.email)
    const token = await receiptToken()
    ctx.later(9)
    expect(await confirm(token)).toMatchObject({ outcome: 'applied' })
    expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999])
  })

  test('ends a subscription in its grace period', async () => {
    const reader = await inGrace()
    await cancel(reader.account.email)
    ctx.later(0.01)
    expect(await confirm(await receiptToken())).toMatchObject({ outcome: 'applied' })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'ended', ends_at: ctx.now() })
    const text = flat((await mail('exit-confirmed'))!.text)
    expect(text).toContain('Ihr Vertrag ist beendet. Es wird nichts mehr abgebucht.')
    expect(text).not.toContain('noch berechnet')
  })

  test('cancels at the wallet', async () => {
    const reader = await subscriber()
    await ctx.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const { id, ends_at } = await ctx.lastSubscription(reader)
    await cancel(reader.account.email)
    expect(await confirm(await receiptToken())).toMatchObject({ outcome: 'applied', endsAt: ends_at!.toISOString() })
    expect(await jobs('cancel-wallet')).toEqual([{ payload: { contract: id } }])
  })

  test('of a subscription charged meanwhile stops it and leaves that charge to the operator', async () => {
    const reader = await subscriber()
    await ctx.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const { ends_at } = await ctx.lastSubscription(reader)
    await cancel(reader.account.email)
    const token = await receiptToken()
    ctx.later(29)
    const later = new Date(ends_at!.getTime() + 30 * DAY_MS)
    await ctx.db.updateTable('subscriptions').set({ ends_at: later }).where('account_id', '=', reader.id).execute()
    expect(await confirm(token)).toMatchObject({ outcome: 'by-hand', endsAt: ends_at!.toISOString() })
    expect(await jobs('cancel-wallet')).toHaveLength(1)
    expect(await lastDeclared()).toMatchObject({ applied_at: null, confirmed_by: 'link' })
  })

  test('reports a subscription that has ended meanwhile', async () => {
    const reader = await inGrace()
    await cancel(reader.account.email)
    const token = await receiptToken()
    for (let each = 0; each < 4; each++) {
      ctx.later(7)
      await runBilling(ctx.api.ctx)
    }
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'ended' })
    expect(await confirm(token)).toMatchObject({ outcome: 'applied' })
  })

  test('never affects a later subscription', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    await ctx.db
      .updateTable('subscriptions')
      .set({ state: 'ended', ends_at: ctx.now(), auto_renew: false, next_charge_at: null })
      .where('account_id', '=', reader.id)
      .execute()
    await ctx.accept(reader)
    await ctx.begin(reader)
    expect((await ctx.purchase(reader)).status).toBe(200)
    expect(await confirm(token)).toMatchObject({ outcome: 'by-hand' })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'active', auto_renew: true })
  })

  test('is valid for thirty days; afterwards the owner can still confirm signed in', async () => {
    const reader = await subscriber({ accepted: false })
    const { number } = await withdraw(reader.account.email)
    const token = await receiptToken()
    ctx.later(31)
    expect(await ctx.api.errorOf('contract/confirm', { form: { token } })).toMatchObject({ status: 498 })
    const cookie = await signedIn(ctx.db, reader.account)
    const { declarations: waiting } = await ctx.api.answer(unconfirmedTerminations, 'contract/unconfirmed', { headers: cookie })
    expect(waiting).toMatchObject([{ number, outcome: 'unconfirmed', answerBy: null }])
    // A person decides about the money: all that was charged since would be refunded, although it may have been read.
    expect(await ctx.api.answer(confirmTermination, 'contract/confirm', { form: { number }, headers: cookie })).toMatchObject({
      outcome: 'by-hand',
      answerBy: ctx.inDays(14).toISOString(),
    })
    expect(await ctx.invoices(reader)).toHaveLength(1)
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'active' })
  })

  test('expires when the account changes its address', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    await sql`update one_time_tokens set used_at = now() where purpose = 'exit' and account_id = ${reader.id}`.execute(ctx.db)
    expect(await ctx.api.errorOf('contract/confirm', { form: { token } })).toMatchObject({ status: 498 })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'active' })
    expect(await lastDeclared()).toMatchObject({ confirmed_at: null })
  })

  test.each([
    ['a made-up token', { token: 'x'.repeat(43) }, 400],
    ['nothing', {}, 404],
    ['a number without a session', { number: 'W-20260310-1' }, 404],
  ])('is not triggered by %s', async (_what, form, status) => {
    expect(await ctx.api.errorOf('contract/confirm', { form })).toMatchObject({ status })
  })

  test('does not confirm another account’s declaration by its number', async () => {
    const [reader, other] = [await subscriber({ accepted: false }), await subscriber()]
    const { number } = await withdraw(reader.account.email)
    const form = { number }
    expect(await ctx.api.errorOf('contract/confirm', { form, headers: other.headers })).toMatchObject({ status: 404 })
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'active' })
  })

  test('confirms nothing if its e-mail cannot be queued', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    const before = await declarations()
    await asOwner(ctx.db, 'alter table graphile_worker._private_jobs add constraint full_up check (false) not valid')
    expect((await ctx.api.ask('contract/confirm', { form: { token } })).status).toBe(500)
    await asOwner(ctx.db, 'alter table graphile_worker._private_jobs drop constraint full_up')
    expect(await declarations()).toEqual(before)
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'active' })
    expect(await confirm(token)).toMatchObject({ outcome: 'applied' })
  })
})

describe('a pending declaration', () => {
  test('gets one reminder after a day, and none once it is confirmed', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker._private_jobs
      where payload->>'letter' = 'exit-reminder'`.execute(ctx.db)
    expect(rows).toEqual([{ run_at: new Date(ctx.now().getTime() + DAY_MS) }])
    const reminder = (await mail('exit-reminder'))!
    expect(reminder.subject).toContain('wartet auf Ihre Bestätigung')
    await confirm(tokenIn(reminder.html)!)
    expect(await mail('exit-reminder')).toBeNull()
  })

  test('can be confirmed signed in although later ones came too late, the oldest first', async () => {
    const reader = await subscriber({ accepted: false })
    ctx.later(12)
    const first = await withdraw(reader.account.email)
    ctx.later(1)
    const second = await withdraw(reader.account.email)
    ctx.later(9)
    await withdraw(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'too-late' })
    const headers = await signedIn(ctx.db, reader.account)
    expect(await waitingNumbers(headers)).toEqual([first.number, second.number])
    const form = { number: first.number }
    expect(await ctx.api.answer(confirmTermination, 'contract/confirm', { form, headers })).toMatchObject({ outcome: 'applied' })
    expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999])
    expect(await waitingNumbers(headers)).toEqual([])
  })

  test('to cancel can be confirmed as long as this stops a renewal or lets the operator decide', async () => {
    const reader = await subscriber()
    const change = (values: { order_type?: number; auto_renew?: boolean; state?: string; ends_at?: Date }) =>
      ctx.db.updateTable('subscriptions').set(values).where('account_id', '=', reader.id).execute()
    await change({ order_type: 3 })
    const { ends_at } = await ctx.lastSubscription(reader)
    const extraordinary = (await cancel(reader.account.email, { manner: 'extraordinary', reason: 'Umzug' })).number
    const ordinary = (await cancel(reader.account.email)).number
    const listed = () => waitingNumbers(reader.headers)
    expect(await listed()).toEqual([extraordinary, ordinary])
    await change({ auto_renew: false })
    expect(await listed()).toEqual([extraordinary])
    // Charged after the declarations: the operator refunds it.
    await change({ ends_at: new Date(ends_at!.getTime() + 30 * DAY_MS) })
    expect(await listed()).toEqual([extraordinary, ordinary])
    await change({ state: 'ended', ends_at: ctx.now() })
    expect(await listed()).toEqual([])
    await ctx.accept(reader)
    await ctx.begin(reader)
    expect((await ctx.purchase(reader)).status).toBe(200)
    expect(await listed()).toEqual([extraordinary, ordinary])
    const form = { number: ordinary }
    const confirmed = await ctx.api.answer(confirmTermination, 'contract/confirm', { form, headers: reader.headers })
    expect(confirmed).toMatchObject({ outcome: 'by-hand' })
  })

  test('retries a declined renewal three days later and keeps access', async () => {
    const reader = await inGrace()
    await cancel(reader.account.email)
    expect(await ctx.lastSubscription(reader)).toMatchObject({
      next_charge_at: new Date(ctx.now().getTime() + 3 * DAY_MS),
      auto_renew: true,
    })
    ctx.psp.behave(reader.reference, 'succeeded')
    ctx.later(3)
    await runBilling(ctx.api.ctx)
    expect(await ctx.lastSubscription(reader)).toMatchObject({ state: 'active', auto_renew: true })
  })
})

describe('e-mails about a declaration', () => {
  const evil = 'Bitte zahlen Sie:\nhttps://evil.example/bezahlen oder evil.example/x, mail an a@evil.example'

  test('repeat no text typed by a stranger to an address without a subscription', async () => {
    await cancel('opfer@example.org', { name: evil.slice(0, 150), contract: evil, reason: evil, manner: 'extraordinary' })
    const { html, text, subject, to } = (await mail('exit-receipt'))!
    expect(to).toBe('opfer@example.org')
    for (const part of [html, text, subject]) expect(part).not.toMatch(/evil|zahlen Sie/)
    expect(text).toContain('K-')
  })

  test('send typed text to the owner of a subscription without links and line breaks', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email, { reason: evil, contract: 'V-1', manner: 'extraordinary' })
    const { html, text } = (await mail('exit-receipt'))!
    for (const part of [html, text]) expect(part).not.toMatch(/evil\.example|https:\/\/evil/)
    expect(flat(text)).toContain('Bitte zahlen Sie: …')
  })

  test('explain how to undo an ordinary cancellation by a stranger', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email)
    const { text, html } = (await mail('exit-receipt'))!
    expect(flat(text)).toContain('nehmen Sie die Kündigung bitte in Ihrem Konto zurück')
    expect(tokenIn(html)).toBeUndefined()
  })
})

describe('a declaration belongs to', () => {
  test('the account with its address, with or without a subscription', async () => {
    const reader = await ctx.reader()
    await cancel(reader.account.email.toUpperCase())
    expect(await lastDeclared()).toMatchObject({ account_id: reader.id, outcome: 'unknown', subscription_id: null })
  })

  test('the account that had its address before; its subscription is neither changed nor disclosed', async () => {
    const reader = await subscriber()
    const former = 'frueher@xn--mller-kva.example'
    const email = reader.account.email
    await ctx.db
      .insertInto('address_changes')
      .values({ account_id: reader.id, email, previous_email: former, requested_at: ctx.now(), confirmed_at: ctx.now() })
      .execute()
    const before = await ctx.lastSubscription(reader)
    await cancel('frueher@müller.example')
    expect(await lastDeclared()).toMatchObject({ account_id: reader.id, outcome: 'by-hand', subscription_id: null })
    expect(await ctx.lastSubscription(reader)).toEqual(before)
    const { to, html, text } = (await mail('exit-receipt'))!
    expect(to).toBe('frueher@müller.example')
    expect(tokenIn(html)).toBeUndefined()
    expect(text).not.toContain('Mira')
  })
})
