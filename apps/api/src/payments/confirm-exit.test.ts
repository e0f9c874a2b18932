import {
  cancelContract,
  confirmExit,
  declaredExit,
  unconfirmedExits,
  withdrawContract,
} from '@kiosk/domain/payments/exit-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs, waitingLetters } from '../jobs/test-jobs.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import { lastLetter } from './build-papers.ts'
import { sendRefunds } from './refunds.ts'
import { runBilling } from './renew.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let house: Checkout
beforeAll(async () => {
  house = await testCheckout()
})
beforeEach(() => forgetJobs(house.db))
afterAll(() => house.close())

const DAY = 86_400_000

async function subscriber(given: { accepted?: boolean } = {}) {
  const reader = await house.reader()
  const reference = await house.leave(reader)
  await house.accept(reader)
  await house.begin(reader)
  expect((await house.purchase(reader)).status).toBe(200)
  if (given.accepted === false) await house.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', reader.id).execute()
  await forgetJobs(house.db)
  return { ...reader, reference }
}
/** A subscriber whose renewal was declined, in the days of grace. */
async function inGrace() {
  const reader = await subscriber()
  house.psp.behave(reader.reference, 'declined')
  const [contract] = await house.contracts(reader)
  house.later((contract!.next_charge_at!.getTime() - house.now().getTime()) / DAY)
  await runBilling(house.api.house)
  expect(await contractOf(reader)).toMatchObject({ state: 'past-due' })
  await forgetJobs(house.db)
  return reader
}
const mira = { name: 'Mira Holm', contract: '' }
const cancel = (email: string, more: Record<string, string> = {}) =>
  house.api.answer(cancelContract, 'contract/cancel', { form: { ...mira, email, ...more } })
const withdraw = (email: string) => house.api.answer(withdrawContract, 'contract/withdraw', { form: { ...mira, email } })
const declarations = () => house.db.selectFrom('exit_declarations').selectAll().orderBy('id').execute()
const lastDeclared = async () => (await declarations()).at(-1)!
const contractOf = async (reader: { id: number }) => (await house.contracts(reader)).at(-1)!
const mail = async (name: 'exit-receipt' | 'exit-reminder' | 'exit-confirmed') =>
  writeLetter(await lastLetter(house.db, name), house.api.house)
