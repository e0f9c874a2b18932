// What the processes of one server tell each other: each has a channel to the first one, which passes figures on.
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '@kiosk/backend/config'
import type { Figures, OtherProcesses } from '../monitoring/metrics.ts'

/** What a process does, besides answering requests. */
export type Task = { payments: Config['payments']; runsJobs: boolean }

/** Time for a process to send its figures, and for the first one to collect those of all. */
const FIGURES_WITHIN_MS = 2_000
const ALL_FIGURES_WITHIN_MS = 3_000

type Message =
  /** A process has started and asks what to do. */
  | { task: true }
  /** Asks for the figures of a process, or, sent to the first one, of all others. */
  | { figuresFor: number }
  /** The answers to both. */
  | { figures: Figures[]; answers: number }

/** Asks the first process what this one does. */
export async function askForTask(): Promise<Task> {
  const answered = once(process, 'message')
  process.send!({ task: true } satisfies Message)
  const [task] = (await answered) as [Task]
  return task
}

type Channel = { send(message: Message): unknown; on(event: 'message', listener: (message: Message) => void): unknown }

/** Returns a function that asks for the figures of the process, or processes, at the other end of a channel. */
function asking(channel: Channel, withinMs: number): () => Promise<Figures[]> {
  const pending = new Map<number, (figures: Figures[]) => void>()
  let last = 0
  channel.on('message', (message) => {
    if ('answers' in message) pending.get(message.answers)?.(message.figures)
  })
  return async () => {
    const id = ++last
    const answer = new Promise<Figures[]>((resolve) => pending.set(id, resolve))
    channel.send({ figuresFor: id })
    const figures = await Promise.race([answer, pause(withinMs, [], { ref: false })])
    pending.delete(id)
    return figures
  }
}

/** Returns the access of this process to the figures of the others. */
export function otherProcesses(): OtherProcesses {
  const channel = process as unknown as Channel
  return {
    figures: asking(channel, ALL_FIGURES_WITHIN_MS),
    answerWith(read) {
      channel.on('message', async (message) => {
        if (!('figuresFor' in message)) return
        const figures = await read().then(
          (own) => [own],
          () => [],
        )
        if (process.connected) channel.send({ figures, answers: message.figuresFor })
      })
    },
  }
}

/**
 * Answers a process that the first one has started.
 * @param read returns the figures of the first process and of the others
 * @returns asks this process for its figures
 */
export function answerProcess(worker: Worker, task: Task, read: () => Promise<Figures[]>): () => Promise<Figures[]> {
  worker.on('message', async (message: Message) => {
    if ('task' in message) worker.send(task)
    if (!('figuresFor' in message)) return
    const figures = await read()
    if (worker.isConnected()) worker.send({ figures, answers: message.figuresFor } satisfies Message)
  })
  return asking(worker, FIGURES_WITHIN_MS)
}
