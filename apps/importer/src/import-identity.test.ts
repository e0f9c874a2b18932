import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import { BROAD, makePdf, plainIssue } from './testing/malformed-pdfs.ts'
import { createWorkers } from './workers/workers.ts'

let connection: Connection
let folder: string
beforeEach(async () => {
  connection = await testDatabase({ isDirect: true })
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  await mkdir(join(folder, 'in'))
})
afterEach(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

// One process for all tests: starting one takes longer than reading these files.
const workers = createWorkers({ processes: 1 })
afterAll(() => workers.close())

const TEXTS = {
  en: 'The lighthouse keeper has been away for a week and the boats that were in the harbour have all gone out to sea again.',
  fr: 'Les habitants de la vallée ont construit une école avec des pierres que les glaciers avaient laissées dans les champs.',
  // German like plainIssue(), with other words.
  de: 'Auf dem Markt verkaufen die Bauern im Herbst ihre Kürbisse, und abends wird dort nicht mehr gehandelt, sondern getanzt.',
}
/** Three pages of a text that shares nothing with plainIssue(). */
const otherIssue = (language: keyof typeof TEXTS) =>
  makePdf({
    pages: [1, 2, 3].map((page) => ({
      lines: Array.from({ length: 12 }, (_, line) => `${TEXTS[language]} ${'abcdefghijkl'[line]?.repeat(3)}${page}`),
      fontSize: 6,
      size: BROAD,
    })),
  })

const put = (name: string, pdf: Buffer, sidecar?: object) =>
  Promise.all([
    writeFile(join(folder, 'in', `${name}.pdf`), pdf),
    sidecar && writeFile(join(folder, 'in', `${name}.json`), JSON.stringify(sidecar)),
  ])

async function run() {
  const lines: string[] = []
  const report = {
    file: (path: string, result: { outcome: string; line: string }) =>
      void lines.push(`${result.outcome}: ${path.split('/').at(-1)} ${result.line}`),
    note: () => {},
    progress: () => {},
  }
  const paths = [join(folder, 'in')]
  const summary = await importFiles({ connection, files: fileSystem(join(folder, 'files')), paths, workers }, report)
  return { summary, lines: lines.sort() }
}

const published = () =>
  connection.db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'issues.title_id')
    .select(['key', 'issues.name', 'edition', 'issues.language', 'issue_date', 'issue_date_end', 'revision', 'uid'])
    .orderBy('issues.language')
    .execute()

const about = { title: 'Bergblick', issue: 'Nr. 7', date: '2026-07-01' }

test('files of one run that claim the same issue are rejected with both names, in every run', async () => {
  await put('deutsch', otherIssue('de'), about)
  await put('english', otherIssue('en'), about)
  for (const _ of [1, 2]) {
    const { summary, lines } = await run()
    expect(summary).toMatchObject({ imported: 0, replaced: 0, alreadyThere: 0, rejected: 2 })
    expect(lines[0]).toMatch(/^rejected: deutsch\.pdf claims to be the same issue as .*english\.pdf: /)
    expect(lines[1]).toMatch(/^rejected: english\.pdf claims to be the same issue as .*deutsch\.pdf: /)
  }
  expect(await published()).toEqual([])
})

test('declared language editions are separate issues', async () => {
  for (const language of ['de', 'en', 'fr'] as const)
    await put(language, otherIssue(language), { ...about, language, languageEdition: true })
  expect((await run()).summary).toMatchObject({ imported: 3, rejected: 0 })
  expect((await run()).summary).toMatchObject({ alreadyThere: 3, replaced: 0 })
  expect((await published()).map(({ language, edition }) => [language, edition])).toEqual([
    ['de', 'de'],
    ['en', 'en'],
    ['fr', 'fr'],
  ])
})

test('languageEdition without a language is an error in the sidecar', async () => {
  await put('a', plainIssue(2), { ...about, languageEdition: true })
  const { summary, lines } = await run()
  expect(summary).toMatchObject({ rejected: 1 })
  expect(lines[0]).toContain('languageEdition: needs the language as well')
})

