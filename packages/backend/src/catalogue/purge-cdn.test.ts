import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Cdn, Purge } from '../adapters/cdn/port.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { ANY_ADDITION, ANY_CHANGE, type CatalogueChange, ROUTINE, together } from './catalogue-change.ts'
import { createPurges, repeatPurges } from './purge-cdn.ts'

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
const jobs = async () => {
  type Row = { key: string; payload: Parameters<typeof repeatPurges>[0] }
  return (await sql<Row>`select key, payload from graphile_worker._private_jobs`.execute(connection.db)).rows
}

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

test('a catalogue that is only loaded again purges nothing, except together with a change', async () => {
  const purges = open()
  purges.note(noticed(ROUTINE))
  await purges.close()
  expect(purged.one).toEqual([])
  expect(together([noticed(ROUTINE), noticed(ROUTINE)])).toMatchObject({ isRoutine: true })
  purges.note(together([noticed(ROUTINE), published('title-a')]))
  await purges.close()
  expect(purged.one).toEqual([{ keys: ['pages'], soft: true }])
})

test('one of several processes purges again, when the others have loaded the catalogue', async () => {
  const purges = createPurges({ cdns, db: connection.db, log: pino({ level: 'silent' }), isOneOfSeveral: true })
  purges.note(published('title-a'))
  await purges.close()
  expect(purged.one).toEqual(Array(2).fill({ keys: ['title-a', 'catalogue'], soft: true }))
})

test('what a CDN does not accept becomes one job for it, which repeats it until it is accepted', async () => {
  const purges = open()
  away.add('two')
  for (let change = 0; change < 3; change++) {
    purges.note(published(`title-${change}`))
    await purges.close()
  }
  expect(purged.one).toHaveLength(3)
  const [job, ...more] = await jobs()
  expect([job!.key, more]).toEqual(['purge-cdn two', []])
  await expect(repeatPurges(job!.payload, cdns)).rejects.toThrow('away')
  away.clear()
  await repeatPurges(job!.payload, cdns)
  expect(purged.two).toEqual([{ keys: ['title-0', 'catalogue', 'title-1', 'title-2'], soft: true }])
})

test('a job for a CDN that its server does not know fails, so that it is tried again and shown', async () => {
  await expect(repeatPurges([{ cdn: 'three', keys: ['title-a'], soft: true }], cdns)).rejects.toThrow(
    '"three" is not in the settings',
  )
})

test('everything is purged after a failure if that was to be purged, or too many keys', async () => {
  const many = Array.from({ length: 501 }, (_, at) => `title-${at}`)
  const failed = { cdn: 'one', keys: ['title-a'], soft: true }
  for (const payload of [
    { cdn: 'one' },
    [failed, { cdn: 'one', keys: ['everything'], soft: false }],
    [{ ...failed, keys: many }],
  ])
    await repeatPurges(payload, cdns)
  expect(purged.one).toEqual(Array(3).fill({ keys: ['everything'], soft: false }))
})

test('without a CDN there is nothing to do', async () => {
  const purges = open([])
  purges.note(noticed(ANY_CHANGE))
  await purges.close()
  expect(purged.one).toEqual([])
})
