import { houseAdvertisements } from '@kiosk/domain/reading/endpoints'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { createIssue, createTitle } from '../../catalogue/testing/titles-and-issues.ts'
import type { TestApi } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { publishAdvertisements } from './publish-advertisements.ts'
import { readAdvertisements, type UnreadableAdvertisements } from './read-advertisements.ts'

let now = new Date('2026-11-21T12:00:00Z')
const { connection, api } = await openTestApi({ now: () => now })
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  await connection.db.deleteFrom('advertisements').execute()
})

const one = (more: object = {}) => ({ key: 'a', language: 'de', headline: 'A', body: 'b', target: '/', ...more })
const publish = (...all: object[]) =>
  publishAdvertisements(
    { db: connection.db, files: api.files },
    readAdvertisements(JSON.stringify({ advertisements: all }), ['travel']),
    async (image) => (image === 'see.png' ? picture : null),
  )
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
  .png()
  .toBuffer()
const shown = async (path = 'reader/advertisements', requested: Parameters<TestApi['answer']>[2] = {}) =>
  (await api.answer(houseAdvertisements, path, requested)).advertisements.map(({ headline }) => headline)
const idOf = async (key: string) =>
  (await connection.db.selectFrom('advertisements').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const count = async (what: string, address = '203.0.113.7', key = 'a') => {
  const form = { what }
  return (await api.ask(`reader/advertisements/${await idOf(key)}/count`, { form, address })).status
}
const counted = async (key = 'a') =>
  connection.db
    .selectFrom('advertisement_counts')
    .select(['impressions', 'clicks'])
    .where('advertisement_id', '=', await idOf(key))
    .execute()

test('returns advertisements in the reader’s language, else English, else any; heaviest first, without disabled ones', async () => {
  await publish(
    one({ headline: 'zweite' }),
    one({ key: 'b', headline: 'erste', weight: 5 }),
    one({ key: 'c', headline: 'aus', weight: 9, active: false }),
    one({ key: 'd', headline: 'english', language: 'en' }),
  )
  expect(await shown()).toEqual(['erste', 'zweite'])
  expect(await shown(undefined, { language: 'fr' })).toEqual(['english'])
  await publish(one({ key: 'd', headline: 'english', language: 'en', active: false }))
  expect(await shown(undefined, { language: 'fr' })).toEqual(['erste', 'zweite'])
  const { advertisements } = await api.answer(houseAdvertisements, 'reader/advertisements', { language: 'fr' })
  expect(advertisements.map(({ language }) => language)).toEqual(['de', 'de'])
})

test('shows an advertisement only in its markets, dates and categories', async () => {
  const travel = await createIssue(connection.db, { title: await createTitle(connection.db, { categories: ['travel'] }) })
  const other = await createIssue(connection.db)
  await publish(
    one({ headline: 'schweiz', markets: ['CH'] }),
    one({ key: 'b', headline: 'reise', categories: ['travel'] }),
    one({ key: 'c', headline: 'heute', from: '2026-11-21', until: '2026-11-21' }),
    one({ key: 'd', headline: 'vorbei', until: '2026-11-20' }),
    one({ key: 'e', headline: 'bald', from: '2026-11-22' }),
  )
  expect(await shown()).toEqual(['heute'])
  expect((await shown(undefined, { country: 'CH' })).sort()).toEqual(['heute', 'schweiz'])
  expect((await shown(`reader/advertisements?issue=${travel.uid}`)).sort()).toEqual(['heute', 'reise'])
  expect(await shown(`reader/advertisements?issue=${other.uid}`)).toEqual(['heute'])
  expect(await api.errorOf('reader/advertisements?issue=nobody')).toMatchObject({ status: 404 })
})

test('is not published if it leads nowhere; the message names it', async () => {
  await expect(publish(one(), one({ key: 'b', target: '/nirgends/da' }))).rejects.toMatchObject({
    mistakes: ['b, target: there is no page and no campaign at /nirgends/da, or the campaign has been ended'],
  })
  expect(await shown()).toEqual([])
})

test('the daily cap resets the next day, and no reader is stored', async () => {
  await publish(one({ 'daily-cap': 2 }))
  expect([await count('seen'), await count('pressed')]).toEqual([204, 204])
  expect(await shown()).toEqual(['A'])
  await count('seen')
  expect(await shown()).toEqual([])
  const counts = await connection.db.selectFrom('advertisement_counts').selectAll().execute()
  expect(counts).toEqual([{ advertisement_id: await idOf('a'), day: '2026-11-21', impressions: 2, clicks: 1 }])
  now = new Date('2026-11-22T00:00:01Z')
  expect(await shown()).toEqual(['A'])
})

test.each([
  ['pressed', 'clicks', 3],
  ['seen', 'impressions', 12],
] as const)('limits how often one network counts as %s, with the same response', async (what, column, most) => {
  await publish(one(), one({ key: 'b' }))
  for (let time = 0; time < most + 5; time++) expect(await count(what)).toBe(204)
  expect((await counted())[0]?.[column]).toBe(most)
  await count(what, '203.0.113.7', 'b')
  expect((await counted('b'))[0]?.[column]).toBe(1)
  await count(what, '198.51.100.1')
  expect((await counted())[0]?.[column]).toBe(most + 1)
})

test('all networks of an IPv6 line together count little more than one', async () => {
  await publish(one())
  for (let each = 0; each < 40; each++) await count('pressed', `2001:db8:77:${(each << 8).toString(16)}::1`)
  expect(await counted()).toEqual([{ impressions: 0, clicks: 12 }])
})

test('one network cannot use up the daily cap', async () => {
  await publish(one({ 'daily-cap': 30 }))
  for (let time = 0; time < 40; time++) await count('seen')
  expect(await shown()).toEqual(['A'])
})

test('shows no advertisements to subscribers and promo code holders', async () => {
  await publish(one())
  const { uid } = await createIssue(connection.db)
  const free = await createAccount(connection.db)
  const paying = await createAccount(connection.db)
  await subscribe(connection.db, paying)
  const promo = await createAccount(connection.db)
  const until = new Date('2100-01-01')
  await connection.db
    .insertInto('promo_codes')
    .values({ code: 'LESEZEIT', titles: '{}', days: 1, redeemable_until: until })
    .execute()
  await connection.db
    .insertInto('promo_redemptions')
    .values({ account_id: promo.id, code: 'LESEZEIT', expires_at: until })
    .execute()
  for (const path of ['reader/advertisements', `reader/advertisements?issue=${uid}`]) {
    expect(await shown(path, { headers: await signedIn(connection.db, free) })).toEqual(['A'])
    for (const reader of [paying, promo])
      expect(await shown(path, { headers: await signedIn(connection.db, reader) })).toEqual([])
  }
})

test('re-encodes a picture and stores its size; rejects a file that is no image', async () => {
  await publish(one({ image: 'see.png', alt: 'Ein See' }))
  const { advertisements } = await api.answer(houseAdvertisements, 'reader/advertisements')
  expect(advertisements[0]?.picture).toMatchObject({ alt: 'Ein See', width: 60, height: 40 })
  const answer = await api.ask(advertisements[0]!.picture!.url)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(60)
  await expect(publish(one({ headline: 'B', image: 'none.png', alt: 'x' }))).rejects.toThrow(
    'a, image: there is no file none.png',
  )
  expect(await shown()).toEqual(['A'])
})

test('one that is planned or switched off shows no picture, and is not counted before it begins', async () => {
  const pictured = one({ image: 'see.png', alt: 'Ein See', from: '2026-11-22' })
  await publish(pictured)
  const picture = `reader/advertisements/${await idOf('a')}/picture`
  expect([(await api.ask(picture)).status, await count('pressed')]).toEqual([404, 404])
  now = new Date('2026-11-22T00:00:01Z')
  expect([(await api.ask(picture)).status, await count('pressed')]).toEqual([200, 204])
  await publish({ ...pictured, active: false })
  expect((await api.ask(picture)).status).toBe(404)
})

test('importing the same key updates the advertisement', async () => {
  expect(await publish(one())).toEqual({ added: 1, changed: 0 })
  expect(await publish(one({ headline: 'B' }), one({ key: 'b', headline: 'C' }))).toEqual({ added: 1, changed: 1 })
  expect((await shown()).sort()).toEqual(['B', 'C'])
})

test('reports every error of a file with its place', () => {
  const mistakes = (text: string) => {
    try {
      readAdvertisements(text, ['travel'])
      return []
    } catch (error) {
      return (error as UnreadableAdvertisements).mistakes
    }
  }
  const file = (...all: object[]) => JSON.stringify({ advertisements: all })
  expect(mistakes('advertisements: [')).toEqual([expect.stringMatching(/^is neither YAML nor JSON/)])
  expect(mistakes('a: 1').length).toBeGreaterThan(0)
  expect(mistakes(file(one({ target: 'javascript:alert(1)' })))).toEqual([
    'a, target: is neither an https:// address nor a path of this website',
  ])
  expect(mistakes(file(one({ target: '//elsewhere.example' })))).toHaveLength(1)
  expect(mistakes(file(one({ wieght: 3 })))[0]).toContain('wieght')
  expect(mistakes(file(one(), one({ image: 'x.png', categories: ['nope'], from: '2026-02-01', until: '2026-01-01' })))).toEqual([
    'a: occurs twice',
    'a: a picture needs an alternative text (alt)',
    'a: ends before it begins',
    'a: there is no category nope',
  ])
})
