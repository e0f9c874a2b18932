import { readFileSync } from 'node:fs'
import { languages } from '@kiosk/domain/locale'
import type { IssueMetadata } from '@kiosk/domain/staff/upload-endpoints'
import * as declared from '@kiosk/domain/staff/upload-endpoints'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { deskUploadMessages } from '@kiosk/i18n/messages/desk-uploads'
import { differences, importErrors } from '@kiosk/importer/import-error'
import { createPdfImporter } from '@kiosk/importer/pdf-importer'
import { encryptedPdf, makePdf } from '@kiosk/importer/testing/malformed-pdfs'
import { createWorkers } from '@kiosk/importer/workers/workers'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runWaitingJobs } from '../../jobs/testing/run-jobs.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { createTitle } from '../testing/titles-and-issues.ts'
import { publishUpload, saveMetadata } from './publish-upload.ts'
import { readUpload } from './read-upload.ts'
import { tusClient } from './testing/tus-client.ts'

/** A draft takes a second, or several on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

let later = 0
// One process for all tests, because starting one takes longer than reading these files.
const workers = createWorkers({ processes: 1 })
afterAll(() => workers.close())
const { connection, api } = await openTestApi({
  pdfImporter: createPdfImporter({ workers }),
  now: () => new Date(Date.now() + later),
})
const { ctx } = api
const { db } = connection

let desk: ReturnType<typeof fakeDesk>
let client: ReturnType<typeof tusClient>
beforeEach(async () => {
  later = 0
  desk = fakeDesk(ctx)
  await desk.signedInAs(await createStaff(ctx, { role: 'editor', name: 'Ida Moos' }))
  client = tusClient(ctx, desk)
})

const sentence = (mark: string) =>
  `Am Morgen lag Reif auf den Wiesen von ${mark}, und die Hirten trieben ihre Tiere langsam ins Tal hinunter.`
/** One page, unless a test counts them: each is rendered in several sizes. */
const pdf = (mark: string, pages = 1) =>
  makePdf({
    info: { Title: `Almzeit ${mark} Nr. 7` },
    pages: Array.from({ length: pages }, (_, page) => ({ lines: [`Seite ${page + 1}`, ...Array(8).fill(sentence(mark))] })),
    outline: ['Auf der Alm', 'Im Tal'].slice(0, pages).map((headline, at) => ({ headline, page: at + 1 })),
  })

