import type { Mail, Mailer } from '../port.ts'

/** Stores e-mails instead of sending them, for tests of everything except sending. */
export function fakeMailer(): Mailer & { mails: Mail[] } {
  const mails: Mail[] = []
  return {
    mails,
    async send(mail) {
      mails.push(mail)
    },
    async close() {},
  }
}
