import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type TestMailServer = Awaited<ReturnType<typeof testMailServer>>

/** Response of the test mail server for a recipient or an e-mail; undefined = accepts it. */
type Answers = {
  recipient?(address: string): string | undefined
  mail?(email: Email): string | undefined
}

/**
 * Starts a real SMTP server on loopback for tests and parses what it receives. Set `answers` to reject: "550 5.1.1 No such
 * user".
 */
export async function testMailServer(options: SMTPServerOptions = {}) {
  const mails: Email[] = []
  const answers: Answers = {}
  const smtpError = (answer: string) => Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const answer = answers.recipient?.(address)
      done(answer ? smtpError(answer) : null)
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(parts))
        const answer = answers.mail?.(email)
        if (answer) return done(smtpError(answer))
        mails.push(email)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    answers,
    connections: () => server.connections,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
