import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, describe, expect, test } from 'vitest'
import { mailboxPost } from './mailbox-post.ts'
import { type Mail, OutcomeUnknown, type Post, Undeliverable } from './post.ts'
import { pretendPost } from './pretend-post.ts'
import { smtpPost } from './smtp-post.ts'
import { testMailServer } from './test-mail-server.ts'

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

type Office = { post: Post; arrived(): Promise<Email[]> }
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const offices: Record<string, () => Promise<Office>> = {
  async smtp() {
    const server = await testMailServer()
    const post = smtpPost(server.url, from)
    closing.push(server.close, post.close)
    return { post, arrived: async () => server.mails }
  },
  async mailbox() {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-mail-'))
    const post = mailboxPost(`${folder}/mail`, from)
    closing.push(() => rm(folder, { recursive: true }))
    return {
      post,
      arrived: async () => {
        const names = await readdir(`${folder}/mail`)
        return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(`${folder}/mail/${name}`))))
      },
    }
  },
  async pretend() {
    const post = pretendPost()
    const asArrived = ({ to, replyTo, headers = {}, ...rest }: Mail) =>
      ({
        ...rest,
        to: [{ name: '', address: to }],
        replyTo: replyTo && [{ name: '', address: replyTo }],
        headers: Object.entries(headers).map(([key, value]) => ({ key: key.toLowerCase(), value })),
      }) as unknown as Email
    return { post, arrived: async () => post.mails.map(asArrived) }
  },
}

