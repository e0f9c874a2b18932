import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { importFiles } from './import-files.ts'
import { importIssue } from './import-issue.ts'
import { makePdf, plainIssue } from './testing/malformed-pdfs.ts'
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

const put = (name: string, contents: string | Buffer) => writeFile(join(folder, 'in', name), contents)
const pipe = (name: string) => execFileSync('mkfifo', [join(folder, 'in', name)])
const storage = () => fileSystem(join(folder, 'files'))

// One process for all tests: starting one takes longer than reading these files.
const workers = createWorkers({ processes: 1 })
afterAll(() => workers.close())

/** @param processes start this many of their own */
async function run(paths = [join(folder, 'in')], title?: string, processes?: number) {
  const lines: string[] = []
  const report = {
    file: (path: string, result: { outcome: string; line: string }) =>
      void lines.push(`${result.outcome}: ${path.split('/').at(-1)} ${result.line}`),
    note: (line: string) => void lines.push(`note: ${line}`),
    progress: () => {},
  }
  const summary = await importFiles(
    { connection, files: storage(), paths, title, ...(processes ? { processes } : { workers }) },
    report,
  )
  return { summary, lines }
}

const issues = () =>
  connection.db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'issues.title_id')
    .select([
      'titles.key',
      'titles.kind',
      'issues.uid',
      'issues.name',
      'number',
      'issue_date',
      'issues.language',
      'revision',
      'page_count',
    ])
    .orderBy('issues.issue_date')
    .execute()

const kept = async () => (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => /\.\w+$/.test(name)).sort()

test('an imported issue has its files and words and is found by the search', async () => {
  await put('bergblick-2026-11-01.pdf', plainIssue(3))
  const { summary } = await run()
  expect(summary).toMatchObject({ imported: 1, rejected: 0, pages: 3 })
  const [issue] = await issues()
  expect(issue).toMatchObject({ key: 'bergblick', issue_date: '2026-11-01', language: 'de', revision: 1, page_count: 3 })
  const covers = [220, 280, 416, 560].map((height) => `cover-${height}.webp`)
  const pages = [1, 2, 3].flatMap((page) => [`${page}-1240.webp`, `${page}-160.webp`, `${page}.words.json`])
  const names = [...covers, 'cover.webp', 'source.pdf', ...pages.map((name) => `pages/${name}`)]
  expect(await kept()).toEqual(names.map((name) => `issues/${issue!.uid}/1/${name}`).sort())
  const words = JSON.parse((await storage().read(`issues/${issue!.uid}/1/pages/2.words.json`))!.toString())
  expect(words.lines.flat().map(([word]: [string]) => word)).toContain('Seitenwort2')
  const hits = await connection.db
    .selectFrom('pages')
    .select('number')
    .where(sql<boolean>`search @@ websearch_to_tsquery('kiosk_de', 'seitenwort3')`)
    .execute()
  expect(hits).toEqual([{ number: 3 }])
})

test('the same file under two names is one issue', async () => {
  await put('bergblick-2026-11-01.pdf', plainIssue(2))
  await run()
  const before = [await issues(), await kept()]
  await put('copy-of-it-2020-01-01.pdf', plainIssue(2))
  const { summary } = await run()
  expect(summary).toMatchObject({ imported: 0, alreadyThere: 2 })
  expect([await issues(), await kept()]).toEqual(before)
})

test('a corrected file replaces its issue, and importing the folder again does not restore the old one', async () => {
  await put('bergblick-2026-11-01.pdf', plainIssue(2, 'Erst'))
  await run()
  const [{ uid } = { uid: '' }] = await issues()
  await put('Bergblick-2026-11-01.pdf', plainIssue(3, 'Korrektur'))
  const { summary } = await run()
  expect(summary).toMatchObject({ replaced: 1, alreadyThere: 1 })
  const after = await issues()
  expect(after).toEqual([expect.objectContaining({ uid, revision: 2, page_count: 3 })])
  expect((await kept()).every((name) => name.startsWith(`issues/${uid}/2/`))).toBe(true)
  const texts = await connection.db.selectFrom('pages').select('text').execute()
  expect(texts).toHaveLength(3)
  expect(texts.every(({ text }) => text.includes('Korrekturheft'))).toBe(true)
  expect((await run()).summary).toMatchObject({ replaced: 0, alreadyThere: 2 })
})