test('of conflicting files the one with "replaces" is imported, and the others stay rejected in later runs', async () => {
  await put('wrong', otherIssue('en'), about)
  await put('right', otherIssue('de'), { ...about, replaces: true })
  for (const imported of [1, 0]) {
    const { summary, lines } = await run()
    expect(summary).toMatchObject({ imported, alreadyThere: 1 - imported, replaced: 0, rejected: 1 })
    expect(lines.at(-1)).toMatch(/^rejected: wrong\.pdf claims to be the same issue as .*right\.pdf/)
  }
  expect(await published()).toEqual([expect.objectContaining({ language: 'de', revision: 1 })])
})

test.each([
  ['another language', 'en', /is in another language \(en, published: de\)/],
  ['another text', 'de', /shares only \d % of its text/],
] as const)('a file with %s does not replace a published issue without "replaces"', async (_, language, reason) => {
  await put('first', plainIssue(3), about)
  await run()
  const before = [await published(), await readdir(join(folder, 'files'), { recursive: true })]
  await rm(join(folder, 'in/first.pdf'))
  await put('second', otherIssue(language), about)
  const { summary, lines } = await run()
  expect(summary).toMatchObject({ replaced: 0, rejected: 1 })
  expect(lines[0]).toMatch(/would replace Bergblick, Nr\. 7, but/)
  expect(lines[0]).toMatch(reason)
  const after = [await published(), await readdir(join(folder, 'files'), { recursive: true })]
  expect(after).toEqual(before)
  await put('second', otherIssue(language), { ...about, replaces: true })
  expect((await run()).summary).toMatchObject({ replaced: 1, rejected: 0 })
  expect(await published()).toEqual([expect.objectContaining({ revision: 2, language })])
})

test('metadata that would make one file another published issue are rejected and change nothing', async () => {
  await put('seven', plainIssue(3), about)
  await put('eight', otherIssue('de'), { ...about, issue: 'Nr. 8', date: '2026-08-01' })
  await run()
  const before = await published()
  await put('eight', otherIssue('de'), about)
  expect((await run()).summary).toMatchObject({ alreadyThere: 1, rejected: 1 })
  expect(await published()).toEqual(before)
})

test('two titles in another script have separate keys and issues', async () => {
  await put('a', otherIssue('en'), { ...about, title: 'Вести DE' })
  await put('b', otherIssue('fr'), { ...about, title: 'Новости DE' })
  expect((await run()).summary).toMatchObject({ imported: 2, rejected: 0 })
  expect((await published()).map(({ key }) => key).sort()).toEqual(['novosti-de', 'vesti-de'])
})

test('a title keeps the key of an earlier version', async () => {
  await connection.db.insertInto('titles').values({ key: 'de', name: 'Вести DE', kind: 'magazine', language: 'ru' }).execute()
  await put('a', otherIssue('en'), { ...about, title: 'Вести DE' })
  await put('b', otherIssue('fr'), { ...about, title: 'Новости DE' })
  await run()
  expect((await published()).map(({ key }) => key).sort()).toEqual(['de', 'novosti-de'])
})

test('an index may have a year, a range or a season, and a language with its region', async () => {
  await put('old', otherIssue('en'))
  await put('years', otherIssue('fr'))
  const index = [
    'file\ttitle\tissue\tdate\tlanguage',
    'old.pdf\tAnnual\tI\t1784\ten-GB',
    'years.pdf\tRevue\tII\t2021/2023\tfr-CH',
  ]
  await writeFile(join(folder, 'in/INDEX.tsv'), index.join('\n'))
  expect((await run()).summary).toMatchObject({ imported: 2, rejected: 0 })
  expect(await published()).toMatchObject([
    { language: 'en', issue_date: '1784-01-01', issue_date_end: null },
    { language: 'fr', issue_date: '2021-01-01', issue_date_end: '2023-12-31' },
  ])
})
