import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { wordsFile } from '@kiosk/backend/adapters/storage/port'
import { anchorOf } from '@kiosk/backend/catalogue/corrections/apply-corrections'
import { READING_VERSION } from '@kiosk/backend/catalogue/reading-version'
import { rebuildNext } from '@kiosk/backend/catalogue/rebuilds/rebuild-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { asOwner, testDatabase } from '@kiosk/backend/db/testing/database'
import { HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importErrors } from './import-error.ts'
import { importIssue } from './import-issue.ts'
import { createPdfImporter } from './pdf-importer.ts'
import { rebuildIssue } from './rebuild-issue.ts'
import { makePdf } from './testing/malformed-pdfs.ts'
import { createWorkers, type Workers } from './workers/workers.ts'

// One issue, imported once. Before each test its text and articles are those of an earlier version.

const LOG = { error: () => {} } as unknown as Parameters<typeof rebuildNext>[0]['log']
const PAGES = 3
const OLD = 'Text of an earlier version'
/** Above the first two words of the second line, and of the third one, of a page; the first one is its headline. */
const LINKS = ['517 /A << /S /URI /URI (https://example.org/reif) >>', '502 /Dest [12 0 R /Fit]'].map((each) => {
  const [bottom, ...action] = each.split(' ')
  return `<< /Type /Annot /Subtype /Link /Rect [38 ${bottom} 100 ${Number(bottom) + 12}] ${action.join(' ')} >>`
})
/** Content of a page: text, whose third line refers to a note at the foot, and a table below it. */
function withTableAndNote(lines: string[]): string {
  const at = (x: number, y: number, size: number, text: string) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`
  const rows = [
    ['Wiese', 'Reif', 'Hirten'],
    ['Alm', '12', '3'],
    ['Joch', '7', '1'],
    ['Tal', '4', '20'],
  ]
  return [
    ...lines.map((line, index) => at(40, 535 - index * 15, 12, index === 2 ? `${line}1` : line)),
    ...rows.flatMap((row, index) => row.map((cell, column) => at(40 + column * 120, 320 - index * 18, 11, cell))),
    at(40, 60, 8, '1 Gemeint sind die Hirten der Alm.'),
  ].join('\n')
}
let connection: Connection
let folder: string
let uid: string
/** Answers of the processes that read the PDF, which they need not give again. */
const answers: Record<string, unknown> = {}
const real = createWorkers({ processes: 1 })
const workers: Workers = {
  ...real,
  run: async (job, ask, signal) => {
    const name = `${job} ${'page' in ask ? ask.page : 0}`
    if (!(name in answers)) answers[name] = await real.run(job, ask, signal)
    return answers[name] as never
  },
}

const files = () => fileSystem(join(folder, 'files'))
beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
  folder = await mkdtemp(join(tmpdir(), 'rebuild-'))
  const text = (page: number) =>
    Array.from({ length: 12 }, (_, line) => `Am Morgen ${page} lag Reif auf Wiese ${line}, und die Hirten kamen.`)
  const outline = Array.from({ length: PAGES }, (_, index) => ({ headline: `Geschichte ${index + 1}`, page: index + 1 }))
  const pages = outline.map((_, index) =>
    index === 1 ? { content: withTableAndNote(text(2)) } : { lines: text(index + 1), annotations: index === 0 ? LINKS : [] },
  )
  const pdfPath = join(folder, 'almzeit-2026-11-01.pdf')
  await writeFile(pdfPath, makePdf({ pages, outline }))
  const issue = { connection, files: files(), pdfPath, metadata: { language: 'de' }, pictures: 'on demand' as const }
  ;({ uid } = await importIssue(issue, workers))
  for (const name of Object.keys(answers)) delete answers[name]
})
afterAll(async () => {
  await real.close()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const { db } = connection
  await sql`update all_issues set reading_version = 0, text_version = 0, removals = 0`.execute(db)
  await sql`update pages set text = ${OLD}, search = to_tsvector('simple', ${OLD})`.execute(db)
  await sql`update all_articles set headline = ${OLD}`.execute(db)
  await asOwner(db, 'truncate failed_rebuilds, article_corrections')
  for (const version of [1, 2, 3]) await files().remove(`issues/${uid}/1/text-${version}/`)
})

async function state() {
  const { db } = connection
  const issue = await db
    .selectFrom('all_issues')
    .select(['id', 'uid', 'revision as files_revision', 'text_version', 'reading_version', 'removals'])
    .executeTakeFirstOrThrow()
  const texts = await db.selectFrom('pages').select('text').orderBy('number').execute()
  const articles = await db.selectFrom('all_articles').select(['id', 'headline']).orderBy('position').execute()
  const words = await files().read(wordsFile(issue, PAGES))
  return {
    ...issue,
    isOld: texts.every(({ text }) => text === OLD) && articles.every(({ headline }) => headline === OLD),
    isNew:
      texts.every(({ text }) => text.includes('lag Reif')) && articles.every(({ headline }) => /^Geschichte \d$/.test(headline)),
    ids: articles.map(({ id }) => id),
    words: words && (JSON.parse(String(words)) as { lines: unknown[] }).lines.length,
  }
}
const rebuild = () => rebuildIssue({ connection, files: files(), uid }, workers)
const context = (pdfImporter = createPdfImporter({ workers })) => ({
  db: connection.db,
  files: files(),
  pdfImporter,
  log: LOG,
  now: () => new Date(),
})

test('links of the PDF are in the articles', async () => {
  await sql`update all_articles set html = '<p>Text</p>'`.execute(connection.db)
  await rebuild()
  const articles = await connection.db.selectFrom('all_articles').select('html').orderBy('position').execute()
  expect(articles[0]!.html).toMatch(
    /<p><a href="https:\/\/example\.org\/reif" rel="noopener nofollow">Am Morgen<\/a> 1 lag .* kamen\. <a href="#page=2">Am Morgen<\/a> 1 lag/,
  )
  expect(articles[2]!.html).not.toContain('<a ')
})

test('tables and notes are in the articles', async () => {
  await sql`update all_articles set html = '<p>Text</p>'`.execute(connection.db)
  await rebuild()
  const articles = await connection.db.selectFrom('all_articles').select('html').orderBy('position').execute()
  const { html } = articles[1]!
  expect(html).toContain('auf Wiese 2, und die Hirten kamen.<a href="#note=1">1</a> Am Morgen')
  expect(html).toContain('<p><a href="#noteref=1">1</a> Gemeint sind die Hirten der Alm.</p>')
  expect(html).toContain(
    '<table><thead><tr><th scope="col">Wiese</th><th scope="col">Reif</th><th scope="col">Hirten</th></tr></thead><tbody><tr><th scope="row">Alm</th><td>12</td><td>3</td></tr>',
  )
})

test('text, articles, words and search are those of this version; pages are not drawn, and ids stay', async () => {
  const before = await state()
  expect(before).toMatchObject({ isOld: true, words: 12 })
  expect(await rebuild()).toEqual({ outcome: 'rebuilt', pages: PAGES, articles: PAGES })
  const after = await state()
  expect(after).toMatchObject({
    isNew: true,
    words: 12,
    ids: before.ids,
    reading_version: READING_VERSION,
    text_version: 1,
    removals: 1,
  })
  const { rows } = await sql`select number from pages where search @@ to_tsquery('simple', 'wies:*')`.execute(connection.db)
  expect(rows).toHaveLength(PAGES)
  expect(Object.values(answers).flatMap((answer) => (answer as { pictures?: unknown[] }).pictures ?? [])).toEqual([])
  expect((answers['page 1'] as { cover: unknown }).cover).toBeNull()
  // Once more: the words of the version before stay for readers that ask for them now, those of earlier ones go.
  await rebuild()
  await rebuild()
  expect(await state()).toMatchObject({ isNew: true, text_version: 3, words: 12 })
  expect(
    await Promise.all(
      [1, 2, 3].map((text_version) =>
        files()
          .size(wordsFile({ ...after, text_version }, 1))
          .then(Boolean),
      ),
    ),
  ).toEqual([false, true, true])
})

test.each([
  ['before the first file', 'write 1', 'old'],
  ['between two files', 'write 3', 'old'],
  ['after the last file', 'ForNoKeyUpdate', 'old'],
  ['after the pages were deleted', 'insert into pages', 'old'],
  ['after the articles were deleted', 'InsertQueryNode', 'old'],
  ['before the commit', 'failed_rebuilds', 'old'],
  ['after the commit', 'pg_advisory_unlock', 'new'],
])('killed %s, an issue is either old or new, and the next run goes on', async (_, stopAt, expected) => {
  const recorded = join(folder, 'answers.json')
  if (Object.keys(answers).length === 0) await rebuild()
  await writeFile(recorded, JSON.stringify(answers))
  const file = fileURLToPath(new URL('./testing/rebuild-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, connection.url, join(folder, 'files'), uid, recorded, stopAt], { stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  expect([signal, said]).toEqual(['SIGKILL', ''])
  const isNew = expected === 'new'
  expect(await state()).toMatchObject({ isOld: !isNew, isNew, words: 12, reading_version: isNew ? READING_VERSION : 0 })
  const next = await rebuildNext(context(), {})
  expect(next?.outcome).toBe(isNew ? undefined : 'rebuilt')
  expect(await state()).toMatchObject({ isNew: true, words: 12, text_version: 1 })
})

test('two workers at once read it once', async () => {
  const results = await Promise.all([rebuildNext(context(), {}), rebuildNext(context(), {})])
  expect(results.map((each) => each?.outcome ?? 'none').sort()).toEqual(['none', 'rebuilt'])
  expect(await state()).toMatchObject({ isNew: true, text_version: 1 })
})

test('a file that cannot be read is tried three times, later each time, and says why', async () => {
  const broken = createPdfImporter({ workers: { ...workers, run: () => Promise.reject(importErrors.damagedPage(2)) } })
  const damaged = importErrors.damagedPage(2).message
  const failures = async () => {
    const [row] = await connection.db
      .selectFrom('failed_rebuilds')
      .select(['tries', 'problem', 'failed_at', 'retry_at'])
      .execute()
    return (
      row && [row.tries, row.problem, row.retry_at && Math.round((row.retry_at.getTime() - row.failed_at.getTime()) / HOUR_MS)]
    )
  }
  const seen = []
  for (const hours of [0, 2, 40, 4000]) {
    const ctx = { ...context(broken), now: () => new Date(Date.now() + hours * HOUR_MS) }
    seen.push([(await rebuildNext(ctx, {}))?.outcome, await failures()])
  }
  expect(seen).toEqual([
    ['failed', [1, damaged, 1]],
    ['failed', [2, damaged, 24]],
    ['failed', [3, damaged, null]],
    [undefined, [3, damaged, null]],
  ])
  expect(await state()).toMatchObject({ isOld: true, words: 12 })
  expect((await rebuildNext(context(), { isPatient: false }))?.outcome).toBe('rebuilt')
  expect(await failures()).toBeUndefined()
})

test('issues without their PDF or with a METS file are named and stay', async () => {
  const source = `issues/${uid}/1/source.pdf`
  const said = `issues/${uid}/1/said.json`
  const [pdf, metadata] = [(await files().read(source))!, (await files().read(said))!]
  await files().remove(source)
  expect(await rebuildNext(context(), {})).toMatchObject({ outcome: 'left', problem: `its PDF is not kept (${source})` })
  expect(await rebuildNext(context(), {})).toBeNull()
  await files().write(source, pdf)
  await files().write(said, Buffer.from(JSON.stringify({ mets: 'hash' })))
  expect(await rebuildNext(context(), { isPatient: false })).toMatchObject({
    outcome: 'left',
    problem: 'its articles are from a METS file, which is not kept',
  })
  await files().write(said, metadata)
  expect(await state()).toMatchObject({ isOld: true })
})

test('a correction by hand stays when its article is read a little differently', async () => {
  const { id } = await state()
  const articles = await connection.db.selectFrom('all_articles').selectAll().orderBy('position').execute()
  const imported = articles.map(({ headline, byline, first_page, last_page, html, regions, source }) => ({
    headline,
    byline,
    firstPage: first_page,
    lastPage: last_page,
    html: `${html}<p>Seite 7</p>`,
    regions,
    source,
  }))
  const result = { headline: 'Von Hand', byline: 'Ida Moos', html: null, firstPage: 2, lastPage: 2, regions: null }
  const corrections = [{ id: 'c1', anchors: [anchorOf(imported[1] as never)], results: [result], by: 'Ida', at: '2026-01-01' }]
  await connection.db
    .insertInto('article_corrections')
    .values({
      issue_id: id,
      version: 1,
      origins: '[]',
      imported: JSON.stringify(imported),
      corrections: JSON.stringify(corrections),
    })
    .execute()
  expect(await rebuild()).toMatchObject({ outcome: 'rebuilt' })
  const after = await connection.db.selectFrom('all_articles').select(['headline', 'byline']).orderBy('position').execute()
  expect(after.map((each) => [each.headline, each.byline])).toEqual([
    ['Geschichte 1', ''],
    ['Von Hand', 'Ida Moos'],
    ['Geschichte 3', ''],
  ])
})
