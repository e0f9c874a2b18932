import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PdfImporter } from '@kiosk/backend/adapters/pdf-importer'
import type { Actor } from '@kiosk/backend/audit/actor'
import { killChild } from '@kiosk/backend/kill-child'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { ImportError, importErrors } from '../import-error.ts'
import { LAYOUT_LIMITS, type LayoutProblem } from '../layout/layout-model.ts'
import { DEFAULT_BOUNDS } from '../limits.ts'
import { publishedIssueOf } from '../pdf-importer.ts'
import type { CallArguments, CallName, ImporterSettings, Reply, Request, Result } from './messages.ts'

/** Limits for one call. Rendering has its own, which are lower. */
export type ProcessLimits = {
  timeMs: Record<CallName, number>
  /** Time until the process is ready. */
  startMs: number
  /** Memory of the process without those that render: it holds the file twice. */
  memoryBytes: number
}
/** Returns the limits; a configured layout model gets time of its own. */
function limitsWith({ layoutModel }: ImporterSettings): ProcessLimits {
  const readingMs = DEFAULT_BOUNDS.fileMs + 5 * MINUTE_MS + (layoutModel ? LAYOUT_LIMITS.openMs + LAYOUT_LIMITS.issueMs : 0)
  return {
    timeMs: { read: readingMs, publish: 15 * MINUTE_MS, replaced: 30 * SECOND_MS, rebuild: readingMs },
    startMs: DEFAULT_BOUNDS.startMs,
    memoryBytes: 2048 * 1024 * 1024,
  }
}
/** A process that compares drafts, which the desk does while a form is filled in, ends after this time without work. */
const IDLE_MS = MINUTE_MS
const HEAP_MEGABYTES = 1024
/** Ends a process whose memory grew too big, so that the reason is known. */
const OVER_MEMORY = 'SIGUSR2'
const PROCESS = fileURLToPath(new URL('./importer-process.ts', import.meta.url))

type Waiting = {
  resolve(result: never): void
  reject(error: Error): void
  onPage: ((done: number, of: number) => void) | undefined
  timer: NodeJS.Timeout
}

/**
 * Imports uploads outside of this process (ADR-0225), with connections to the same database and files. Every read and publication
 * has a process of its own, so that a file that breaks it breaks nothing else.
 * @param onLayoutProblem is called when a configured layout model cannot be used, or fails on a page
 */
export function createProcessImporter(
  settings: ImporterSettings,
  limits: ProcessLimits = limitsWith(settings),
  onLayoutProblem: (problem: LayoutProblem) => void = () => {},
): PdfImporter<Actor> & { close(): Promise<void> } {
  const running = new Set<ImporterProcess>()
  let comparing: ImporterProcess | undefined
  let closed = false

  function start(): ImporterProcess {
    if (closed) throw new Error('The importer is closed.')
    const started = startProcess(settings, limits, onLayoutProblem)
    running.add(started)
    void started.ended.then(() => running.delete(started))
    return started
  }

  async function once<Name extends CallName>(
    call: Name,
    given: CallArguments<Name>,
    { onPage, signal }: { onPage?: (done: number, of: number) => void; signal?: AbortSignal | undefined } = {},
  ): Promise<Result<Name>> {
    signal?.throwIfAborted()
    const own = start()
    const stop = () => own.kill()
    signal?.addEventListener('abort', stop)
    try {
      return await own.call(call, given, onPage)
    } finally {
      signal?.removeEventListener('abort', stop)
      own.kill()
      await own.ended
    }
  }

  return {
    read: ({ db: _, files: __, onPage, signal, ...given }) => once('read', given, { onPage, signal }),
    publish: ({ db: _, files: __, ...given }) => once('publish', given),
    rebuild: ({ db: _, files: __, signal, ...given }) => once('rebuild', given, { signal }),
    async replaced(draft) {
      // Most drafts replace nothing, and a process takes a moment to start.
      if (!(await publishedIssueOf(draft))) return null
      const { db: _, files: __, ...given } = draft
      if (!comparing?.isAlive()) comparing = start()
      return comparing.call('replaced', given)
    },
    async close() {
      closed = true
      for (const each of running) each.kill()
      await Promise.all([...running].map(({ ended }) => ended))
    },
  }
}

type ImporterProcess = ReturnType<typeof startProcess>

function startProcess(settings: ImporterSettings, limits: ProcessLimits, onLayoutProblem: (problem: LayoutProblem) => void) {
  const child: ChildProcess = fork(PROCESS, [String(limits.memoryBytes), OVER_MEMORY], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let alive = true
  let killedFor: Error | undefined
  let idle: NodeJS.Timeout | undefined
  const kill = () => void killChild(child, 'SIGKILL')
  const killFor = (reason: Error) => {
    killedFor = reason
    kill()
  }
  const starting = setTimeout(
    () => killFor(new Error(`the importer was not ready within ${limits.startMs / SECOND_MS} seconds`)),
    limits.startMs,
  )
  // Without a free file descriptor, a process has no channel: its error event follows, as the exit event of one that ends at this
  // moment.
  const send = (message: ImporterSettings | Request) => {
    if (child.pid !== undefined) child.send(message, () => {})
  }

  const ended = new Promise<void>((resolve) => {
    const end = (signal: NodeJS.Signals | null) => {
      alive = false
      clearTimeout(idle)
      clearTimeout(starting)
      // V8 aborts when its heap is full.
      const isMemory = signal === OVER_MEMORY || signal === 'SIGABRT'
      const reason =
        killedFor ??
        (isMemory
          ? importErrors.tooMuchMemory('the whole file', limits.memoryBytes)
          : new Error(`the importer ended (${signal})`))
      for (const { reject, timer } of waiting.values()) {
        clearTimeout(timer)
        reject(reason)
      }
      waiting.clear()
      resolve()
    }
    child.on('exit', (_code, signal) => end(signal))
    child.on('error', () => {
      // A process that could not start has no exit event.
      if (child.pid === undefined) end(null)
    })
  })
  child.on('message', (reply: Reply) => {
    if (reply === 'ready') return clearTimeout(starting)
    if ('layout' in reply) return onLayoutProblem(reply.layout)
    const asked = waiting.get(reply.id)
    if (!asked) return
    if ('page' in reply) return asked.onPage?.(...reply.page)
    clearTimeout(asked.timer)
    waiting.delete(reply.id)
    if ('result' in reply) asked.resolve(reply.result as never)
    else if ('failed' in reply) asked.reject(new Error(reply.failed))
    else asked.reject(new ImportError(reply.rejected.code, reply.rejected.values, reply.rejected.message))
    if (waiting.size === 0) idle = setTimeout(kill, IDLE_MS).unref()
  })
  send(settings)

  return {
    ended,
    kill,
    isAlive: () => alive && child.connected,
    call<Name extends CallName>(
      call: Name,
      given: CallArguments<Name>,
      onPage?: (done: number, of: number) => void,
    ): Promise<Result<Name>> {
      return new Promise<Result<Name>>((resolve, reject) => {
        clearTimeout(idle)
        const id = ++lastId
        const timer = setTimeout(
          () => killFor(importErrors.tooSlow('the whole file', Math.round(limits.timeMs[call] / SECOND_MS))),
          limits.timeMs[call],
        )
        waiting.set(id, { resolve: resolve as (result: never) => void, reject, onPage, timer })
        send({ id, call, given } as Request)
      })
    },
  }
}
