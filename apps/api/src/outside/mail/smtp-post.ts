import { PassThrough, type Readable } from 'node:stream'
import { createTransport, type NodemailerError } from 'nodemailer'
import { mimeMail } from './mime-mail.ts'
import { OutcomeUnknown, type Post, type Sender, Undeliverable } from './post.ts'
import { knowsUnicodeAddresses } from './smtp-unicode.ts'
import { withoutAddresses } from './without-addresses.ts'

const SECOND_MS = 1000
/** As many mails as are handed over at once: see run-jobs.ts. */
const CONNECTIONS = 8
/**
 * RFC 5321 4.5.3.2.6 asks for ten minutes after the end of a mail, and for up to five anywhere else: whoever hangs up sooner
 * sends mails twice.
 */
const ANSWER_MS = 10 * 60 * SECOND_MS

type Settings = {
  /** How we introduce ourselves (EHLO): a host name that leads here. */
  name?: string | undefined
  answerMs?: number
}

/**
 * Hands mails to a mail server over connections that are kept. Each mail is handed over once: nothing is tried again here.
 * @param url `smtp://user:password@host:port` encrypts where the server can (`?requireTLS=true`: or not at all), `smtps://` from the
 * first byte on; `?name=` is what EHLO says
 * @throws `send`: Undeliverable where the server refuses the recipient or the mail for good; OutcomeUnknown where nobody heard what
 * came of it; Error where another try may succeed
 */
export function smtpPost(url: string, from: Sender, { name, answerMs = ANSWER_MS }: Settings = {}): Post {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 0,
    connectionTimeout: 20 * SECOND_MS,
    greetingTimeout: 60 * SECOND_MS,
    socketTimeout: answerMs,
    ...(name !== undefined && { name }),
  })
  const handedOver = new Set<string>()
  transport.use('stream', (mail, done) => {
    const { messageId } = mail.data
    mail.message.processFunc((content: Readable) => {
      const read = content.pipe(new PassThrough())
      // The connection reads it once the server wants the mail, not before.
      read.once('end', () => messageId && handedOver.add(messageId))
      return read
    })
    done()
  })
  return {
    async send(mail, signal) {
      if (!isAscii(localPartOf(mail.to)) && !(await knowsUnicodeAddresses(url, name)))
        throw new Undeliverable('the mail server knows no addresses beyond ASCII', true)
      try {
        await transport.sendMail({ ...mimeMail(mail, from), signal })
      } catch (error) {
        const failure = error as NodemailerError
        const isHeard = Boolean(failure.responseCode)
        throw handedOver.has(mail.messageId) && !isHeard
          ? new OutcomeUnknown(withoutAddresses(`nobody heard whether the mail was taken: ${failure.message}`))
          : refusalOf(failure)
      } finally {
        handedOver.delete(mail.messageId)
      }
    },
    async close() {
      transport.close()
    },
  }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

function localPartOf(address: string): string {
  return address.slice(0, address.lastIndexOf('@'))
}

/** What a failure means, told without the addresses that a server repeats in it. */
function refusalOf(error: NodemailerError): Error {
  const { responseCode = 0, command = '', response = '' } = error
  const told = withoutAddresses(
    responseCode ? `the mail server answered ${response} to ${command}` : `the mail server could not be asked: ${error.message}`,
  )
  if (error.code === 'EENVELOPE' && responseCode === 0) return new Undeliverable(told, true)
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  if (!aboutTheMail || responseCode < 500 || isPassing(responseCode, response)) return new Error(told)
  return new Undeliverable(told, command === 'RCPT TO' && isDead(responseCode, response))
}

/** The enhanced status of an answer (RFC 3463): "5.2.2"; empty where it has none. */
function enhancedOf(response: string): string {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''
}

/**
 * Refusals that end although their code says "for good": a full mailbox, a full or badly set up system, a network; and what is
 * about the rights of the sender, which the operator can mend.
 */
function isPassing(code: number, response: string): boolean {
  const enhanced = enhancedOf(response)
  if (/^\d\.(2\.2|3\.[15]|4\.\d+|7\.\d+)$/.test(enhanced)) return true
  if (enhanced === '' && /mailbox (is )?full|over ?quota|quota (is )?exceeded|insufficient (system )?storage/i.test(response))
    return true
  return code === 530 || (code === 552 && !/^5\.1\./.test(enhanced) && !/^5\.3\.4$|^5\.2\.3$/.test(enhanced))
}

/** Whether there is nobody at this address: what is said of one mail, of size or of content is no such thing. */
function isDead(code: number, response: string): boolean {
  const enhanced = enhancedOf(response)
  if (enhanced !== '') return /^5\.1\.|^5\.2\.1$/.test(enhanced)
  return code === 550 || code === 551 || code === 553
}
