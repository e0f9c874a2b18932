import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import type { Bounds } from './limits.ts'
import {
  bombPdf,
  circlesPdf,
  encryptedPdf,
  endlessPdf,
  image,
  type MadePage,
  makePdf,
  nestedPdf,
  plainIssue,
  stream,
} from './testing/malformed-pdfs.ts'
import { createWorkers } from './workers/workers.ts'

let connection: Connection
let folder: string
beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
  folder = await mkdtemp(join(tmpdir(), 'awkward-'))
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

// One process for the files that keep the usual limits: starting one takes longer than reading them.
const workers = createWorkers({ processes: 1 })
afterAll(() => workers.close())

async function importOne(name: string, contents: Buffer, bounds?: Partial<Bounds>) {
  const path = join(folder, name)
  await writeFile(path, contents)
  const lines: string[] = []
  const files = fileSystem(join(folder, 'files'))
  const summary = await importFiles(
    { connection, files, paths: [path], ...(bounds ? { processes: 1, bounds } : { workers }) },
    { file: (_, result) => lines.push(result.line), note: (line) => lines.push(line), progress: () => {} },
  )
  const issue = await connection.db.selectFrom('issues').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return { summary, lines, issue, files }
}

async function shelf() {
  const [titles, issues] = await Promise.all([
    connection.db.selectFrom('titles').selectAll().execute(),
    connection.db.selectFrom('issues').selectAll().execute(),
  ])
  return { titles, issues }
}

const whole = plainIssue(3)
const rejected: [name: string, contents: Buffer, says: RegExp, bounds?: Partial<Bounds>][] = [
  ['empty.pdf', Buffer.alloc(0), /is empty/],
  ['letter.pdf', Buffer.from('Liebe Leserin, lieber Leser,\nanbei das Heft.\n'), /is not a PDF but looks like plain text/],
  ['archive.pdf', Buffer.from('PK\u0003\u0004 some archive'), /ZIP archive/],
  ['encrypted.pdf', encryptedPdf(), /protected by a password/],
  ['cut-in-half.pdf', whole.subarray(0, whole.length >> 1), /is truncated/],
  ['cut-at-the-end.pdf', whole.subarray(0, whole.length - 60), /is truncated/],
  ['nonsense.pdf', Buffer.from('%PDF-1.7\nnothing that follows is a document\n%%EOF\n'), /damaged/],
  ['no-pages.pdf', makePdf({ pages: [] }), /has no pages|damaged/],
  ['too-many-bytes.pdf', whole, /too big/, { bytes: whole.length - 1 }],
  ['too-many-pages.pdf', plainIssue(12), /too many pages \(12, at most 10\)/, { pages: 10 }],
  ['too-much-text.pdf', plainIssue(4), /too much text \(more than 500 words\)/, { words: 500 }],
  ['endless.pdf', endlessPdf(), /takes too long \(page 1 more than 2 s\)/, { stepMs: 2000 }],
  ['slow-altogether.pdf', plainIssue(40), /takes too long/, { fileMs: 1 }],
  ['bomb.pdf', bombPdf(250_000_000), /too much memory/, { memoryBytes: 350 * 1024 * 1024 }],
]

test.each(rejected)('rejects %s with one line and changes nothing', async (name, contents, says, bounds) => {
  const before = await shelf()
  const { summary, lines } = await importOne(name, contents, bounds)
  expect(summary).toMatchObject({ imported: 0, rejected: 1 })
  expect(lines).toEqual([expect.stringMatching(says)])
  expect(lines[0]).not.toContain('\n')
  expect(await shelf()).toEqual(before)
  expect(await issuesWithFiles()).toEqual(before.issues.map(({ uid }) => uid).sort())
})

async function issuesWithFiles(): Promise<string[]> {
  const uids = await readdir(join(folder, 'files/issues')).catch(() => [])
  const contents = await Promise.all(uids.map((uid) => readdir(join(folder, 'files/issues', uid))))
  return uids.filter((_, index) => contents[index]!.length > 0).sort()
}

test('a missing file is rejected by its name', async () => {
  const lines: string[] = []
  const summary = await importFiles(
    { connection, files: fileSystem(join(folder, 'files')), paths: [join(folder, 'nowhere.pdf')] },
    { file: (path, { line }) => lines.push(`${path} ${line}`), note: () => {}, progress: () => {} },
  )
  expect(summary.rejected).toBe(1)
  expect(lines).toEqual([expect.stringContaining('nowhere.pdf does not exist')])
})

test.each([
  ['circles.pdf', circlesPdf()],
  ['nested.pdf', nestedPdf(20_000)],
])('imports or rejects %s with one line and continues with the next file', async (name, contents) => {
  const { summary } = await importOne(name, contents)
  expect(summary.imported + summary.rejected).toBe(1)
  const next = await importOne(`after-${name}`, plainIssue(1, name))
  expect(next.summary.imported).toBe(1)
})

test('a scan without text becomes an issue and is marked as such', async () => {
  const page: MadePage = { content: 'q 400 0 0 500 10 10 cm /Im Do Q', resources: '/XObject << /Im 1001 0 R >>' }
  const { summary, issue, files } = await importOne(
    'scan.pdf',
    makePdf({ pages: [page, page], objects: { 1001: image(300, 400) } }),
  )
  expect(summary.imported).toBe(1)
  expect(issue).toMatchObject({ text_layer: 'none', page_count: 2 })
  expect(await files.read(`issues/${issue!.uid}/1/pages/2-1240.webp`)).not.toBeNull()
})