test('a corrected file without a date replaces its issue, too', async () => {
  const made = (day: string) =>
    makePdf({ pages: [{ lines: [`Stand ${day}`] }], info: { CreationDate: `D:${day}`, Title: 'Werkraum Nr. 7' } })
  await put('a.pdf', made('20260101'))
  await run()
  await put('a.pdf', made('20260303'))
  expect((await run()).summary).toMatchObject({ replaced: 1, imported: 0 })
  expect(await issues()).toEqual([expect.objectContaining({ name: 'Nr. 7', number: '7', issue_date: '2026-01-01', revision: 2 })])
})

test('the year 0 or 1, which programs without a clock write into a PDF, is not that of its issue', async () => {
  for (const year of ['0000', '0001'])
    await put(
      `${year}.pdf`,
      makePdf({ pages: [{ lines: ['Stand'] }], info: { CreationDate: `D:${year}0101000000Z`, Title: `Werkraum ${year}` } }),
    )
  expect((await run()).summary).toMatchObject({ imported: 2, rejected: 0 })
  expect((await issues()).map(({ issue_date }) => issue_date.slice(0, 1))).toEqual(['2', '2'])
})

test('a sidecar describes an issue with its articles; the file of an invalid one is rejected with one line', async () => {
  await put('one.pdf', plainIssue(2))
  await put(
    'one.json',
    JSON.stringify({
      title: 'Tagesbote',
      key: 'bote',
      kind: 'newspaper',
      issn: '1234-567X',
      ageRating: 16,
      shownIn: ['AT'],
      issue: 'Nr. 3/4',
      date: '2026-02-01',
      dateEnd: '2026-02-14',
      edition: 'Oberland',
      language: 'de',
      articles: [{ headline: 'Schnee', firstPage: 2, html: '<p onclick="x()">Viel <em>Schnee</em>.</p><script>x()</script>' }],
    }),
  )
  await put('two.pdf', plainIssue(1))
  await put('two.json', '{ "titel": "Tippfehler" }')
  const { summary, lines } = await run()
  expect(summary).toMatchObject({ imported: 1, rejected: 1 })
  expect(lines).toContainEqual(expect.stringMatching(/^rejected: two.pdf has a wrong sidecar two.json \(.*titel.*\)/))
  expect(await issues()).toEqual([expect.objectContaining({ key: 'bote', kind: 'newspaper', name: 'Nr. 3/4', number: '3/4' })])
  const titles = await connection.db.selectFrom('titles').selectAll().execute()
  expect(titles).toEqual([expect.objectContaining({ issn: '1234-567X', age_rating: 16, shown_in: ['AT'], demonstration: false })])
  const articles = await connection.db.selectFrom('articles').selectAll().execute()
  expect(articles).toEqual([
    expect.objectContaining({ headline: 'Schnee', html: '<p>Viel <em>Schnee</em>.</p>', source: 'sidecar' }),
  ])
  expect(await connection.db.selectFrom('title_plans').selectAll().execute()).toEqual([])
})

test('changed metadata of an unchanged file take effect once; without metadata the issue stays the same', async () => {
  const say = (more: object) =>
    put('one.json', JSON.stringify({ title: 'Bote', key: 'bote', issue: 'Nr. 3', date: '2026-02-01', ...more }))
  await put('one.pdf', plainIssue(2))
  await put('copy.pdf', plainIssue(2))
  await say({})
  await run()
  expect((await run()).summary).toMatchObject({ replaced: 0, alreadyThere: 2 })
  const [before] = await issues()
  await say({ title: 'Der Bote', kind: 'newspaper', headline: 'Schnee', publisher: 'Verlag', language: 'en' })
  expect((await run()).summary).toMatchObject({ imported: 0, replaced: 1, alreadyThere: 1 })
  expect((await run()).summary).toMatchObject({ replaced: 0, alreadyThere: 2 })
  expect(await issues()).toEqual([{ ...before, kind: 'newspaper', language: 'en', revision: before!.revision + 1 }])
  const stored = await connection.db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .innerJoin('publishers', 'publishers.id', 'publisher_id')
    .select(['titles.name', 'headline', 'publishers.name as publisher'])
    .execute()
  expect(stored).toEqual([{ name: 'Der Bote', headline: 'Schnee', publisher: 'Verlag' }])
})