const flat = (text: string) => text.replace(/\s+/g, ' ')
const tokenIn = (html: string) => /contract\/confirm\?token=([\w-]+)/.exec(html)?.[1]
const receiptToken = async () => tokenIn((await mail('exit-receipt'))!.html)!
const confirm = (token: string) => house.api.answer(confirmExit, 'contract/confirm', { form: { token } })
const jobs = async (task: string) =>
  (
    await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}`.execute(house.db)
  ).rows

describe('a stranger who knows an address', () => {
  test('does not end a contract in its days of grace', async () => {
    const reader = await inGrace()
    const before = await contractOf(reader)
    await cancel(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', applied_at: null, confirmed_at: null })
    expect(await contractOf(reader)).toMatchObject({ state: 'past-due', ends_at: before.ends_at, auto_renew: true })
  })

  test('does not cancel at the wallet', async () => {
    const reader = await subscriber()
    await house.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const before = await contractOf(reader)
    await cancel(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', subscription: before.id })
    expect(await jobs('cancel-wallet')).toEqual([])
    expect(await contractOf(reader)).toEqual(before)
  })

  test('does not withdraw from a contract', async () => {
    const reader = await subscriber({ accepted: false })
    const before = await contractOf(reader)
    await withdraw(reader.account.email)
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', applied_at: null })
    expect(await contractOf(reader)).toEqual(before)
    expect(await house.invoices(reader)).toHaveLength(1)
  })

  test('is told the same as everybody: nothing of what came of it', async () => {
    const reader = await subscriber({ accepted: false })
    expect(Object.keys(await withdraw(reader.account.email)).sort()).toEqual(['number', 'receivedAt'])
    expect(Object.keys(await withdraw('niemand@example.org')).sort()).toEqual(['number', 'receivedAt'])
  })

  test('who is signed in to an account of their own is a stranger to the others', async () => {
    const [reader, other] = [await subscriber({ accepted: false }), await subscriber()]
    const before = await contractOf(reader)
    const form = { ...mira, email: reader.account.email }
    const answer = await house.api.answer(withdrawContract, 'contract/withdraw', { form, headers: other.headers })
    expect(answer.outcome).toBeUndefined()
    expect(await lastDeclared()).toMatchObject({ outcome: 'unconfirmed', account_id: reader.id })
    expect(await contractOf(reader)).toEqual(before)
  })

  test('who writes the address in letters that only look the same gets no button: it goes to the address of the account', async () => {
    const reader = await subscriber({ accepted: false })
    await house.db.updateTable('accounts').set({ email: 'kim@example.org' }).where('id', '=', reader.id).execute()
    // The sign for kelvin becomes a "k" in small letters, and is another mailbox.
    await withdraw('\u212aim@example.org')
    expect((await mail('exit-receipt'))!.to).not.toMatch(/\u212a/)
  })
})

test('strangers who declare without end do not keep the owner from declaring, signed in', async () => {
  const reader = await subscriber({ accepted: false })
  const form = { ...mira, email: reader.account.email }
  const statuses: number[] = []
  for (let each = 0; each < 7; each++) statuses.push((await house.api.ask('contract/withdraw', { form })).status)
  expect(statuses).toEqual(Array(7).fill(200))
  const own = await house.api.answer(withdrawContract, 'contract/withdraw', { form, headers: reader.headers })
  expect(own).toMatchObject({ outcome: 'applied' })
})

describe('the button of the receipt', () => {
  test('carries out a withdrawal, once, though it is pressed by many at once', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)))
    for (const answer of answers) expect(answer).toMatchObject({ outcome: 'applied', confirmed: true })
    expect(await contractOf(reader)).toMatchObject({ state: 'ended', ends_at: house.now() })
    expect((await house.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999])
    await sendRefunds(house.api.house)
    expect([...house.psp.refunds.values()].at(-1)).toMatchObject({ amount: 1999 })
    expect((await waitingLetters(house.db)).filter(({ letter }) => letter === 'exit-confirmed')).toHaveLength(1)
    const said = (await mail('exit-confirmed'))!
    expect(said.to).toBe(reader.account.email)
    expect(flat(said.text)).toContain('Ihr Vertrag ist beendet.')
    const events = await house.db.selectFrom('security_events').selectAll().where('account_id', '=', reader.id).execute()
    expect(events.map(({ kind }) => kind)).toEqual(['exit.declared', 'exit.confirmed'])
  })

  test('shows what it is about without doing it, before and after', async () => {
    const reader = await subscriber({ accepted: false })
    const { number } = await withdraw(reader.account.email)
    const token = await receiptToken()
    const look = () => house.api.answer(declaredExit, `contract/declaration?token=${token}`)
    expect(await look()).toMatchObject({ kind: 'withdraw', number, outcome: 'unconfirmed', confirmed: false })
    expect(await contractOf(reader)).toMatchObject({ state: 'active' })
    await confirm(token)
    expect(await look()).toMatchObject({ number, outcome: 'applied', confirmed: true })
  })

  test('keeps the time of receipt: what was withdrawn in time stays in time, confirmed days after the term', async () => {
    const reader = await subscriber({ accepted: false })
    house.later(13)
    await withdraw(reader.account.email)
    const token = await receiptToken()
    house.later(9)
    expect(await confirm(token)).toMatchObject({ outcome: 'applied' })
    expect((await house.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999])
  })

  test('ends a contract in its days of grace', async () => {
    const reader = await inGrace()
    await cancel(reader.account.email)
    expect(await confirm(await receiptToken())).toMatchObject({ outcome: 'applied' })
    expect(await contractOf(reader)).toMatchObject({ state: 'ended', ends_at: house.now() })
  })

  test('cancels at the wallet', async () => {
    const reader = await subscriber()
    await house.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const { id, ends_at } = await contractOf(reader)
    await cancel(reader.account.email)
    expect(await confirm(await receiptToken())).toMatchObject({ outcome: 'applied', endsAt: ends_at!.toISOString() })
    expect(await jobs('cancel-wallet')).toEqual([{ payload: { contract: id } }])
  })

  test('of a contract that was charged meanwhile stops it and leaves that charge to a person', async () => {
    const reader = await subscriber()
    await house.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', reader.id).execute()
    const { ends_at } = await contractOf(reader)
    await cancel(reader.account.email)
    const token = await receiptToken()
    house.later(29)
    const later = new Date(ends_at!.getTime() + 30 * DAY)
    await house.db.updateTable('subscriptions').set({ ends_at: later }).where('account_id', '=', reader.id).execute()
    expect(await confirm(token)).toMatchObject({ outcome: 'by-hand', endsAt: ends_at!.toISOString() })
    expect(await jobs('cancel-wallet')).toHaveLength(1)
    expect(await lastDeclared()).toMatchObject({ applied_at: null, confirmed_by: 'link' })
  })

  test('of a contract that is over by then says so', async () => {
    const reader = await inGrace()
    await cancel(reader.account.email)
    const token = await receiptToken()
    for (let each = 0; each < 4; each++) {
      house.later(7)
      await runBilling(house.api.house)
    }
    expect(await contractOf(reader)).toMatchObject({ state: 'ended' })
    expect(await confirm(token)).toMatchObject({ outcome: 'applied' })
  })

  test('never touches a contract that was made later', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    await house.db
      .updateTable('subscriptions')
      .set({ state: 'ended', ends_at: house.now(), auto_renew: false, next_charge_at: null })
      .where('account_id', '=', reader.id)
      .execute()
    await house.accept(reader)
    await house.begin(reader)
    expect((await house.purchase(reader)).status).toBe(200)
    expect(await confirm(token)).toMatchObject({ outcome: 'by-hand' })
    expect(await contractOf(reader)).toMatchObject({ state: 'active', auto_renew: true })
  })

  test('holds thirty days; then the declaration is not lost, and the owner confirms it signed in', async () => {
    const reader = await subscriber({ accepted: false })
    const { number } = await withdraw(reader.account.email)
    const token = await receiptToken()
    house.later(31)
    expect(await house.api.refusal('contract/confirm', { form: { token } })).toMatchObject({ status: 498 })
    const headers = (await import('../accounts/build-account.ts')).signedIn
    const cookie = await headers(house.db, reader.account)
    const { declarations: waiting } = await house.api.answer(unconfirmedExits, 'contract/unconfirmed', { headers: cookie })
    expect(waiting).toMatchObject([{ number, outcome: 'unconfirmed' }])
    expect(await house.api.answer(confirmExit, 'contract/confirm', { form: { number }, headers: cookie })).toMatchObject({
      outcome: 'applied',
    })
  })

  test('opens nothing any more once the account has another address', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    await sql`update one_time_tokens set used_at = now() where purpose = 'exit' and account_id = ${reader.id}`.execute(house.db)
    expect(await house.api.refusal('contract/confirm', { form: { token } })).toMatchObject({ status: 498 })
    expect(await contractOf(reader)).toMatchObject({ state: 'active' })
    expect(await lastDeclared()).toMatchObject({ confirmed_at: null })
  })

  test.each([
    ['a made-up token', { token: 'x'.repeat(43) }, 400],
    ['nothing', {}, 404],
    ['a number without a session', { number: 'W-20260310-1' }, 404],
  ])('is not pressed by %s', async (_what, form, status) => {
    expect(await house.api.refusal('contract/confirm', { form })).toMatchObject({ status })
  })

  test('of somebody else is not pressed by number', async () => {
    const [reader, other] = [await subscriber({ accepted: false }), await subscriber()]
    const { number } = await withdraw(reader.account.email)
    const form = { number }
    expect(await house.api.refusal('contract/confirm', { form, headers: other.headers })).toMatchObject({ status: 404 })
    expect(await contractOf(reader)).toMatchObject({ state: 'active' })
  })

  test('leaves nothing half done: without its e-mail nothing is confirmed', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const token = await receiptToken()
    const before = await declarations()
    await sql`alter table graphile_worker._private_jobs add constraint full_up check (false) not valid`.execute(house.db)
    expect((await house.api.ask('contract/confirm', { form: { token } })).status).toBe(500)
    await sql`alter table graphile_worker._private_jobs drop constraint full_up`.execute(house.db)
    expect(await declarations()).toEqual(before)
    expect(await contractOf(reader)).toMatchObject({ state: 'active' })
    expect(await confirm(token)).toMatchObject({ outcome: 'applied' })
  })
})

describe('while a declaration waits', () => {
  test('one reminder is due after a day, and none once it is confirmed', async () => {
    const reader = await subscriber({ accepted: false })
    await withdraw(reader.account.email)
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker._private_jobs
      where payload->>'letter' = 'exit-reminder'`.execute(house.db)
    expect(rows).toEqual([{ run_at: new Date(house.now().getTime() + DAY) }])
    const reminder = (await mail('exit-reminder'))!
    expect(reminder.subject).toContain('wartet auf Ihre Bestätigung')
    await confirm(tokenIn(reminder.html)!)
    expect(await mail('exit-reminder')).toBeNull()
  })

  test('a declined renewal is tried again three days later, and its access goes on', async () => {
    const reader = await inGrace()
    await cancel(reader.account.email)
    expect(await contractOf(reader)).toMatchObject({
      next_charge_at: new Date(house.now().getTime() + 3 * DAY),
      auto_renew: true,
    })
    house.psp.behave(reader.reference, 'succeeded')
    house.later(3)
    await runBilling(house.api.house)
    expect(await contractOf(reader)).toMatchObject({ state: 'active', auto_renew: true })
  })
})

