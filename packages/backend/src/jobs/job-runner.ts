import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import type { SignOfLife } from './heartbeat.ts'

/** What the last jobs of a runner have to write that they are done, once their handlers have ended. */
const LAST_WRITES_MS = 5_000

export type JobRunner = {
  /** Resolves when it takes no more jobs, stopped by us or by itself: then with the error, where one is known. */
  stopped: Promise<Error | undefined>
  /** Resolves when its last jobs have ended, too. What they could not write is then for others to take up. */
  finished: Promise<void>
  /** Whether all its workers have a job, so that it need not ask for one. */
  isBusy(): boolean
  stop(): void
}

/**
 * Starts one graphile-worker runner. Its `promise` reports a stop too late: it waits for running jobs, and never settles
 * when one of them is recorded after a failed write.
 * @param onAnswer called whenever the database has answered a poll
 * @throws when the database is unavailable
 */
export async function startRunner(
  options: RunnerOptions & { concurrency: number },
  alive: SignOfLife,
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
  // The ids of its tasks are read once; where that fails, graphile-worker keeps the rejected promise and finds no job any more.
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
  // Its calendar is stopped, too, where its workers stopped by themselves. It rejects where it has been stopped already.
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