test('metadata that make a file a different issue remove the former issue', async () => {
  await put('one.pdf', plainIssue(2))
  await put('one.json', JSON.stringify({ title: 'Bote', issue: 'Nr. 3', date: '2026-02-01' }))
  await run()
  const [before] = await issues()
  await put('one.json', JSON.stringify({ title: 'Bote', issue: 'Nr. 4', date: '2026-03-01' }))
  expect((await run()).summary).toMatchObject({ imported: 0, replaced: 1, rejected: 0 })
  const [after, ...more] = await issues()
  expect([after?.name, after?.issue_date, more]).toEqual(['Nr. 4', '2026-03-01', []])
  expect(after?.uid).not.toBe(before?.uid)
  expect((await kept()).every((name) => name.startsWith(`issues/${after?.uid}/1/`))).toBe(true)
})

test('metadata of a replaced file change nothing, and invalid ones keep the issue unchanged', async () => {
  const about = { title: 'Bote', issue: 'Nr. 3', date: '2026-02-01' }
  await put('a.pdf', plainIssue(2, 'Erst'))
  await put('a.json', JSON.stringify(about))
  await run()
  await put('b.pdf', plainIssue(3, 'Korrektur'))
  await put('b.json', JSON.stringify(about))
  await run()
  const before = await issues()
  await put('a.json', JSON.stringify({ ...about, headline: 'Zu spaet' }))
  await put('b.json', JSON.stringify({ ...about, dateEnd: '2025-01-01' }))
  expect((await run()).summary).toMatchObject({ replaced: 0, alreadyThere: 1, rejected: 1 })
  expect(await issues()).toEqual(before)
  await put('b.json', JSON.stringify(about))
  expect((await run()).summary).toMatchObject({ replaced: 0, alreadyThere: 2, rejected: 0 })
})

test('an INDEX.tsv describes the files below it; files without a row are imported, too', async () => {
  await mkdir(join(folder, 'in/deep'))
  await put('deep/x.pdf', plainIssue(1, 'Eins'))
  await put('frei-2026-05.pdf', plainIssue(1, 'Zwei'))
  await put(
    'INDEX.tsv',
    [
      'file\ttitle\tissue\tdate\tlanguage\tpages',
      'deep/x.pdf\tDer Bote\tNr. 9\t1840-02-21\ten\t1',
      'gone.pdf\tX\tY\t2020-01-01\tde\t1',
    ].join('\n'),
  )
  const { summary, lines } = await run()
  expect(summary).toMatchObject({ imported: 2, rejected: 1 })
  expect(lines).toContainEqual(expect.stringContaining('gone.pdf does not exist'))
  expect(await issues()).toEqual([
    expect.objectContaining({ key: 'der-bote', number: '9', issue_date: '1840-02-21', language: 'en' }),
    expect.objectContaining({ key: 'frei', issue_date: '2026-05-01', language: 'de' }),
  ])
})

test('a sidecar that names the same pages so often that their text would fill the memory is rejected', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `Zeile ${index} ${'Schnee liegt hier '.repeat(12)}`)
  const pages = Array.from({ length: 3 }, () => ({ lines, fontSize: 3 }))
  await put('bote-2026-03-01.pdf', makePdf({ pages }))
  const articles = Array.from({ length: 1000 }, (_, index) => ({ headline: `Artikel ${index}`, firstPage: 1, lastPage: 3 }))
  await put('bote-2026-03-01.json', JSON.stringify({ articles }))
  const { summary, lines: told } = await run()
  expect(summary).toMatchObject({ imported: 0, rejected: 1 })
  expect(told[0]).toContain('they have too much text')
})

