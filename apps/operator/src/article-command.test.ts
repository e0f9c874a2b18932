import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { printedLines } from './testing/printed-lines.ts'

let connection: Connection
let folder: string
const printed = printedLines(() => connection.url)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'article-'))
  connection = await testDatabase()
  const articles = [
    { headline: 'Der Pirol', html: '<p>Er ruft im Mai. Er zieht im August.</p>', firstPage: 1, lastPage: 1 },
    { headline: 'Der Star', html: '<p>Er bleibt.</p>', firstPage: 2, lastPage: 2 },
  ]
  const title = await createTitle(connection.db, { name: 'Vogelwelt' })
  await createIssue(connection.db, { title, uid: 'vogel1', pages: ['eins', 'zwei'], articles })
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const article = (...args: string[]) => runCommand(['article', ...args])
async function listed(): Promise<string[]> {
  printed.length = 0
  expect(await article('list', 'vogel1')).toBe(0)
  return printed.slice(1)
}

test('changes, splits, joins, moves and drops articles, and prints their text', async () => {
  const text = join(folder, 'text.md')
  await writeFile(text, 'Er *bleibt* im Winter.\n')
  expect(await article('change', 'vogel1', '2', '--headline', 'Der Staar', '--author', 'Ida Moos', '--text', text)).toBe(0)
  expect(await article('split', 'vogel1', '1', '--before', 'Er zieht')).toBe(0)
  expect(await article('move', 'vogel1', '3', '1')).toBe(0)
  expect(await listed()).toEqual([
    '1  page 2  Der Staar (corrected)',
    '2  page 1  Der Pirol (corrected)',
    '3  page 1  Der Pirol (corrected)',
  ])
  printed.length = 0
  await article('show', 'vogel1', '1')
  await article('show', 'vogel1', '3')
  expect(printed).toEqual(['Er *bleibt* im Winter.', 'Er zieht im August.'])
  expect(await article('join', 'vogel1', '2')).toBe(0)
  expect(await article('drop', 'vogel1', '1')).toBe(0)
  expect(await listed()).toEqual(['1  page 1  Der Pirol (corrected)'])
  const entries = await connection.db.selectFrom('audit_entries').select('action').execute()
  expect(entries.map(({ action }) => action)).toEqual(Array(5).fill('issue.articles-corrected'))
})

test('what is not possible changes nothing', async () => {
  const before = await listed()
  expect(await article('change', 'nothing', '1', '--headline', 'x')).toBe(1)
  expect(await article('drop', 'vogel1', '9')).toBe(1)
  expect(await article('split', 'vogel1', '1', '--before', 'nowhere')).toBe(1)
  expect(await article('change', 'vogel1', '1', '--headline', ' ')).toBe(1)
  expect(await article('change', 'vogel1', '1')).toBe(1)
  expect(await article('discard', 'vogel1', 'nothing')).toBe(1)
  expect(await article('join', 'vogel1')).toBe(64)
  expect(await listed()).toEqual(before)
})
