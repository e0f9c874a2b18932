import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UnreadableScan } from '@kiosk/backend/adapters/scan-reader'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { anchorOf } from '@kiosk/backend/catalogue/corrections/apply-corrections'
import { rebuildByUid } from '@kiosk/backend/catalogue/rebuilds/rebuild-issues'
import { readScans } from '@kiosk/backend/catalogue/scans/read-scans'
import { MOST_TRIES, scanCounts } from '@kiosk/backend/catalogue/scans/scan-queue'
import { takeDown } from '@kiosk/backend/catalogue/takedowns/take-down'
import type { Connection } from '@kiosk/backend/db/connect'
import { asOwner, testDatabase } from '@kiosk/backend/db/testing/database'
import type { Finding } from '@kiosk/backend/monitoring/checks'
import { scanCheck } from '@kiosk/backend/monitoring/scan-check'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importIssue } from '../import-issue.ts'
import { createPdfImporter } from '../pdf-importer.ts'
import { fakeTesseract, hocrLine, hocrPage } from '../testing/fake-tesseract.ts'
import { image, makePdf } from '../testing/malformed-pdfs.ts'
import { createWorkers } from '../workers/workers.ts'
import { readHocr } from './read-hocr.ts'
import { readsFraktur, scanLanguageData } from './scan-languages.ts'
import { createScanReader } from './scan-reader.ts'
import { recognise, SCAN_LIMITS } from './tesseract.ts'

// An issue of three pages: the second has text, the others are pictures. They are read by a program that behaves like Tesseract.

const SENTENCE = ['Am', 'Morgen', 'lag', 'Reif', 'auf', 'den', 'Wiesen', '–', 'und', 'die', 'Hirten.']
/** A pattern, as of a curtain. */
const PATTERNS = Array.from({ length: 9 }, (_, at) => hocrLine(['lil', 'iii', 'lll'], 300 + at * 30, { confidence: 20 }))
const HOCR = hocrPage([
  hocrLine(['Winter', 'im', 'Tal'], 100, { size: 60 }),
  ...Array.from({ length: 12 }, (_, at) => hocrLine(SENTENCE, 200 + at * 30)),
  hocrLine(['xq', 'vvj', '~~', ':'], 900, { confidence: 12 }),
  hocrLine(['»', ':'], 950),
])
const LOG = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Parameters<typeof readScans>[0]['log']
const CHECKED = { data: { ofLanguage: scanLanguageData, readsFraktur }, frakturTitles: [] }
const workers = createWorkers({ processes: 1 })
let connection: Connection
let folder: string
let fake: Awaited<ReturnType<typeof fakeTesseract>>
let pdfPath: string
let scanReader: ReturnType<typeof createScanReader>
beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
  folder = await mkdtemp(join(tmpdir(), 'scans-'))
  fake = await fakeTesseract(join(folder, 'program'), HOCR)
  scanReader = createScanReader({ program: fake.program })
  pdfPath = join(folder, 'almzeit-2026-11-01.pdf')
  const text = Array.from({ length: 12 }, (_, line) => `Gedruckt ist Zeile ${line} dieser Seite, wie immer.`)
  await writeFile(pdfPath, makePdf({ pages: [{ lines: ['Titelbild 1'] }, { lines: text }, { lines: [] }] }))
})
afterAll(async () => {
  await scanReader.close()
  await workers.close()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await asOwner(connection.db, 'truncate all_issues, imports cascade')
  await rm(join(folder, 'program/read'), { force: true })
  await fake.set('well')
})

const files = () => fileSystem(join(folder, 'files'))
const importOnce = (metadata = {}, path = pdfPath) =>
  importIssue(
    { connection, files: files(), pdfPath: path, metadata: { language: 'de', ...metadata }, pictures: 'on demand' },
    workers,
  )
const context = (reader = scanReader, frakturTitles: string[] = []) => ({
  db: connection.db,
  files: files(),
  log: LOG,
  scanReader: reader,
  frakturTitles,
  now: () => new Date(),
  pdfImporter: createPdfImporter({ workers }),
})
const states = () =>
  connection.db.selectFrom('scanned_pages').select(['number', 'state', 'tries', 'problem']).orderBy('number').execute()