test('paths of an index outside its folder are not followed, nor are circular links', async () => {
  await writeFile(join(folder, 'outside.pdf'), plainIssue(1))
  await put('INDEX.tsv', 'file\ttitle\n../outside.pdf\tX\n')
  await symlink(join(folder, 'in'), join(folder, 'in/circle'))
  const { summary } = await run()
  expect(summary).toMatchObject({ imported: 0, rejected: 1 })
})

test('pipes, folders and broken links with the names of files are reported, and the others are imported', async () => {
  await put('bote-2026-03-01.pdf', plainIssue(1))
  for (const name of ['a.xml', 'b.pdf', 'INDEX.tsv', 'bote-2026-03-01.json']) pipe(name)
  await mkdir(join(folder, 'in', 'c.xml'))
  await symlink(join(folder, 'nowhere.xml'), join(folder, 'in', 'd.xml'))
  const first = await run()
  expect(first.lines.sort()).toEqual([
    'rejected: INDEX.tsv has a wrong sidecar INDEX.tsv (it is not a file): correct it',
    'rejected: a.xml cannot be read (not a file): check its permissions',
    'rejected: b.pdf cannot be read (not a file): check its permissions',
    'rejected: bote-2026-03-01.pdf has a wrong sidecar bote-2026-03-01.json (it is not a file): correct it',
    'rejected: d.xml cannot be read (a symbolic link): check its permissions',
  ])
  await rm(join(folder, 'in', 'bote-2026-03-01.json'))
  expect((await run([join(folder, 'in', 'bote-2026-03-01.pdf')])).summary).toMatchObject({ imported: 1, rejected: 0 })
})

test('links to files are reported and not followed, and their targets are not read', async () => {
  const secret = plainIssue(1)
  await writeFile(join(folder, 'geheim-2026-03-01.pdf'), secret)
  await writeFile(join(folder, 'geheim.json'), JSON.stringify({ title: 'Geheim' }))
  await writeFile(join(folder, 'geheim.xml'), '<mets></mets>')
  await put('bote-2026-03-01.pdf', plainIssue(1))
  const link = (to: string, name: string) => symlink(join(folder, to), join(folder, 'in', name))
  await link('geheim-2026-03-01.pdf', 'b-2026-03-01.pdf')
  await link('in/bote-2026-03-01.pdf', 'c-2026-03-01.pdf')
  await link('geheim.xml', 'd.xml')
  await link('geheim.json', 'bote-2026-03-01.json')
  const { lines, summary } = await run()
  expect(summary.imported).toBe(0)
  expect(lines.sort()).toEqual([
    'rejected: b-2026-03-01.pdf cannot be read (a symbolic link): check its permissions',
    'rejected: bote-2026-03-01.pdf has a wrong sidecar bote-2026-03-01.json (it is a symbolic link): correct it',
    'rejected: c-2026-03-01.pdf cannot be read (a symbolic link): check its permissions',
    'rejected: d.xml cannot be read (a symbolic link): check its permissions',
  ])
})

test('an issue with a page of a scan behind a linked folder is rejected', async () => {
  await put('bote-2026-03-01.pdf', plainIssue(1))
  await mkdir(join(folder, 'outside'))
  await writeFile(join(folder, 'outside', 'page.xml'), '<alto></alto>')
  await symlink(join(folder, 'outside'), join(folder, 'in', 'sub'))
  const area = '<fptr><area FILEID="A1" BEGIN="b"/></fptr>'
  await put(
    'bote-2026-03-01-mets.xml',
    `<mets><fileSec><file ID="A1"><FLocat href="sub/page.xml"/></file></fileSec><structMap TYPE="PHYSICAL"><div TYPE="PAGE" ORDER="1">${area}</div></structMap></mets>`,
  )
  const { lines } = await run([join(folder, 'in', 'bote-2026-03-01.pdf')])
  expect(lines).toEqual([expect.stringMatching(/^rejected: bote-2026-03-01\.pdf has a wrong sidecar .*outside/)])
})

