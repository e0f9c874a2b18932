import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { addDays, dayInUtc } from '@kiosk/domain/day'
import { HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { noteReading } from '../reading/queries.ts'
import { firstRemembered, moveOldReadings, prepareReadingDays } from './reading-days.ts'
import { refreshRecommendations } from './refresh-recommendations.ts'
import { createIssue } from './testing/titles-and-issues.ts'

// Compares recommendations and topics computed incrementally with those computed from all readings at once.

const TITLES = 8
/** Noon in UTC, so that "today" stays the same during the test. */
const noon = new Date(`${dayInUtc(new Date())}T12:00:00Z`)
const today = dayInUtc(noon)
const later = (days: number) => new Date(noon.getTime() + days * 24 * HOUR_MS)

let connection: Connection
let issues: { id: number; title_id: number }[]
beforeAll(async () => {
  connection = await testDatabase()
  issues = []
  for (let n = 0; n < TITLES; n++) issues.push(await createIssue(connection.db, { pages: ['1', '2', '3', '4'] }))
  const topic = { language: 'de', headline: 'x', text: 'x', release_date: today }
  await connection.db
    .insertInto('topics')
    .values(issues.map(({ id }, n) => ({ ...topic, uid: `thema-${n}`, issue_id: id, page: 1 + (n % 4) })))
    .execute()
})
afterAll(() => connection.close())
beforeEach(async () => {
  for (const table of [
    'readings',
    'reading_events',
    'counted_reading_days',
    'title_readers',
    'title_pairs',
    'topic_readers',
  ] as const)
    await connection.db.deleteFrom(table).execute()
  await sql`select drop_reading_days('2999-01-01')`.execute(connection.db)
})

/**
 * Adds readings of many readers on the days from `first` to `last`, the same in every run, to the new table or the former one.
 */
async function read(first: string, last: string, { into = 'readings', fromReader = 1, readers = 12 } = {}): Promise<void> {
  const dayColumn = into === 'readings' ? sql`day,` : sql``
  const day = into === 'readings' ? sql`day::date,` : sql``
  await sql`
    insert into ${sql.table(into)} (${dayColumn} issue_id, title_id, reader, page, at)
    select ${day} issue.id, issue.title_id, md5(day || ' ' || reader), 1 + (reader + nth) % 4, day at time zone 'UTC' + interval '10 hours'
    from generate_series(${first}::timestamp, ${last}::timestamp, '1 day') day, generate_series(${fromReader}::int, ${readers}::int) reader,
      generate_series(0, reader % 5) nth,
      lateral (select * from unnest(${issues.map(({ id }) => id)}::bigint[], ${issues.map(({ title_id }) => title_id)}::bigint[])
        with ordinality as i (id, title_id, place)
        where place = 1 + (reader * reader + nth * (1 + reader % 3) + extract(day from day)::int) % ${TITLES}) issue`.execute(
    connection.db,
  )
}

async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'readings'::regclass and relname <> 'other' order by 1`.execute(connection.db)
  return rows.map(({ name }) => name)
}

/** Recommendations and readers of topics, computed from all remembered readings at once. */
async function fromAllReadings(at: string) {
  const { rows } = await sql<{ title: number; other: number; score: number }>`
    with read as (select distinct reader, title_id from readings where day >= ${firstRemembered(at)}::date),
      relevant as (select * from read where reader in (select reader from read group by reader having count(*) between 2 and 40)),
      popularity as (select title_id, count(*) as readers from relevant group by title_id),
      scored as (
        select a.title_id as title, b.title_id as other, count(*) / sqrt(min(pa.readers) * min(pb.readers)) as score
        from relevant a join relevant b on a.reader = b.reader and a.title_id <> b.title_id
        join popularity pa on pa.title_id = a.title_id join popularity pb on pb.title_id = b.title_id
        where a.title_id in (select id from titles) and b.title_id in (select id from titles)
        group by 1, 2),
      ranked as (select *, row_number() over (partition by title order by score desc, other) as place from scored)
    select title, other, round(score::real::numeric, 5)::float8 as score from ranked where place <= 20 order by 1, 2`.execute(
    connection.db,
  )
  const topics = await sql<{ uid: string; readers: number }>`
    select t.uid, count(distinct r.reader)::int as readers from topics t left join readings r on r.issue_id = t.issue_id and r.page >= t.page
      and r.article_position is null and r.day > ${addDays(at, -7)}::date group by 1 order by 1`.execute(connection.db)
  return { recommendations: rows, topics: topics.rows }
}

async function stored() {
  const { rows } = await sql<{ title: number; other: number; score: number }>`select title_id as title, other_id as other,
    round(score::numeric, 5)::float8 as score from readers_also_read order by 1, 2`.execute(connection.db)
  const topics = await sql<{ uid: string; readers: number }>`select uid, readers from topics order by uid`.execute(connection.db)
  return { recommendations: rows, topics: topics.rows }
}

test('recommendations and topics are those of all readings, day after day, also when days are dropped and topics move', async () => {
  await prepareReadingDays(connection.db, today, addDays(today, -95))
  await read(addDays(today, -95), today)
  for (const days of [0, 1, 2, 5]) {
    const at = dayInUtc(later(days))
    if (days > 0) await read(at, at)
    if (days === 2) await sql`update topics set page = 2 where uid = 'thema-0'`.execute(connection.db)
    expect(await refreshRecommendations(connection.db, { now: later(days) })).toBe(true)
    const expected = await fromAllReadings(at)
    expect(expected.recommendations.length).toBeGreaterThan(TITLES)
    expect(expected.topics.some(({ readers }) => readers > 0)).toBe(true)
    expect(await stored()).toEqual(expected)
    expect((await partitions())[0]).toBe(`day_${firstRemembered(at).replaceAll('-', '')}`)
  }
  // Readings of the current day that arrive after a refresh.
  await read(dayInUtc(later(5)), dayInUtc(later(5)), { readers: 30 })
  await refreshRecommendations(connection.db, { now: later(5) })
  expect(await stored()).toEqual(await fromAllReadings(dayInUtc(later(5))))
})

test('the closest twenty of many titles are those of a ranking of all pairs, whatever changes between two runs', async () => {
  const many = [...issues]
  while (many.length < 60) many.push(await createIssue(connection.db))
  await prepareReadingDays(connection.db, today, addDays(today, -4))
  const titles = sql`${many.map(({ title_id }) => title_id)}::bigint[]`
  /** Some titles are read much more often than others; `turn` changes which ones. */
  const readAtRandom = async (days: number, { readers, turn = 0 }: { readers: number; turn?: number }) => {
    await sql`
      insert into readings (day, issue_id, title_id, reader, page)
      select ${addDays(today, days)}::date, 1, (${titles})[1 + (${turn}::int + floor(${many.length}::int * random() ^ 2)::int) % ${many.length}::int],
        md5(${`${days} ${turn}`}::text || reader), 1
      from generate_series(1, ${readers}::int) reader, generate_series(0, reader % 7) nth`.execute(connection.db)
  }
  const isRanked = async (days: number) => {
    expect(await refreshRecommendations(connection.db, { now: later(days) })).toBe(true)
    const { recommendations } = await fromAllReadings(dayInUtc(later(days)))
    expect((await stored()).recommendations).toEqual(recommendations)
    return recommendations.length
  }
  const seed = Math.random()
  await sql`select setseed(${seed})`.execute(connection.db)
  for (const days of [-4, -3, -2, -1, 0]) await readAtRandom(days, { readers: 120 })
  expect(await isRanked(0)).toBeGreaterThan(60 * 15)
  // Other titles are read now, so that those of the last run are no longer among the closest; then a few, then none.
  for (const [turn, readers] of [
    [25, 600],
    [40, 20],
    [0, 0],
  ] as const) {
    await readAtRandom(0, { readers, turn })
    await isRanked(0)
  }
  // A title is gone, days are complete, and the first ones are forgotten.
  const gone = many.at(-1)!
  await connection.db.deleteFrom('all_issues').where('id', '=', gone.id).execute()
  await connection.db.deleteFrom('titles').where('id', '=', gone.title_id).execute()
  await isRanked(0)
  for (const days of [1, 87, 88]) await isRanked(days)
})

test('the sums are empty again when all days were dropped', async () => {
  await prepareReadingDays(connection.db, today, addDays(today, -3))
  await read(addDays(today, -3), today)
  await refreshRecommendations(connection.db, { now: noon })
  expect((await sql`select from title_pairs`.execute(connection.db)).rows.length).toBeGreaterThan(0)
  // After some days without readings.
  await refreshRecommendations(connection.db, { now: later(1) })
  await refreshRecommendations(connection.db, { now: later(200) })
  for (const table of ['readings', 'title_pairs', 'title_readers', 'topic_readers', 'readers_also_read'] as const)
    expect([table, await connection.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
})

test('readings of the version before move, in batches that can be stopped, and late ones belong to the first day not yet counted', async () => {
  await read(addDays(today, -100), today, { into: 'reading_events' })
  const stopped = new AbortController()
  stopped.abort()
  expect(await refreshRecommendations(connection.db, { now: noon, signal: stopped.signal })).toBe(false)
  expect(await moveOldReadings(connection.db, today)).toBe(true)
  expect((await connection.db.selectFrom('reading_events').select('id').execute()).length).toBe(0)
  const { rows } = await sql<{ first: string; wrong: number }>`select min(day)::text as first,
    count(*) filter (where day <> (at at time zone 'UTC')::date) as wrong from readings`.execute(connection.db)
  expect(rows).toEqual([{ first: firstRemembered(today), wrong: 0 }])
  await refreshRecommendations(connection.db, { now: noon })
  expect(await stored()).toEqual(await fromAllReadings(today))
  expect(await partitions()).toHaveLength(90 + 1 + 7)

  // A server of the previous version is still running.
  await read(addDays(today, -2), addDays(today, -1), { into: 'reading_events', fromReader: 13, readers: 40 })
  await refreshRecommendations(connection.db, { now: noon })
  expect(await stored()).toEqual(await fromAllReadings(today))
  const late = await sql<{
    day: string
  }>`select distinct day::text from readings where day <> (at at time zone 'UTC')::date`.execute(connection.db)
  expect(late.rows).toEqual([{ day: today }])
})

test('a refresh that is killed at any moment is continued by the next one', async () => {
  await read(addDays(today, -94), today, { into: 'reading_events', readers: 6 })
  const program = fileURLToPath(new URL('./testing/refresh-process.ts', import.meta.url))
  let killed = 0
  for (const step of [4, 9, 17, 40]) {
    const refreshing = fork(program, [connection.url, noon.toISOString(), String(step)], { execArgv: [] })
    const [, signal] = await once(refreshing, 'exit')
    if (signal === 'SIGKILL') killed++
  }
  expect(killed).toBe(4)
  // PostgreSQL notices a killed program only when its statement has ended; until then, another run leaves the work to it.
  await expect.poll(() => refreshRecommendations(connection.db, { now: noon })).toBe(true)
  expect(await stored()).toEqual(await fromAllReadings(today))
})

test('readings of a day without a partition are counted and deleted like the others', async () => {
  const [issue, other] = issues as [{ id: number; title_id: number }, { id: number; title_id: number }]
  for (const { id, title_id } of [issue, other])
    await noteReading(connection.db, { issueId: id, titleId: title_id, reader: { day: today, reader: 'a' }, page: 1 })
  expect(await partitions()).toEqual([])
  await refreshRecommendations(connection.db, { now: noon })
  expect(await partitions()).not.toContain(`day_${today.replaceAll('-', '')}`)
  expect(await stored()).toEqual(await fromAllReadings(today))
  await refreshRecommendations(connection.db, { now: later(1) })
  await refreshRecommendations(connection.db, { now: later(91) })
  expect(await connection.db.selectFrom('readings').selectAll().execute()).toEqual([])
})

test('a table in use postpones new and dropped partitions, and nothing else', async () => {
  await prepareReadingDays(connection.db, today, addDays(today, -91))
  await read(addDays(today, -91), today)
  await connection.db.transaction().execute(async (trx) => {
    await sql`lock table readings in access share mode`.execute(trx)
    expect(await refreshRecommendations(connection.db, { now: noon })).toBe(true)
    expect(await partitions()).toContain(`day_${addDays(today, -91).replaceAll('-', '')}`)
  })
  expect(await stored()).toEqual(await fromAllReadings(today))
  await refreshRecommendations(connection.db, { now: noon })
  expect((await partitions())[0]).toBe(`day_${firstRemembered(today).replaceAll('-', '')}`)
})
