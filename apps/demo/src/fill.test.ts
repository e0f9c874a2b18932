import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { issueFolder } from '@kiosk/backend/adapters/storage/port'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fill, fillIfEmpty, MARK } from './fill.ts'
import { removeDemonstration } from './remove.ts'
import type { Title } from './titles/title.ts'
import { titles as all } from './titles/titles.ts'

const TODAY = '2026-11-21'
/** A few titles with two short issues each: these tests cover the filling, not the printing. */
const titles: Title[] = [
  'hoehenluft',
  'donau-rundblick',
  'donau-rundblick-wochenende',
  'inntaler-bote',
  'inntaler-bote-oberland',
  'tatzeit',
].map((key) => {
  const { complete: _, ...title } = all.find((each) => each.key === key)!
  return { ...title, issues: 2 }
})

const open: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of open) await close()
})

async function newsstand(): Promise<{ connection: Connection; files: ReturnType<typeof fileSystem>; folder: string }> {
  const connection = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'demo-test-'))
  open.push(async () => {
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { connection, files: fileSystem(folder), folder }
}

const issuesOf = ({ db }: Connection) =>
  db.selectFrom('issues').select(['uid', 'source_sha256', 'headline', 'page_count']).orderBy('uid').execute()
const markOf = async ({ db }: Connection) =>
  (await db.selectFrom('app_settings').select('value').where('key', '=', MARK).executeTakeFirst())?.value

let filled: Awaited<ReturnType<typeof newsstand>>
let whole: Awaited<ReturnType<typeof issuesOf>>
let titlesWhenItStood = 0

beforeAll(async () => {
  filled = await newsstand()
  const filling = fillIfEmpty({ ...filled, today: TODAY, titles })
  await filling.ready
  const lying = await filled.connection.db.selectFrom('issues').select('title_id').distinct().execute()
  titlesWhenItStood = lying.length
  await filling.done
  whole = await issuesOf(filled.connection)
})

test('fills an empty newsstand through the importer, and is done when every title exists', async () => {
  const { connection, folder } = filled
  expect(titlesWhenItStood).toBe(titles.length)
  expect(whole).toHaveLength(12)
  expect(await markOf(connection)).toBe('done')
  for (const { uid } of whole)
    for (const file of ['source.pdf', 'cover-280.webp']) expect(existsSync(join(folder, issueFolder(uid, 1), file))).toBe(true)
  const words = await connection.db.selectFrom('pages').select('text').where('number', '=', 1).execute()
  expect(words.some(({ text }) => text.includes('Höhenluft'))).toBe(true)
})

test('an interrupted run continues the next day and ends with the same bytes', async () => {
  const other = await newsstand()
  const some = titles.slice(0, 3)
  const stop = new AbortController()
  await fillIfEmpty({ ...other, today: TODAY, titles: some, stop: stop.signal, onProgress: () => stop.abort() }).done
  const half = await issuesOf(other.connection)
  expect(half.length).toBeGreaterThan(0)
  expect(half.length).toBeLessThan(6)
  expect(await markOf(other.connection)).toBe(TODAY)
  await fillIfEmpty({ ...other, today: '2026-11-22', titles: some }).done
  const again = await issuesOf(other.connection)
  expect(again).toHaveLength(6)
  expect(whole).toEqual(expect.arrayContaining(again))
  expect(await markOf(other.connection)).toBe('done')
})

test('does not fill a complete newsstand again', async () => {
  await fillIfEmpty({ ...filled, today: '2026-12-24', titles }).done
  expect(await issuesOf(filled.connection)).toEqual(whole)
})

test('the catalogue has editions, supplements, age ratings and last days; readers have recommendations', async () => {
  const { connection } = filled
  const rows = await connection.db.selectFrom('titles').selectAll().execute()
  const row = (key: string) => rows.find((each) => each.key === key)!
  expect(row('inntaler-bote-oberland').edition_of).toBe(row('inntaler-bote').id)
  expect(row('donau-rundblick-wochenende').supplement_of).toBe(row('donau-rundblick').id)
  expect(row('tatzeit').age_rating).toBe(18)
  const lying = await connection.db.selectFrom('issues').select('id').where('supplement_to', 'is not', null).execute()
  expect(lying.length).toBeGreaterThan(0)
  const entries = await connection.db.selectFrom('content_set_entries').select('set_key').distinct().execute()
  expect(entries.map(({ set_key }) => set_key).sort()).toEqual(['web_at', 'web_ch', 'web_de'])
  expect((await connection.db.selectFrom('readers_also_read').select('title_id').execute()).length).toBeGreaterThan(0)
})

test('does not change a newsstand with titles of the operator', async () => {
  const { connection, files } = await newsstand()
  await connection.db.insertInto('titles').values({ key: 'own', name: 'Own', kind: 'magazine', language: 'de' }).execute()
  await fillIfEmpty({ connection, files, today: TODAY, titles }).done
  expect(await issuesOf(connection)).toEqual([])
})

test('removing the demonstration leaves neither rows nor files, keeps those of the operator, and is permanent', async () => {
  const { connection, files, folder } = filled
  await connection.db.insertInto('titles').values({ key: 'own', name: 'Own', kind: 'magazine', language: 'de' }).execute()
  expect(await removeDemonstration({ connection, files })).toBe(whole.length)
  expect(await issuesOf(connection)).toEqual([])
  expect((await connection.db.selectFrom('titles').select('key').execute()).map(({ key }) => key)).toEqual(['own'])
  for (const table of ['advertisements', 'campaigns', 'content_sets', 'imports', 'readers_also_read'] as const)
    expect(
      (
        await connection.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    ).toBe(0)
  for (const { uid } of whole) expect(existsSync(join(folder, 'issues', uid))).toBe(false)
  await connection.db.deleteFrom('titles').execute()
  await fillIfEmpty({ ...filled, today: TODAY, titles }).done
  expect(await issuesOf(connection)).toEqual([])
})

test('a smaller demonstration has the newest issues of each title', async () => {
  const small = await newsstand()
  await fill({ ...small, today: TODAY, titles: titles.slice(0, 2), newest: 1 }).done
  const uids = (await issuesOf(small.connection)).map(({ uid }) => uid)
  expect(uids).toHaveLength(2)
  expect(whole.map(({ uid }) => uid)).toEqual(expect.arrayContaining(uids))
  expect(await markOf(small.connection)).toBe('done')
})
