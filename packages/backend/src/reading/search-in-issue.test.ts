import { searchInIssue } from '@kiosk/domain/reading/endpoints'
import { beforeAll, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { issueFolder } from '../adapters/storage/port.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../testing/open-test-api.ts'

let uid: string
const { connection, api } = await openTestApi()
beforeAll(async () => {
  const pages = Array.from({ length: 12 }, (_, n) => (n % 4 === 1 ? 'Alte Häuser & Höfe am Bach' : 'Nichts davon'))
  const articles = [{ headline: 'Höfe & mehr', html: '<p>x</p>', firstPage: 9, lastPage: 12 }]
  uid = (await createIssue(connection.db, { pages, articles })).uid
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
const find = (q: string) => api.answer(searchInIssue, `issuecontent/${uid}/search?q=${encodeURIComponent(q)}`)

test('returns hits page by page in all word forms, with snippets, and boxes on open pages', async () => {
  const { hits } = await find('haus')
  expect(hits.map(({ page }) => page)).toEqual([2, 6, 10])
  expect(hits[0]?.snippet).toBe('Alte <mark>Häuser</mark> &amp; Höfe am Bach')
  expect(hits[0]?.boxes).toEqual([
    [0.2, 0, 0.1, 0.1],
    [0.3, 0.5, 0.1, 0.1],
  ])
})

test('a closed page reveals that it matches, not where', async () => {
  const { hits } = await find('haus')
  expect(hits.find(({ page }) => page === 10)?.boxes).toEqual([])
})

test('a closed page always shows its headline, whatever the query', async () => {
  const shown = async (q: string) => (await find(q)).hits.find(({ page }) => page === 10)?.snippet
  for (const q of ['haus', 'bach', '"Höfe am Bach"', 'alte or höfe']) expect([q, await shown(q)]).toEqual([q, 'Höfe &amp; mehr'])
})

test('stop words find no closed page', async () => {
  for (const q of ['am', '"am"', 'der die das', 'am or und'])
    expect([q, (await find(q)).hits.filter(({ page }) => page > 8)]).toEqual([q, []])
})

test('counts queries about closed pages over all issues and searches, and logs one suspicion', async () => {
  const closed = await createIssue(connection.db, { pages: Array(12).fill('Alte Häuser') })
  const open = await createIssue(connection.db, { pages: ['Alte Häuser'] })
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

test('marks both parts of a word hyphenated at the end of a line', async () => {
  const { uid } = await createIssue(connection.db, { pages: ['Im Stadtpark und am Bahnhof, Nord- und Südseite'] })
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

test('quotes match the exact word, in the list and on the page', async () => {
  const { uid } = await createIssue(connection.db, { pages: ['Die Größe', 'Das große Haus', 'Große Größe'] })
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

test('networks of one line share the budget of that line', async () => {
  const { uid } = await createIssue(connection.db, { pages: Array(12).fill('Alte Häuser') })
  const { db } = connection
  await db.deleteFrom('rate_limits').execute()
  const ask = async (address: string) => (await api.ask(`issuecontent/${uid}/search?q=alte`, { address })).status
  expect([await ask('2001:db8:7:1::1'), await ask('2001:db8:7:2::1')]).toEqual([200, 200])
  await db.updateTable('rate_limits').set({ points: 3000 }).where('key', 'like', 'closed-search-wide:%').execute()
  expect([await ask('2001:db8:7:3::1'), await ask('2001:db8:8:1::1')]).toEqual([429, 200])
})

test('accounts of one network share the budget of that network', async () => {
  const { db } = connection
  const { uid } = await createIssue(db, {
    title: await createTitle(db, { kind: 'newspaper' }),
    pages: ['Vorn', 'Alte Häuser'],
  })
  await db.deleteFrom('rate_limits').execute()
  const ask = async (address: string) =>
    (await api.ask(`issuecontent/${uid}/search?q=alte`, { address, headers: await signedIn(db, await createAccount(db)) })).status
  expect([await ask('192.0.2.9'), await ask('192.0.2.9')]).toEqual([200, 200])
  await db.updateTable('rate_limits').set({ points: 3000 }).where('key', 'like', 'closed-search-wide:%').execute()
  expect([await ask('192.0.2.9'), await ask('192.0.2.10')]).toEqual([429, 200])
})

test('finds nothing for words that are not there', async () => {
  expect(await find('luchs')).toEqual({ hits: [] })
  expect((await api.errorOf(`issuecontent/${uid}/search?q=%20`)).status).toBe(400)
})

test('corrects typos inside an issue', async () => {
  const { hits, corrected } = await find('Häsuer')
  expect(corrected).toBe('Häuser')
  expect(hits[0]?.boxes).toHaveLength(2)
})

test('suggests only words that find something, and guesses the spelling on closed pages', async () => {
  const newspaper = await createTitle(connection.db, { kind: 'newspaper' })
  const closed = await createIssue(connection.db, { title: newspaper, pages: ['Vorn', 'Krokodilhaus', 'Ein Gnu'] })
  const search = (q: string) => api.answer(searchInIssue, `issuecontent/${closed.uid}/search?q=${q}`)
  expect(await search('Gnuxng')).toEqual({ hits: [] })
  const { hits, corrected } = await search('Krokodilhaas')
  expect(corrected).toBe('Krokodilhaus')
  expect(await search('Krokodilhaus')).toEqual({ hits })
})