test('an issue whose METS file names a pipe as the text of a page is rejected', async () => {
  await put('bote-2026-03-01.pdf', plainIssue(1))
  pipe('page.xml')
  const area = '<fptr><area FILEID="A1" BEGIN="b"/></fptr>'
  await put(
    'bote-2026-03-01-mets.xml',
    `<mets><fileSec><file ID="A1"><FLocat href="page.xml"/></file></fileSec><structMap TYPE="PHYSICAL"><div TYPE="PAGE" ORDER="1">${area}</div></structMap></mets>`,
  )
  const { lines } = await run([join(folder, 'in', 'bote-2026-03-01.pdf')])
  expect(lines).toEqual([
    'rejected: bote-2026-03-01.pdf has a wrong sidecar bote-2026-03-01-mets.xml (it is not a file): correct it',
  ])
})

test.each([
  ['bote-2026-03-01.json', 'bote-2026-03-01.pdf'],
  ['INDEX.tsv', 'INDEX.tsv'],
])('rejects %s of two terabytes without reading it', async (name, rejected) => {
  await put('bote-2026-03-01.pdf', plainIssue(1))
  await put(name, '')
  await truncate(join(folder, 'in', name), 2 ** 41)
  const { lines } = await run()
  expect(lines).toContain(`rejected: ${rejected} has a wrong sidecar ${name} (it is too big): correct it`)
})

test('--title is the title of files without metadata', async () => {
  await put('2026-04.pdf', plainIssue(1))
  await run(undefined, 'Vereinsblatt')
  expect(await issues()).toEqual([expect.objectContaining({ key: 'vereinsblatt', issue_date: '2026-04-01' })])
})

test('two concurrent imports of one folder give each issue once', async () => {
  for (let issue = 1; issue <= 4; issue++) await put(`bergblick-2026-0${issue}-01.pdf`, plainIssue(2, `Heft ${issue}`))
  const runs = await Promise.all([run(undefined, undefined, 2), run(undefined, undefined, 2)])
  const sum = (name: 'imported' | 'alreadyThere' | 'rejected' | 'replaced') =>
    runs.reduce((all, { summary }) => all + summary[name], 0)
  expect([sum('imported'), sum('alreadyThere'), sum('rejected'), sum('replaced')]).toEqual([4, 4, 0, 0])
  expect(await issues()).toHaveLength(4)
  expect(await kept()).toHaveLength(4 * (6 + 2 * 3))
})

test('a new title gets the subscriptions of its kind and the default category', async () => {
  await connection.db
    .insertInto('categories')
    .values({ uid: 'culture', names: '{}', position: 1 })
    .onConflict((c) => c.doNothing())
    .execute()
  await put('bergblick-2026-11.pdf', plainIssue(1))
  await run()
  // Without plans chosen for it, a title has those of its kind.
  expect(await connection.db.selectFrom('titles').select('kind').execute()).toEqual([{ kind: 'magazine' }])
  expect(await connection.db.selectFrom('title_plans').selectAll().execute()).toEqual([])
  const categories = await connection.db
    .selectFrom('title_categories')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('uid')
    .execute()
  expect(categories).toEqual([{ uid: 'culture' }])
})

test('articles follow the outline', async () => {
  const text = Array.from({ length: 12 }, (_, line) => `Zeile ${line} erzaehlt vom Schnee im Tal und auf der Alm.`)
  const page = (headline: string) => ({ lines: [headline, ...text] })
  const pdf = makePdf({
    pages: [{ lines: ['Titelseite'] }, page('Der Winter'), page('geht weiter'), page('Der Sommer')],
    outline: [
      { headline: 'Der Winter', page: 2 },
      { headline: 'Der Sommer', page: 4 },
    ],
  })
  await put('bergblick-2026-11.pdf', pdf)
  await run()
  const articles = await connection.db
    .selectFrom('articles')
    .select(['headline', 'first_page', 'last_page', 'source'])
    .orderBy('position')
    .execute()
  expect(articles).toEqual([
    { headline: 'Der Winter', first_page: 2, last_page: 3, source: 'outline' },
    { headline: 'Der Sommer', first_page: 4, last_page: 4, source: 'outline' },
  ])
  const [{ outline } = { outline: null }] = await connection.db.selectFrom('issues').select('outline').execute()
  expect(outline).toEqual([
    { headline: 'Der Winter', page: 2, level: 0 },
    { headline: 'Der Sommer', page: 4, level: 0 },
  ])
})

