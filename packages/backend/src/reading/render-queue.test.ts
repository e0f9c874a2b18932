import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileSystem } from '../adapters/storage/file-system.ts'
import type { Files } from '../adapters/storage/port.ts'
import { visitorSession } from '../auth/session.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { within } from '../testing/api.ts'
import { FairQueue, type Place } from './fair-queue.ts'
import { createRenderQueue, type Waiter } from './render-queue.ts'
import { createRenderedImages } from './rendered-images.ts'
import { waiterOf } from './waiter.ts'

let connection: Connection
let folder: string
beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'drawing-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await connection.close()
})

const log = pino({ level: 'silent' })
let count = 0
const TIMEOUT_MS = 20_000

/** Stores files in memory, so that requests queue in the order in which they were made. */
function filesInMemory(): Files {
  const kept = new Map<string, Buffer>()
  return {
    async *list() {},
    read: async (name) => kept.get(name) ?? null,
    size: async (name) => kept.get(name)?.length ?? null,
    write: async (name, contents) => void kept.set(name, Buffer.from(contents)),
    remove: async (name) => void kept.delete(name),
    path: async (name) => name,
  }
}

/** Creates a renderer whose images the test finishes one by one. */
function studio() {
  const rendering = createRenderQueue({ db: connection.db, files: filesInMemory(), log })
  const started: string[] = []
  const finishing: (() => void)[] = []
  const answers: string[] = []
  let requested = 0
  return {
    started,
    answers,
    async ask(name: string, network: string, options: Partial<Waiter> = {}): Promise<void> {
      requested++
      const render = () => {
        started.push(name)
        return new Promise<Buffer>((resolve) => finishing.push(() => resolve(Buffer.from(name))))
      }
      await rendering.getOrRender(name, render, { network, reader: '', ...options }).then(
        (image) => answers.push(`${network} got ${image}`),
        (error) => answers.push(`${network} ${error.code}`),
      )
    },
    begins: (many: number) => within(TIMEOUT_MS, async () => started.length === many),
    /** Finishes a number of images, oldest first. */
    async finish(many: number) {
      for (let finished = 0; finished < many; finished++) {
        await within(TIMEOUT_MS, async () => finishing.length > 0)
        finishing.shift()!()
      }
    },
    /** Finishes rendering until every request has a response. */
    async finishAll() {
      await within(TIMEOUT_MS, async () => {
        finishing.shift()?.()
        return answers.length === requested
      })
    },
  }
}

test('a hundred images requested by one network do not delay others', async () => {
  const { ask, begins, started, answers, finish, finishAll } = studio()
  for (let index = 0; index < 100; index++) void ask(`many-${index}`, '203.0.113.1')
  await begins(2)
  // Sixty places for one reader, and two images being rendered: the others are rejected at once.
  expect(answers).toEqual(Array(38).fill('203.0.113.1 unavailable'))
  const other = ask('page', '198.51.100.1')
  await finish(2)
  await begins(4)
  // The first in the queue came next, then the other network.
  expect(started.slice(2).sort()).toEqual(['many-2', 'page'])
  await finish(2)
  await other
  await finishAll()
})

test('a reader with many networks gets one turn, and each account within it', () => {
  const placeOf = (address: string, account: { id: number } | null = null) => {
    const { network, reader } = waiterOf({
      visitor: { address, country: null },
      session: { ...visitorSession, account: account as typeof visitorSession.account },
      request: new Request('https://kiosk.example.org/'),
    })
    return [network, reader]
  }
  expect(placeOf('2001:db8:1:2::1')).toEqual(['2001:db8:1::/48', '2001:db8:1:2::/64'])
  expect(placeOf('2001:db8:1:3::1', { id: 7 })).toEqual(['2001:db8:1::/48', 'account 7'])
  expect(placeOf('203.0.113.9')).toEqual(['203.0.113.9', '203.0.113.9'])
})

test('readers of one network take turns', async () => {
  const { ask, begins, started, finish, finishAll } = studio()
  for (const name of ['busy-1', 'busy-2']) void ask(name, 'elsewhere')
  await begins(2)
  for (let index = 0; index < 20; index++) void ask(`a-${index}`, 'office', { reader: '1' })
  void ask('b-0', 'office', { reader: '2' })
  await finish(2)
  await begins(4)
  expect(started.slice(2).sort()).toEqual(['a-0', 'b-0'])
  await finishAll()
})

