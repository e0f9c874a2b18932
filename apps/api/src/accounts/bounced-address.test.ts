import { expect, test } from 'vitest'
import { addJob } from '../jobs/add-job.ts'
import { runWaitingJobs } from '../jobs/run-jobs.ts'
import { openTestApi } from '../testing/open-api.ts'
import { buildAccount, signedIn } from './build-account.ts'

const { connection, api } = await openTestApi()

/** The token of the mail that waits for this account. */
async function tokenByMail(letter: 'verification' | 'recovery', account: { id: number; email: string }): Promise<string> {
  await addJob(connection.db, 'letter', { letter, accountId: account.id })
  await runWaitingJobs(connection.url, api.house)
  const mail = api.mails.find(({ to }) => to === account.email)
  return /token=([\w-]+)/.exec(mail?.text ?? '')![1]!
}

const bounced = { mail_bounced_at: new Date() }
const bouncedAt = async ({ id }: { id: number }) =>
  (await connection.db.selectFrom('accounts').select('mail_bounced_at').where('id', '=', id).executeTakeFirstOrThrow())
    .mail_bounced_at

test('an address that once refused mails is good again once a link sent there was used', async () => {
  const stranger = await buildAccount(connection.db, { ...bounced, verified_at: null })
  const verified = await api.ask(`user/registration/verification?token=${await tokenByMail('verification', stranger)}`)
  expect(verified.status).toBe(200)
  expect(await bouncedAt(stranger)).toBeNull()

  const forgetful = await buildAccount(connection.db, bounced)
  const form = { token: await tokenByMail('recovery', forgetful), newPassword: 'Herbstlaub8' }
  expect((await api.ask('websession/newPassword', { form })).status).toBe(200)
  expect(await bouncedAt(forgetful)).toBeNull()
})

test('the account data say that its address bounced until the address works again', async () => {
  const account = await buildAccount(connection.db, bounced)
  const headers = await signedIn(connection.db, account)
  const told = async () => ((await (await api.ask('user', { headers })).json()) as { emailBounced?: boolean }).emailBounced
  expect(await told()).toBe(true)
  await connection.db.updateTable('accounts').set({ mail_bounced_at: null }).where('id', '=', account.id).execute()
  expect(await told()).toBeUndefined()
})