test('an issue with text on half of its pages is marked as partial', async () => {
  const blank: MadePage = { content: '0.5 g 0 0 400 500 re f' }
  const { issue } = await importOne('half.pdf', makePdf({ pages: [{ lines: ['Ein Satz mit Text.'] }, blank] }))
  expect(issue?.text_layer).toBe('partial')
})

test('a very tall page is rendered with fewer pixels, not rejected', async () => {
  const { issue, files } = await importOne(
    'tall.pdf',
    makePdf({ pages: [{ lines: ['Ein Turm von einer Seite'], size: [100, 14_000] }] }),
  )
  const { width, height } = await sharp((await files.read(`issues/${issue!.uid}/1/pages/1-1240.webp`))!).metadata()
  expect(height).toBeLessThanOrEqual(16_383)
  expect(height / width).toBeCloseTo(140, -1)
})

test('a page with a UserUnit has its real size', async () => {
  const { issue } = await importOne('unit.pdf', makePdf({ pages: [{ lines: ['Ein Plakat'], size: [300, 400], userUnit: 2.5 }] }))
  const pages = await connection.db.selectFrom('pages').select(['width', 'height']).where('issue_id', '=', issue!.id).execute()
  expect(pages).toEqual([{ width: 750, height: 1000 }])
})

test('a rotated and cropped page has its visible size and words', async () => {
  const page: MadePage = {
    content: 'BT /F1 12 Tf 120 200 Td (drinnen) Tj ET BT /F1 12 Tf 10 500 Td (draussen) Tj ET',
    crop: [100, 100, 300, 400],
    rotate: 90,
  }
  const { issue } = await importOne('turned.pdf', makePdf({ pages: [page] }))
  const pages = await connection.db
    .selectFrom('pages')
    .select(['width', 'height', 'text'])
    .where('issue_id', '=', issue!.id)
    .execute()
  expect(pages).toEqual([{ width: 300, height: 200, text: 'drinnen' }])
})

test.each([
  ['a font whose name has control characters', 'Zeile#00fett#1f', 'Kurz gemeldet'],
  ['a heading of letters of two code units that is cut in the middle of one', 'Zeilefett', `x${'A'.repeat(60)}`],
])('an issue with %s is imported', async (name, font, heading) => {
  const text = (row: number) => `BT /F1 9 Tf 40 ${500 - row * 11} Td (Im Tal liegt noch Schnee, und vieles wird leise.) Tj ET`
  const letters = '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <D835DC00> endbfchar'
  const { lines, summary, issue } = await importOne(
    `${name}.pdf`,
    makePdf({
      pages: [
        {
          content: [`BT /F2 24 Tf 40 540 Td (${heading}) Tj ET`, ...Array.from({ length: 10 }, (_, row) => text(row))].join('\n'),
          size: [1200, 595],
          resources: '/Font << /F1 3 0 R /F2 1001 0 R >>',
        },
      ],
      objects: {
        1001: `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /ToUnicode 1002 0 R >>`,
        1002: stream(`/CIDInit /ProcSet findresource begin begincmap ${letters} endcmap end`),
      },
    }),
  )
  expect(summary.imported, lines.join()).toBe(1)
  const stored = await connection.db.selectFrom('issue_makeup').select('makeup').where('issue_id', '=', issue!.id).execute()
  expect(stored[0]!.makeup).toMatchObject({ fonts: expect.arrayContaining([expect.objectContaining({ font: 'Zeilefett' })]) })
})

test('names in a sidecar are one line that shows what it says', async () => {
  const articles = [
    { headline: 'Vor\u2067hang', byline: `Mara\r\nBcc: q${'\u0301'.repeat(40)}`, firstPage: 1, html: '<p>Text.</p>' },
  ]
  const sidecar = { title: 'Berg\u202ekcilb', headline: '\u001b[31mVor\u2028hang', articles }
  await writeFile(join(folder, 'turned.json'), JSON.stringify(sidecar))
  const { issue } = await importOne('turned.pdf', plainIssue(1, 'Wendeblatt'))
  expect(issue).toMatchObject({ headline: '[31mVor hang' })
  const { db } = connection
  expect(await db.selectFrom('titles').select('name').where('id', '=', issue!.title_id).execute()).toEqual([
    { name: 'Berg kcilb' },
  ])
  const kept = db.selectFrom('articles').select(['headline', 'byline']).where('issue_id', '=', issue!.id)
  expect(await kept.execute()).toEqual([{ headline: 'Vor hang', byline: `Mara Bcc: q${'\u0301'.repeat(10)}` }])
})

test('characters of a sidecar that the database does not store are left out', async () => {
  await writeFile(join(folder, 'sidecar.json'), JSON.stringify({ headline: 'Vor\0hang', description: 'auf \ud835' }))
  const { issue } = await importOne('sidecar.pdf', plainIssue(1, 'Beiblatt'))
  expect(issue).toMatchObject({ headline: 'Vorhang', description: 'auf \ufffd' })
})