describe.each(Object.entries(offices))('the post by %s', (_name, open) => {
  test('takes a mail over as it was written', async () => {
    const { post, arrived } = await open()
    const sent = mail()
    await post.send(sent)
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

  test('takes many at once, each once', async () => {
    const { post, arrived } = await open()
    const sent = Array.from({ length: 20 }, () => mail())
    await Promise.all(sent.map((each) => post.send(each)))
    expect((await arrived()).map(({ messageId }) => messageId).sort()).toEqual(sent.map(({ messageId }) => messageId).sort())
  })
})

describe.each(Object.entries(offices).filter(([name]) => name !== 'pretend'))('mails by %s', (_name, open) => {
  test('nothing that people enter makes a header or a recipient of its own', async () => {
    const { post, arrived } = await open()
    const subject = 'Hallo\r\nBcc: eve@example.org\u2028\n\nBody'
    await post.send(mail({ subject, headers: { 'X-Note': 'a\r\nBcc: eve@example.org' } }))
    const [email] = await arrived()
    expect(email?.subject).toBe('Hallo Bcc: eve@example.org Body')
    expect(email?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(email?.to).toHaveLength(1)
    expect(email?.from).toEqual(from)
  })
})

describe('a mail server', () => {
  const refused = async (answers: Parameters<typeof Object.assign>[1], more: Partial<Mail> = {}) => {
    const server = await testMailServer()
    Object.assign(server.answers, answers)
    const post = smtpPost(server.url, from)
    const error = await post.send(mail(more)).then(
      () => null,
      (thrown: Error) => thrown,
    )
    await post.close()
    await server.close()
    expect(error).toBeInstanceOf(Error)
    return error as Error & { addressRefused?: boolean }
  }

  test('that does not know an address ends the matter', async () => {
    const error = await refused({ recipient: (address: string) => `550 5.1.1 <${address}> unknown` })
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error.addressRefused).toBe(true)
  })

  test('that refuses one mail for good says nothing against the address', async () => {
    const error = await refused({ mail: () => '554 5.6.0 Not this one' })
    expect(error).toBeInstanceOf(Undeliverable)
    expect(error.addressRefused).toBe(false)
  })

  test.each([
    ['is busy', '450 4.2.1 <mira.holm@example.org> try later'],
    ['does not let us send', '550 5.7.1 Relaying for mira.holm@example.org denied'],
  ])('that %s is asked again, and the error names nobody', async (_why, answer) => {
    const error = await refused({ recipient: () => answer })
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
    const error = await refused({ recipient: () => answer })
    const means = !(error instanceof Undeliverable) ? 'again' : error.addressRefused ? 'dead' : 'this mail'
    expect(means).toBe(meaning)
  })

  test('that takes a mail and says nothing is not asked to take it twice: nobody knows what came of it', async () => {
    let taken = 0
    const server = await testMailServer({
      onData(stream) {
        stream.resume()
        stream.on('end', () => void taken++)
      },
    })
    const post = smtpPost(server.url, from, { answerMs: 700 })
    await expect(post.send(mail())).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(taken).toBe(1)
    await post.close()
    await server.close()
  })

  test('that hangs up after a mail, or when we stop, leaves its outcome unknown; before the mail it is just asked again', async () => {
    const server = await testMailServer({
      onData(stream, session) {
        stream.resume()
        stream.on('end', () => {
          for (const each of (server.connections() as Set<{ id: string; _socket: { destroy(): void } }>).values())
            if (each.id === session.id) each._socket.destroy()
        })
      },
    })
    const post = smtpPost(server.url, from)
    await expect(post.send(mail())).rejects.toBeInstanceOf(OutcomeUnknown)
    await post.close()
    await server.close()
    const silent = await testMailServer({ onRcptTo() {} })
    const early = smtpPost(silent.url, from, { answerMs: 500 })
    const error = await early.send(mail()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(OutcomeUnknown)
    await early.close()
    await silent.close()
  })

  test('is given up when the server stops, without waiting for its answer', async () => {
    const server = await testMailServer({ onData: (stream) => void stream.resume() })
    const post = smtpPost(server.url, from)
    const stop = new AbortController()
    const sending = post.send(mail(), stop.signal)
    setTimeout(() => stop.abort(), 600)
    await expect(sending).rejects.toBeInstanceOf(OutcomeUnknown)
    await post.close()
    await server.close()
  })

  test('is told a host name that leads to us', async () => {
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
      const post = smtpPost(url, from, { name })
      await post.send(mail())
      await post.close()
    }
    expect(names).toEqual(['kiosk.example.org', 'mail.example.org'])
    await server.close()
  })

  test.each([
    ['without SMTPUTF8 never hears of an address that it cannot read', true],
    ['with SMTPUTF8 takes it', false],
  ])('%s', async (_what, hidden) => {
    const heard: string[] = []
    const server = await testMailServer({
      hideSMTPUTF8: hidden,
      onRcptTo({ address }, _session, done) {
        heard.push(address)
        done()
      },
    })
    const post = smtpPost(server.url, from)
    const sending = post.send(mail({ to: 'jörg@example.org' }))
    if (hidden) await expect(sending).rejects.toMatchObject({ addressRefused: true })
    else await sending
    expect(heard).toEqual(hidden ? [] : ['jörg@example.org'])
    await post.close()
    await server.close()
  })

  test('that is not there, or has no encryption though it must, is asked again', async () => {
    const server = await testMailServer()
    const tls = smtpPost(`${server.url}?requireTLS=true`, from)
    await expect(tls.send(mail())).rejects.not.toBeInstanceOf(Undeliverable)
    await tls.close()
    await server.close()
    const gone = smtpPost(server.url, from)
    await expect(gone.send(mail())).rejects.not.toBeInstanceOf(Undeliverable)
    await gone.close()
    expect(server.mails).toEqual([])
  })

  test.each([
    ['smtp', false],
    ['smtps', true],
  ])('is spoken to in secret where it can, by %s', async (scheme, secure) => {
    const secrets: boolean[] = []
    const server = await testMailServer({
      disabledCommands: ['AUTH'],
      secure,
      onMailFrom(_address, session, done) {
        secrets.push(session.secure)
        done()
      },
    })
    const post = smtpPost(`${scheme}://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`, from)
    await post.send(mail())
    expect(secrets).toEqual([true])
    await post.close()
    await server.close()
  })

  test('whose certificate nobody vouches for gets no mail', async () => {
    const server = await testMailServer({ disabledCommands: ['AUTH'], secure: true })
    const post = smtpPost(`smtps://127.0.0.1:${server.port}`, from)
    await expect(post.send(mail())).rejects.not.toBeInstanceOf(Undeliverable)
    expect(server.mails).toEqual([])
    await post.close()
    await server.close()
  })
})
