import { addDays } from '@kiosk/domain/day'
import { randomNumbers } from '@kiosk/domain/random-numbers'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../db/connect.ts'
import { asOwner, testDatabase } from '../../db/testing/database.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'
import { pagesHolding, type Scope } from './full-text.ts'
import { HITS, rankAllPages } from './testing/exhaustive-ranking.ts'

const ISSUES = 70
const PAGES_PER_ISSUE = 24
const WORDS_PER_PAGE = 40

/** The most frequent first: word n is about 1/n as frequent as the first. Some have the same stem. */
const VOCABULARY = [
  'Garten',
  'Große',
  'Wald',
  'Gärten',
  'Häuser',
  'Kirche',
  'Größe',
  'laufen',
  'Haus',
  'Kirchturm',
  'läuft',
  'Gartenhaus',
  'grosse',
  ...Array.from(
    { length: 500 },
    (_, n) =>
      `${'bdfgklmnprstw'[n % 13]}${'aeiou'[n % 5]}${'bdfgklmnprstw'[(n * 7 + 3) % 13]}${'aeiou'[(n * 3) % 5]}${n.toString(2).replaceAll('0', 'k').replaceAll('1', 'no')}`,
  ),
]

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const random = randomNumbers(7)
  const titles = [
    await createTitle(db, { name: 'Eins' }),
    await createTitle(db, { name: 'Zwei' }),
    await createTitle(db, { name: 'Drei' }),
  ]
  const sums: number[] = []
  for (const rank of VOCABULARY.keys()) sums.push((sums.at(-1) ?? 0) + 1 / (rank + 3))
  const word = () => {
    const at = random() * sums.at(-1)!
    return VOCABULARY[sums.findIndex((sum) => sum > at)]!
  }
  for (let n = 0; n < ISSUES; n++) {
    const pages = Array.from({ length: PAGES_PER_ISSUE }, () => {
      const words = Array.from({ length: WORDS_PER_PAGE }, word)
      // A page tends to be about something, so one of its words is more frequent.
      return [...words, ...Array.from({ length: Math.floor(random() * 6) }, () => words[0]!)].join(' ')
    })
    // The issues are imported in an order different from that of their dates.
    const issue_date = addDays('2026-01-01', ((n * 37) % ISSUES) * 5)
    await createIssue(db, { title: titles[n % titles.length]!, issue_date, pages })
  }
  await asOwner(db, 'analyze pages, all_issues')
})
afterAll(() => connection.close())

const places = async (typed: string, scope: Scope = {}, hidden: number[] = []) =>
  (await pagesHolding(connection.db, typed, hidden, scope)).hits.map(({ id, number }) => `${id} ${number}`)

const allRanked = async (...asked: [typed: string, order: 'best' | 'newest', filter?: RawBuilder<unknown>]) =>
  (await rankAllPages(connection.db, ...asked)).places

const QUERIES = [
  'Garten',
  'Gärten',
  'gaerten',
  'Größe',
  'Groesse',
  'große',
  'Haus',
  'Häuser',
  'laufen',
  'läuft',
  'Kirche',
  'Wald',
  ...VOCABULARY.slice(13).filter((_, n) => n % 40 === 0),
  'Garten Wald',
  'Gärten Häuser',
  'Kirche laufen',
  'Garten -Wald',
  'Wald or Kirche',
  '"Größe"',
  '"Gärten" Wald',
  '"Garten Wald"',
  '"große Garten"',
]

test('finds nearly all of the best pages, however many match', async () => {
  const recalls: number[] = []
  for (const typed of QUERIES) {
    const expected = await allRanked(typed, 'best')
    expect([typed, expected.length > 0]).toEqual([typed, true])
    const found = new Set(await places(typed, { order: 'best' }))
    recalls.push(expected.filter((place) => found.has(place)).length / expected.length)
  }
  const mean = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length
  expect(QUERIES.filter((_, index) => recalls[index]! < 0.7)).toEqual([])
  expect(mean).toBeGreaterThanOrEqual(0.95)
})

test('finds the newest pages exactly, page after page', async () => {
  for (const typed of QUERIES) {
    const expected = await allRanked(typed, 'newest')
    const found = await places(typed, { order: 'newest' })
    // A page of hits ends with a whole issue.
    expect([typed, found]).toEqual([typed, expected.slice(0, found.length)])
    expect(found.length).toBeGreaterThanOrEqual(Math.min(expected.length, HITS - 1))
  }
})

test('finds the same within a title, a period and without hidden titles', async () => {
  const { rows } = await sql<{ id: number }>`select id from titles order by id`.execute(connection.db)
  const [first, second] = rows.map(({ id }) => id)
  for (const typed of ['Garten', 'Größe', 'Garten Wald']) {
    for (const [scope, hidden, filter] of [
      [{ titleId: first }, [], sql`i.title_id = ${first}`],
      [{ from: '2026-03-01', to: '2026-04-30' }, [], sql`i.issue_date between '2026-03-01' and '2026-04-30'`],
      [{}, [second], sql`i.title_id <> ${second}`],
    ] as [Scope, number[], ReturnType<typeof sql>][]) {
      const best = await allRanked(typed, 'best', filter)
      const found = await places(typed, { ...scope, order: 'best' }, hidden)
      expect(found.filter((place) => best.includes(place)).length, `${typed} ${JSON.stringify(scope)}`).toBeGreaterThanOrEqual(18)
      const newest = await allRanked(typed, 'newest', filter)
      const foundNewest = await places(typed, { ...scope, order: 'newest' }, hidden)
      expect(foundNewest).toEqual(newest.slice(0, foundNewest.length))
    }
  }
})

test('stores and finds pages with as much text as an import keeps', async () => {
  const { db } = connection
  const kept = 200_000
  const title = await createTitle(db, { name: 'Vier' })
  const many = Array.from({ length: 40_000 }, (_, n) => `wört${n.toString(36)}`)
  await createIssue(db, {
    title,
    pages: [`Anfangswort ${many.join(' ')}`.slice(0, kept), 'ß'.repeat(kept), 'öde '.repeat(kept / 4)],
  })
  expect(await places('"Anfangswort wört0"', { titleId: title.id })).toHaveLength(1)
  expect(await places('"öde öde"', { titleId: title.id })).toHaveLength(1)
})
