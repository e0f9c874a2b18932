import type { Mail, Mailer } from '../port.ts'

/** A mailer that stores its e-mails, for tests of everything except sending. */
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
