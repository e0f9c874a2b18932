import { access } from '@kiosk/domain/reading/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, signedIn, subscribe } from '../accounts/build-account.ts'
import { buildIssue } from '../catalogue/build-catalogue.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi } from '../test-api.ts'

let connection: Connection
let api: TestApi
let now = new Date()
const DAY = 24 * 3600 * 1000
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { now: () => now, requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const open = (uid: string, headers: Record<string, string>) => api.answer(access, `issuecontent/${uid}/access`, { headers })

test.each([
  ['FREE', null, 2],
  ['MAGZ', 10, 3],
  ['PREMIUM', 2, 5],
])('%s reads on as many devices as the tier has; the next one is shown which to free', async (_tier, tariff, limit) => {
  const account = await buildAccount(connection.db)
  if (tariff) await subscribe(connection.db, account, tariff)
  const { uid } = await buildIssue(connection.db)
  const devices = []
  for (let n = 0; n <= limit; n++)
    devices.push(await signedIn(connection.db, account, { vendorId: `tablet-${limit}-${n}`, name: `Gerät ${n}` }))
  for (const each of devices.slice(0, limit)) expect((await open(uid, each)).pagesOpen).toBe(1)
  const refused = await open(uid, devices[limit]!)
  expect(refused).toMatchObject({ read: false, pagesOpen: 0, offline: false, because: 'devices' })
  expect(refused.devices?.map(({ name }) => name).sort()).toEqual(Array.from({ length: limit }, (_, n) => `Gerät ${n}`))
  const picture = `issuecontent/${uid}/pages/1/picture?${refused.signature}&width=1240`
  expect((await api.refusal(picture, { headers: devices[limit]! })).code).toBe('not_entitled')
  expect((await open(uid, devices[0]!)).pagesOpen).toBe(1)
})

test('a device that opened nothing for thirty days gives its place up', async () => {
  const account = await buildAccount(connection.db)
  const { uid } = await buildIssue(connection.db)
  const [one, two, three] = [
    await signedIn(connection.db, account),
    await signedIn(connection.db, account),
    await signedIn(connection.db, account),
  ]
  await open(uid, one)
  await open(uid, two)
  expect((await open(uid, three)).because).toBe('devices')
  now = new Date(now.getTime() + 31 * DAY)
  await connection.db
    .updateTable('sessions')
    .set({ expires_at: new Date(now.getTime() + DAY) })
    .execute()
  expect((await open(uid, three)).pagesOpen).toBe(1)
  now = new Date()
})

test('of many devices at once no more than the tier allows get in', async () => {
  const account = await buildAccount(connection.db)
  const { uid } = await buildIssue(connection.db)
  const devices = await Promise.all(Array.from({ length: 12 }, () => signedIn(connection.db, account)))
  const opened = await Promise.all(devices.map((each) => open(uid, each)))
  expect(opened.filter(({ read }) => read)).toHaveLength(2)
})

test('a page address that somebody else got hold of opens nothing', async () => {
  const [owner, thief] = [await buildAccount(connection.db), await buildAccount(connection.db)]
  const { uid } = await buildIssue(connection.db, { pages: Array(12).fill('x'), source_sha256: 'stolen' })
  const headers = await signedIn(connection.db, owner)
  const { signature } = await open(uid, headers)
  const words = `issuecontent/${uid}/pages/9/words?${signature}`
  expect((await api.ask(words, { headers })).status).toBe(200)
  expect((await api.refusal(words, { headers: await signedIn(connection.db, thief) })).code).toBe('not_entitled')
  expect((await api.refusal(words)).code).toBe('not_entitled')
})
