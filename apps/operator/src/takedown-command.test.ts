import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { printedLines } from './testing/printed-lines.ts'

let connection: Connection
const printed = printedLines(() => connection.url)
beforeAll(async () => {
  connection = await testDatabase()
  const articles = [{ headline: 'Der Pirol', html: '<p>x</p>', firstPage: 1, lastPage: 1 }]
  const title = await createTitle(connection.db, { name: 'Vogelwelt' })
  await createIssue(connection.db, { title, uid: 'vogel1', pages: ['eins', 'zwei'], articles })
})
afterAll(() => connection.close())

const takedown = (...args: string[]) => runCommand(['takedown', ...args])
const isShown = async () =>
  (await connection.db.selectFrom('issues').select('id').where('uid', '=', 'vogel1').execute()).length === 1

test('takes down an issue, a page and an article, lists and restores them', async () => {
  expect(await takedown('issue', 'vogel1', '--why', 'court order')).toBe(0)
  expect(await isShown()).toBe(false)
  expect(await takedown('issue', 'vogel1', '--why', 'again')).toBe(1)
  const { id: article } = await connection.db.selectFrom('articles').select('id').executeTakeFirstOrThrow()
  expect(await takedown('article', 'vogel1', String(article), '--why', 'wrong')).toBe(0)
  expect(await takedown('page', 'vogel1', '2', '--why', 'wrong')).toBe(0)
  printed.length = 0
  expect(await takedown('list')).toBe(0)
  expect(printed.map((line) => line.replace(/, since.*/, '').replace(/^\d+ +/, ''))).toEqual([
    'vogel1  Vogelwelt, Nr. 1: page 2',
    'vogel1  Vogelwelt, Nr. 1: article "Der Pirol"',
    'vogel1  Vogelwelt, Nr. 1: whole issue',
  ])
  const first = /^\d+/.exec(printed.at(-1)!)![0]
  expect(await takedown('restore', first, '--why', 'settled')).toBe(0)
  expect(await isShown()).toBe(true)
  expect(await takedown('restore', first, '--why', 'settled')).toBe(1)
})

test('what is unknown, or without a reason, changes nothing', async () => {
  expect(await takedown('page', 'vogel1', '3', '--why', 'x')).toBe(1)
  expect(await takedown('issue', 'nothing', '--why', 'x')).toBe(1)
  expect(await takedown('issue', 'vogel1')).toBe(64)
  expect(await isShown()).toBe(true)
})
