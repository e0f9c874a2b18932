// The tus protocol 1.0 against the text of the protocol: https://tus.io/protocols/resumable-upload
import { UPLOAD_BYTES, UPLOAD_PART_BYTES, UPLOADS_PER_PERSON } from '@kiosk/domain/staff/upload-limits'
import { DAY_MS } from '@kiosk/domain/time'
import { beforeEach, describe, expect, test } from 'vitest'
import { housekeeping } from '../../housekeeping.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { testApi } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { idOf, sha1Of, tusClient } from './testing/tus-client.ts'

const { connection, api } = await openTestApi()
const { ctx } = api
const { db } = connection

async function clientOf(role: 'editor' | 'care' = 'editor') {
  const desk = fakeDesk(ctx)
  const staff = await createStaff(ctx, { role })
  await desk.signedInAs(staff)
  return { ...tusClient(ctx, desk), staff, desk }
}
let client: Awaited<ReturnType<typeof clientOf>>
beforeEach(async () => {
  client = await clientOf()
})

const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4000, 'x')])
const rowOf = (id: string) => db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const offsetOf = async (id: string) => Number((await client.head(id)).headers.get('upload-offset'))

test('OPTIONS names version, extensions and the largest file', async () => {
  const { status, headers } = await client.options()
  expect(status).toBe(204)
  expect(Object.fromEntries(headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,expiration,termination,checksum',
    'tus-max-size': String(UPLOAD_BYTES),
    'tus-checksum-algorithm': 'sha1,sha256',
  })
})

test('a file arrives in parts; HEAD says how far it is', async () => {
  const created = await client.create(file.length, { filename: 'Bergblick Nr. 7.pdf' })
  expect(created.status).toBe(201)
  expect(Date.parse(created.headers.get('upload-expires')!)).toBeGreaterThan(Date.now())
  const id = idOf(created)
  const head = await client.head(id)
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Object.fromEntries(head.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'upload-length': String(file.length),
    'cache-control': 'no-store',
  })
  const first = await client.patch(id, file.subarray(0, 1500))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1500'])
  expect(await offsetOf(id)).toBe(1500)
  expect((await client.patch(id, file.subarray(1500), { at: 1500 })).status).toBe(204)
  expect(await rowOf(id)).toMatchObject({ state: 'waiting', received: file.length, file_name: 'Bergblick Nr. 7.pdf' })
  // A complete upload takes nothing more and cannot be terminated.
  expect(await codeOf(await client.patch(id, Buffer.from('x'), { at: file.length }))).toEqual([409, 'upload_offset'])
  expect(await codeOf(await client.terminate(id))).toEqual([409, 'changed_meanwhile'])
})

test('parts survive a restart and may go to another server', async () => {
  const id = idOf(await client.create(file.length))
  await client.patch(id, file.subarray(0, 2000))
  const other = await testApi(connection, { files: ctx.files })
  try {
    const there = tusClient(other.ctx, client.desk)
    expect((await there.head(id)).headers.get('upload-offset')).toBe('2000')
    expect((await there.patch(id, file.subarray(2000), { at: 2000 })).status).toBe(204)
  } finally {
    await other.close()
  }
  expect((await rowOf(id))?.state).toBe('waiting')
})

test('of two requests for the same bytes one is accepted', async () => {
  const id = idOf(await client.create(file.length))
  const answers = await Promise.all(Array.from({ length: 6 }, () => client.patch(id, file.subarray(0, 1100))))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409])
  expect(await rowOf(id)).toMatchObject({ received: 1100, parts: [expect.stringMatching(/^0-/)] })
})

test.each([
  ['a wrong offset', { at: 7 }, [409, 'upload_offset']],
  ['no offset', { headers: { 'upload-offset': '' } }, [409, 'upload_offset']],
  ['another content type', { headers: { 'content-type': 'application/octet-stream' } }, [415, 'unsupported_body']],
  ['another version', { headers: { 'tus-resumable': '0.2.2' } }, [412, 'tus_version']],
  ['a wrong checksum', { headers: { 'upload-checksum': sha1Of(Buffer.from('other')) } }, [460, 'upload_checksum']],
  ['an unknown checksum', { headers: { 'upload-checksum': 'md5 abc' } }, [400, 'wrong_input']],
] as const)('a part with %s is rejected and changes nothing', async (_, sent, expected) => {
  const id = idOf(await client.create(file.length))
  expect(await codeOf(await client.patch(id, file.subarray(0, 2000), sent))).toEqual(expected)
  expect(await offsetOf(id)).toBe(0)
})

