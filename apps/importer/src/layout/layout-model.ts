import { type ChildProcess, fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { killChild } from '@kiosk/backend/kill-child'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import type { LayoutBox } from '../page-model/layout-witness.ts'
import { ISOLATED_PROCESS } from '../process/isolated-process.ts'
import type { LayoutProcessSettings, LayoutReply, LayoutRequest } from './messages.ts'
import type { ModelShape } from './model-shapes.ts'
import { RUNTIME_PACKAGE } from './runtime.ts'

/** Limits for a layout model. */
export type LayoutLimits = {
  /** Time to load it. Milliseconds. */
  openMs: number
  /** Time for a page. Milliseconds. */
  pageMs: number
  /** Time for the pages of an issue: pages that are reached later are read without it. Milliseconds. */
  issueMs: number
  /** Memory of its process. Bytes. */
  memoryBytes: number
  /** After this many failed pages in a row, it is not used any more. */
  failedPages: number
}
export const LAYOUT_LIMITS: LayoutLimits = {
  openMs: MINUTE_MS,
  pageMs: 20 * SECOND_MS,
  issueMs: 10 * MINUTE_MS,
  memoryBytes: 2 * 1024 ** 3,
  failedPages: 3,
}

/** What an operator should know; imports continue. `page`: from 1, in `file`. */
export type LayoutProblem =
  | { event: 'layout.unavailable'; problem: string }
  | { event: 'layout.page-failed'; problem: string; file: string; page: number }

/** Returns one line for a terminal. */
export const problemLine = (problem: LayoutProblem): string =>
  problem.event === 'layout.unavailable'
    ? `${problem.problem}; pages are read without it.`
    : `The layout model fails on page ${problem.page} of ${problem.file}: ${problem.problem}.`

export type LayoutSettings = {
  /** Path of the ONNX file. */
  path: string
  /** Package or module that runs it; default: onnxruntime-node. */
  runtime?: string | undefined
  limits?: Partial<LayoutLimits>
  onProblem(problem: LayoutProblem): void
}

/**
 * A model that recognises the parts of a page in its picture. Its calls never reject: without its answer, pages are read by rules
 * alone.
 */
export type LayoutModel = {
  limits: LayoutLimits
  /** Loads the model and returns its kind and the side of the square picture that it takes, in pixels; null if it cannot be used. */
  open(): Promise<Pick<ModelShape, 'kind' | 'side'> | null>
  /** Returns what it sees on a page (from 1); undefined if it fails. @param picture RGB bytes of the whole page, as a square */
  boxesOn(picture: Uint8Array, at: { file: string; page: number }): Promise<LayoutBox[] | undefined>
  close(): Promise<void>
}

const PROCESS = fileURLToPath(new URL('./layout-process.ts', import.meta.url))

/**
 * Creates a layout model, which is loaded when it is first needed, in a process of its own that can be ended when its time is up.
 */
export function createLayoutModel(
  { path, runtime = RUNTIME_PACKAGE, onProblem, ...given }: LayoutSettings,
  { niceness = 0 }: { niceness?: number } = {},
): LayoutModel {
  const limits = { ...LAYOUT_LIMITS, ...given.limits }
  let running: Promise<Running> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let failed = 0
  let isUnusable = false
  const stop = new AbortController()

  const giveUp = (problem: string) => {
    if (!isUnusable && !stop.signal.aborted)
      onProblem({ event: 'layout.unavailable', problem: `LAYOUT_MODEL ${path}: ${problem}` })
    isUnusable = true
  }
  async function started(): Promise<Running> {
    const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw new Error(error.code === 'ENOENT' ? 'there is no such file' : error.message)
    })
    if (!file.isFile()) throw new Error('it is not a file')
    return startProcess({ path, runtime, niceness, memoryBytes: limits.memoryBytes }, limits.openMs, stop.signal)
  }
  async function usable(): Promise<Running | null> {
    if (isUnusable || stop.signal.aborted) return null
    try {
      running ??= started()
      const process = await running
      if (process.isAlive()) return process
      running = started()
      return await running
    } catch (error) {
      giveUp((error as Error).message)
      return null
    }
  }
  async function boxesOf(picture: Uint8Array, at: { file: string; page: number }): Promise<LayoutBox[] | undefined> {
    const process = await usable()
    if (!process) return undefined
    try {
      const found = await process.run(picture, limits.pageMs)
      failed = 0
      return found
    } catch (error) {
      if (stop.signal.aborted) return undefined
      onProblem({ event: 'layout.page-failed', problem: (error as Error).message, ...at })
      if (++failed >= limits.failedPages) {
        giveUp(`it has failed on ${failed} pages in a row`)
        process.kill()
      }
      return undefined
    }
  }

  return {
    limits,
    open: async () => (await usable())?.opened ?? null,
    boxesOn(picture, at) {
      // One page after the other: the process computes on one core.
      const found = last.then(() => boxesOf(picture, at))
      last = found
      return found
    },
    async close() {
      stop.abort()
      const process = await running?.catch(() => null)
      await process?.ended
    },
  }
}