test('each article has the language of its text', async () => {
  const german = (line: number) =>
    `Zeile ${line} erzaehlt vom Schnee im Tal, und das ist nicht mit dem Sommer auf der Alm zu vergleichen.`
  const french = (line: number) => `La ligne ${line} est dans la vallee, avec les sentiers qui ne sont pas ouverts pour nous.`
  const page = (headline: string, textOf: (line: number) => string) => ({
    lines: [headline, ...Array.from({ length: 12 }, (_, line) => textOf(line))],
  })
  const pdf = makePdf({
    pages: [page('Der Winter', german), page('Les vallees', french), page('Der Sommer', german)],
    outline: [
      { headline: 'Der Winter', page: 1 },
      { headline: 'Les vallees', page: 2 },
      { headline: 'Der Sommer', page: 3 },
    ],
  })
  await put('bergblick-2026-12.pdf', pdf)
  await run()
  const found = await connection.db.selectFrom('articles').select(['headline', 'language']).orderBy('position').execute()
  expect(found).toEqual([
    { headline: 'Der Winter', language: 'de' },
    { headline: 'Les vallees', language: 'fr' },
    { headline: 'Der Sommer', language: 'de' },
  ])
})

test('images on demand: cover and words are made, page images are not', async () => {
  await put('a.pdf', plainIssue(2))
  const metadata = { title: 'Archiv', issue: 'Nr. 1', date: '2020-01-01' }
  await importIssue(
    { connection, files: storage(), pdfPath: join(folder, 'in/a.pdf'), metadata, pictures: 'on demand', demonstration: true },
    workers,
  )
  const names = (await kept()).map((name) => name.split('/1/')[1])
  expect(names).toContain('cover-280.webp')
  expect(names).toContain('pages/2.words.json')
  expect(names.filter((name) => name?.endsWith('-1240.webp'))).toEqual([])
})

const shared = join(import.meta.dirname, '../../../../shared/issues')
test.runIf(existsSync(shared))(
  'real issues: articles of a scan, and a word of page 7 finds its page (needs magazines in ../shared/issues)',
  async () => {
    await cp(join(shared, 'historic'), join(folder, 'in/historic'), { recursive: true })
    await cp(join(shared, 'der-erzaehler'), join(folder, 'in/der-erzaehler'), { recursive: true })
    await cp(join(shared, 'lipu-tenpo/0001akesi.pdf'), join(folder, 'in/0001akesi.pdf'))
    const { summary, lines } = await run()
    expect(summary).toMatchObject({ imported: 2, rejected: 0, pages: 20 })
    expect(lines.filter((line) => line.startsWith('note: '))).toEqual([expect.stringContaining('luxemburger-zeitung')])
    const articles = await connection.db.selectFrom('articles').select(['source', 'html']).where('source', '=', 'mets').execute()
    expect(articles.length).toBeGreaterThan(5)
    const seventh = connection.db.selectFrom('pages').selectAll().where('number', '=', 7)
    const { text, issue_id } = await seventh.executeTakeFirstOrThrow()
    const [word] = text.match(/(?<!\S)\p{L}{5,}(?=\s)/u)!
    const hits = await connection.db
      .selectFrom('pages')
      .innerJoin('issues', 'issues.id', 'issue_id')
      .select(['issue_id', 'pages.number'])
      .where(sql<boolean>`search @@ plainto_tsquery(search_language(language), ${word})`)
      .execute()
    expect(hits).toContainEqual({ issue_id, number: 7 })
  },
  120_000,
)
