import * as routes from '@kiosk/contract/desk-routes'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../db/testing/database.ts'
import { housekeeping } from '../../housekeeping.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { testApi, within } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'
import { countedText } from './unsuccessful-searches.ts'

const MONDAY = new Date('2026-11-23T08:00:00Z')
let now = MONDAY
const options = { now: () => now, requestsPerMinute: 0 }
const { connection, api } = await openTestApi(options)
const { db } = connection
const { ctx } = api
await createIssue(db, { title: await createTitle(db, { name: 'Bergblick' }), pages: ['Murmeltiere im Schnee'] })

/** The limits of a process are for one day. */
let weeks = 0
beforeEach(async () => {
  await db.deleteFrom('search_keys').execute()
  await db.deleteFrom('unsuccessful_searches').execute()
  now = new Date(MONDAY.getTime() + 7 * DAY_MS * weeks++)
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const asked = new Set<string>()
/** Searches; no response comes from the cache. */
async function search(q: string, address: string, { of = api, agent = FIREFOX, more = '' } = {}) {
  if (asked.has(q.trim())) await of.ctx.catalogueCache.reload()
  asked.add(q.trim())
  const response = await of.ask(`search?q=${encodeURIComponent(q)}${more}`, { address, headers: { 'user-agent': agent } })
  expect(response.status).toBe(200)
  await idle()
}
/** Waits for what is written in the background of requests. */
const idle = () => new Promise((resolve) => setTimeout(resolve, 30))
const stored = () => db.selectFrom('unsuccessful_searches').select(['text', 'visitors']).orderBy('text').execute()
const visitors = async () =>
  Number((await db.selectFrom('search_visitors').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
const everything = async () => {
  const { rows } = await sql<{ all: string }>`select coalesce((select string_agg(c::text, ' ') from search_counts c), '')
    || coalesce((select string_agg(v::text, ' ') from search_visitors v), '')
    || coalesce((select string_agg(u::text, ' ') from unsuccessful_searches u), '') as all`.execute(db)
  return rows[0]!.all
}

test('a text is stored with the fifth visitor, in any spelling, and not before', async () => {
  for (const [at, q] of ['Yeti', ' YETI', 'yeti ', 'yeti'].entries()) await search(q, `198.51.100.${at}`)
  await within(2000, async () => (await visitors()) === 4)
  expect(await stored()).toEqual([])
  expect(await everything()).not.toContain('yeti')
  await search('Yeti', '198.51.100.9')
  await within(2000, async () => (await stored()).length === 1)
  await search('Yeti', '198.51.100.10')
  await within(2000, async () => (await stored())[0]?.visitors === 6)
  expect(await stored()).toEqual([{ text: 'yeti', visitors: 6 }])
})

test('one visitor counts once, also from other addresses of the same line', async () => {
  for (let at = 0; at < 8; at++) await search('Kobold', `2001:db8:5:${at}::1`)
  for (let at = 0; at < 4; at++) await search('Kobold', '198.51.100.7')
  await within(2000, async () => (await visitors()) === 2)
  expect(await stored()).toEqual([])
})

test('two searches of a visitor are not connected, and the same visitor is another in the next week', async () => {
  for (const q of ['Nixe', 'Riese']) await search(q, '198.51.100.7')
  await within(2000, async () => (await visitors()) === 2)
  const digests = async () =>
    (await db.selectFrom('search_visitors').select('digest').execute()).map(({ digest }) => digest.toString('hex'))
  const first = await digests()
  expect(new Set(first).size).toBe(2)
  now = new Date(now.getTime() + 7 * DAY_MS)
  // Each test has its own week.
  weeks++
  await search('Nixe', '198.51.100.7')
  // The key of the previous week is gone with what it counted.
  await within(2000, async () => (await visitors()) === 1)
  expect(first).not.toContain((await digests())[0])
  expect(await db.selectFrom('search_keys').select('week').execute()).toHaveLength(1)
})

test.each([
  ['what was found', ['Murmeltiere', 'Bergblick'], {}],
  ['crawlers', ['Wichtel'], { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a search in one language', ['Wichtel'], { more: '&language=fr' }],
  ['addresses and numbers', ['mia@example.org', 'konto 12345 6', '0664 123 45 67', '1'.repeat(30)], {}],
  ['long texts', ['x'.repeat(61), 'eins zwei drei vier fünf sechs sieben'], {}],
])('%s: nothing is counted', async (_, queries, how) => {
  for (const q of queries) await search(q, '198.51.100.7', how)
  await search('Zwerg', '198.51.100.8')
  await within(2000, async () => (await visitors()) === 1)
})

test('two servers count together, each visitor once', async () => {
  const other = await testApi(connection, options)
  for (let at = 0; at < 5; at++)
    await Promise.all([search('Einhorn', `198.51.100.${at}`), search('Einhorn', `198.51.100.${at}`, { of: other })])
  await within(2000, async () => (await stored()).length === 1)
  expect(await stored()).toEqual([{ text: 'einhorn', visitors: 5 }])
  await other.close()
})

test('a network records at most thirty searches a day', async () => {
  for (let at = 0; at < 40; at++)
    await search(`Troll${'abcdefghij'[at % 10]}${'abcdefghij'[Math.floor(at / 10)]}`, '198.51.100.7')
  await within(2000, async () => (await visitors()) === 30)
})

test('the day has a limit for all', async () => {
  await search('Elfe', '198.51.100.1')
  await within(2000, async () => (await visitors()) === 1)
  await db.updateTable('search_keys').set({ recorded: 20_000 }).execute()
  await search('Elfe', '198.51.100.2')
  expect(await visitors()).toBe(1)
  now = new Date(now.getTime() + DAY_MS)
  await search('Elfe', '198.51.100.2')
  await within(2000, async () => (await visitors()) === 2)
})

test('a search is answered while nothing can be recorded', async () => {
  await asOwner(db, 'alter table search_visitors rename to search_visitors_away')
  try {
    await search('Drache', '198.51.100.7')
  } finally {
    await asOwner(db, 'alter table search_visitors_away rename to search_visitors')
  }
})

test('the cleanup deletes keys of earlier weeks, and texts after ninety days', async () => {
  for (let at = 0; at < 5; at++) await search('Greif', `198.51.100.${at}`)
  await within(2000, async () => (await stored()).length === 1)
  const at = (daysLater: number) => new Date(now.getTime() + daysLater * DAY_MS)
  await housekeeping({}, { ...ctx, now: () => at(6) })
  expect(await visitors()).toBe(5)
  await housekeeping({}, { ...ctx, now: () => at(7) })
  expect([await visitors(), await stored()]).toEqual([0, [{ text: 'greif', visitors: 5 }]])
  await housekeeping({}, { ...ctx, now: () => at(90) })
  expect(await stored()).toHaveLength(1)
  await housekeeping({}, { ...ctx, now: () => at(91) })
  expect(await stored()).toEqual([])
})

test('the desk shows the texts of thirty days, those of most visitors first', async () => {
  const desk = fakeDesk(ctx)
  await desk.signedInAs(await createStaff(ctx, { role: 'editor' }))
  expect(await desk.call(routes.figures)).toMatchObject({ searches: [] })
  const rows = [
    { week: '2026-11-16', text: 'yeti', visitors: 5 },
    { week: '2026-11-09', text: 'yeti', visitors: 6 },
    { week: '2026-11-16', text: 'kobold', visitors: 9 },
    { week: '2026-10-05', text: 'riese', visitors: 90 },
  ]
  await db.insertInto('unsuccessful_searches').values(rows).execute()
  now = MONDAY
  await desk.signedInAs(await createStaff(ctx, { role: 'editor' }))
  expect(await desk.call(routes.figures)).toMatchObject({
    searches: [
      { text: 'yeti', visitors: 11 },
      { text: 'kobold', visitors: 9 },
    ],
  })
})

test('the recorded text is normalised', () => {
  expect(countedText('  Stra\u00dfe   \uff21 ')).toBe('straße a')
  expect([countedText('a'), countedText('??'), countedText('2026')]).toEqual([null, null, null])
})
