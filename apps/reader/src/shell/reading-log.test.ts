import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReadingLog, LONGEST_LOOK_MS, MOST_SEEN, type Seen } from './reading-log.ts'

function reader(isSent: (seen: Seen[]) => boolean = () => true) {
  let time = Date.parse('2026-11-21T08:00:00Z')
  const batches: Seen[][] = []
  const log = createReadingLog(
    () => time,
    async (seen) => {
      if (!isSent(seen)) return false
      batches.push(seen)
      return true
    },
  )
  return {
    log,
    batches,
    after(seconds: number) {
      time += seconds * 1000
      return log
    },
  }
}

test('reports a page visible for two seconds with its seconds, and no skipped page', async () => {
  const { log, after, batches } = reader()
  log.look([1], null)
  after(3).look([2], null)
  after(1.9).look([3], null)
  after(10)
  await log.send()
  expect(batches).toEqual([
    [
      { page: 1, seconds: 3, at: '2026-11-21T08:00:03.000Z' },
      { page: 3, seconds: 10, at: '2026-11-21T08:00:14.900Z' },
    ],
  ])
})

test('counts an open article at once, and divides the time between two visible pages', async () => {
  const { log, after, batches } = reader()
  log.look([4, 5], null)
  after(8).look([4], '77')
  after(0.4).look([4, 5], null)
  await log.send()
  expect(batches.flat().map(({ at, ...rest }) => rest)).toEqual([
    { page: 4, seconds: 4 },
    { page: 5, seconds: 4 },
    { page: 4, article: '77', seconds: 0.4 },
  ])
})

test('counts at most ten minutes of a page at which nobody turns on, in however many batches', async () => {
  const { log, after, batches } = reader()
  log.look([1], null)
  for (let batch = 0; batch < 100; batch++) await after(15).send()
  const seconds = () => batches.flat().reduce((sum, each) => sum + each.seconds, 0)
  expect(seconds()).toBe(LONGEST_LOOK_MS / 1000)
  after(1).look([2], null)
  await after(30).send()
  expect(seconds()).toBe(LONGEST_LOOK_MS / 1000 + 30)
})

test('reports a long reading in pieces, never twice, and no hidden page', async () => {
  const { log, after, batches } = reader()
  log.look([1], null)
  await after(15).send()
  await after(1).send()
  after(0).look([], null)
  await after(500).send()
  expect(batches.map((batch) => batch.map(({ seconds }) => seconds))).toEqual([[15], [1]])
})

test('sends unsent events the next time, in order', async () => {
  let reachable = false
  const { log, after, batches } = reader(() => reachable)
  log.look([1], null)
  await after(5).send()
  log.look([2], null)
  reachable = true
  await after(5).send()
  expect(batches.map((batch) => batch.map(({ page }) => page))).toEqual([[1, 2]])
})

test('never reports more seconds than passed, unseen pages or oversized batches', async () => {
  const step = fc.record({
    seconds: fc.double({ min: 0, max: 2000, noNaN: true }),
    pages: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 2 }),
    article: fc.option(fc.constantFrom('1', '2')),
    sends: fc.boolean(),
    reachable: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 90 }), async (steps) => {
      let reachable = true
      const { log, after, batches } = reader(() => reachable)
      let passed = 0
      const looked = new Set<number>()
      for (const each of steps) {
        after(each.seconds).look(each.pages, each.pages.length ? each.article : null)
        passed += Math.min(each.seconds, LONGEST_LOOK_MS / 1000)
        for (const page of each.pages) looked.add(page)
        reachable = each.reachable
        if (each.sends) await log.send()
      }
      const sent = batches.flat()
      // Seconds are rounded to tenths.
      expect(sent.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThanOrEqual(passed + sent.length * 0.06)
      expect(sent.every(({ page }) => looked.has(page))).toBe(true)
      expect(Math.max(0, ...batches.map(({ length }) => length))).toBeLessThanOrEqual(MOST_SEEN)
    }),
    { numRuns: 60 },
  )
})
