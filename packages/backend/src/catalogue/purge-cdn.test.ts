import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Cdn, Purge } from '../adapters/cdn/port.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { ANY_ADDITION, ANY_CHANGE, type CatalogueChange } from './catalogue-change.ts'
import { createPurges, purgeEverything } from './purge-cdn.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

let purged: Record<string, Purge[]>
let away: Set<string>
beforeEach(() => {
  purged = { one: [], two: [] }
  away = new Set()
})
const cdns = ['one', 'two'].map(
  (name): Cdn => ({
    name,
    async purge(purge) {
      if (away.has(name)) throw new Error('away')
      purged[name]!.push(purge)
    },
  }),
)
const open = (all = cdns) => createPurges({ cdns: all, db: connection.db, log: pino({ level: 'silent' }) })
const noticed = (change: CatalogueChange) => ({ ...change, at: Date.now() })
const published = (...touches: string[]) => noticed({ touches, onlyAdds: true })
const jobs = async () =>
  connection.db
    .selectFrom('graphile_worker.jobs' as never)
    .select(['key'] as never)
    .where('task_identifier' as never, '=', 'purge-cdn' as never)
    .execute() as Promise<{ key: string }[]>

test('publications of one moment are purged together and softly', async () => {
  const purges = open()
  purges.note(published('title-a', 'category-b'))
  purges.note(published('title-c', 'category-b'))
  expect(purged.one).toEqual([])
  await purges.close()
  const both = { keys: ['title-a', 'category-b', 'title-c', 'catalogue'], soft: true }
  expect(purged).toEqual({ one: [both], two: [both] })
})

test('what is taken away is purged at once, and again when nothing of before is on its way', async () => {
  const purges = open()
  purges.note(noticed(ANY_CHANGE))
  expect(purged.one).toEqual([{ keys: ['everything'], soft: false }])
  await purges.close()
  expect(purged.one).toEqual(Array(2).fill({ keys: ['everything'], soft: false }))
})

test('an addition of which nothing is known touches pages, not pictures', async () => {
  const purges = open()
  purges.note(noticed(ANY_ADDITION))
  await purges.close()
  expect(purged.one).toEqual([{ keys: ['pages'], soft: true }])
})

test('what a CDN does not accept becomes one job for it, which purges everything there until that is accepted', async () => {
  const purges = open()
  away.add('two')
  for (let change = 0; change < 3; change++) {
    purges.note(published(`title-${change}`))
    await purges.close()
  }
  expect(purged.one).toHaveLength(3)
  expect(await jobs()).toEqual([{ key: 'purge-cdn two' }])
  await expect(purgeEverything({ cdn: 'two' }, cdns)).rejects.toThrow('away')
  away.clear()
  await purgeEverything({ cdn: 'two' }, cdns)
  expect(purged.two).toEqual([{ keys: ['everything'], soft: false }])
  // One that is no longer configured.
  await purgeEverything({ cdn: 'three' }, cdns)
})

test('without a CDN there is nothing to do', async () => {
  const purges = open([])
  purges.note(noticed(ANY_CHANGE))
  await purges.close()
  expect(purged.one).toEqual([])
})
