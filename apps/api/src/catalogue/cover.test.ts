import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { type TestApi, testApi, within } from '../test-api.ts'
import { type BuiltIssue, buildIssue, buildTitle } from './build-catalogue.ts'
import { coverFormat } from './cover.ts'

let connection: Connection
let api: TestApi
let issue: BuiltIssue
const drawn: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  const title = await buildTitle(connection.db, { key: 'mondblick' })
  await buildIssue(connection.db, { title, issue_date: '2026-01-01' })
  issue = await buildIssue(connection.db, { title, issue_date: '2026-02-01', revision: 3 })
  api = await testApi(connection, {
    requestsPerMinute: 0,
    async drawCover(cover, height, format) {
      drawn.push(`${height} ${format}`)
      return Buffer.from(`${cover} at ${height} in ${format}`)
    },
  })
  const folder = issueFolder(issue.uid, 3)
  await api.files.write(`${folder}cover.webp`, Buffer.from('whole'))
  await api.files.write(`${folder}cover-280.webp`, Buffer.from('kept 280'))
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const cover = (query: string, accept = 'image/webp', headers = {}) =>
  api.ask(`issuecontent/${issue.uid}/cover?${query}`, { headers: { accept, ...headers } })

test('a kept cover goes out as it is, and never changes under its revision', async () => {
  const response = await cover('coverheight=280&v=3')
  expect(await response.text()).toBe('kept 280')
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('vary')).toContain('Accept')
  const again = await cover('coverheight=280&v=3', 'image/webp', { 'if-none-match': response.headers.get('etag') })
  expect(again.status).toBe(304)
})

test('an address of another revision, or of none, is asked again soon', async () => {
  for (const query of ['coverheight=280', 'coverheight=280&v=2']) {
    expect((await cover(query)).headers.get('cache-control')).toBe('public, max-age=300')
  }
})

test('a missing height or format is drawn when first asked for, then kept', async () => {
  drawn.length = 0
  expect(await (await cover('coverheight=560')).text()).toBe('whole at 560 in webp')
  expect(await (await cover('coverheight=560')).text()).toBe('whole at 560 in webp')
  const jpeg = await cover('coverheight=220', 'image/png,*/*')
  expect(jpeg.headers.get('content-type')).toBe('image/jpeg')
  expect(await jpeg.text()).toBe('whole at 220 in jpeg')
  expect(drawn).toEqual(['560 webp', '220 jpeg'])
})

test('AVIF makes nobody wait: WebP goes out first, AVIF from then on', async () => {
  const first = await cover('coverheight=280&v=3', 'image/avif,image/webp,*/*')
  expect(await first.text()).toBe('kept 280')
  expect(first.headers.get('cache-control')).toBe('public, max-age=300')
  await within(
    2000,
    async () => (await cover('coverheight=280', 'image/avif,image/webp')).headers.get('content-type') === 'image/avif',
  )
  // Who kept the WebP in its place gets the AVIF, and that for ever.
  const held = { 'if-none-match': first.headers.get('etag') }
  const then = await cover('coverheight=280&v=3', 'image/avif,image/webp', held)
  expect([then.status, then.headers.get('content-type')]).toEqual([200, 'image/avif'])
  expect(then.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await cover('coverheight=280&v=3', 'image/webp', held)).status).toBe(304)
})

test('many who ask at once wait for one drawing', async () => {
  drawn.length = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => cover('coverheight=416')))
  expect(new Set(await Promise.all(answers.map((each) => each.text())))).toEqual(new Set(['whole at 416 in webp']))
  expect(drawn).toEqual(['416 webp'])
})

test('a title shows the cover of its current issue, by id and by key', async () => {
  for (const id of [issue.key, String(issue.title_id)]) {
    const response = await api.ask(`issuecontent/cover/magazine/${id}?coverheight=280`, { headers: { accept: 'image/webp' } })
    expect(await response.text()).toBe('kept 280')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  }
})

test('in place of a cover that is not there stands a blank sheet, with status 404', async () => {
  const bare = await buildIssue(connection.db)
  for (const path of [`issuecontent/${bare.uid}/cover`, 'issuecontent/nope/cover', 'issuecontent/cover/magazine/nope']) {
    const response = await api.ask(path)
    expect(response.status, path).toBe(404)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg/)
  }
})

test('only the heights of the house are drawn', async () => {
  for (const height of ['300', '0', '-1', '99999', 'x']) {
    expect(await api.refusal(`issuecontent/${issue.uid}/cover?coverheight=${height}`)).toMatchObject({
      status: 400,
      field: 'coverheight',
    })
  }
})

test.each([
  ['image/avif,image/webp,*/*', 'avif'],
  ['image/avif;q=0,image/webp', 'webp'],
  ['image/webp,*/*;q=0.8', 'webp'],
  ['image/webp;q=0', 'jpeg'],
  ['*/*', 'jpeg'],
  [null, 'jpeg'],
])('who accepts %s gets %s', (accept, format) => {
  expect(coverFormat(accept)).toBe(format)
})
