import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '@kiosk/backend/config'
import { killChild } from '@kiosk/backend/kill-child'
import { CannotStart } from '@kiosk/backend/startup-error'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Kiosk } from '../kiosk.ts'
import { createLog } from '../monitoring/log.ts'
import { createMeasurements } from '../monitoring/measurements.ts'
import type { Figures } from '../monitoring/metrics.ts'
import { answerProcess } from './process-messages.ts'

/** A process that ends after a shorter time is started again after a pause, which doubles each time. */
const STABLE_AFTER_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Serves one port with several processes, each of which can answer every request; the first of them runs the jobs, too. One that
 * ends is started again, alone, while the others continue.
 * @param file module that each process runs; default: server-process.ts
 * @throws CannotStart if one ends before it has listened for the first time; it has said why
 */
export async function openProcesses(
  config: Pick<Config, 'workers' | 'payments' | 'logLevel'>,
  file = fileURLToPath(new URL('./server-process.ts', import.meta.url)),
): Promise<Kiosk> {
  const measurements = createMeasurements()
  const log = createLog(config.logLevel, measurements)
  const registry = new Registry()
  const restarts = new Counter({
    name: 'kiosk_process_restarts_total',
    help: 'Processes of this server that have ended and were started again (WORKERS)',
    registers: [registry],
  })
  new Gauge({
    name: 'kiosk_processes',
    help: 'Processes of this server that serve its port (WORKERS)',
    registers: [registry],
    collect() {
      this.set(listening.size)
    },
  })
  const running = new Set<Worker>()
  /** The processes that serve the port, and how to ask them for their figures. */
  const listening = new Map<Worker, () => Promise<Figures[]>>()
  const figuresBut = async (asking: Worker): Promise<Figures[]> => {
    const others = [...listening].filter(([worker]) => worker !== asking && worker.isConnected())
    const figures = await Promise.all([
      Promise.all([registry, measurements.registry].map((each) => each.getMetricsAsJSON())),
      ...others.map(([, ask]) => ask()),
    ])
    return figures.flat()
  }
  const waiting = new Set<NodeJS.Timeout>()
  let closing = false
  // Each process accepts connections itself when it is free: connections handed to a process that dies would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // The limits of memory are for each process.
  const execArgv = process.execArgv.filter((each) => each.startsWith('--max-'))
  cluster.setupPrimary({ exec: file, args: [], execArgv, serialization: 'advanced' })

  /** Starts the process at a place, again and again. @returns once it listens for the first time, with the port */
  function keep(place: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let hasListened = false
      let quickEnds = 0
      const startOne = () => {
        const startedAt = performance.now()
        const worker = cluster.fork()
        running.add(worker)
        const task = { payments: config.payments, runsJobs: place === 0 }
        const ask = answerProcess(worker, task, () => figuresBut(worker))
        worker.once('listening', ({ port }) => {
          hasListened = true
          listening.set(worker, ask)
          resolve(port)
        })
        // A channel that breaks when its process ends is not a separate failure.
        worker.on('error', () => {})
        worker.once('exit', (code, signal) => {
          running.delete(worker)
          listening.delete(worker)
          if (closing) return
          if (!hasListened) return reject(new CannotStart('A process of the server could not start; see above.'))
          quickEnds = performance.now() - startedAt < STABLE_AFTER_MS ? quickEnds + 1 : 0
          const pauseMs = quickEnds === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (quickEnds - 1), LONGEST_PAUSE_MS)
          log.error(
            { event: 'server.process-ended', process: worker.process.pid, code, signal, pauseMs },
            'a process of the server has ended, and is started again',
          )
          const timer = setTimeout(() => {
            waiting.delete(timer)
            restarts.inc()
            startOne()
          }, pauseMs)
          waiting.add(timer)
        })
      }
      startOne()
    })
  }

  async function close({ pauseMs = 0, skipPause }: Parameters<Kiosk['close']>[0] = {}): Promise<void> {
    closing = true
    for (const timer of waiting) clearTimeout(timer)
    const tell = (signal: NodeJS.Signals) => {
      for (const { process } of running) killChild(process, signal)
    }
    // Each has the same pause.
    tell(pauseMs > 0 && !skipPause?.aborted ? 'SIGTERM' : 'SIGINT')
    skipPause?.addEventListener('abort', () => tell('SIGINT'), { once: true })
    await Promise.all([...running].map((worker) => once(worker, 'exit')))
  }

  try {
    const ports = await Promise.all(Array.from({ length: config.workers }, (_, place) => keep(place)))
    return { port: ports[0]!, close }
  } catch (error) {
    await close()
    throw error
  }
}
