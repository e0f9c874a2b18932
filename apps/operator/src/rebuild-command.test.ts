import { createIssue } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { printedLines } from './testing/printed-lines.ts'

let connection: Awaited<ReturnType<typeof testDatabase>>
const printed = printedLines(() => connection.url)
beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
})
afterAll(() => connection.close())

const run = (...args: string[]) => runCommand(['issue', 'rebuild', ...args])

test('issues are named, or all are meant', async () => {
  expect(await run()).toBe(64)
  expect(await run('abc', '--all')).toBe(64)
  expect(printed).toEqual(Array(2).fill('error: name issues, or use --all.'))
})

test('what cannot be read again is named, with its reason', async () => {
  expect(await run('--dry-run')).toBe(0)
  const { uid } = await createIssue(connection.db, { uid: 'no-pdf', name: 'Nr. 1', source_sha256: 'x' })
  expect(await run('--dry-run')).toBe(0)
  expect(await run('--all')).toBe(1)
  expect(await run('--dry-run')).toBe(0)
  expect(await run('nothing')).toBe(1)
  const lines = printed.map((line) => line.replace(/Titel \w+/, 'Titel'))
  expect(lines).toEqual([
    '0 issues were read by an earlier version.',
    '1 issue was read by an earlier version.',
    `1/1  ${uid}  Titel, Nr. 1: not read: its PDF is not kept (issues/no-pdf/1/source.pdf)`,
    'Read again: 0 issues; not read: 1.',
    '1 issue was read by an earlier version.',
    `${uid}  Titel, Nr. 1: its PDF is not kept (issues/no-pdf/1/source.pdf) (stays as it is)`,
    'nothing  There is no such issue, or it is being read now.',
  ])
})
