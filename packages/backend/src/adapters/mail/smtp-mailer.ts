import { PassThrough, type Readable } from 'node:stream'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { createTransport, type NodemailerError } from 'nodemailer'
import { mimeMail } from './mime-mail.ts'
import { type Mailer, OutcomeUnknown, type Sender, Undeliverable } from './port.ts'
import { knowsUnicodeAddresses } from './smtp-unicode.ts'
import { withoutAddresses } from './without-addresses.ts'

/** Concurrent e-mails, if the caller does not say how many. */
const CONNECTIONS = 12
/** Timeout for opening a connection. RFC 5321 says nothing about it; nothing was handed over yet. */
const CONNECT_MS = 20 * SECOND_MS
/** Timeout for the greeting (RFC 5321 4.5.3.2.1). */
const GREETING_MS = 5 * MINUTE_MS
/**
 * RFC 5321 4.5.3.2.6 recommends ten minutes after the end of an e-mail and up to five anywhere else. With a shorter timeout,
 * e-mails would be sent twice.
 */
const ANSWER_MS = 10 * MINUTE_MS

type Settings = {
  /** Our EHLO name: a host name that resolves to this server. */
  name?: string | undefined
  answerMs?: number
  /** Maximum number of concurrent e-mails of all queues together, so that no e-mail waits for a newsletter. */
  connections?: number
}

/**
 * Sends e-mails to a mail server over pooled connections, once each without retries.
 * @param url `smtp://user:password@host:port` uses STARTTLS if offered (`?requireTLS=true`: required), `smtps://` uses
 * TLS; `?name=` sets the EHLO name
 * @throws `send`: Undeliverable on a permanent rejection of the recipient or the e-mail; OutcomeUnknown when the result
 * is unknown; Error when a retry may succeed
 */
export function smtpMailer(
  url: string,
  from: Sender,
  { name, answerMs = ANSWER_MS, connections = CONNECTIONS }: Settings = {},
): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: answerMs,
    ...(name !== undefined && { name }),
  })
  const handedOver = new Set<string>()
  transport.use('stream', (mail, done) => {
    const { messageId } = mail.data
    mail.message.processFunc((content: Readable) => {
      const read = content.pipe(new PassThrough())
      // The connection reads the message only when the server is ready for the data.
      read.once('end', () => messageId && handedOver.add(messageId))
      return read
    })
    done()
  })
  return {
    async send(mail, signal) {
      if (!isAscii(localPartOf(mail.to)) && !(await knowsUnicodeAddresses(url, name)))
        throw new Undeliverable('the mail server does not support addresses beyond ASCII', true)
      try {
        await transport.sendMail({ ...mimeMail(mail, from), signal })
      } catch (error) {
        const failure = error as NodemailerError
        const isAnswered = Boolean(failure.responseCode)
        throw handedOver.has(mail.messageId) && !isAnswered
          ? new OutcomeUnknown(withoutAddresses(`no reply to the e-mail, outcome unknown: ${failure.message}`))
          : failureOf(failure)
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

/** Converts a failure: Undeliverable if it is permanent. The message omits the addresses that a server repeats in it. */
function failureOf(error: NodemailerError): Error {
  const { responseCode = 0, command = '', response = '' } = error
  const message = withoutAddresses(
    responseCode
      ? `the mail server answered ${response} to ${command}`
      : `the mail server could not be reached: ${error.message}`,
  )
  if (error.code === 'EENVELOPE' && responseCode === 0) return new Undeliverable(message, true)
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  if (!aboutTheMail || responseCode < 500 || isPassing(responseCode, response)) return new Error(message)
  return new Undeliverable(message, command === 'RCPT TO' && isDead(responseCode, response))
}

/** Returns the enhanced status code of a response (RFC 3463), such as "5.2.2"; empty if missing. */
function enhancedOf(response: string): string {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''
}

/**
 * Whether a failure is temporary despite a permanent code: a full mailbox, a full or misconfigured system, the network; and
 * policy errors about the sender, which the operator can fix.
 */
function isPassing(code: number, response: string): boolean {
  const enhanced = enhancedOf(response)
  if (/^\d\.(2\.2|3\.[15]|4\.\d+|7\.\d+)$/.test(enhanced)) return true
  if (enhanced === '' && /mailbox (is )?full|over ?quota|quota (is )?exceeded|insufficient (system )?storage/i.test(response))
    return true
  return code === 530 || (code === 552 && !/^5\.1\./.test(enhanced) && !/^5\.3\.4$|^5\.2\.3$/.test(enhanced))
}

/** Whether the mailbox does not exist, as opposed to an error about this e-mail, its size or content. */
function isDead(code: number, response: string): boolean {
  const enhanced = enhancedOf(response)
  if (enhanced !== '') return /^5\.1\.|^5\.2\.1$/.test(enhanced)
  return code === 550 || code === 551 || code === 553
}
