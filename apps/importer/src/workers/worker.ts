import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { killChild } from '@kiosk/backend/kill-child'
import { SECOND_MS } from '@kiosk/domain/time'
import { type ImportError, importErrors } from '../import-error.ts'
import type { Bounds } from '../limits.ts'
import { ISOLATED_PROCESS } from '../process/isolated-process.ts'
import type { Answer, Request } from './jobs.ts'

export type Task = {
  request: Request
  signal: AbortSignal | undefined
  resolve(answer: never): void
  reject(error: Error): void
  /** Whether a process has failed with this job before. */
  again: boolean
}

/** A process that does one job at a time. */
export type Worker = {
  /** The job that it is doing. */
  task: Task | null
  /** Number of jobs that it has done. */
  jobs: number
  /** Set if a job has taken too long. */
  killedFor?: ImportError
  give(task: Task): void
  kill(): void
  /** Fulfilled at the end of the process, also of one that could not start. */
  ended: Promise<void>
}

type Listener = {
  answer(task: Task, answer: Answer): void
  /** Called once, at the end of the process. @param lost the job that it was doing, and why it has failed */
  end(lost: { task: Task; failure: ImportError } | null): void
}

const PROCESS = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

/** Starts a process and kills it if a job takes too long. */
export function startWorker({ bounds, niceness }: { bounds: Bounds; niceness: number }, listener: Listener): Worker {
  const child = fork(PROCESS, [JSON.stringify({ bounds, niceness })], ISOLATED_PROCESS)
  const end = Promise.withResolvers<void>()
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  const worker: Worker = {
    task: null,
    jobs: 0,
    give(task) {
      worker.task = task
      watch(task)
      // A process that could not start has no channel: its error event follows, like the exit event of one that ends at this
      // moment.
      if (child.pid !== undefined) child.send(task.request, () => {})
    },
    kill: () => killChild(child, 'SIGKILL'),
    ended: end.promise,
  }

  /** Limits the time in which the process becomes ready, and then that of its job. */
  function watch({ request }: Task): void {
    timer = setTimeout(
      () => {
        worker.killedFor = isReady
          ? importErrors.tooSlow(whereOf(request), Math.round(bounds.stepMs / SECOND_MS))
          : importErrors.notStarted()
        worker.kill()
      },
      isReady ? bounds.stepMs : bounds.startMs,
    )
  }

  child.on('message', (answer: Answer | 'ready') => {
    const { task } = worker
    if (answer === 'ready') {
      isReady = true
      clearTimeout(timer)
      if (task) watch(task)
    } else if (task?.request.id === answer.id) {
      clearTimeout(timer)
      worker.task = null
      listener.answer(task, answer)
    }
  })

  const ended = (signal: NodeJS.Signals | null) => {
    end.resolve()
    clearTimeout(timer)
    const { task } = worker
    worker.task = null
    listener.end(task && { task, failure: worker.killedFor ?? failureOf(task, signal) })
  }
  child.on('exit', (_code, signal) => ended(signal))
  child.on('error', () => {
    // A process that could not start has no exit event.
    if (child.pid === undefined) ended(null)
  })

  function failureOf({ request }: Task, signal: NodeJS.Signals | null): ImportError {
    if (!isReady) return importErrors.notStarted()
    // The process ends itself when it grows too big; the system may kill it earlier if memory is short.
    return signal === 'SIGKILL'
      ? importErrors.tooMuchMemory(whereOf(request), bounds.memoryBytes)
      : importErrors.crashed(whereOf(request))
  }
  return worker
}

/** Returns what a job was doing, for messages. */
export function whereOf(request: Request): string {
  return request.job === 'pdfInfo' ? 'opening it' : `page ${request.ask.page}`
}
