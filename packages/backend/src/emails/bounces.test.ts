import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount } from '../accounts/testing/accounts.ts'
import { smtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { type TestMailServer, testMailServer } from '../adapters/mail/testing/mail-server.ts'
import type { AppContext } from '../context.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { readBounce } from './read-bounce.ts'
import { createLane } from './recipient-queues.ts'
import { sendEmail } from './send-email.ts'

let connection: Connection
let server: TestMailServer
let api: TestApi
let ctx: AppContext
const senders: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  server = await testMailServer({
    onMailFrom({ address }, _session, done) {
      senders.push(address)
      done()
    },
  })
  const mailer = smtpMailer(server.url, { name: 'read-it', address: 'kiosk@example.org' })
  api = await testApi(connection, { mailer })
  const { operator } = api.ctx
  ctx = { ...api.ctx, operator: { ...operator, mail: { ...operator.mail, bounces: 'bounces@example.org' } } }
})
beforeEach(() => void senders.splice(0))
afterAll(async () => {
  await api.close()
  await server.close()
  await connection.close()
})

const bouncedAt = async ({ id }: { id: number }) =>
  (await connection.db.selectFrom('accounts').select('mail_bounced_at').where('id', '=', id).executeTakeFirstOrThrow())
    .mail_bounced_at

/** A notification as Postfix writes it. */
const notification = (to: string, status: string, action = 'failed') => `Return-Path: <>
To: ${to}
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example

Final-Recipient: rfc822; mira@example.org
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} no
--x--
`
async function returnPathFor(account: { id: number }): Promise<string> {
  await sendEmail({ letter: 'recovery', accountId: account.id }, ctx, { id: '1', lastTry: false })
  return senders.splice(0)[0]!
}

test('sends account e-mails with a signed bounce address and records the bounce', async () => {
  const account = await createAccount(connection.db)
  const path = await returnPathFor(account)
  expect(path).toMatch(/^bounces\+[0-9a-z]+-[0-9a-f]{20}@example\.org$/)
  expect(server.mails.at(-1)?.from?.address).toBe('kiosk@example.org')
  expect(await readBounce(notification(path.toUpperCase(), '5.1.1'), ctx)).toBe('dead')
  expect(await bouncedAt(account)).toBeInstanceOf(Date)
})

test.each([
  ['a full mailbox', '5.2.2', 'failed'],
  ['a delay', '4.4.1', 'delayed'],
  ['a filter', '5.7.1', 'failed'],
])('%s does not mark the address as undeliverable', async (_what, status, action) => {
  const account = await createAccount(connection.db)
  expect(await readBounce(notification(await returnPathFor(account), status, action), ctx)).toBe('passing')
  expect(await bouncedAt(account)).toBeNull()
})

test('rejects a forged bounce address, another account and a former address', async () => {
  const [account, other] = [await createAccount(connection.db), await createAccount(connection.db)]
  const path = await returnPathFor(account)
  const forged = path.replace(/\+[0-9a-z]+-/, `+${other.id.toString(36)}-`)
  expect(await readBounce(notification(forged, '5.1.1'), ctx)).toBe('foreign')
  await connection.db.updateTable('accounts').set({ email: 'neu@example.org' }).where('id', '=', account.id).execute()
  expect(await readBounce(notification(path, '5.1.1'), ctx)).toBe('foreign')
  expect(await readBounce('Subject: Hallo\n\nAction: failed\nStatus: 5.1.1', ctx)).toBe('foreign')
  expect([await bouncedAt(account), await bouncedAt(other)]).toEqual([null, null])
})

test('uses the sender as bounce address when there is no bounce mailbox', async () => {
  const account = await createAccount(connection.db)
  await sendEmail({ letter: 'recovery', accountId: account.id }, api.ctx, { id: '1', lastTry: false })
  expect(senders).toEqual(['kiosk@example.org'])
})

test('an e-mail is not sent again when its job runs again because its end could not be recorded', async () => {
  const [account, other] = [await createAccount(connection.db), await createAccount(connection.db)]
  const lane = createLane(3)
  const before = server.mails.length
  const send = ({ id: accountId }: { id: number }, id: string) =>
    sendEmail({ letter: 'recovery', accountId }, api.ctx, { id, lastTry: false, lane })
  await send(account, '1')
  await send(account, '1')
  await send(other, '2')
  expect(server.mails.slice(before).flatMap(({ to }) => to?.map(({ address }) => address))).toEqual([account.email, other.email])
})

test('an e-mail to a slow host is continued in its own queue', async () => {
  const account = await createAccount(connection.db)
  const lane = createLane(1, 0)
  lane.inHand.set('example.org', new Set([{ began: performance.now() - 1000 }]))
  for (const queue of ['letter', 'bulk-letter'] as const) {
    await sendEmail({ letter: 'recovery', accountId: account.id }, api.ctx, { id: `slow-${queue}`, lastTry: false, lane, queue })
    const { rows } = await sql<{ queue: string }>`
      select task_identifier as queue from graphile_worker.jobs where key = ${`letter slow-${queue} after slow-${queue}`}`.execute(
      connection.db,
    )
    expect(rows).toEqual([{ queue }])
  }
})