type Shown = {
  upload: declared.Upload
  metadata: IssueMetadata
  replaces: { uid: string; problem: object | null } | null
} & Record<string, unknown>
const shown = async (id: string) => (await desk.call(declared.upload, { params: { id } })) as unknown as Shown
const work = () => runWaitingJobs(connection.url, ctx)
const stateOf = async (id: string) =>
  (await db
    .selectFrom('uploads')
    .select(['state', 'problem', 'issue_uid', 'pages_done'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null
const publish = (id: string, metadata: IssueMetadata, publishAt: string | null = null) =>
  desk.call(declared.publishUpload, { params: { id }, body: { ...metadata, publishAt } })
const issueOf = (uid: string) =>
  db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .select([
      'titles.key',
      'titles.name as title',
      'titles.kind',
      'issues.name',
      'issue_date',
      'revision',
      'page_count',
      'country',
      'frequency',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Uploads and reads a PDF. Returns the id of the draft. */
async function draft(mark: string, names?: Record<string, string>, pages?: number): Promise<string> {
  const id = await client.upload(pdf(mark, pages), names)
  await work()
  return id
}

test('a PDF whose title has nearly the name of one that exists is proposed as its issue', async () => {
  const { key } = await createTitle(db, { name: 'Die Almzeit: Firn' })
  const { metadata } = await shown(await draft('Firn'))
  expect(metadata).toMatchObject({ titleKey: key, newTitle: null })
})

test('a PDF becomes a draft, is looked at, published under a new title, and its files are removed', async () => {
  const id = await draft('Gletsch', undefined, 3)
  const found = await shown(id)
  expect(found).toMatchObject({
    upload: { state: 'draft', issue: 'Almzeit Gletsch, Nr. 7', pages: 3, pagesDone: 3 },
    title: 'Almzeit Gletsch',
    textLayer: 'full',
    replaces: null,
    metadata: {
      titleKey: null,
      newTitle: { name: 'Almzeit Gletsch', kind: 'magazine' },
      name: 'Nr. 7',
      number: '7',
      language: 'de',
    },
    articles: [
      { headline: 'Auf der Alm', firstPage: 1 },
      { headline: 'Im Tal', firstPage: 2, lastPage: 3 },
    ],
    categories: expect.arrayContaining([expect.objectContaining({ uid: 'culture' })]),
  })
  const text = await desk.call(declared.uploadArticle, { params: { id, article: 1 } })
  expect(text.text).toContain('Reif auf den Wiesen von Gletsch')
  for (const size of ['thumbnail', 'page']) {
    const picture = await desk.send(declared.uploadPicture, { params: { id, page: 3, size } })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
  expect((await desk.send(declared.uploadPicture, { params: { id, page: 4, size: 'page' } })).status).toBe(404)

  const newTitle = { name: 'Almzeit', kind: 'newspaper', country: 'CH', category: 'culture', frequency: 'weekly' } as const
  expect(await publish(id, { ...found.metadata, newTitle, name: 'Herbst', date: '2026-10-01' })).toMatchObject({ status: 204 })
  expect(await stateOf(id)).toMatchObject({ state: 'publishing' })
  await work()
  const { state, issue_uid: uid } = (await stateOf(id))!
  expect(state).toBe('published')
  expect(await issueOf(uid!)).toEqual({
    key: 'almzeit',
    title: 'Almzeit',
    kind: 'newspaper',
    name: 'Herbst',
    issue_date: '2026-10-01',
    revision: 1,
    page_count: 3,
    country: 'CH',
    frequency: 'weekly',
  })
  expect(await ctx.files.size(`issues/${uid}/1/cover-280.webp`)).toBeGreaterThan(0)
  expect(await ctx.files.size(`issues/${uid}/1/pages/3-1240.webp`)).toBeGreaterThan(0)
  expect(await ctx.files.size(`uploads/${id}/source.pdf`)).toBeNull()
  const { rows } = await sql<{ actor: string; action: string }>`select actor, action from audit_entries
    where subject_id in (${id}, ${uid}) order by id`.execute(db)
  expect(rows).toEqual([
    { actor: 'Ida Moos', action: 'upload.received' },
    { actor: 'Ida Moos', action: 'issue.published' },
  ])
})

test('an issue that its file does not name gets the name that a newsstand would print, until a person has decided', async () => {
  const file = (mark: string) => makePdf({ info: { Title: 'Gratweg' }, pages: [{ lines: Array(9).fill(sentence(mark)) }] })
  const id = await client.upload(file('Eins'), { filename: 'gratweg-2026-10-15.pdf' })
  await work()
  const first = await shown(id)
  expect(first).toMatchObject({ metadata: { name: 'Oktober 2026', date: '2026-10-15' }, suggestedName: 'Oktober 2026' })
  const save = (metadata: IssueMetadata) => desk.call(declared.saveUpload, { params: { id }, body: metadata })
  expect(await save({ ...first.metadata, date: '2027-01-15' })).toMatchObject({ suggestedName: 'Januar 2027' })
  const newTitle = { ...first.metadata.newTitle!, country: 'AT' }
  expect(await save({ ...first.metadata, newTitle: { ...newTitle, frequency: 'weekly' } })).toMatchObject({
    suggestedName: '15. Oktober 2026',
  })
  expect(await save({ ...first.metadata, newTitle, date: '2027-01-15' })).toMatchObject({ suggestedName: 'Jänner 2027' })
  await save({ ...first.metadata, name: 'Heft 7/2026' })
  expect(await shown(id)).toMatchObject({ metadata: { name: 'Heft 7/2026' }, suggestedName: 'Oktober 2026' })
  await publish(id, { ...first.metadata, name: 'Heft 7/2026' })
  await work()
  // The next name follows the habit of the title.
  const next = await client.upload(file('Zwei'), { filename: 'gratweg-2026-11-15.pdf' })
  await work()
  expect(await shown(next)).toMatchObject({ metadata: { titleKey: 'gratweg', name: 'Heft 8/2026' } })
  // The name in the file takes precedence.
  expect(await shown(await draft('Davos'))).toMatchObject({ metadata: { name: 'Nr. 7' }, suggestedName: null })
})

test('a file that is uploaded twice names the other draft, then its issue, and publishing it again gives no second issue', async () => {
  const sameFile = async (id: string) => {
    const { uploads } = (await desk.call(declared.uploads)) as unknown as { uploads: declared.Upload[] }
    const listed = uploads.find((each) => each.id === id)?.sameFile
    const { state } = (await stateOf(id))!
    if (state === 'draft') expect((await shown(id)).upload.sameFile).toEqual(listed)
    return listed
  }
  const first = await draft('Andeer')
  expect(await sameFile(first)).toEqual({ issue: null, drafts: [] })
  const second = await draft('Andeer', { filename: 'andeer-kopie.pdf' })
  const name = 'Almzeit Andeer, Nr. 7'
  expect(await sameFile(first)).toEqual({ issue: null, drafts: [{ id: second, name }] })
  expect(await sameFile(second)).toEqual({ issue: null, drafts: [{ id: first, name }] })
  await publish(first, (await shown(first)).metadata)
  await work()
  const { issue_uid: uid } = (await stateOf(first))!
  expect(await sameFile(first)).toEqual({ issue: null, drafts: [] })
  expect(await sameFile(second)).toEqual({ issue: { uid, name, isReplaced: false }, drafts: [] })
  await publish(second, { ...(await shown(second)).metadata, name: 'Nr. 8', number: '8' })
  await work()
  const issues = await db
    .selectFrom('all_issues as i')
    .innerJoin('titles as t', 't.id', 'i.title_id')
    .select('i.name')
    .where('t.name', '=', 'Almzeit Andeer')
    .execute()
  expect(issues).toEqual([{ name: 'Nr. 8' }])
})

describe('a published issue is replaced', () => {
  const published = async (mark: string, pages?: number) => {
    const id = await draft(mark, undefined, pages)
    await publish(id, { ...(await shown(id)).metadata, date: '2026-10-01' })
    await work()
    return (await stateOf(id))!.issue_uid!
  }

  test('by a corrected file, which says what changes and keeps the uid whatever its metadata', async () => {
    const uid = await published('Arosa', 3)
    const id = await draft('Arosa', { filename: 'neu.pdf', replaces: uid }, 4)
    const { metadata, replaces } = await shown(id)
    expect(replaces).toMatchObject({ uid, pages: 3, articles: 2, problem: null })
    expect(metadata).toMatchObject({ titleKey: 'almzeit-arosa', name: 'Nr. 7', date: '2026-10-01', replaces: uid })
    await publish(id, { ...metadata, name: 'Nr. 8', date: '2026-11-01' })
    await work()
    expect(await issueOf(uid)).toMatchObject({ name: 'Nr. 8', issue_date: '2026-11-01', revision: 2, page_count: 4 })
  })

  test('by another publication only if a person says so', async () => {
    const uid = await published('Brienz')
    const other = makePdf({
      pages: [{ lines: Array(9).fill('The quick brown fox jumps over the lazy dog again.') }],
    })
    const id = await client.upload(other, { filename: 'fox.pdf', replaces: uid })
    await work()
    const { metadata, replaces } = await shown(id)
    expect(replaces).toMatchObject({ uid, problem: { code: expect.stringMatching(/^other/) } })
    expect(await publish(id, metadata)).toMatchObject({ status: 409, code: 'other_publication' })
    expect(await issueOf(uid)).toMatchObject({ revision: 1 })
    expect(await publish(id, { ...metadata, replacesOther: true })).toMatchObject({ status: 204 })
    await work()
    expect(await issueOf(uid)).toMatchObject({ revision: 2 })
  })

  test('by an earlier file, if a person uploads it again', async () => {
    const uid = await published('Chur')
    const next = await draft('Chur', { filename: 'b.pdf', replaces: uid }, 2)
    await publish(next, (await shown(next)).metadata)
    await work()
    const again = await draft('Chur', { filename: 'a.pdf', replaces: uid })
    const issue = { uid, name: 'Almzeit Chur, Nr. 7', isReplaced: true }
    expect((await shown(again)).upload.sameFile).toEqual({ issue, drafts: [] })
    await publish(again, (await shown(again)).metadata)
    await work()
    expect(await issueOf(uid)).toMatchObject({ revision: 3, page_count: 1 })
  })
})

describe('at a time to come', () => {
  test('a draft is published then, and not before', async () => {
    const id = await draft('Davos')
    const { metadata } = await shown(id)
    const at = new Date(Date.now() + HOUR_MS).toISOString()
    expect(await publish(id, metadata, at)).toMatchObject({ status: 204 })
    await work()
    expect(await stateOf(id)).toMatchObject({ state: 'scheduled' })
    await publishUpload({ id }, ctx, { lastTry: false })
    expect(await stateOf(id)).toMatchObject({ state: 'scheduled' })
    // Meanwhile it can be neither changed nor discarded.
    expect(await desk.call(declared.saveUpload, { params: { id }, body: metadata })).toMatchObject({ code: 'changed_meanwhile' })
    expect(await desk.call(declared.discardUpload, { params: { id } })).toMatchObject({ code: 'changed_meanwhile' })
    later = HOUR_MS
    await publishUpload({ id }, ctx, { lastTry: false })
    expect(await stateOf(id)).toMatchObject({ state: 'published' })
  })

  test('a withdrawn one is a draft again, and its job does nothing', async () => {
    const id = await draft('Ernen')
    await publish(id, (await shown(id)).metadata, new Date(Date.now() + HOUR_MS).toISOString())
    expect(await desk.call(declared.withdrawUpload, { params: { id } })).toMatchObject({ status: 204 })
    expect(await desk.call(declared.withdrawUpload, { params: { id } })).toMatchObject({ code: 'changed_meanwhile' })
    later = HOUR_MS
    await publishUpload({ id }, ctx, { lastTry: false })
    expect(await stateOf(id)).toMatchObject({ state: 'draft', issue_uid: null })
  })

  test('a time that is past is rejected', async () => {
    const id = await draft('Flims')
    expect(await publish(id, (await shown(id)).metadata, new Date(Date.now() - DAY_MS).toISOString())).toMatchObject({
      code: 'time_is_past',
      field: 'publishAt',
    })
  })
})

test('two people who publish at once publish once', async () => {
  const id = await draft('Glarus')
  const { metadata } = await shown(id)
  const answers = await Promise.all([publish(id, metadata), publish(id, metadata), publish(id, metadata)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  await work()
  const uid = (await stateOf(id))!.issue_uid!
  expect(await issueOf(uid)).toMatchObject({ revision: 1 })
})

test('a draft is not shown if nobody can tell which issue it would replace', async () => {
  const id = await draft('Flims')
  const fails = vi.spyOn(ctx.pdfImporter!, 'replaced').mockRejectedValue(new Error('the storage does not answer'))
  expect(await desk.call(declared.upload, { params: { id } })).toMatchObject({ status: 500 })
  fails.mockRestore()
  expect(await shown(id)).toMatchObject({ replaces: null })
})

test('what is published is what the person who publishes decided, although somebody else saves meanwhile', async () => {
  const id = await draft('Zweierlei')
  const { metadata } = await shown(id)
  const importer = ctx.pdfImporter!
  const { replaced } = importer
  const between = vi.spyOn(importer, 'replaced').mockImplementationOnce(async (asked) => {
    const found = await replaced(asked)
    await saveMetadata(ctx, id, { ...metadata, name: 'Von jemand anderem' })
    return found
  })
  expect(await publish(id, { ...metadata, name: 'Nr. 8' })).toMatchObject({ status: 204 })
  expect(between).toHaveBeenCalledTimes(2)
  between.mockRestore()
  await work()
  expect(await issueOf((await stateOf(id))!.issue_uid!)).toMatchObject({ name: 'Nr. 8' })
})

test('a job that is interrupted after the publication gives one issue', async () => {
  const id = await draft('Haldi')
  await publish(id, (await shown(id)).metadata)
  await publishUpload({ id }, ctx, { lastTry: false })
  await db.updateTable('uploads').set({ state: 'publishing' }).where('id', '=', id).execute()
  await publishUpload({ id }, ctx, { lastTry: false })
  const uid = (await stateOf(id))!.issue_uid!
  expect(await issueOf(uid)).toMatchObject({ revision: 1 })
})

describe('metadata are rejected', () => {
  test.each([
    ['an unknown title', { titleKey: 'nothing', newTitle: null }, 404, 'titleKey'],
    ['no title', { titleKey: null, newTitle: null }, 400, 'titleKey'],
    ['an unknown category', { newTitle: { name: 'X', kind: 'magazine', country: null, category: 'nothing' } }, 404, 'category'],
    ['an end before the date', { date: '2026-10-02', dateEnd: '2026-10-01' }, 400, 'dateEnd'],
    ['a year that was mistyped', { date: '2062-10-02' }, 400, 'date'],
    ['a day that does not exist', { date: '2026-02-30' }, 400, 'date'],
    ['no name', { name: ' ' }, 400, 'name'],
    ['an issue that does not exist', { replaces: 'nothing' }, 404, 'replaces'],
  ])('with %s', async (_, values, status, field) => {
    const [known] = await db.selectFrom('uploads').select('id').where('file_name', '=', 'falsch.pdf').execute()
    const id = known?.id ?? (await draft('Ilanz', { filename: 'falsch.pdf' }))
    const { metadata } = await shown(id)
    expect(await publish(id, { ...metadata, ...values } as IssueMetadata)).toMatchObject({ status, field })
    expect(await stateOf(id)).toMatchObject({ state: 'draft' })
  })
})

test('a PDF that cannot be imported says why, and can be discarded', async () => {
  const id = await client.upload(encryptedPdf())
  await work()
  expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: { code: 'encrypted', values: {} } })
  expect(await ctx.files.size(`uploads/${id}/source.pdf`)).toBeNull()
  expect(await desk.call(declared.discardUpload, { params: { id } })).toMatchObject({ status: 204 })
  expect(await stateOf(id)).toBeNull()
})

test('another failure is tried again before it is shown', async () => {
  const id = await client.upload(pdf('Jenaz'))
  const broken = { ...ctx, pdfImporter: { ...ctx.pdfImporter!, read: () => Promise.reject(new Error('no space left')) } }
  await expect(readUpload({ id }, broken, { lastTry: false })).rejects.toThrow('no space left')
  expect(await stateOf(id)).toMatchObject({ state: 'reading' })
  await readUpload({ id }, broken, { lastTry: true })
  expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: { code: 'unexpected' } })
})

test('uploads are listed with their progress; the list asks for few rows', async () => {
  const id = await draft('Klosters')
  const { uploads } = (await desk.call(declared.uploads)) as unknown as { uploads: declared.Upload[] }
  expect(uploads[0]).toMatchObject({ id, state: 'draft', by: 'Ida Moos', isMine: true, pages: 1, problem: null })
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from uploads order by created_at desc limit 100`.execute(
    db,
  )
  expect(JSON.stringify(rows)).toContain('Limit')
})

test('every reason of the importer has a message in three languages', () => {
  const source = readFileSync(new URL('../../../../../apps/importer/src/import-error.ts', import.meta.url), 'utf8')
  const codes = [...source.matchAll(/error\(\s*'(\w+)'/g)].map(([, code]) => code)
  expect(codes).toEqual(expect.arrayContaining([importErrors.empty().code, differences.otherText(1).code]))
  for (const language of languages)
    for (const code of [...codes, 'unexpected'])
      expect(deskUploadMessages[language]).toHaveProperty([`DESK.UPLOAD.PROBLEM.${code}`])
})