describe('e-mails about a declaration', () => {
  const evil = 'Bitte zahlen Sie:\nhttps://evil.example/bezahlen oder evil.example/x, mail an a@evil.example'

  test('repeat nothing of what a stranger typed to an address without a contract', async () => {
    await cancel('opfer@example.org', { name: evil.slice(0, 150), contract: evil, reason: evil, manner: 'extraordinary' })
    const { html, text, subject, to } = (await mail('exit-receipt'))!
    expect(to).toBe('opfer@example.org')
    for (const part of [html, text, subject]) expect(part).not.toMatch(/evil|zahlen Sie/)
    expect(text).toContain('K-')
  })

  test('carry what was typed to the owner of a contract without links and line breaks', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email, { reason: evil, contract: 'V-1', manner: 'extraordinary' })
    const { html, text } = (await mail('exit-receipt'))!
    for (const part of [html, text]) expect(part).not.toMatch(/evil\.example|https:\/\/evil/)
    expect(flat(text)).toContain('Bitte zahlen Sie: …')
  })

  test('an ordinary cancellation of a stranger says how it is taken back', async () => {
    const reader = await subscriber()
    await cancel(reader.account.email)
    const { text, html } = (await mail('exit-receipt'))!
    expect(flat(text)).toContain('nehmen Sie die Kündigung bitte in Ihrem Konto zurück')
    expect(tokenIn(html)).toBeUndefined()
  })
})

describe('a declaration belongs to', () => {
  test('the account that has its address, contract or not', async () => {
    const reader = await house.reader()
    await cancel(reader.account.email.toUpperCase())
    expect(await lastDeclared()).toMatchObject({ account_id: reader.id, outcome: 'unknown', subscription: null })
  })

  test('the account that had its address before; nothing of its contract is touched or told there', async () => {
    const reader = await subscriber()
    const former = 'frueher@xn--mller-kva.example'
    const email = reader.account.email
    await house.db
      .insertInto('address_changes')
      .values({ account_id: reader.id, email, previous_email: former, asked_at: house.now(), confirmed_at: house.now() })
      .execute()
    const before = await contractOf(reader)
    await cancel('frueher@müller.example')
    expect(await lastDeclared()).toMatchObject({ account_id: reader.id, outcome: 'by-hand', subscription: null })
    expect(await contractOf(reader)).toEqual(before)
    const { to, html, text } = (await mail('exit-receipt'))!
    expect(to).toBe('frueher@müller.example')
    expect(tokenIn(html)).toBeUndefined()
    expect(text).not.toContain('Mira')
  })
})