test('a part with the right checksum is accepted', async () => {
  const id = idOf(await client.create(file.length))
  const part = file.subarray(0, 2000)
  expect((await client.patch(id, part, { headers: { 'upload-checksum': sha1Of(part) } })).status).toBe(204)
})

test('more than was announced, and a part that is too big, are rejected', async () => {
  const id = idOf(await client.create(2000))
  expect(await codeOf(await client.patch(id, file))).toEqual([413, 'body_too_large'])
  const large = idOf(await client.create(3 * UPLOAD_PART_BYTES))
  expect(await codeOf(await client.patch(large, Buffer.alloc(UPLOAD_PART_BYTES + 1)))).toEqual([413, 'body_too_large'])
})

test('what is no PDF is rejected with its first part, and not listed', async () => {
  const id = idOf(await client.create(3000))
  expect(await codeOf(await client.patch(id, Buffer.alloc(2000, 'PK')))).toEqual([415, 'not_a_pdf'])
  expect((await client.head(id)).status).toBe(404)
})

describe('an upload is not begun', () => {
  test.each([
    ['without a length', ['', undefined], [400, 'wrong_input']],
    ['of nothing', [0, undefined], [400, 'wrong_input']],
    ['without a name', [10, {}], [400, 'wrong_input']],
    ['larger than the importer accepts', [UPLOAD_BYTES + 1, undefined], [413, 'upload_too_large']],
    ['for an issue that does not exist', [10, { filename: 'a.pdf', replaces: 'nothing' }], [404, 'not_found']],
  ] as const)('%s', async (_, [length, names], expected) => {
    expect(await codeOf(await client.create(length, names))).toEqual(expected)
  })

  test('beyond the quota of a person, also with many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: UPLOADS_PER_PERSON.files + 10 }, () => client.create(100)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(UPLOADS_PER_PERSON.files)
    expect(await codeOf(answers.find(({ status }) => status !== 201)!)).toEqual([409, 'upload_quota'])
    expect((await (await clientOf()).create(100)).status).toBe(201)
  })
})

test('a path in the name of a file is no path', async () => {
  const id = idOf(await client.create(10, { filename: '../../etc/C:\\x\u0000heft.pdf' }))
  expect((await rowOf(id))?.file_name).toBe('xheft.pdf')
})

test('another person and another role see nothing of it', async () => {
  const id = idOf(await client.create(file.length))
  const other = await clientOf()
  expect((await other.head(id)).status).toBe(404)
  expect(await codeOf(await other.patch(id, file))).toEqual([404, 'not_found'])
  const care = await clientOf('care')
  expect(await codeOf(await care.create(10))).toEqual([403, 'not_permitted'])
})

test('terminating removes row and parts', async () => {
  const id = idOf(await client.create(file.length))
  await client.patch(id, file.subarray(0, 2000))
  const [part] = (await rowOf(id))!.parts
  expect(await ctx.files.size(`uploads/${id}/parts/${part}`)).toBe(2000)
  expect((await client.terminate(id)).status).toBe(204)
  expect((await client.head(id)).status).toBe(404)
  const { runWaitingJobs } = await import('../../jobs/testing/run-jobs.ts')
  await runWaitingJobs(connection.url, ctx)
  expect(await ctx.files.size(`uploads/${id}/parts/${part}`)).toBeNull()
})

test('an upload that nobody continues is removed after a day, one that goes on is kept', async () => {
  const [old, fresh] = [idOf(await client.create(file.length)), idOf(await client.create(file.length))]
  const before = new Date(ctx.now().getTime() - DAY_MS - 1000)
  await db.updateTable('uploads').set({ changed_at: before }).where('id', '=', old).execute()
  await housekeeping({}, ctx)
  expect(await rowOf(old)).toBeUndefined()
  expect(await rowOf(fresh)).toMatchObject({ state: 'receiving' })
})
