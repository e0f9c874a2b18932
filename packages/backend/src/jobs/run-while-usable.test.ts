import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptRunner } from './keep-running.ts'
import { runWhileUsable } from './run-while-usable.ts'

const CHECK_EVERY_MS = 1_000

let usable: boolean
let failures: number
let running: number
let starts: number
let events: string[]
let kept: KeptRunner
beforeEach(() => {
  vi.useFakeTimers()
  usable = false
  failures = 0
  running = 0
  starts = 0
  events = []
  const log = pino({}, { write: (line: string) => void events.push((JSON.parse(line) as { event: string }).event) })
  kept = runWhileUsable(async () => usable, start, { log, checkEveryMs: CHECK_EVERY_MS })
})
afterEach(() => vi.useRealTimers())

async function start(): Promise<KeptRunner> {
  starts++
  if (failures-- > 0) throw new Error('the database does not answer')
  running++
  return { isStalled: () => true, restart: () => {}, close: async () => void running-- }
}
const nextCheck = () => vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)

test('a queue takes jobs only while it can be used', async () => {
  await nextCheck()
  expect([starts, kept.isStalled()]).toEqual([0, false])
  usable = true
  await nextCheck()
  await nextCheck()
  expect([starts, running, kept.isStalled()]).toEqual([1, 1, true])
  usable = false
  await nextCheck()
  expect([running, kept.isStalled()]).toEqual([0, false])
  usable = true
  await nextCheck()
  expect([starts, running]).toEqual([2, 1])
  await kept.close()
  await nextCheck()
  expect([starts, running]).toEqual([2, 0])
})

test('a queue that could not be started is started at the next check', async () => {
  usable = true
  failures = 1
  await nextCheck()
  expect([starts, running, events]).toEqual([1, 0, ['jobs.queue-not-started']])
  await nextCheck()
  expect(running).toBe(1)
  await kept.close()
})
