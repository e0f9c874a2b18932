import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { killChild } from '@kiosk/backend/kill-child'
import { SECOND_MS } from '@kiosk/domain/time'
import { ImportError, importErrors } from '../import-error.ts'
import { createLayoutModel, type LayoutModel, type LayoutSettings } from '../layout/layout-model.ts'
import { type Bounds, DEFAULT_BOUNDS } from '../limits.ts'
import { ISOLATED_PROCESS } from '../process/isolated-process.ts'
import type { Answer, JobName, Jobs, Request } from './jobs.ts'

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

type Task = {
  request: Request
  signal: AbortSignal | undefined
  resolve(answer: never): void
  reject(error: Error): void
  /** Whether a process has failed with this job before. */
  again: boolean
}
type Member = {
  child: ChildProcess
  /** This also covers a process that could not start. */
  ended: Promise<void>
  task: Task | null
  ready: boolean
  timer?: NodeJS.Timeout
  killedFor?: ImportError
  jobs: number
}

const PROCESS = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
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
  const members = new Set<Member>()
  const queue: Task[] = []
  let lastId = 0
  let closed = false

  function start(): Member {
    const child = fork(PROCESS, [JSON.stringify({ bounds, niceness })], ISOLATED_PROCESS)
    const end = Promise.withResolvers<void>()
    const member: Member = { child, ended: end.promise, task: null, ready: false, jobs: 0 }
    members.add(member)
    child.on('message', (answer: Answer | 'ready') => {
      if (answer !== 'ready') return settle(member, answer)
      member.ready = true
      clearTimeout(member.timer)
      if (member.task) watch(member, member.task)
    })
    const ended = (signal: NodeJS.Signals | null) => {
      end.resolve()
      members.delete(member)
      clearTimeout(member.timer)
      const where = member.task && whereOf(member.task.request)
      const { task } = member
      member.task = null
      if (task && !mayTryAgain(member, task)) task.reject(member.killedFor ?? reasonOf(member, signal, where!))
      next()
    }
    child.on('exit', (_code, signal) => ended(signal))
    child.on('error', () => {
      // A process that could not start has no exit event.
      if (child.pid === undefined) ended(null)
    })
    return member
  }

  /** Earlier files may have caused a failure, so the job is repeated once in a new process. */
  function mayTryAgain(member: Member, task: Task): boolean {
    if (closed || task.again || member.killedFor || member.jobs === 0) return false
    queue.unshift({ ...task, again: true })
    return true
  }

  function reasonOf({ ready }: Member, signal: NodeJS.Signals | null, where: string): Error {
    if (closed) return new Error('The import was stopped.')
    if (!ready) return importErrors.notStarted()
    // The process ends itself when it grows too big; the system may kill it earlier if memory is short.
    return signal === 'SIGKILL' ? importErrors.tooMuchMemory(where, bounds.memoryBytes) : importErrors.crashed(where)
  }

  function settle(member: Member, answer: Answer): void {
    const { task } = member
    if (!task || task.request.id !== answer.id || !members.has(member)) return
    clearTimeout(member.timer)
    member.task = null
    if ('answer' in answer) task.resolve(answer.answer as never)
    else if ('rejected' in answer) {
      const { code, values, message } = answer.rejected
      task.reject(new ImportError(code, values, message))
    } else if (!mayTryAgain(member, task)) task.reject(brokenReason(answer.broke, whereOf(task.request)))
    if ('broke' in answer || ++member.jobs >= JOBS_OF_A_LIFE) {
      members.delete(member)
      killChild(member.child, 'SIGKILL')
    }
    next()
  }

  function brokenReason(broke: string, where: string): ImportError {
    return /memory|alloc/i.test(broke) ? importErrors.tooMuchMemory(where, bounds.memoryBytes) : importErrors.crashed(where)
  }

  function next(): void {
    while (queue.length && !closed) {
      if (queue[0]!.signal?.aborted) {
        queue.shift()!.reject(new Error('The request was cancelled.'))
        continue
      }
      const idle = [...members].find(({ task }) => !task) ?? (members.size < processes ? start() : null)
      if (!idle) return
      give(idle, queue.shift()!)
    }
  }

  function give(member: Member, task: Task): void {
    member.task = task
    watch(member, task)
    // A process that could not start has no channel: its error event follows, like the exit event of one that ends at this
    // moment.
    if (member.child.pid !== undefined) member.child.send(task.request, () => {})
  }

  /** Limits the time in which the process becomes ready, and then that of its job. */
  function watch(member: Member, task: Task): void {
    const where = whereOf(task.request)
    member.timer = setTimeout(
      () => {
        member.killedFor = member.ready
          ? importErrors.tooSlow(where, Math.round(bounds.stepMs / SECOND_MS))
          : importErrors.notStarted()
        killChild(member.child, 'SIGKILL')
      },
      member.ready ? bounds.stepMs : bounds.startMs,
    )
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
      const ends = [...members].map(({ ended }) => ended)
      for (const { child } of members) killChild(child, 'SIGKILL')
      await Promise.all([...ends, layout?.close()])
    },
  }
}

function whereOf(request: Request): string {
  return request.job === 'pdfInfo' ? 'opening it' : `page ${request.ask.page}`
}