const dueNow = () => sql`update scanned_pages set due_at = now()`.execute(connection.db)
/** What the program was given, one line for each picture. */
const given = async () => (await readFile(join(folder, 'program/read'), 'utf8')).trim().split('\n')

test('an issue is published at once; then its pages are read, once, and become text, articles and search', async () => {
  const { uid } = await importOnce()
  const { db } = connection
  expect(await db.selectFrom('issues').select(['page_count', 'text_layer']).execute()).toEqual([
    { page_count: 3, text_layer: 'partial' },
  ])
  expect((await states()).map(({ number, state }) => [number, state])).toEqual([
    [1, 'waiting'],
    [3, 'waiting'],
  ])
  const day = '2026-11-02'
  await sql`insert into saved_search_runs (day, started_at, finished_at) values (${day}, now(), now())`.execute(db)
  await sql`insert into searched_issues (issue_id, day) select id, ${day}::date from all_issues
    on conflict (issue_id) do update set day = excluded.day`.execute(db)
  // Two workers at once.
  await Promise.all([readScans(context(), {}), readScans(context(), {})])
  await readScans(context(), {})
  expect(await given()).toEqual(Array(2).fill('PNG 1 stdin stdout -l deu --dpi 300 hocr'))
  expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await db.selectFrom('searched_issues').select('day').execute()).toEqual([{ day: null }])
  const pages = await db.selectFrom('pages').select(['text', 'read_by_machine']).orderBy('number').execute()
  expect(pages.map(({ read_by_machine }) => read_by_machine)).toEqual([true, false, true])
  expect(pages[0]!.text).toContain('Winter im Tal\nAm Morgen lag Reif auf den Wiesen – und die Hirten.')
  // Hardly legible words are found, but are in no article; what is not a word is found nowhere.
  expect(pages[2]!.text).toContain('xq vvj')
  expect(pages[2]!.text).not.toMatch(/~~|»|vvj :/)
  const articles = await db.selectFrom('articles').select(['headline', 'html', 'first_page']).orderBy('position').execute()
  expect(articles.map(({ headline, first_page }) => [headline, first_page])).toContainEqual(['Winter im Tal', 1])
  expect(articles.some(({ html }) => html.includes('vvj'))).toBe(false)
  const { rows } = await sql`select number from pages where search @@ to_tsquery('kiosk_de', 'Hirten')`.execute(db)
  expect(rows).toEqual([{ number: 1 }, { number: 3 }])
  expect(await db.selectFrom('issues').select(['text_layer', 'language']).execute()).toEqual([
    { text_layer: 'full', language: 'de' },
  ])
  const words = JSON.parse(String(await files().read(`issues/${uid}/1/text-1/3.words.json`))) as { lines: unknown[][] }
  expect(words.lines[0]).toEqual([
    ['Winter', 0.06, 0.0714, 0.08, 0.0429],
    ['im', 0.15, 0.0714, 0.08, 0.0429],
    ['Tal', 0.24, 0.0714, 0.08, 0.0429],
  ])
  const stored = JSON.parse(String(await files().read(`issues/${uid}/1/scans/3.json`)))
  expect(stored.by).toBe('tesseract 5.3.0 deu')
  expect(stored.lines[0]).toMatchObject({ confidence: [95, 95, 95], size: 0.0429 })
})

test('a page whose text is invisible over its picture is marked, and not read again', async () => {
  const hidden = Array.from(
    { length: 12 },
    (_, at) => `BT 3 Tr /F1 9 Tf 20 ${500 - 12 * at} Td (Am Morgen lag Neif auf den Wiesen.) Tj ET`,
  )
  const path = join(folder, 'almzeit-2026-12-01.pdf')
  const scan = { content: ['q 420 0 0 595 0 0 cm /P Do Q', ...hidden].join('\n'), resources: '/XObject << /P 1000 0 R >>' }
  const printed = { lines: Array.from({ length: 12 }, (_, line) => `Gedruckt ist Zeile ${line} dieser Seite.`) }
  await writeFile(path, makePdf({ pages: [scan, printed], objects: { 1000: image(8, 8) } }))
  const { uid } = await importOnce({}, path)
  const marks = async () =>
    (await connection.db.selectFrom('pages').select('read_by_machine').orderBy('number').execute()).map(
      (page) => page.read_by_machine,
    )
  expect([await marks(), await states()]).toEqual([[true, false], []])
  expect(await rebuildByUid(context(), uid)).toMatchObject({ outcome: 'rebuilt' })
  expect([await marks(), await states()]).toEqual([[true, false], []])
})

