import { searchInIssue } from '@kiosk/domain/reading/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, signedIn } from '../accounts/build-account.ts'
import { buildIssue, buildTitle } from '../catalogue/build-catalogue.ts'
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
  const articles = [{ headline: 'Höfe & mehr', html: '<p>x</p>', firstPage: 9, lastPage: 12 }]
  uid = (await buildIssue(connection.db, { pages, articles })).uid
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

test('a closed page shows the headline it lies under, whatever is asked', async () => {
  const shown = async (q: string) => (await find(q)).hits.find(({ page }) => page === 10)?.snippet
  for (const q of ['haus', 'bach', '"Höfe am Bach"', 'alte or höfe']) expect([q, await shown(q)]).toEqual([q, 'Höfe &amp; mehr'])
})

test('words that a language leaves out find no closed page', async () => {
  for (const q of ['am', '"am"', 'der die das', 'am or und'])
    expect([q, (await find(q)).hits.filter(({ page }) => page > 8)]).toEqual([q, []])
})

test('words asked of closed pages are counted, in all issues and all searches together; a suspicion is recorded once', async () => {
  const closed = await buildIssue(connection.db, { pages: Array(12).fill('Alte Häuser') })
  const open = await buildIssue(connection.db, { pages: ['Alte Häuser'] })
  const ask = async (uid: string, address: string, q = 'alte') =>
    (await api.ask(`issuecontent/${uid}/search?q=${encodeURIComponent(q)}`, { address })).status
  const dozen = Array.from({ length: 12 }, (_, n) => `wort${n}`).join(' or ')
  for (let words = 0; words < 120; words += 12) await api.ask(`search?q=${encodeURIComponent(dozen)}`, { address: '192.0.2.1' })
  for (let words = 0; words < 120; words += 12) expect(await ask(uid, '192.0.2.1', dozen)).toBe(200)
  const answers = await Promise.all(Array.from({ length: 70 }, () => ask(closed.uid, '192.0.2.1')))
  expect(answers.filter((status) => status === 200)).toHaveLength(60)
  expect(answers.filter((status) => status === 429)).toHaveLength(10)
  expect([await ask(closed.uid, '192.0.2.2'), await ask(uid, '192.0.2.1'), await ask(open.uid, '192.0.2.1')]).toEqual([
    200, 429, 200,
  ])
  for (let count = 0; count < 3; count++) expect(await ask(closed.uid, '192.0.2.1')).toBe(429)
  const suspicions = connection.db.selectFrom('security_events').select('kind').where('kind', '=', 'scraping.suspected')
  expect(await suspicions.execute()).toHaveLength(1)
})

test('a word that the end of a line divides is marked on the page, in both its parts', async () => {
  const { uid } = await buildIssue(connection.db, { pages: ['Im Stadtpark und am Bahnhof, Nord- und Südseite'] })
  const box = (at: number) => [at / 10, 0, 0.1, 0.1] as const
  const lines = [
    [
      ['Im', ...box(0)],
      ['Stadt-', ...box(1)],
    ],
    [
      ['park', ...box(2)],
      ['und', ...box(3)],
      ['am', ...box(4)],
      ['Bahn\u2010', ...box(5)],
    ],
    [
      ['hof,', ...box(6)],
      ['Nord-', ...box(7)],
    ],
    [
      ['und', ...box(8)],
      ['Südseite', ...box(9)],
    ],
  ]
  await api.files.write(`${issueFolder(uid, 1)}pages/1.words.json`, Buffer.from(JSON.stringify({ lines })))
  const boxes = async (q: string) => {
    const { hits } = await api.answer(searchInIssue, `issuecontent/${uid}/search?q=${encodeURIComponent(q)}`)
    return hits.flatMap((hit) => hit.boxes.map(([x]) => x))
  }
  expect(await boxes('Stadtpark')).toEqual([0.1, 0.2])
  expect(await boxes('Bahnhof')).toEqual([0.5, 0.6])
  expect(await boxes('Südseite')).toEqual([0.9])
})

test('quotes mean the word as it is written, on the list and on the page', async () => {
  const { uid } = await buildIssue(connection.db, { pages: ['Die Größe', 'Das große Haus', 'Große Größe'] })
  for (const [page, words] of [
    ['Die', 'Größe'],
    ['Das', 'große', 'Haus'],
    ['Große', 'Größe.'],
  ].entries()) {
    const lines = [words.map((word, at) => [word, at / 10, 0, 0.1, 0.1])]
    await api.files.write(`${issueFolder(uid, 1)}pages/${page + 1}.words.json`, Buffer.from(JSON.stringify({ lines })))
  }
  const hitsOf = async (q: string) =>
    (await api.answer(searchInIssue, `issuecontent/${uid}/search?q=${encodeURIComponent(q)}`)).hits.map(({ page, boxes }) => [
      page,
      boxes.map(([x]) => x),
    ])
  expect(await hitsOf('"Größe"')).toEqual([
    [1, [0.1]],
    [3, [0.1]],
  ])
  expect(await hitsOf('Größe')).toEqual([
    [1, [0.1]],
    [2, [0.1]],
    [3, [0, 0.1]],
  ])
})

test('another network of the same line has no budget of its own beyond that of the line', async () => {
  const { uid } = await buildIssue(connection.db, { pages: Array(12).fill('Alte Häuser') })
  const { db } = connection
  await db.deleteFrom('rate_limits').execute()
  const ask = async (address: string) => (await api.ask(`issuecontent/${uid}/search?q=alte`, { address })).status
  expect([await ask('2001:db8:7:1::1'), await ask('2001:db8:7:2::1')]).toEqual([200, 200])
  await db.updateTable('rate_limits').set({ points: 3000 }).where('key', 'like', 'closed-search-wide:%').execute()
  expect([await ask('2001:db8:7:3::1'), await ask('2001:db8:8:1::1')]).toEqual([429, 200])
})

test('many accounts of one network have no budget of their own beyond that of the network', async () => {
  const { db } = connection
  const { uid } = await buildIssue(db, {
    title: await buildTitle(db, { kind: 'newspaper' }),
    pages: ['Vorn', 'Alte Häuser'],
  })
  await db.deleteFrom('rate_limits').execute()
  const ask = async (address: string) =>
    (await api.ask(`issuecontent/${uid}/search?q=alte`, { address, headers: await signedIn(db, await buildAccount(db)) })).status
  expect([await ask('192.0.2.9'), await ask('192.0.2.9')]).toEqual([200, 200])
  await db.updateTable('rate_limits').set({ points: 3000 }).where('key', 'like', 'closed-search-wide:%').execute()
  expect([await ask('192.0.2.9'), await ask('192.0.2.10')]).toEqual([429, 200])
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

test('what is suggested finds something: of a closed page it is only guessed how it writes a word', async () => {
  const paper = await buildTitle(connection.db, { kind: 'newspaper' })
  const closed = await buildIssue(connection.db, { title: paper, pages: ['Vorn', 'Krokodilhaus', 'Ein Gnu'] })
  const search = (q: string) => api.answer(searchInIssue, `issuecontent/${closed.uid}/search?q=${q}`)
  expect(await search('Gnuxng')).toEqual({ hits: [] })
  const { hits, corrected } = await search('Krokodilhaas')
  expect(corrected).toBe('Krokodilhaus')
  expect(await search('Krokodilhaus')).toEqual({ hits })
})
