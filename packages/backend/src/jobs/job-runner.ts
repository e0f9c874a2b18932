import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import type { Heartbeat } from './heartbeat.ts'

/** Time for recording the results of the last jobs of a runner after their handlers have ended. */
const LAST_WRITES_MS = 5_000

export type JobRunner = {
  /** Resolves when the runner takes no more jobs; with the error, if a known error has stopped it. */
  stopped: Promise<Error | undefined>
  /** Resolves when its last jobs have ended as well. Jobs whose result could not be recorded can then be taken over. */
  finished: Promise<void>
  /** Whether all its workers are busy, so that it does not poll. */
  isBusy(): boolean
  stop(): void
}

/**
 * Starts one graphile-worker runner. Its `promise` reports a stop too late: it waits for running jobs, and never settles if one
 * of them is recorded after a failed write.
 * @param onAnswer called whenever the database has answered a poll
 * @throws when the database is unavailable
 */
export async function startRunner(
  options: RunnerOptions & { concurrency: number },
  alive: Heartbeat,
  onAnswer: () => void,
): Promise<JobRunner> {
  const names: string[] = []
  const workers = new Set<string>()
  const stopped = Promise.withResolvers<Error | undefined>()
  const workersEnded = Promise.withResolvers<void>()
  let failure: Error | undefined
  let running = 0
  let answered = false
  const noteAnswer = () => {
    answered = true
    onAnswer()
  }
  const addName = (name: string) => {
    names.push(name)
    alive.give(name)
  }
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => addName(workerPool.id))
  events.on('worker:create', ({ worker }) => {
    workers.add(worker.workerId)
    addName(worker.workerId)
  })
  events.on('worker:stop', ({ worker }) => {
    workers.delete(worker.workerId)
    if (workers.size === 0) workersEnded.resolve()
  })
  events.on('worker:getJob:empty', noteAnswer)
  events.on('job:start', () => {
    running++
    noteAnswer()
  })
  // The ids of its tasks are read once; if that fails, graphile-worker keeps the rejected promise and never finds a job again.
  events.on('worker:getJob:error', ({ error }) => {
    if (answered) return
    failure ??= error instanceof Error ? error : new Error(String(error))
    stop()
  })
  events.on('job:complete', () => {
    running--
  })
  events.on('pool:fatalError', ({ error }) => {
    failure = error instanceof Error ? error : new Error(String(error))
  })
  events.on('pool:gracefulShutdown', () => stopped.resolve(failure))

  const starting = run({ ...options, events })
  // This also stops its crontab if the workers stopped by themselves. It rejects if it has been stopped already.
  const stop = () => void starting.then((runner) => runner.stop()).catch(() => {})
  const runner = await starting
  const ended = runner.promise.catch((error: Error) => {
    failure ??= error
  })
  void ended.then(() => stopped.resolve(failure))

  async function finish(): Promise<void> {
    await stopped.promise
    stop()
    const enough = new AbortController()
    const lastWrites = workersEnded.promise.then(() => pause(LAST_WRITES_MS, undefined, { signal: enough.signal }))
    await Promise.race([ended, lastWrites.catch(() => {})])
    enough.abort()
    alive.drop(names)
  }

  return { stopped: stopped.promise, finished: finish(), isBusy: () => running >= options.concurrency, stop }
}
