import { availableParallelism } from 'node:os'
import { ImportError, importErrors } from '../import-error.ts'
import { createLayoutModel, type LayoutModel, type LayoutSettings } from '../layout/layout-model.ts'
import { type Bounds, DEFAULT_BOUNDS } from '../limits.ts'
import type { Answer, JobName, Jobs, Request } from './jobs.ts'
import { startWorker, type Task, type Worker, whereOf } from './worker.ts'

export type Workers = {
  bounds: Bounds
  processes: number
  /** Sees what the parts of a page are; unset: no model is set. */
  layout?: LayoutModel | undefined
  /** Runs a job in the next free process. @throws ImportError if the file cannot be imported, or its process had to be killed */
  run<Name extends JobName>(job: Name, ask: Jobs[Name]['ask'], signal?: AbortSignal): Promise<Jobs[Name]['answer']>
  /** Number of jobs that wait for a process. */
  waiting(): number
  close(): Promise<void>
}

/** Priorities of processes: imports give way to answers, and work that nobody waits for gives way to imports. */
export const NICENESS = { background: 5, idle: 19 } as const
/** PDFium never releases memory, so a process is replaced after this many jobs. */
const JOBS_OF_A_LIFE = 5000

/**
 * Creates a pool of processes that read and render PDFs. They start when they are needed.
 * @param processes default: one per core
 * @param background run with a low priority; `idle`: with the lowest one
 * @param layout the model that looks at pages; default: none does
 */
export function createWorkers(
  options: {
    processes?: number | undefined
    bounds?: Partial<Bounds>
    background?: boolean
    idle?: boolean
    layout?: LayoutSettings | undefined
  } = {},
): Workers {
  const bounds = { ...DEFAULT_BOUNDS, ...options.bounds }
  const processes = Math.max(1, options.processes ?? availableParallelism())
  const niceness = options.idle ? NICENESS.idle : options.background ? NICENESS.background : 0
  const layout = options.layout && createLayoutModel(options.layout, { niceness })
  const pool = new Set<Worker>()
  const queue: Task[] = []
  let lastId = 0
  let closed = false

  /** Gives the jobs that wait to free processes, and starts some if there are too few. */
  function next(): void {
    while (queue.length && !closed) {
      if (queue[0]!.signal?.aborted) {
        queue.shift()!.reject(new Error('The request was cancelled.'))
        continue
      }
      const idle = [...pool].find(({ task }) => !task) ?? (pool.size < processes ? start() : null)
      if (!idle) return
      idle.give(queue.shift()!)
    }
  }

  function start(): Worker {
    const worker = startWorker(
      { bounds, niceness },
      {
        answer(task, answer) {
          settle(worker, task, answer)
          if ('broke' in answer || ++worker.jobs >= JOBS_OF_A_LIFE) {
            pool.delete(worker)
            worker.kill()
          }
          next()
        },
        end(lost) {
          pool.delete(worker)
          const isStopped = closed && !worker.killedFor
          if (lost && !queueAgain(worker, lost.task))
            lost.task.reject(isStopped ? new Error('The import was stopped.') : lost.failure)
          next()
        },
      },
    )
    pool.add(worker)
    return worker
  }

  function settle(worker: Worker, task: Task, answer: Answer): void {
    if ('answer' in answer) task.resolve(answer.answer as never)
    else if ('rejected' in answer) {
      const { code, values, message } = answer.rejected
      task.reject(new ImportError(code, values, message))
    } else if (!queueAgain(worker, task)) task.reject(brokenReason(answer.broke, task, bounds))
  }

  /** Earlier files may have caused a failure, so the job is repeated once in a new process. @returns whether it is */
  function queueAgain(worker: Worker, task: Task): boolean {
    if (closed || task.again || worker.killedFor || worker.jobs === 0) return false
    queue.unshift({ ...task, again: true })
    return true
  }

  return {
    bounds,
    processes,
    layout,
    waiting: () => queue.length,
    run(job, ask, signal) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The workers are closed.'))
        queue.push({ request: { id: ++lastId, job, ask } as Request, signal, resolve, reject, again: false })
        next()
      })
    },
    async close() {
      closed = true
      for (const task of queue.splice(0)) task.reject(new Error('The workers are closed.'))
      const ends = [...pool].map(({ ended }) => ended)
      for (const worker of pool) worker.kill()
      await Promise.all([...ends, layout?.close()])
    },
  }
}

function brokenReason(broke: string, { request }: Task, { memoryBytes }: Bounds): ImportError {
  const where = whereOf(request)
  return /memory|alloc/i.test(broke) ? importErrors.tooMuchMemory(where, memoryBytes) : importErrors.crashed(where)
}
