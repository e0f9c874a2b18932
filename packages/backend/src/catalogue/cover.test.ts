import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueFolder } from '../adapters/storage/port.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi, within } from '../testing/api.ts'
import { coverFormat } from './cover.ts'
import { renderNewestCovers } from './newest-covers.ts'
import { takeDown } from './takedowns/take-down.ts'
import { type BuiltIssue, createIssue, createTitle } from './testing/titles-and-issues.ts'

let connection: Connection
let api: TestApi
let issue: BuiltIssue
const drawn: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  const title = await createTitle(connection.db, { key: 'mondblick' })
  await createIssue(connection.db, { title, issue_date: '2026-01-01' })
  issue = await createIssue(connection.db, { title, issue_date: '2026-02-01', revision: 3 })
  api = await testApi(connection, {
    requestsPerMinute: 0,
    async renderCover(cover, height, format) {
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

test('serves a stored cover unchanged, immutable under its revision', async () => {
  const response = await cover('coverheight=280&v=3')
  expect(await response.text()).toBe('kept 280')
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('vary')).toContain('Accept')
  const again = await cover('coverheight=280&v=3', 'image/webp', { 'if-none-match': response.headers.get('etag') })
  expect(again.status).toBe(304)
})

test('the covers of the newest issue of a title are made after its publication, for those who accept AVIF', async () => {
  const { db } = connection
  const title = await createTitle(db)
  const [older, newest] = [
    await createIssue(db, { title, issue_date: '2026-01-01' }),
    await createIssue(db, { title, issue_date: '2026-02-01' }),
  ]
  for (const { uid } of [older, newest]) await api.files.write(`${issueFolder(uid, 1)}cover.webp`, Buffer.from('whole'))
  drawn.length = 0
  await api.ctx.catalogueCache.reload()
  // A job of a killed worker runs again.
  for (const { id } of [older, newest, newest]) await renderNewestCovers({ issueId: id }, api.ctx, {})
  expect(drawn).toEqual(['220 avif', '280 avif', '416 avif', '560 avif'])
  const formatFor = async (accept: string) => {
    const { headers } = await api.ask(`issuecontent/${newest.uid}/cover?coverheight=280&v=1`, { headers: { accept } })
    return [
      headers.get('content-type'),
      headers.get('vary')?.includes('Accept'),
      headers.get('cache-control')?.includes('immutable'),
    ]
  }
  expect(await formatFor('image/avif,image/webp,*/*')).toEqual(['image/avif', true, true])
  expect(await formatFor('image/webp,*/*')).toEqual(['image/webp', true, true])
  expect(await formatFor('image/avif;q=0, */*')).toEqual(['image/jpeg', true, true])
})

test('gives a short cache lifetime to another revision or none', async () => {
  for (const query of ['coverheight=280', 'coverheight=280&v=2']) {
    expect((await cover(query)).headers.get('cache-control')).toBe('public, max-age=300')
  }
})

test('renders a missing height or format on the first request and stores it', async () => {
  drawn.length = 0
  expect(await (await cover('coverheight=560')).text()).toBe('whole at 560 in webp')
  expect(await (await cover('coverheight=560')).text()).toBe('whole at 560 in webp')
  const jpeg = await cover('coverheight=220', 'image/png,*/*')
  expect(jpeg.headers.get('content-type')).toBe('image/jpeg')
  expect(await jpeg.text()).toBe('whole at 220 in jpeg')
  expect(drawn).toEqual(['560 webp', '220 jpeg'])
})

test('serves WebP while AVIF is being rendered, then AVIF', async () => {
  const first = await cover('coverheight=280&v=3', 'image/avif,image/webp,*/*')
  expect(await first.text()).toBe('kept 280')
  expect(first.headers.get('cache-control')).toBe('public, max-age=300')
  await within(
    2000,
    async () => (await cover('coverheight=280', 'image/avif,image/webp')).headers.get('content-type') === 'image/avif',
  )
  // A cache holding the WebP fallback revalidates, gets AVIF, and may then store it for ever.
  const held = { 'if-none-match': first.headers.get('etag') }
  const then = await cover('coverheight=280&v=3', 'image/avif,image/webp', held)
  expect([then.status, then.headers.get('content-type')]).toEqual([200, 'image/avif'])
  expect(then.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await cover('coverheight=280&v=3', 'image/webp', held)).status).toBe(304)
})

test('an address with a format gives it to every browser, and WebP under an AVIF address is kept by nobody', async () => {
  const bare = await createIssue(connection.db)
  await api.files.write(`${issueFolder(bare.uid, 1)}cover.webp`, Buffer.from('whole'))
  await api.ctx.catalogueCache.reload()
  const cover = async (format: string, accept: string) => {
    const path = `issuecontent/${bare.uid}/cover?coverheight=220&v=1&format=${format}`
    const { headers } = await api.ask(path, { headers: { accept } })
    return ['content-type', 'cache-control', 'vary'].map((name) => headers.get(name))
  }
  const immutable = 'public, max-age=31536000, immutable'
  for (const accept of ['image/avif,image/webp,*/*', 'image/png', '*/*']) {
    expect(await cover('webp', accept)).toEqual(['image/webp', immutable, 'Origin'])
    expect(await cover('jpeg', accept)).toEqual(['image/jpeg', immutable, 'Origin'])
  }
  expect(await cover('avif', '*/*')).toEqual(['image/webp', 'private, no-store', 'Origin'])
  await within(2000, async () => (await cover('avif', '*/*'))[0] === 'image/avif')
  expect(await cover('avif', 'image/webp')).toEqual(['image/avif', immutable, 'Origin'])
  expect(await api.errorOf(`issuecontent/${bare.uid}/cover?format=png`)).toMatchObject({ status: 400, field: 'format' })
})

test('with a CDN, a cover that is taken down while it is rendered is kept by nobody', async () => {
  const { db } = connection
  const bare = await createIssue(db, { pages: ['Eins', 'Zwei'] })
  const shared = await testApi(connection, {
    requestsPerMinute: 0,
    cdn: { kind: 'varnish', purgeUrls: [] },
    async renderCover() {
      const actor = { kind: 'command', name: 'nora', source: 'test' } as const
      await takeDown({ db, now: () => new Date() }, actor, { uid: bare.uid, page: 1, reason: 'court order' })
      return Buffer.from('cover')
    },
  })
  try {
    await shared.files.write(`${issueFolder(bare.uid, 1)}cover.webp`, Buffer.from('whole'))
    const { headers } = await shared.ask(`issuecontent/${bare.uid}/cover?coverheight=280&v=1&format=webp`)
    expect(headers.get('cache-control')).toBe('private, no-store')
  } finally {
    await shared.close()
  }
})

test('concurrent requests share one rendering', async () => {
  drawn.length = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => cover('coverheight=416')))
  expect(new Set(await Promise.all(answers.map((each) => each.text())))).toEqual(new Set(['whole at 416 in webp']))
  expect(drawn).toEqual(['416 webp'])
})

test('serves the cover of a title’s current issue, by id and by key', async () => {
  for (const id of [issue.key, String(issue.title_id)]) {
    const response = await api.ask(`issuecontent/cover/magazine/${id}?coverheight=280`, { headers: { accept: 'image/webp' } })
    expect(await response.text()).toBe('kept 280')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  }
})

test('serves a blank image with status 404 for a missing cover', async () => {
  const bare = await createIssue(connection.db)
  for (const path of [`issuecontent/${bare.uid}/cover`, 'issuecontent/nope/cover', 'issuecontent/cover/magazine/nope']) {
    const response = await api.ask(path)
    expect(response.status, path).toBe(404)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg/)
  }
})

test('renders the allowed heights only', async () => {
  for (const height of ['300', '0', '-1', '99999', 'x']) {
    expect(await api.errorOf(`issuecontent/${issue.uid}/cover?coverheight=${height}`)).toMatchObject({
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
])('Accept: %s selects %s', (accept, format) => {
  expect(coverFormat(accept)).toBe(format)
})
