import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, describe, expect, test } from 'vitest'
import { mailboxMailer } from './mailbox-mailer.ts'
import { type Mail, type Mailer, OutcomeUnknown, Undeliverable } from './port.ts'
import { smtpMailer } from './smtp-mailer.ts'
import { fakeMailer } from './testing/fake-mailer.ts'
import { testMailServer } from './testing/mail-server.ts'

const from = { name: 'read-it', address: 'kiosk@example.org' }
let count = 0
const mail = (more: Partial<Mail> = {}): Mail => ({
  to: 'mira.holm@example.org',
  messageId: `<letter-${++count}@kiosk.example.org>`,
  subject: 'Grüße – schöne Aussichten für Ihre Lieblingstitel, und das in einer Zeile, die kein Ende nehmen will',
  html: `<p>Schön &amp; gut. ${'x'.repeat(2000)}</p>`,
  text: `.Schön & gut.\nFrom hier an: ${'y'.repeat(2000)}`,
  headers: { 'List-Unsubscribe': '<https://kiosk.example.org/x>' },
  replyTo: 'jonas@example.org',
  ...more,
})

type Office = { mailer: Mailer; arrived(): Promise<Email[]> }
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const offices: Record<string, () => Promise<Office>> = {
  async smtp() {
    const server = await testMailServer()
    const mailer = smtpMailer(server.url, from)
    closing.push(server.close, mailer.close)
    return { mailer, arrived: async () => server.mails }
  },
  async mailbox() {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-mail-'))
    const mailer = mailboxMailer(`${folder}/mail`, from)
    closing.push(() => rm(folder, { recursive: true }))
    return {
      mailer,
      arrived: async () => {
        const names = await readdir(`${folder}/mail`)
        return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(`${folder}/mail/${name}`))))
      },
    }
  },
  async pretend() {
    const mailer = fakeMailer()
    const asArrived = ({ to, replyTo, headers = {}, ...rest }: Mail) =>
      ({
        ...rest,
        to: [{ name: '', address: to }],
        replyTo: replyTo && [{ name: '', address: replyTo }],
        headers: Object.entries(headers).map(([key, value]) => ({ key: key.toLowerCase(), value })),
      }) as unknown as Email
    return { mailer, arrived: async () => mailer.mails.map(asArrived) }
  },
}

describe.each(Object.entries(offices))('the mailer %s', (_name, open) => {
  test('delivers an e-mail unchanged', async () => {
    const { mailer, arrived } = await open()
    const sent = mail()
    await mailer.send(sent)
    const [email] = await arrived()
    expect(email?.to).toEqual([{ name: '', address: sent.to }])
    expect(email?.replyTo).toEqual([{ name: '', address: sent.replyTo }])
    expect(email).toMatchObject({ subject: sent.subject, messageId: sent.messageId })
    expect(email?.html?.trim()).toBe(sent.html)
    expect(email?.text?.trim()).toBe(sent.text)
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: '<https://kiosk.example.org/x>' }),
    )
  })

  test('delivers concurrent e-mails once each', async () => {
    const { mailer, arrived } = await open()
    const sent = Array.from({ length: 20 }, () => mail())
    await Promise.all(sent.map((each) => mailer.send(each)))
    expect((await arrived()).map(({ messageId }) => messageId).sort()).toEqual(sent.map(({ messageId }) => messageId).sort())
  })
})