type Running = Awaited<ReturnType<typeof startProcess>>

/** Starts the process and waits until it has loaded the model. @throws Error that says why it has not */
async function startProcess(settings: LayoutProcessSettings, openMs: number, signal: AbortSignal) {
  const child: ChildProcess = fork(PROCESS, [JSON.stringify(settings)], ISOLATED_PROCESS)
  let waiting: { id: number; resolve(boxes: LayoutBox[]): void; reject(error: Error): void } | undefined
  let lastId = 0
  let alive = true
  const kill = () => void killChild(child, 'SIGKILL')
  const ended = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(`its process ended (${signal ?? code}); it may need more memory than it may have`))
    // A process that could not start has no exit event.
    child.on('error', (error) => child.pid === undefined && resolve(`its process cannot be started: ${error.message}`))
  })
  // Not as an option of `fork`, which would also signal a process that could not start.
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  void ended.then((reason) => {
    alive = false
    signal.removeEventListener('abort', kill)
    waiting?.reject(new Error(reason))
  })
  const opening = Promise.withResolvers<Pick<ModelShape, 'kind' | 'side'>>()
  void ended.then((reason) => opening.reject(new Error(reason)))
  child.on('message', (reply: LayoutReply) => {
    if ('opened' in reply) return opening.resolve(reply.opened)
    if ('unusable' in reply) return opening.reject(new Error(reply.unusable))
    if (reply.id !== waiting?.id) return
    if ('boxes' in reply) waiting.resolve(reply.boxes)
    else waiting.reject(new Error(reply.failed))
  })
  const tooLong = setTimeout(() => opening.reject(new Error(`it was not loaded within ${openMs / SECOND_MS} seconds`)), openMs)
  try {
    const opened = await opening.promise
    return {
      opened,
      ended,
      kill,
      isAlive: () => alive,
      /** Asks for a page. @throws Error if the model fails, or takes longer than `limitMs`: then the process is ended */
      run(picture: Uint8Array, limitMs: number): Promise<LayoutBox[]> {
        const id = ++lastId
        const timer = setTimeout(() => {
          waiting?.reject(new Error(`it takes longer than ${limitMs / SECOND_MS} seconds`))
          alive = false
          kill()
        }, limitMs)
        return new Promise<LayoutBox[]>((resolve, reject) => {
          waiting = { id, resolve, reject }
          // A process that ends at this moment is handled by its exit event.
          child.send({ id, picture } satisfies LayoutRequest, () => {})
        }).finally(() => {
          waiting = undefined
          clearTimeout(timer)
        })
      },
    }
  } catch (error) {
    kill()
    throw error
  } finally {
    clearTimeout(tooLong)
  }
}