test('titles in Fraktur are read with its data; those in a language without data with German, English and French', async () => {
  await importOnce({ title: 'Der Bote', key: 'der-bote', language: 'it' })
  const readIt = async (frakturTitles: string[] = []) => {
    await readScans(context(scanReader, frakturTitles), {})
    await sql`update scanned_pages set state = 'waiting', due_at = now()`.execute(connection.db)
    return (await given()).at(-1)
  }
  expect(await readIt(['der-bote'])).toContain('-l Fraktur --dpi')
  expect(await readIt()).toContain('-l deu+eng --dpi')
  // A page in an unknown language is read once more, in its own.
  await sql`update all_issues set language = 'und'`.execute(connection.db)
  await sql`update titles set language = 'und'`.execute(connection.db)
  await rm(join(folder, 'program/read'))
  await readIt()
  const languages = (await given()).map((line) => / -l (\S+)/.exec(line)![1])
  expect(languages).toEqual(['deu+eng', 'deu', 'deu+eng', 'deu'])
})

test.each([
  ['not', "Tesseract ended with 1: Tesseract couldn't load any languages!"],
  ['garbage', /./],
  ['in unfinished XML', /unclosed tag/],
  ['slowly', 'Tesseract takes longer than 0.3 seconds'],
  ['endlessly', 'Tesseract answers with more than 100000 bytes'],
  ['busily', 'Tesseract needs more than 1 seconds of processor time'],
] as const)('a program that answers %s ends within its limits, with a reason', async (answers, problem) => {
  await fake.set(answers)
  const asked = { program: fake.program, languages: ['deu'], dpi: 300 }
  const limits = { ...SCAN_LIMITS, timeMs: answers === 'slowly' ? 300 : SCAN_LIMITS.timeMs, outputBytes: 100_000 }
  const error = await recognise(Buffer.from('x'), asked, { ...limits, processorSeconds: 1 })
    .then(readHocr)
    .catch((reason: unknown) => reason)
  expect((error as Error).message).toMatch(problem)
  expect(error instanceof UnreadableScan).toBe(answers === 'endlessly' || answers === 'busily')
})

test('a page that cannot be read is tried a few times, later each time, and the reason is kept', async () => {
  await importOnce()
  let asked = 0
  const failing = {
    ...scanReader,
    read: () => {
      asked++
      return Promise.reject(new Error('Tesseract ended with 1\nand more'))
    },
  }
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    await readScans(context(failing), {})
    expect((await states())[0]).toMatchObject({
      state: tries < MOST_TRIES ? 'waiting' : 'failed',
      tries,
      problem: 'Tesseract ended with 1',
    })
    // It is not due yet, so it is not tried again at once.
    await readScans(context(failing), {})
    expect((await states())[0]!.tries).toBe(tries)
    await dueNow()
  }
  await readScans(context(failing), {})
  expect(asked).toBe(MOST_TRIES * 2)
  const [found, failure] = (await scanCheck(connection.db, () => scanReader.program(), CHECKED).run()) as Finding[]
  expect(found).toMatchObject({ status: 'ok', says: 'Tesseract 5.3.0 (Fraktur, deu, eng); 0 pages wait, 0 read' })
  expect(failure!.status).toBe('warning')
  expect(failure!.says).toMatch(/^2 pages were not read, such as page [13] of \w+: /)
  expect(await connection.db.selectFrom('issues').select('text_layer').execute()).toEqual([{ text_layer: 'partial' }])
})

