import { searchInIssue } from '@kiosk/domain/reading/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIssue } from '../catalogue/build-catalogue.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { type TestApi, testApi } from '../test-api.ts'

let connection: Connection
let api: TestApi
let uid: string
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
  const pages = Array.from({ length: 12 }, (_, n) => (n % 4 === 1 ? 'Alte Häuser & Höfe am Bach' : 'Nichts davon'))
  uid = (await buildIssue(connection.db, { pages })).uid
  for (const page of [2, 6, 10]) {
    const lines = [
      [
        ['Alte', 0, 0, 0.1, 0.1],
        ['Häuser', 0.2, 0, 0.1, 0.1],
      ],
      [
        ['HAUS', 0.3, 0.5, 0.1, 0.1],
        ['Bach', 0.5, 0.5, 0.1, 0.1],
      ],
    ]
    await api.files.write(`${issueFolder(uid, 1)}pages/${page}.words.json`, Buffer.from(JSON.stringify({ lines })))
  }
})
afterAll(async () => {
  await api.close()
  await connection.close()
})
const find = (q: string) => api.answer(searchInIssue, `issuecontent/${uid}/search?q=${encodeURIComponent(q)}`)

test('hits stand page by page, marked in a snippet and boxed on open pages, in every form of the word', async () => {
  const { hits } = await find('haus')
  expect(hits.map(({ page }) => page)).toEqual([2, 6, 10])
  expect(hits[0]?.snippet).toBe('Alte <mark>Häuser</mark> &amp; Höfe am Bach')
  expect(hits[0]?.boxes).toEqual([
    [0.2, 0, 0.1, 0.1],
    [0.3, 0.5, 0.1, 0.1],
  ])
})

test('a closed page tells that it holds the words, not where', async () => {
  const { hits } = await find('haus')
  expect(hits.find(({ page }) => page === 10)?.boxes).toEqual([])
})

test('words that are not there find nothing', async () => {
  expect(await find('luchs')).toEqual({ hits: [] })
  expect((await api.refusal(`issuecontent/${uid}/search?q=%20`)).status).toBe(400)
})

test('a slip of the pen is put right inside an issue too', async () => {
  const { hits, corrected } = await find('Häsuer')
  expect(corrected).toBe('Häuser')
  expect(hits[0]?.boxes).toHaveLength(2)
})