describe.each(Object.entries(offices).filter(([name]) => name !== 'pretend'))('mails by %s', (_name, open) => {
  test('never turns input into a header or a recipient', async () => {
    const { mailer, arrived } = await open()
    const subject = 'Hallo\r\nBcc: eve@example.org\u2028\n\nBody'
    await mailer.send(mail({ subject, headers: { 'X-Note': 'a\r\nBcc: eve@example.org' } }))
    const [email] = await arrived()
    expect(email?.subject).toBe('Hallo Bcc: eve@example.org Body')
    expect(email?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(email?.to).toHaveLength(1)
    expect(email?.from).toEqual(from)
  })

  test.each(['=?utf-8?B?4oCuTW9rc29s?=', `Zu =?utf-8?Q?Seite_7=0D=0ABcc:_e?= ${'und weiter '.repeat(8)}`.trim()])(
    'show a subject as it was entered: %s',
    async (subject) => {
      const { mailer, arrived } = await open()
      await mailer.send(mail({ subject }))
      const [email] = await arrived()
      expect(email?.subject).toBe(subject)
    },
  )
})

describe('a mail server', () => {
  const rejected = async (answers: Parameters<typeof Object.assign>[1], more: Partial<Mail> = {}) => {
    const server = await testMailServer()
    Object.assign(server.answers, answers)
    const mailer = smtpMailer(server.url, from)
    const error = await mailer.send(mail(more)).then(
      () => null,
      (thrown: Error) => thrown,
    )
    await mailer.close()
    await server.close()
    expect(error).toBeInstanceOf(Error)
    return error as Error & { addressRejected?: boolean }
  }

  test('that does not know the recipient causes a permanent failure', async () => {
    const error = await rejected({ recipient: (address: string) => `550 5.1.1 <${address}> unknown` })
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error.addressRejected).toBe(true)
  })

  test('that rejects one e-mail permanently does not mark the address as dead', async () => {
    const error = await rejected({ mail: () => '554 5.6.0 Not this one' })
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error.addressRejected).toBe(false)
  })

  test.each([
    ['is busy', '450 4.2.1 <mira.holm@example.org> try later'],
    ['does not let us send', '550 5.7.1 Relaying for mira.holm@example.org denied'],
  ])('that %s is retried, and the error contains no address', async (_why, answer) => {
    const error = await rejected({ recipient: () => answer })
    expect(error).not.toBeInstanceOf(Undeliverable)
    expect(error.message).toContain(answer.slice(0, 9))
    expect(error.message).not.toContain('mira')
  })

  test.each([
    ['whose mailbox is full', '552 5.2.2 Mailbox full', 'again'],
    ['whose mailbox is full, in words', '550 Mailbox is full / over quota', 'again'],
    ['of a system that is full', '552 5.3.1 Mail system full', 'again'],
    ['whose domain cannot be routed for now', '554 5.4.4 Unable to route', 'again'],
    ['that does not exist', '550 5.1.1 No such user', 'dead'],
    ['that does not exist, in an old way', '550 Unknown user', 'dead'],
    ['that was switched off', '550 5.2.1 Mailbox disabled', 'dead'],
    ['that takes no mail as large', '552 5.3.4 Message too big', 'this mail'],
    ['behind a filter', '554 Message looks like spam', 'this mail'],
  ])('an address %s: %s', async (_which, answer, meaning) => {
    const error = await rejected({ recipient: () => answer })
    const means = !(error instanceof Undeliverable) ? 'again' : error.addressRejected ? 'dead' : 'this mail'
    expect(means).toBe(meaning)
  })

  test('that does not confirm an e-mail leaves its outcome unknown and is not retried at once', async () => {
    let taken = 0
    const server = await testMailServer({
      onData(stream) {
        stream.resume()
        stream.on('end', () => void taken++)
      },
    })
    const mailer = smtpMailer(server.url, from, { answerMs: 700 })
    await expect(mailer.send(mail())).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(taken).toBe(1)
    await mailer.close()
    await server.close()
  })

  test('that hangs up after an e-mail leaves its outcome unknown; before it, the e-mail is retried', async () => {
    const server = await testMailServer({
      onData(stream, session) {
        stream.resume()
        stream.on('end', () => {
          for (const each of (server.connections() as Set<{ id: string; _socket: { destroy(): void } }>).values())
            if (each.id === session.id) each._socket.destroy()
        })
      },
    })
    const mailer = smtpMailer(server.url, from)
    await expect(mailer.send(mail())).rejects.toBeInstanceOf(OutcomeUnknown)
    await mailer.close()
    await server.close()
    const silent = await testMailServer({ onRcptTo() {} })
    const early = smtpMailer(silent.url, from, { answerMs: 500 })
    const error = await early.send(mail()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(OutcomeUnknown)
    await early.close()
    await silent.close()
  })

  test('is abandoned at shutdown without waiting for its answer', async () => {
    const server = await testMailServer({ onData: (stream) => void stream.resume() })
    const mailer = smtpMailer(server.url, from)
    const stop = new AbortController()
    const sending = mailer.send(mail(), stop.signal)
    setTimeout(() => stop.abort(), 600)
    await expect(sending).rejects.toBeInstanceOf(OutcomeUnknown)
    await mailer.close()
    await server.close()
  })

  test('receives our host name in EHLO', async () => {
    const names: string[] = []
    const server = await testMailServer({
      onMailFrom(_address, session, done) {
        names.push(session.hostNameAppearsAs)
        done()
      },
    })
    for (const [url, name] of [
      [server.url, 'kiosk.example.org'],
      [`${server.url}?name=mail.example.org`, undefined],
    ] as const) {
      const mailer = smtpMailer(url, from, { name })
      await mailer.send(mail())
      await mailer.close()
    }
    expect(names).toEqual(['kiosk.example.org', 'mail.example.org'])
    await server.close()
  })

  test.each([
    ['without SMTPUTF8 never hears of an address that it cannot read', true],
    ['with SMTPUTF8 takes it', false],
  ])('%s', async (_what, hidden) => {
    const received: string[] = []
    const server = await testMailServer({
      hideSMTPUTF8: hidden,
      onRcptTo({ address }, _session, done) {
        received.push(address)
        done()
      },
    })
    const mailer = smtpMailer(server.url, from)
    const sending = mailer.send(mail({ to: 'jörg@example.org' }))
    if (hidden) await expect(sending).rejects.toMatchObject({ addressRejected: true })
    else await sending
    expect(received).toEqual(hidden ? [] : ['jörg@example.org'])
    await mailer.close()
    await server.close()
  })

  test('that is unreachable or lacks required encryption is retried', async () => {
    const server = await testMailServer()
    const tls = smtpMailer(`${server.url}?requireTLS=true`, from)
    await expect(tls.send(mail())).rejects.not.toBeInstanceOf(Undeliverable)
    await tls.close()
    await server.close()
    const gone = smtpMailer(server.url, from)
    await expect(gone.send(mail())).rejects.not.toBeInstanceOf(Undeliverable)
    await gone.close()
    expect(server.mails).toEqual([])
  })

  test.each([
    ['smtp', false],
    ['smtps', true],
  ])('uses encryption if available, by %s', async (scheme, secure) => {
    const secrets: boolean[] = []
    const server = await testMailServer({
      disabledCommands: ['AUTH'],
      secure,
      onMailFrom(_address, session, done) {
        secrets.push(session.secure)
        done()
      },
    })
    const mailer = smtpMailer(`${scheme}://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`, from)
    await mailer.send(mail())
    expect(secrets).toEqual([true])
    await mailer.close()
    await server.close()
  })

  test('with an untrusted certificate gets no e-mail', async () => {
    const server = await testMailServer({ disabledCommands: ['AUTH'], secure: true })
    const mailer = smtpMailer(`smtps://127.0.0.1:${server.port}`, from)
    await expect(mailer.send(mail())).rejects.not.toBeInstanceOf(Undeliverable)
    expect(server.mails).toEqual([])
    await mailer.close()
    await server.close()
  })
})