test('the doctor says whether any server reads the pages that wait', async () => {
  await importOnce()
  const { db } = connection
  const says = async () => (await scanCheck(db, async () => null, CHECKED).run()) as Finding[]
  const ran = (ago: string) =>
    sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('scans', now(), now() - ${ago}::interval)
      on conflict (identifier) do update set last_execution = excluded.last_execution`.execute(db)
  expect(await says()).toMatchObject([{ status: 'warning', says: expect.stringMatching(/^no running server .*; 2 pages wait/) }])
  await ran('10 minutes')
  expect(await says()).toMatchObject([{ status: 'warning' }])
  await ran('1 minute')
  expect(await says()).toMatchObject([{ status: 'ok', says: expect.stringMatching(/^another server reads them/) }])
  await sql`delete from graphile_worker._private_known_crontabs`.execute(db)
})

test('a page that is too much for the program is not tried again; one in a language without data is named', async () => {
  await importOnce({ title: 'Gazzetta', key: 'gazzetta', language: 'it' })
  const failing = { ...scanReader, read: () => Promise.reject(new UnreadableScan('too much')) }
  await readScans(context(failing), {})
  expect(await states()).toMatchObject(Array(2).fill({ state: 'failed', tries: 1, problem: 'too much' }))
  const found = await scanCheck(connection.db, () => scanReader.program(), CHECKED).run()
  expect((found as Finding[]).map(({ status }) => status)).toEqual(['ok', 'warning', 'warning'])
  expect((found as Finding[])[1]!.todo).toMatch(/^Install tesseract-ocr-ita, or /)
  const program = async () => ({ version: '5', languages: ['ita'] })
  const withFraktur = await scanCheck(connection.db, program, { ...CHECKED, frakturTitles: ['der-bote'] }).run()
  expect((withFraktur as Finding[])[1]!.says).toContain('no data for Fraktur')
})

test('a picture with a few words is read once, changes nothing about its issue, and is not marked', async () => {
  const { uid } = await importOnce()
  const { db } = connection
  const few = hocrPage([hocrLine(['Winter'], 100, { size: 60 }), ...PATTERNS])
  await writeFile(join(folder, 'program/hocr'), few)
  await readScans(context(), {})
  expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
  const issue = () => db.selectFrom('all_issues').select(['text_version', 'removals']).executeTakeFirstOrThrow()
  expect(await issue()).toEqual({ text_version: 0, removals: 0 })
  expect(await rebuildByUid(context(), uid)).toMatchObject({ outcome: 'rebuilt' })
  await readScans(context(), {})
  await writeFile(join(folder, 'program/hocr'), HOCR)
  expect((await given()).length).toBe(2)
  const pages = await db.selectFrom('pages').select(['text', 'read_by_machine']).orderBy('number').execute()
  expect(pages.map(({ read_by_machine }) => read_by_machine)).toEqual([false, false, false])
  expect(pages[0]!.text).toBe('Titelbild 1')
})

test('issues and pages that are withdrawn or down are not read before they are shown again', async () => {
  const { uid } = await importOnce()
  const { db } = connection
  const read = async () => {
    await readScans(context(), {})
    return (await states()).map(({ state }) => state)
  }
  await db.updateTable('all_issues').set({ withdrawn_at: new Date() }).where('uid', '=', uid).execute()
  expect(await read()).toEqual(['waiting', 'waiting'])
  await db.updateTable('all_issues').set({ withdrawn_at: null, taken_down_at: new Date() }).where('uid', '=', uid).execute()
  expect(await read()).toEqual(['waiting', 'waiting'])
  // The words of the other page do not wait for the one that is down.
  await db
    .updateTable('all_issues')
    .set({ taken_down_at: null, removed_pages: [1] })
    .where('uid', '=', uid)
    .execute()
  expect(await read()).toEqual(['waiting', 'done'])
  await db.updateTable('all_issues').set({ removed_pages: [] }).where('uid', '=', uid).execute()
  expect(await read()).toEqual(['done', 'done'])
})

test('an issue that is read again keeps what was read on its scans, and nothing is read twice', async () => {
  const { uid } = await importOnce()
  await readScans(context(), {})
  const textOf = () => connection.db.selectFrom('pages').select(['text', 'read_by_machine']).orderBy('number').execute()
  const before = await textOf()
  expect(await rebuildByUid(context(), uid)).toMatchObject({ outcome: 'rebuilt' })
  expect(await textOf()).toEqual(before)
  expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
  await readScans(context(), {})
  expect((await given()).length).toBe(2)
})

test('text that was corrected by hand stays, also when its page is read again and a little differently', async () => {
  await importOnce()
  await readScans(context(), {})
  const { db } = connection
  const { id } = await db.selectFrom('all_issues').select('id').executeTakeFirstOrThrow()
  const rows = await db.selectFrom('all_articles').selectAll().orderBy('position').execute()
  const imported = rows.map(({ headline, byline, first_page: firstPage, last_page: lastPage, html, regions, source }) => ({
    headline,
    byline,
    firstPage,
    lastPage,
    html,
    regions,
    source,
  }))
  const byHand = { headline: 'Winter im Tal', byline: 'Ida Moos', html: '<p>Am Morgen lag Schnee.</p>' }
  const result = { ...byHand, firstPage: 1, lastPage: 1, regions: null }
  const corrections = [{ id: 'c1', anchors: [anchorOf(imported[0] as never)], results: [result], by: 'Ida', at: '2026-01-01' }]
  const stored = { imported: JSON.stringify(imported), corrections: JSON.stringify(corrections) }
  await db
    .insertInto('article_corrections')
    .values({ issue_id: id, version: 1, origins: '[]', ...stored })
    .execute()
  await writeFile(join(folder, 'program/hocr'), HOCR.replace('Reif', 'Raureif'))
  await sql`update scanned_pages set state = 'waiting', due_at = now()`.execute(db)
  await readScans(context(), {})
  await writeFile(join(folder, 'program/hocr'), HOCR)
  expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
  const after = await db.selectFrom('articles').select(['headline', 'byline', 'html']).orderBy('position').execute()
  expect(after[0]).toEqual(byHand)
  expect((await db.selectFrom('pages').select('text').where('number', '=', 1).executeTakeFirstOrThrow()).text).toContain(
    'Raureif',
  )
})

test('pages that were read become text, although another one failed', async () => {
  await importOnce()
  await sql`update scanned_pages set state = 'failed' where number = 1`.execute(connection.db)
  await readScans(context(), {})
  expect((await states()).map(({ state }) => state)).toEqual(['failed', 'done'])
})

test('a page that was taken by a server that ended is taken again, at most a few times', async () => {
  await importOnce()
  await sql`update scanned_pages set tries = 1, due_at = now() + interval '5 minutes'`.execute(connection.db)
  await readScans(context(), {})
  expect((await states()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  await sql`update scanned_pages set due_at = now(), tries = case number when 1 then 1 else ${MOST_TRIES} end`.execute(
    connection.db,
  )
  await readScans(context(), {})
  expect(await states()).toMatchObject([{ state: 'done' }, { state: 'failed', problem: 'the server ended meanwhile' }])
})

test('after an import of a corrected file or of changed metadata, pages are read again, and a reading that was begun before does not count', async () => {
  await importOnce()
  const during = {
    ...scanReader,
    read: async (page: Parameters<typeof scanReader.read>[0]) => {
      const read = await scanReader.read(page)
      if ((await connection.db.selectFrom('all_issues').select('revision').executeTakeFirstOrThrow()).revision === 1)
        await importOnce({ headline: 'Schnee' })
      return read
    },
  }
  await readScans(context(during), {})
  expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
  // The page that was read for the former revision was read once more.
  expect((await given()).length).toBe(3)
})

test('a page of a former file that is too much for the program does not stop the reading of the new one', async () => {
  await importOnce()
  const during = {
    ...scanReader,
    read: async (page: Parameters<typeof scanReader.read>[0]) => {
      if ((await connection.db.selectFrom('all_issues').select('revision').executeTakeFirstOrThrow()).revision > 1)
        return scanReader.read(page)
      await importOnce({ headline: 'Schnee' })
      throw new UnreadableScan('Tesseract needs more than 120 seconds of processor time')
    },
  }
  await readScans(context(during), {})
  await dueNow()
  await readScans(context(), {})
  expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
})

test('words of an article that is down stay hidden when its page is read again with another result', async () => {
  const { uid } = await importOnce()
  await readScans(context(), {})
  const { db } = connection
  const shown = async () =>
    (await db.selectFrom('articles').select(['headline', 'first_page']).orderBy('position').execute())
      .filter(({ first_page }) => first_page === 1)
      .map(({ headline }) => headline)
  const { id } = await db
    .selectFrom('articles')
    .select(sql<string>`id::varchar`.as('id'))
    .where('headline', '=', 'Winter im Tal')
    .where('first_page', '=', 1)
    .executeTakeFirstOrThrow()
  const actor = { kind: 'command', name: 'nora', source: 'test' } as const
  await takeDown(context(), actor, { uid, article: Number(id), reason: 'court order' })
  expect(await shown()).toEqual([])
  await importOnce({ headline: 'Schnee' })
  await readScans(context(), {})
  expect(await shown()).toEqual([])
  // The headline is read as another one, and another article is before it.
  const textFrom = (y: number) => Array.from({ length: 12 }, (_, at) => hocrLine(SENTENCE, y + at * 30))
  const articles = [
    hocrLine(['Der', 'Bote'], 40, { size: 60 }),
    ...textFrom(140),
    hocrLine(['Wiuter', 'im', 'Thal'], 600, { size: 60 }),
    ...textFrom(700),
  ]
  await writeFile(join(folder, 'program/hocr'), hocrPage(articles))
  await importOnce({ headline: 'Eis' })
  await readScans(context(), {})
  await writeFile(join(folder, 'program/hocr'), HOCR)
  expect(await shown()).toEqual([])
  expect((await states()).map(({ problem }) => problem)[0]).toContain('would be shown again: Winter im Tal')
})

test('without the program nothing is read, and pages wait', async () => {
  await importOnce()
  const none = createScanReader({ program: join(folder, 'missing') })
  expect(await none.program()).toBeNull()
  await readScans(context(none), {})
  expect((await states()).map(({ state, tries }) => [state, tries])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
  const { db } = connection
  expect(await scanCheck(db, () => none.program(), CHECKED).run()).toMatchObject([
    { status: 'warning', says: 'no running server has Tesseract; 2 pages wait, 0 read' },
  ])
  expect(await scanCheck(db, null, CHECKED).run()).toMatchObject([{ status: 'skipped' }])
  const { rows } = await sql<{
    value: number
  }>`select count as value from (${scanCounts}) as scans where state = 'waiting'`.execute(db)
  expect(rows).toEqual([{ value: 2 }])
})

test('if the program is removed while a server runs, no page loses a try', async () => {
  await importOnce()
  const other = await fakeTesseract(join(folder, 'removed'), HOCR)
  const reader = createScanReader({ program: other.program })
  try {
    expect(await reader.program()).not.toBeNull()
    await rm(other.program)
    await readScans(context(reader), {})
    expect((await states()).map(({ state, tries, problem }) => [state, tries, problem])).toEqual([
      ['waiting', 0, ''],
      ['waiting', 0, ''],
    ])
    expect(await reader.program()).toBeNull()
  } finally {
    await reader.close()
  }
})

test('the program ends when the server stops, and the page waits; and when the server is killed', async () => {
  await importOnce()
  await fake.set('slowly')
  const alive = async () => {
    const pid = Number(await readFile(join(folder, 'program/pid'), 'utf8').catch(() => '')) || undefined
    try {
      return pid !== undefined && process.kill(pid, 0)
    } catch {
      return false
    }
  }
  // A new process takes seconds to start on a busy machine.
  const until = (wanted: boolean) => expect.poll(alive, { timeout: MINUTE_MS, message: 'the program is running' }).toBe(wanted)
  const stop = new AbortController()
  const running = readScans(context(), { signal: stop.signal })
  await until(true)
  stop.abort()
  await running
  expect(await alive()).toBe(false)
  expect((await states()).map(({ state, tries }) => [state, tries])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])

  await rm(join(folder, 'program/pid'))
  const code = `import { recognise } from ${JSON.stringify(fileURLToPath(new URL('./tesseract.ts', import.meta.url)))}
    recognise(Buffer.from('x'), { program: ${JSON.stringify(fake.program)}, languages: ['deu'], dpi: 300 })`
  const server = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  await until(true)
  server.kill('SIGKILL')
  await once(server, 'exit')
  await until(false)
})

test('characters for private use are left out, and words that have no others', () => {
  const [line] = readHocr(hocrPage([hocrLine(['Wa\u{e8bf}ld', '\u{f0001}', 'Weg'], 100)]))
  expect(line!.words.map(([text]) => text)).toEqual(['Wald', 'Weg'])
})

test('a program that cannot be started says so', async () => {
  const missing = { program: join(folder, 'missing'), languages: ['deu'], dpi: 300 }
  await expect(recognise(Buffer.from('x'), missing)).rejects.toThrow(/Tesseract ended with|cannot be started/)
})
