import { access } from '@kiosk/domain/reading/endpoints'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../accounts/testing/accounts.ts'
import { createIssue } from '../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../testing/open-test-api.ts'

let now = new Date()
const { connection, api } = await openTestApi({ now: () => now, requestsPerMinute: 0 })

const open = (uid: string, headers: Record<string, string>) => api.answer(access, `issuecontent/${uid}/access`, { headers })

test.each([
  ['FREE', null, 2],
  ['MAGZ', 10, 3],
  ['PREMIUM', 2, 5],
])('%s allows the devices of its tier; the next one gets a list of devices to remove', async (_tier, plan, limit) => {
  const account = await createAccount(connection.db)
  if (plan) await subscribe(connection.db, account, plan)
  const { uid } = await createIssue(connection.db)
  const devices = []
  for (let n = 0; n <= limit; n++)
    devices.push(await signedIn(connection.db, account, { vendorId: `tablet-${limit}-${n}`, name: `Gerät ${n}` }))
  for (const each of devices.slice(0, limit)) expect((await open(uid, each)).pagesOpen).toBe(1)
  const rejected = await open(uid, devices[limit]!)
  expect(rejected).toMatchObject({ read: false, pagesOpen: 0, offline: false, because: 'devices' })
  expect(rejected.devices?.map(({ name }) => name).sort()).toEqual(Array.from({ length: limit }, (_, n) => `Gerät ${n}`))
  const image = `issuecontent/${uid}/pages/1/picture?${rejected.signature}&width=1240`
  expect((await api.errorOf(image, { headers: devices[limit]! })).code).toBe('not_entitled')
  expect((await open(uid, devices[0]!)).pagesOpen).toBe(1)
})

test('a device unused for thirty days frees its place', async () => {
  const account = await createAccount(connection.db)
  const { uid } = await createIssue(connection.db)
  const [one, two, three] = [
    await signedIn(connection.db, account),
    await signedIn(connection.db, account),
    await signedIn(connection.db, account),
  ]
  await open(uid, one)
  await open(uid, two)
  expect((await open(uid, three)).because).toBe('devices')
  now = new Date(now.getTime() + 31 * DAY_MS)
  await connection.db
    .updateTable('sessions')
    .set({ expires_at: new Date(now.getTime() + DAY_MS) })
    .execute()
  expect((await open(uid, three)).pagesOpen).toBe(1)
  now = new Date()
})

test('after a smaller tier, the devices that read last keep their places, and the others get a list', async () => {
  const account = await createAccount(connection.db)
  await subscribe(connection.db, account, 2)
  const { uid } = await createIssue(connection.db)
  const devices: { cookie: string }[] = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) devices.push(await signedIn(connection.db, account, { name }))
  const openAll = async () => {
    const opened = []
    for (const each of devices) {
      now = new Date(now.getTime() + HOUR_MS)
      opened.push(await open(uid, each))
    }
    return opened
  }
  expect((await openAll()).map(({ read }) => read)).toEqual([true, true, true, true, true])
  await connection.db.updateTable('subscriptions').set({ plan_id: 10 }).where('account_id', '=', account.id).execute()
  for (let day = 0; day < 2; day++) {
    const opened = await openAll()
    expect(opened.map(({ read }) => read)).toEqual([false, false, true, true, true])
    expect(opened[1]!.devices?.map(({ name }) => name).sort()).toEqual(['C', 'D', 'E'])
  }
  const [removed] = (await open(uid, devices[1]!)).devices!
  expect((await api.ask(`user/device/${removed!.vendorId}`, { method: 'DELETE', headers: devices[1]! })).status).toBe(200)
  expect((await open(uid, devices[1]!)).read).toBe(true)
  now = new Date()
})

test('concurrent devices cannot exceed the limit of the tier', async () => {
  const account = await createAccount(connection.db)
  const { uid } = await createIssue(connection.db)
  const devices = await Promise.all(Array.from({ length: 12 }, () => signedIn(connection.db, account)))
  const opened = await Promise.all(devices.map((each) => open(uid, each)))
  expect(opened.filter(({ read }) => read)).toHaveLength(2)
})

test('a leaked page address opens nothing', async () => {
  const [owner, thief] = [await createAccount(connection.db), await createAccount(connection.db)]
  const { uid } = await createIssue(connection.db, { pages: Array(12).fill('x'), source_sha256: 'stolen' })
  const headers = await signedIn(connection.db, owner)
  const { signature } = await open(uid, headers)
  const words = `issuecontent/${uid}/pages/9/words?${signature}`
  expect((await api.ask(words, { headers })).status).toBe(200)
  expect((await api.errorOf(words, { headers: await signedIn(connection.db, thief) })).code).toBe('not_entitled')
  expect((await api.errorOf(words)).code).toBe('not_entitled')
})
