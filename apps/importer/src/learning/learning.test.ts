import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { correctArticles, editableArticles } from '@kiosk/backend/catalogue/corrections/correct-articles'
import { takeDown } from '@kiosk/backend/catalogue/takedowns/take-down'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type EditedArticle, toEdit, toSend, withChange } from '@kiosk/domain/staff/article-edits'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importIssue } from '../import-issue.ts'
import { rebuildIssue } from '../rebuild-issue.ts'
import { makePdf } from '../testing/malformed-pdfs.ts'
import { createWorkers, type Workers } from '../workers/workers.ts'

// Issues of one title, in one design. Their authors have a single name, in a font that is not used otherwise.

const ACTOR = { kind: 'command', name: 'nora', source: 'test' } as const
const NAMES = ['Nerina', 'Ottavio', 'Severine', 'Balduin']
let connection: Connection
let folder: string
let workers: Workers
const files = () => fileSystem(join(folder, 'files'))

beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
  folder = await mkdtemp(join(tmpdir(), 'learning-'))
  workers = createWorkers({ processes: 2 })
})
afterAll(async () => {
  await workers.close()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await connection.db.deleteFrom('all_issues').execute()
  await connection.db.deleteFrom('imports').execute()
})

const at = (text: string, size: number, y: number) => `BT /F1 ${size} Tf 40 ${y} Td (${text}) Tj ET`
/** Returns a page with a headline, an author and text. */
function page(story: string, name: string): { content: string } {
  const lines = Array.from({ length: 12 }, (_, index) =>
    at(`Der Weg ${index} zu ${story} ist weit, und niemand kennt ihn genau.`, 10, 440 - index * 12),
  )
  return { content: [at(story, 24, 500), at(name, 8, 475), ...lines].join('\n') }
}
async function importOf(day: string, mark = '') {
  const names = NAMES.map((name) => `${name}${mark}`)
  const pdfPath = join(folder, `almzeit-${day}.pdf`)
  await writeFile(
    pdfPath,
    makePdf({ pages: names.map((name, index) => page(`Huette ${index + 1} im Monat ${day.slice(5, 7)}`, name)) }),
  )
  const issue = { connection, files: files(), pdfPath, metadata: { language: 'de' }, pictures: 'on demand' as const }
  return (await importIssue(issue, workers)).uid
}
const articles = async (uid: string) => (await editableArticles(connection.db, uid)).articles
const bylines = async (uid: string) => (await articles(uid)).map(({ byline }) => byline)
async function correct(uid: string, edit: (articles: EditedArticle[]) => EditedArticle[]) {
  const { version, articles } = await editableArticles(connection.db, uid)
  const sent = { uid, version, articles: toSend(edit(toEdit(articles)), articles), discard: [] }
  await correctArticles({ db: connection.db, now: () => new Date() }, ACTOR, sent)
}
const named = (edited: EditedArticle[]) => withChange(edited, 0, { byline: 'Nerina' })
const NONE = NAMES.map(() => '')

test('an author given by hand is an example for the next issue; without it the next issue has none', async () => {
  const first = await importOf('2026-01-01')
  expect(await bylines(first)).toEqual(NONE)
  expect(await bylines(await importOf('2026-02-01'))).toEqual(NONE)
  await correct(first, named)
  expect(await bylines(await importOf('2026-03-01'))).toEqual(NAMES)
  await connection.db.deleteFrom('issue_makeup').execute()
  expect(await bylines(await importOf('2026-04-01'))).toEqual(NONE)
})

test('a correction is kept when another file replaces its issue, and is still an example then', async () => {
  const first = await importOf('2026-01-01')
  await correct(first, named)
  const again = await importOf('2026-01-01', ' ')
  expect([again, await bylines(again)]).toEqual([first, ['Nerina', '', '', '']])
  expect(await bylines(await importOf('2026-02-01'))).toEqual(NAMES)
})

test('an issue that is read again is read with what was learned meanwhile, and does not learn from itself', async () => {
  const [first, second] = [await importOf('2026-01-01'), await importOf('2026-02-01')]
  await correct(first, named)
  for (const uid of [first, second]) await rebuildIssue({ connection, files: files(), uid }, workers)
  expect(await bylines(first)).toEqual(['Nerina', '', '', ''])
  expect(await bylines(second)).toEqual(NAMES)
})

test('nothing is learned from an issue that is down or deleted, and its row goes with it', async () => {
  const first = await importOf('2026-01-01')
  await correct(first, named)
  await takeDown({ db: connection.db, now: () => new Date() }, ACTOR, { uid: first, reason: 'court order' })
  expect(await bylines(await importOf('2026-02-01'))).toEqual(NONE)
  await connection.db.deleteFrom('all_issues').execute()
  expect(await connection.db.selectFrom('issue_makeup').select('issue_id').execute()).toEqual([])
})

test('two issues of a title that are imported at once both leave what they show', async () => {
  const days = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']
  await Promise.all(days.map((day) => importOf(day)))
  expect(await connection.db.selectFrom('issue_makeup').select('issue_id').execute()).toHaveLength(4)
})