test('skips an image whose reader left, unless another reader waits for it', async () => {
  const { ask, begins, started, answers, finishAll } = studio()
  for (const name of ['busy-1', 'busy-2']) void ask(name, 'elsewhere')
  await begins(2)
  const gone = new AbortController()
  const left = [ask('alone', 'one', { signal: gone.signal }), ask('shared', 'one', { signal: gone.signal })]
  const shared = ask('shared', 'two')
  await ask('never', 'three', { signal: AbortSignal.abort() })
  gone.abort()
  await Promise.all(left)
  await finishAll()
  await shared
  expect(started.sort()).toEqual(['busy-1', 'busy-2', 'shared'])
  expect(answers.sort()).toEqual([
    'elsewhere got busy-1',
    'elsewhere got busy-2',
    'one unavailable',
    'one unavailable',
    'three unavailable',
    'two got shared',
  ])
})

test('a request for an image is rejected before a proxy takes the server for a broken one, and the next one gets the image', async () => {
  const { ask, begins, started, answers, finishAll } = studio()
  const call = {
    visitor: { address: '203.0.113.1', country: null },
    session: visitorSession,
    request: new Request('https://kiosk.example.org/'),
  }
  for (const name of ['slow-1', 'slow-2', 'never']) void ask(name, 'one', { signal: waiterOf(call, 200).signal! })
  await begins(2)
  await within(TIMEOUT_MS, async () => answers.length === 3)
  expect(answers).toEqual(Array(3).fill('one unavailable'))
  void ask('slow-1', 'two')
  await finishAll()
  expect(answers.at(-1)).toBe('two got slow-1')
  expect(started.sort()).toEqual(['slow-1', 'slow-2'])
})

test('an image in a long queue comes sooner when another reader requests it', async () => {
  const { ask, begins, started, finish, finishAll } = studio()
  for (let index = 0; index < 50; index++) void ask(`many-${index}`, 'one')
  await begins(2)
  void ask('many-49', 'two')
  await finish(2)
  await begins(4)
  expect(started.slice(2).sort()).toEqual(['many-2', 'many-49'])
  await finishAll()
  expect(started.filter((each) => each === 'many-49')).toHaveLength(1)
})

test('a failed image is rejected for all who wait, and rendered again on the next request', async () => {
  const rendering = createRenderQueue({ db: connection.db, files: filesInMemory(), log })
  const waiter = { network: 'one', reader: '' }
  const failing = () => Promise.reject(new Error('broken'))
  await expect(rendering.getOrRender('x', failing, waiter)).rejects.toThrow('broken')
  expect(String(await rendering.getOrRender('x', async () => Buffer.from('drawn'), waiter))).toBe('drawn')
  expect(String(await rendering.getOrRender('x', failing, waiter))).toBe('drawn')
})

test('the queue serves everyone once, and alternates networks while several wait', () => {
  const place = fc.record({ network: fc.constantFrom('a', 'b', 'c'), reader: fc.constantFrom('1', '2') })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), (places) => {
      const queue = new FairQueue<Place>()
      const items = places.map((each) => ({ ...each }))
      for (const item of items) expect(queue.add(item)).toBe(null)
      const taken: Place[] = []
      for (let item = queue.take(); item; item = queue.take()) taken.push(item)
      expect(new Set(taken).size).toBe(items.length)
      for (const [at, { network }] of taken.entries()) {
        const before = taken[at - 1]
        const others = taken.slice(at).filter((each) => each.network !== network)
        if (before?.network === network) expect(others).toEqual([])
      }
    }),
  )
})

test('a full queue drops the last entry of the longest line', () => {
  const queue = new FairQueue<Place>()
  for (let network = 0; network < 5; network++)
    for (let index = 0; index < 120; index++) expect(queue.add({ network: `n${network}`, reader: String(index % 4) })).toBe(null)
  const newcomer = { network: 'new', reader: '' }
  expect(queue.add(newcomer)?.network).toMatch(/^n\d$/)
  expect(queue.add({ network: 'n1', reader: '1' })).not.toBe(null)
})

