import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobRunner } from './job-runner.ts'
import { type KeptRunner, keepRunning } from './keep-running.ts'

type FakeRunner = JobRunner & { busy: boolean; fail(): void; end(): void; onAnswer(): void }

// Fake timers do not replace those of node:timers/promises.
vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(value), milliseconds)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}))

/** Time of every attempt to start a runner. */
let starts: number[]
let runners: FakeRunner[]
let failures: number
let logged: { level: number; event: string }[]
let kept: KeptRunner

beforeEach(async () => {
  vi.useFakeTimers()
  starts = []
  runners = []
  failures = 0
  logged = []
  kept = await keepRunning(start, pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) }))
})
afterEach(() => vi.useRealTimers())

async function start(onAnswer: () => void): Promise<JobRunner> {
  starts.push(Date.now())
  if (failures-- > 0) throw new Error('the database does not answer')
  const stopped = Promise.withResolvers<Error | undefined>()
  const finished = Promise.withResolvers<void>()
  const runner: FakeRunner = {
    busy: false,
    stopped: stopped.promise,
    finished: finished.promise,
    isBusy: () => runner.busy,
    stop: () => stopped.resolve(undefined),
    fail: () => stopped.resolve(new Error('could not be written')),
    end: () => finished.resolve(),
    onAnswer,
  }
  runners.push(runner)
  return runner
}

const events = () => logged.map(({ event }) => event)

test('restarts a stopped runner with delays growing to five seconds', async () => {
  failures = 7
  const stoppedAt = Date.now()
  runners[0]!.fail()
  await vi.advanceTimersByTimeAsync(30_000)
  const pauses = starts.slice(1).map((at, each) => at - (starts.slice(1)[each - 1] ?? stoppedAt))
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  expect(runners).toHaveLength(2)
  expect(events()).toEqual(['jobs.runner-stopped', ...Array(7).fill('jobs.runner-not-started'), 'jobs.runner-started'])
  await vi.advanceTimersByTimeAsync(31_000)
  runners[1]!.fail()
  await vi.advanceTimersByTimeAsync(200)
  expect(runners).toHaveLength(3)
})

test('does not restart a runner that keeps stopping in a tight loop', async () => {
  for (const ends = Date.now() + 60_000; Date.now() < ends; ) {
    runners.at(-1)!.fail()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(runners.length).toBeGreaterThan(5)
  expect(runners.length).toBeLessThan(20)
})

test('reports stalled jobs after a minute without a poll, unless all runners are busy', async () => {
  await vi.advanceTimersByTimeAsync(59_000)
  expect(kept.isStalled()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(kept.isStalled()).toBe(true)
  runners[0]!.busy = true
  expect(kept.isStalled()).toBe(false)
  failures = Number.POSITIVE_INFINITY
  runners[0]!.fail()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(kept.isStalled()).toBe(true)
  failures = 0
  await vi.advanceTimersByTimeAsync(5_000)
  runners[1]!.onAnswer()
  expect(kept.isStalled()).toBe(false)
})

test('closing waits for running jobs and starts no runner', async () => {
  runners[0]!.fail()
  await vi.advanceTimersByTimeAsync(1_000)
  let closed = false
  const closing = kept.close().then(() => {
    closed = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(closed).toBe(false)
  runners[1]!.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(closed).toBe(false)
  runners[0]!.end()
  await closing
  expect(runners).toHaveLength(2)
})

test('closing does not wait for a pending restart', async () => {
  failures = Number.POSITIVE_INFINITY
  runners[0]!.fail()
  runners[0]!.end()
  await vi.advanceTimersByTimeAsync(10_000)
  const attempts = starts.length
  await kept.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(starts).toHaveLength(attempts)
})
