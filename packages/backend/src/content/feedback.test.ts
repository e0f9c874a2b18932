import { beforeEach, expect, test } from 'vitest'
import { forgetJobs, waitingEmails } from '../jobs/testing/jobs.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { openTestApi } from '../testing/open-test-api.ts'

let networks = 0
const { connection, api } = await openTestApi()
beforeEach(async () => {
  await forgetJobs(connection.db)
  await connection.db.deleteFrom('feedback').execute()
})

const elsewhere = () => `198.51.100.${++networks}`
const feedback = { email: 'ida@example.org', name: 'Ida Neumarkt', title: 'Lob', content: 'Weiter so!\nHerzlich, Ida' }

test('stores feedback and sends it to the operator with the writer as reply address', async () => {
  expect((await api.ask('feedback', { form: feedback, address: elsewhere() })).status).toBe(200)
  const [kept] = await connection.db.selectFrom('feedback').selectAll().execute()
  expect(kept).toMatchObject(feedback)
  expect(await waitingEmails(connection.db)).toEqual([{ letter: 'feedback', feedbackId: kept?.id }])
  await runWaitingJobs(connection.url, api.ctx)
  expect(api.mails).toHaveLength(1)
  expect(api.mails[0]?.to).toBe(api.operator.company.mail)
  expect(api.mails[0]?.replyTo).toContain(feedback.email)
})

test('treats HTML and SQL in a message as text', async () => {
  const content = `<script>alert(1)</script> '; drop table feedback; -- €\u{1F642}`
  const form = { ...feedback, title: `a < b & 'c'`, content }
  expect((await api.ask('feedback', { form, address: elsewhere() })).status).toBe(200)
  expect(await connection.db.selectFrom('feedback').select(['title', 'content']).execute()).toEqual([
    { title: form.title, content },
  ])
})

test('strips control characters from a message and keeps its lines', async () => {
  const form = { ...feedback, content: 'eins\r\n\tzwei\u0007\u001b[31m\u0085drei' }
  await api.ask('feedback', { form, address: elsewhere() })
  expect(await connection.db.selectFrom('feedback').select('content').execute()).toEqual([{ content: 'eins\r\n\tzwei[31mdrei' }])
})

test('limits a network to five messages in ten minutes', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push((await api.ask('feedback', { form: feedback, address: `2001:db8:1:2::${count}` })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

const crash = { device: 'Pixel', os: 'Android 17', app: '8.1', exception: 'TypeError: x\n  at y' }

test('stores a crash report unchanged, with its packed log', async () => {
  const zipLog = 'H4sIAAAAAAAA/+=='.repeat(4096)
  expect(zipLog).toHaveLength(64 * 1024)
  const form = { ...crash, exception: '💥'.repeat(4000), zipLog }
  expect((await api.ask('crashreport', { form, address: elsewhere() })).status).toBe(200)
  const [kept] = await connection.db.selectFrom('crash_reports').selectAll().execute()
  expect(kept).toMatchObject({ device: 'Pixel', exception: form.exception, zip_log: zipLog })
})

test('accepts one report per minute from a network', async () => {
  const address = elsewhere()
  const first = await api.ask('crashreport', { form: crash, address })
  const second = await api.ask('crashreport', { form: crash, address })
  expect([first.status, second.status]).toEqual([200, 429])
  expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test.each([
  ['a log of more than 64 KB', { ...crash, zipLog: 'A'.repeat(64 * 1024 + 1) }, 400],
  ['a log that is not packed', { ...crash, zipLog: '<script>' }, 400],
  ['a novel', { ...crash, exception: 'x'.repeat(8001) }, 400],
  ['a body beyond all measure', { ...crash, zipLog: 'A'.repeat(400_000) }, 413],
])('rejects %s', async (_, form, status) => {
  expect((await api.errorOf('crashreport', { form, address: elsewhere() })).status).toBe(status)
})

test('keeps the thousand newest reports, from however many networks they are sent', async () => {
  const many = Array.from({ length: 1002 }, (_, each) => ({ device: String(each), os: '', app: '', exception: '', zip_log: '' }))
  await connection.db.insertInto('crash_reports').values(many).execute()
  await api.ask('crashreport', { form: crash, address: elsewhere() })
  const kept = await connection.db.selectFrom('crash_reports').select('device').orderBy('id').execute()
  expect(kept).toHaveLength(1000)
  expect([kept[0], kept.at(-1)]).toEqual([{ device: '3' }, { device: crash.device }])
})

test('sends sixty messages an hour to the operator; the others are at the desk', async () => {
  await connection.db.deleteFrom('rate_limits').execute()
  for (let count = 0; count < 62; count++)
    expect((await api.ask('feedback', { form: feedback, address: `2001:db8:${count.toString(16)}::1` })).status).toBe(200)
  expect(await waitingEmails(connection.db)).toHaveLength(60)
  expect(await connection.db.selectFrom('feedback').select('id').execute()).toHaveLength(62)
})
