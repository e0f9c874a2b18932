import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../accounts/build-account.ts'
import type { Connection } from '../../database/connect.ts'
import { testDatabase } from '../../database/test-database.ts'
import type { House } from '../../house.ts'
import { type TestApi, testApi } from '../../test-api.ts'
import { readBounce } from './read-bounce.ts'
import { sendLetter } from './send-letter.ts'
import { smtpPost } from './smtp-post.ts'
import { type TestMailServer, testMailServer } from './test-mail-server.ts'

let connection: Connection
let server: TestMailServer
let api: TestApi
let house: House
const senders: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  server = await testMailServer({
    onMailFrom({ address }, _session, done) {
      senders.push(address)
      done()
    },
  })
  const post = smtpPost(server.url, { name: 'read-it', address: 'kiosk@example.org' })
  api = await testApi(connection, { post })
  const { operator } = api.house
  house = { ...api.house, operator: { ...operator, mail: { ...operator.mail, bounces: 'bounces@example.org' } } }
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
  await sendLetter({ letter: 'recovery', accountId: account.id }, house, { id: '1', lastTry: false })
  return senders.splice(0)[0]!
}

test('a mail to an account goes out under an address that brings it back, and what comes back is noted', async () => {
  const account = await buildAccount(connection.db)
  const path = await returnPathFor(account)
  expect(path).toMatch(/^bounces\+[0-9a-z]+-[0-9a-f]{20}@example\.org$/)
  expect(server.mails.at(-1)?.from?.address).toBe('kiosk@example.org')
  expect(await readBounce(notification(path.toUpperCase(), '5.1.1'), house)).toBe('dead')
  expect(await bouncedAt(account)).toBeInstanceOf(Date)
})

test.each([
  ['a full mailbox', '5.2.2', 'failed'],
  ['a delay', '4.4.1', 'delayed'],
  ['a filter', '5.7.1', 'failed'],
])('%s says nothing against the address', async (_what, status, action) => {
  const account = await buildAccount(connection.db)
  expect(await readBounce(notification(await returnPathFor(account), status, action), house)).toBe('passing')
  expect(await bouncedAt(account)).toBeNull()
})

test('nobody makes one up: not for another account, not for an address that the account has left', async () => {
  const [account, other] = [await buildAccount(connection.db), await buildAccount(connection.db)]
  const path = await returnPathFor(account)
  const forged = path.replace(/\+[0-9a-z]+-/, `+${other.id.toString(36)}-`)
  expect(await readBounce(notification(forged, '5.1.1'), house)).toBe('foreign')
  await connection.db.updateTable('accounts').set({ email: 'neu@example.org' }).where('id', '=', account.id).execute()
  expect(await readBounce(notification(path, '5.1.1'), house)).toBe('foreign')
  expect(await readBounce('Subject: Hallo\n\nAction: failed\nStatus: 5.1.1', house)).toBe('foreign')
  expect([await bouncedAt(account), await bouncedAt(other)]).toEqual([null, null])
})

test('without a mailbox for bounces they come back to the sender', async () => {
  const account = await buildAccount(connection.db)
  await sendLetter({ letter: 'recovery', accountId: account.id }, api.house, { id: '1', lastTry: false })
  expect(senders).toEqual(['kiosk@example.org'])
})
