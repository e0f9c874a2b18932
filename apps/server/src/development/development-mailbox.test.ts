import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mailboxMailer } from '@kiosk/backend/adapters/mail/mailbox-mailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { developmentMailbox } from './development-mailbox.ts'

let folder: string
let answer: (path: string, headers?: Record<string, string>) => Promise<Response>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-mailbox-'))
  const mailbox = developmentMailbox(`${folder}/mail`)
  answer = (path, headers = {}) => mailbox(new Request(`http://localhost${path}`, { headers }))
})
afterAll(() => rm(folder, { recursive: true }))

test('an empty mailbox shows a message', async () => {
  expect(await (await answer('/dev/mail')).text()).toContain('No mail yet')
})

test('an e-mail is listed, and shown as HTML, plain text and headers', async () => {
  const mailer = mailboxMailer(`${folder}/mail`, { name: 'read-it', address: 'kiosk@example.org' })
  const mail = { subject: 'Grüße & <b>', html: '<html><head></head><body>Hallo</body></html>', text: 'Hallo\n<i>' }
  await mailer.send({ ...mail, to: 'mira@example.org', messageId: '<letter-1@localhost>' })
  await mailer.send({ ...mail, to: 'jonas@example.org', messageId: '<letter-2@localhost>' })
  const list = await (await answer('/dev/mail?to=mira')).text()
  expect(list).toContain('href="/dev/mail/letter-1%40localhost"')
  expect(list).toContain('Grüße &amp; &lt;b&gt;')
  expect(list).not.toContain('jonas')
  const shown = await (await answer('/dev/mail/letter-1%40localhost')).text()
  expect(shown).toContain('Hallo\n&lt;i&gt;')
  expect(shown).toContain('Message-ID: &lt;letter-1@localhost&gt;')
  const content = await answer('/dev/mail/letter-1%40localhost/html')
  expect(await content.text()).toContain('<base target="_top">')
  expect(content.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  const mails = await (await answer('/dev/mail', { accept: 'application/json' })).json()
  expect(mails).toContainEqual(expect.objectContaining({ to: 'jonas@example.org', subject: mail.subject, text: 'Hallo\n<i>\n' }))
})

test('the list has e-mails that arrive after it was requested, newest first, and none that were removed', async () => {
  const subjects = async () => {
    const mails = await (await answer('/dev/mail?to=vera', { accept: 'application/json' })).json()
    return (mails as { subject: string }[]).map(({ subject }) => subject)
  }
  const arrive = async (subject: string, second: number) => {
    const file = `${folder}/mail/${subject}.eml`
    await writeFile(file, `To: vera@example.org\nSubject: ${subject}\n\nHello`)
    await utimes(file, second, second)
  }
  await arrive('second', 2)
  expect(await subjects()).toEqual(['second'])
  await arrive('third', 3)
  await arrive('first', 1)
  expect(await subjects()).toEqual(['third', 'second', 'first'])
  await rm(`${folder}/mail/second.eml`)
  expect(await subjects()).toEqual(['third', 'first'])
})

test('no path leaves the folder of the mailbox', async () => {
  await writeFile(`${folder}/secret.eml`, 'Subject: secret\n\nsecret')
  for (const id of ['..%2Fsecret', '%2e%2e%2fsecret', '../secret', '.letter', 'nobody', '%E0%A4%A'])
    expect((await answer(`/dev/mail/${id}`)).status, id).toBe(404)
})
