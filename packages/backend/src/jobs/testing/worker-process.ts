// A worker process for tests that kills itself with SIGKILL before or after it has sent an e-mail, depending on its third
// argument. It sends "ready" once it processes jobs.

import type { Mailer } from '../../adapters/mail/port.ts'
import { smtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { open } from '../../db/connect.ts'
import { testApi } from '../../testing/api.ts'
import { startWorker } from './run-jobs.ts'

const [databaseUrl, smtpUrl, dies] = process.argv.slice(2) as [string, string, 'before' | 'after' | 'never']
const mailer = smtpMailer(smtpUrl, { name: 'read-it', address: 'kiosk@example.org' })
const mortal: Mailer = {
  ...mailer,
  async send(mail) {
    if (dies === 'before') process.kill(process.pid, 'SIGKILL')
    await mailer.send(mail)
    if (dies === 'after') process.kill(process.pid, 'SIGKILL')
  },
}
const { ctx } = await testApi(open(databaseUrl), { mailer: mortal })
await startWorker(databaseUrl, ctx)
process.send?.('ready')
