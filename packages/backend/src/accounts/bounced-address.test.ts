import { expect, test } from 'vitest'
import { enqueue } from '../jobs/enqueue.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { createAccount, signedIn } from './testing/accounts.ts'

const { connection, api } = await openTestApi()

/** Sends an e-mail to the account and returns the token of its link. */
async function tokenByMail(letter: 'verification' | 'recovery', account: { id: number; email: string }): Promise<string> {
  await enqueue(connection.db, 'letter', { letter, accountId: account.id })
  await runWaitingJobs(connection.url, api.ctx)
  const mail = api.mails.find(({ to }) => to === account.email)
  return /token=([\w-]+)/.exec(mail?.text ?? '')![1]!
}

const bounced = { mail_bounced_at: new Date() }
const bouncedAt = async ({ id }: { id: number }) =>
  (await connection.db.selectFrom('accounts').select('mail_bounced_at').where('id', '=', id).executeTakeFirstOrThrow())
    .mail_bounced_at

test('clears the bounce flag of an address when a link sent there is used', async () => {
  const stranger = await createAccount(connection.db, { ...bounced, verified_at: null })
  const verified = await api.ask(`user/registration/verification?token=${await tokenByMail('verification', stranger)}`)
  expect(verified.status).toBe(200)
  expect(await bouncedAt(stranger)).toBeNull()

  const forgetful = await createAccount(connection.db, bounced)
  const form = { token: await tokenByMail('recovery', forgetful), newPassword: 'Herbstlaub8' }
  expect((await api.ask('websession/newPassword', { form })).status).toBe(200)
  expect(await bouncedAt(forgetful)).toBeNull()
})

test('reports in the account data that the address bounces until it works again', async () => {
  const account = await createAccount(connection.db, bounced)
  const headers = await signedIn(connection.db, account)
  const isBounced = async () => ((await (await api.ask('user', { headers })).json()) as { emailBounced?: boolean }).emailBounced
  expect(await isBounced()).toBe(true)
  await connection.db.updateTable('accounts').set({ mail_bounced_at: null }).where('id', '=', account.id).execute()
  expect(await isBounced()).toBeUndefined()
})
