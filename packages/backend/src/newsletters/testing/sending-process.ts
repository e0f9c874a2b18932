// A test program that sends a newsletter and dies: it kills itself before or after the Nth database statement or e-mail, or with
// the first message.
import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import pg from 'pg'
import { pino } from 'pino'
import { smtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { appSecret } from '../../app-secret.ts'
import type { AppContext } from '../../context.ts'
import { open } from '../../db/connect.ts'
import { runNewsletter } from '../send-newsletter.ts'

const [databaseUrl = '', smtpUrl = '', newsletterId = '', step = ''] = process.argv.slice(2)
const { db } = open(databaseUrl, 5)
let steps = 0
/** Counts a step, and dies at the Nth. */
function pass(): void {
  if (++steps === Number(step)) process.kill(process.pid, 'SIGKILL')
}

const client = pg.Client.prototype as unknown as { query(...options: unknown[]): unknown }
const ask = client.query
client.query = function (this: unknown, ...options: unknown[]) {
  pass()
  return ask.apply(this, options)
}
const mailer = smtpMailer(smtpUrl, { name: 'read-it', address: 'kiosk@example.org' })
// Only the parts of the context that a newsletter uses: building a complete one for each of many runs is too slow.
const ctx = {
  db,
  mailer: {
    ...mailer,
    async send(...options: Parameters<typeof mailer.send>) {
      if (step === 'message') process.kill(process.pid, 'SIGKILL')
      pass()
      await mailer.send(...options)
      pass()
    },
  },
  now: () => new Date(),
  publicUrl: 'https://kiosk.example.org',
  operator: Operator.parse(JSON.parse(readFileSync(new URL('../../../../../operator.json', import.meta.url), 'utf8'))),
  secret: appSecret(db),
  log: pino({ level: 'silent' }),
} as unknown as AppContext

await runNewsletter({ newsletterId: Number(newsletterId) }, ctx, {})
process.send?.(steps)
process.exit(0)
