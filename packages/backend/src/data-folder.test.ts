import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailboxMailer } from './adapters/mail/mailbox-mailer.ts'
import { fileSystem } from './adapters/storage/file-system.ts'
import { makeDataFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'data-')), 'of-a-kiosk')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8)

test('makes private files unreadable for other users, also when root lets PostgreSQL pass through', () => {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  for (const inside of ['files', 'mail', 'scratch', 'anything']) mkdirSync(join(folder, inside), { mode: 0o755 })
  for (const file of ['sandbox-payments.db', 'postgres.log']) writeFileSync(join(folder, file), '', { mode: 0o644 })
  makeDataFolder(folder)
  expect(modeOf()).toBe(process.getuid?.() === 0 ? '711' : '700')
  for (const inside of ['files', 'mail', 'scratch']) expect([inside, modeOf(inside)]).toEqual([inside, '700'])
  for (const file of ['sandbox-payments.db', 'postgres.log']) expect([file, modeOf(file)]).toEqual([file, '600'])
  // Files that are not ours are unchanged.
  expect(modeOf('anything')).toBe('755')
})

test('creates a new data folder with private folders for files, e-mails and bucket parts', () => {
  makeDataFolder(folder)
  for (const inside of ['files', 'mail', 'scratch']) expect([inside, modeOf(inside)]).toEqual([inside, '700'])
})

test('writes files and e-mails into private folders, even when the folders were missing', async () => {
  await fileSystem(join(folder, 'files')).write('issues/a/cover.webp', Buffer.from('x'))
  const sender = { name: 'Kiosk', address: 'kiosk@example.org' }
  const mail = { to: 'ida@example.org', subject: 'x', text: 'x', html: 'x', messageId: '<1@example.org>' }
  await mailboxMailer(join(folder, 'mail'), sender).send(mail)
  expect([modeOf('files'), modeOf('files/issues/a'), modeOf('mail')]).toEqual(['700', '700', '700'])
})