test('stored images stay below their size limit; least recently used ones are deleted', async () => {
  const files = fileSystem(join(folder, String(++count)))
  const { db } = connection
  let now = new Date('2026-11-01T00:00:00Z')
  const shelf = createRenderedImages({ db, files, log, now: () => now, mostBytes: 1000 })
  const rows = () => db.selectFrom('rendered_images').select('name').orderBy('used_at').execute()
  for (let index = 0; index < 10; index++) {
    await files.write(`p-${index}`, Buffer.alloc(100))
    shelf.used(`p-${index}`, 100)
    now = new Date(now.getTime() + 1000)
  }
  await within(2000, async () => (await rows()).length === 10)
  await shelf.prune()
  expect(await rows()).toHaveLength(10)
  now = new Date(now.getTime() + 2 * DAY_MS)
  shelf.used('p-0', 100)
  shelf.used('p-new', 100)
  await files.write('p-new', Buffer.alloc(100))
  // Each use is recorded separately.
  await within(2000, async () => {
    const noted = await rows()
    return noted.length === 11 && noted.slice(-2).some(({ name }) => name === 'p-0')
  })
  await shelf.prune()
  expect((await rows()).map(({ name }) => name).sort()).toEqual(['p-0', 'p-3', 'p-4', 'p-5', 'p-6', 'p-7', 'p-8', 'p-9', 'p-new'])
  const there = await Promise.all(['p-0', 'p-1', 'p-2', 'p-3'].map((name) => files.size(name)))
  expect(there).toEqual([100, null, null, 100])
})

test('images of one folder count together, and are deleted together', async () => {
  const files = fileSystem(join(folder, String(++count)))
  const { db } = connection
  await db.deleteFrom('rendered_images').execute()
  let now = new Date('2026-11-01T00:00:00Z')
  const shelf = createRenderedImages({ db, files, log, now: () => now, mostBytes: 1000 })
  const rows = () => db.selectFrom('rendered_images').select(['name', 'bytes']).orderBy('name').execute()
  for (const page of ['1', '2'])
    for (const tile of ['a', 'b', 'c']) {
      await files.write(`${page}-tiles/${tile}`, Buffer.alloc(200))
      shelf.usedIn(`${page}-tiles/`, 200)
      now = new Date(now.getTime() + 1000)
      await within(2000, async () => (await rows()).some(({ name, bytes }) => name.startsWith(page) && Number(bytes) % 200 === 0))
    }
  await within(2000, async () => (await rows()).reduce((sum, { bytes }) => sum + Number(bytes), 0) <= 1200)
  // Reading one tile costs nothing, and keeps all tiles of its page.
  now = new Date(now.getTime() + 2 * DAY_MS)
  shelf.usedIn('1-tiles/', 0)
  await within(2000, async () => {
    const [row] = await db.selectFrom('rendered_images').select('used_at').where('name', '=', '1-tiles/').execute()
    return row?.used_at.getTime() === now.getTime()
  })
  await shelf.prune()
  expect((await rows()).map(({ name, bytes }) => [name, Number(bytes)])).toEqual([['1-tiles/', 600]])
  expect([await files.size('1-tiles/a'), await files.size('2-tiles/a')]).toEqual([200, null])
})

test('says how many images wait and how many are being rendered', async () => {
  const rendering = createRenderQueue({ db: connection.db, files: filesInMemory(), log })
  const finishing: (() => void)[] = []
  const render = () => new Promise<Buffer>((resolve) => finishing.push(() => resolve(Buffer.from('x'))))
  const asked = ['a', 'b', 'c', 'd'].map((name) => rendering.getOrRender(`size-${name}`, render, { network: 'n', reader: 'r' }))
  await within(TIMEOUT_MS, async () => finishing.length === 2)
  expect(rendering.size()).toEqual({ waiting: 2, running: 2 })
  await within(TIMEOUT_MS, async () => {
    for (const finish of finishing.splice(0)) finish()
    return rendering.size().running === 0
  })
  await Promise.all(asked)
  expect(rendering.size()).toEqual({ waiting: 0, running: 0 })
})
