import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDataFolder } from './data-folder.ts'
import { fileSystem } from './outside/files/file-system.ts'
import { mailboxPost } from './outside/mail/mailbox-post.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'data-')), 'of-a-kiosk')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8)

test('what others of the machine may not read is closed to them, also where root starts and lets PostgreSQL pass', () => {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  for (const inside of ['files', 'mail', 'scratch', 'anything']) mkdirSync(join(folder, inside), { mode: 0o755 })
  for (const file of ['sandbox-payments.db', 'postgres.log']) writeFileSync(join(folder, file), '', { mode: 0o644 })
  makeDataFolder(folder)
  expect(modeOf()).toBe(process.getuid?.() === 0 ? '711' : '700')
  for (const inside of ['files', 'mail', 'scratch']) expect([inside, modeOf(inside)]).toEqual([inside, '700'])
  for (const file of ['sandbox-payments.db', 'postgres.log']) expect([file, modeOf(file)]).toEqual([file, '600'])
  // Nothing is changed that is none of ours.
  expect(modeOf('anything')).toBe('755')
})

test('a folder that is new has closed ones for files, e-mails and the parts of a bucket', () => {
  makeDataFolder(folder)
  for (const inside of ['files', 'mail', 'scratch']) expect([inside, modeOf(inside)]).toEqual([inside, '700'])
})

test('files and e-mails are written into closed folders, whoever made none before', async () => {
  await fileSystem(join(folder, 'files')).write('issues/a/cover.webp', Buffer.from('x'))
  const sender = { name: 'Kiosk', address: 'kiosk@example.org' }
  const mail = { to: 'ida@example.org', subject: 'x', text: 'x', html: 'x', messageId: '<1@example.org>' }
  await mailboxPost(join(folder, 'mail'), sender).send(mail)
  expect([modeOf('files'), modeOf('files/issues/a'), modeOf('mail')]).toEqual(['700', '700', '700'])
})
