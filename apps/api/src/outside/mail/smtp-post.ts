import { createTransport, type NodemailerError } from 'nodemailer'
import { mimeMail } from './mime-mail.ts'
import { type Post, type Sender, Undeliverable } from './post.ts'
import { withoutAddresses } from './without-addresses.ts'

const SECONDS = 1000

/**
 * Hands mails to a mail server over connections that are kept.
 * @param url `smtp://user:password@host:port` encrypts where the server can (`?requireTLS=true`: or not at all), `smtps://` from the
 * first byte on
 * @throws `send`: Undeliverable where the server refuses the recipient or the mail for good; Error where another try may succeed
 */
export function smtpPost(url: string, from: Sender): Post {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 20 * SECONDS,
    greetingTimeout: 20 * SECONDS,
    socketTimeout: 30 * SECONDS,
  })
  return {
    async send(mail) {
      try {
        await transport.sendMail(mimeMail(mail, from))
      } catch (error) {
        throw refusalOf(error as NodemailerError)
      }
    },
    async close() {
      transport.close()
    },
  }
}

/** What a failure means, told without the addresses that a server repeats in it. */
function refusalOf(error: NodemailerError): Error {
  const { responseCode = 0, command = '', response = '' } = error
  const told = withoutAddresses(
    responseCode ? `the mail server answered ${response} to ${command}` : `the mail server could not be asked: ${error.message}`,
  )
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  // 5.7.x is about the sender's rights: the operator can mend that, and the mail goes out then.
  const policy = /^5\d\d[ -]5\.7\./.test(response) || responseCode === 530
  const unwritable = error.code === 'EENVELOPE' && responseCode === 0
  if (unwritable || (aboutTheMail && responseCode >= 500 && !policy))
    return new Undeliverable(told, unwritable || command === 'RCPT TO')
  return new Error(told)
}
