import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Rebuilt, RejectedPdf } from '../../adapters/pdf-importer.ts'
import type { AppContext } from '../../context.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { readDatabaseFigures } from '../../monitoring/database-figures.ts'
import { READING_VERSION } from '../reading-version.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'
import { rebuildByUid, rebuildIssues, rebuildNext } from './rebuild-issues.ts'
import { failedRebuilds } from './rebuild-queue.ts'

// The queue of issues that are read again. The importer, which has its own tests, is replaced by one that only marks issues as
// read.

const connection = await testDatabase({ isDirect: true })
afterAll(() => connection.close())
const { db } = connection
const title = await createTitle(db, { name: 'Shore' })
let read: string[]
let broken: Map<string, Error | Rebuilt>
beforeEach(async () => {
  await sql`delete from all_issues`.execute(db)
  read = []
  broken = new Map()
})

const issue = (uid: string, issue_date: string, values: object = {}) =>
  createIssue(db, { ...{ title, uid, issue_date, name: uid, source_sha256: uid }, ...values })

/** @param onRead called for each issue, before it is marked as read */
function context({ onRead = async () => {}, now = () => new Date() }: { onRead?: () => Promise<void>; now?: () => Date } = {}) {
  const rebuild = async ({ uid }: { uid: string }): Promise<Rebuilt> => {
    read.push(uid)
    await onRead()
    const trouble = broken.get(uid)
    if (trouble instanceof Error) throw trouble
    if (trouble) return trouble
    await db.updateTable('all_issues').set({ reading_version: READING_VERSION }).where('uid', '=', uid).execute()
    return { outcome: 'rebuilt', pages: 1, articles: 4 }
  }
  const pdfImporter = { rebuild } as unknown as AppContext['pdfImporter']
  return { db, files: null as unknown as AppContext['files'], log: pino({ level: 'silent' }), now, pdfImporter }
}
const run = (options: Parameters<typeof context>[0] = {}, signal?: AbortSignal) =>
  rebuildIssues(context(options), { corePercent: 100 }, { signal })
const figures = async () => {
  const all = (await readDatabaseFigures(db)).filter(({ name }) => name === 'kiosk_issues_to_rebuild')
  return Object.fromEntries(all.map(({ labels, value }) => [labels.state, value]))
}

test('issues of earlier versions are read again, newest first; what is up to date or has no file is not', async () => {
  await issue('old', '2026-01-01')
  await issue('new', '2026-03-01')
  await issue('middle', '2026-02-01')
  await issue('known', '2026-04-01', { reading_version: READING_VERSION })
  await issue('cover', '2026-05-01', { source_sha256: null })
  expect(await figures()).toEqual({ left: 3 })
  await run()
  expect(read).toEqual(['new', 'middle', 'old'])
  expect(await figures()).toEqual({ left: 0 })
  await run()
  expect(read).toHaveLength(3)
})

test('0 percent switches rebuilding off; otherwise it pauses in proportion', async () => {
  await issue('a', '2026-01-01')
  await rebuildIssues(context(), { corePercent: 0 }, {})
  expect(read).toEqual([])
  const began = performance.now()
  const busyMs = 20
  await rebuildIssues(context({ onRead: () => new Promise((resolve) => setTimeout(resolve, busyMs)) }), { corePercent: 20 }, {})
  expect(performance.now() - began).toBeGreaterThan(4.5 * busyMs)
})

test('it stops after the issue that it reads, also in a pause, and the next run goes on', async () => {
  for (const day of [1, 2, 3]) await issue(`stopped-${day}`, `2026-01-0${day}`)
  const stop = new AbortController()
  await run({ onRead: async () => stop.abort() }, stop.signal)
  expect(read).toEqual(['stopped-3'])
  await run()
  expect(read).toEqual(['stopped-3', 'stopped-2', 'stopped-1'])
})

test('several workers never read the same issue at once', async () => {
  for (let day = 1; day <= 9; day++) await issue(`shared-${day}`, `2026-01-0${day}`)
  await Promise.all([run(), run(), run()])
  expect([...read].sort()).toEqual(Array.from({ length: 9 }, (_, index) => `shared-${index + 1}`))
})

test('an issue that fails is marked with its reason, waits, and blocks no other', async () => {
  await issue('a-fails', '2026-03-01')
  await issue('b-left', '2026-02-01')
  await issue('c-fine', '2026-01-01')
  broken.set('a-fails', new RejectedPdf('damagedPage', {}, 'page 2 is damaged'))
  broken.set('b-left', { outcome: 'left', problem: 'its PDF is not kept' })
  await run()
  await run()
  expect(read).toEqual(['a-fails', 'b-left', 'c-fine'])
  expect(await figures()).toEqual({ left: 2, failed: 1, kept: 1 })
  expect(await failedRebuilds(db)).toMatchObject([
    { uid: 'b-left', name: 'Shore, b-left', problem: 'its PDF is not kept', tries: 1, retryAt: null },
    { uid: 'a-fails', name: 'Shore, a-fails', problem: 'page 2 is damaged', tries: 1, retryAt: expect.any(Date) },
  ])
  // An id too large for the column, which an address can contain, comes after all others.
  expect(await failedRebuilds(db, { before: Number.MAX_SAFE_INTEGER })).toHaveLength(2)
  broken.clear()
  await run({ now: () => new Date(Date.now() + HOUR_MS + MINUTE_MS) })
  expect(read.slice(3)).toEqual(['a-fails'])
  // A corrected file is another revision, so failures of the previous one do not count.
  await db.updateTable('all_issues').set({ revision: 2 }).where('uid', '=', 'b-left').execute()
  await run()
  expect(read.slice(4)).toEqual(['b-left'])
})

test('a server that stops has not tried', async () => {
  await issue('a', '2026-01-01')
  const stop = new AbortController()
  broken.set('a', new Error('the importer ended (SIGKILL)'))
  await run({ onRead: async () => stop.abort() }, stop.signal)
  expect(await failedRebuilds(db)).toEqual([])
})

test('a command reads an issue that is up to date, too, and tries again what waits', async () => {
  await issue('a', '2026-01-01', { reading_version: READING_VERSION })
  expect(await rebuildByUid(context(), 'a')).toMatchObject({ outcome: 'rebuilt', articles: 4 })
  expect(await rebuildByUid(context(), 'nothing')).toBeNull()
  await issue('b', '2026-01-02')
  broken.set('b', new Error('no space left'))
  const [first, patient, again] = [
    await rebuildNext(context(), {}),
    await rebuildNext(context(), {}),
    await rebuildNext(context(), { isPatient: false }),
  ]
  expect([first?.outcome, patient, again?.outcome]).toEqual(['failed', null, 'failed'])
})

test('a server of the version before that replaces an issue makes it due', async () => {
  await issue('a', '2026-01-01', { reading_version: READING_VERSION, text_version: 4 })
  await db.updateTable('all_issues').set({ revision: 2, source_sha256: 'other' }).where('uid', '=', 'a').execute()
  const values = await db.selectFrom('all_issues').select(['reading_version', 'text_version']).executeTakeFirst()
  expect(values).toEqual({ reading_version: 0, text_version: 0 })
})
