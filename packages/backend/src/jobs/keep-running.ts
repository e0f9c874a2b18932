import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { JobRunner } from './job-runner.ts'

/** Delay before a stopped runner is restarted: doubled each time, and reset after it has run for a while. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
const RAN_WELL_MS = 30_000
/** An idle worker polls every two seconds. */
const STALLED_AFTER_MS = 60_000

export type KeptRunner = {
  /** Whether there was no poll for a minute although workers were free. */
  isStalled(): boolean
  /** Replaces the runner with a new one. */
  restart(): void
  /** Waits for running jobs. */
  close(): Promise<void>
}

/**
 * Starts a runner and replaces it whenever it stops: graphile-worker stops when it cannot record the result of a job. The
 * new runner starts while the last jobs of the old one still run.
 * @throws when the first runner cannot be started
 */
export async function keepRunning(
  start: (onAnswer: () => void) => Promise<JobRunner>,
  log: Logger,
  stalledAfterMs = STALLED_AFTER_MS,
): Promise<KeptRunner> {
  const closing = new AbortController()
  const { signal } = closing
  const unfinished = new Set<Promise<void>>()
  let answeredAt = performance.now()
  let current: JobRunner | undefined
  let startedAt = performance.now()
  let wait = FIRST_PAUSE_MS

  async function startOne(): Promise<JobRunner> {
    const runner = await start(() => {
      answeredAt = performance.now()
    })
    startedAt = performance.now()
    current = runner
    unfinished.add(runner.finished)
    void runner.finished.then(() => unfinished.delete(runner.finished))
    if (signal.aborted) runner.stop()
    return runner
  }

  async function startAgain(): Promise<JobRunner | undefined> {
    if (performance.now() - startedAt > RAN_WELL_MS) wait = FIRST_PAUSE_MS
    while (!signal.aborted) {
      await pause(wait, undefined, { signal }).catch(() => {})
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
      if (signal.aborted) return
      try {
        return await startOne()
      } catch (error) {
        log.warn({ event: 'jobs.runner-not-started', err: error }, 'job runner could not be started, will retry')
      }
    }
  }

  async function supervise(first: JobRunner): Promise<void> {
    for (let runner: JobRunner | undefined = first; runner; ) {
      const failure = await runner.stopped
      if (signal.aborted) return
      current = undefined
      log.warn({ event: 'jobs.runner-stopped', err: failure }, 'job runner stopped unexpectedly, restarting')
      runner = await startAgain()
      if (runner && !signal.aborted) log.info({ event: 'jobs.runner-started' }, 'job runner started again')
    }
  }

  const supervising = supervise(await startOne())
  return {
    isStalled: () => !current?.isBusy() && performance.now() - answeredAt > stalledAfterMs,
    restart: () => current?.stop(),
    async close() {
      closing.abort()
      current?.stop()
      await supervising
      await Promise.all(unfinished)
    },
  }
}
