import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchmarkKiosk } from './kiosk-for-benchmarks.ts'

/** `/proc` counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Returns the processor time of the server with its workers, and of its database, since their start. */
export function processorMs({ pid, dataDir }: Pick<BenchmarkKiosk, 'pid' | 'dataDir'>): { node: number; database: number } {
  const folder = readdirSync(dataDir).find((name) => /^postgres/.test(name) && statSync(join(dataDir, name)).isDirectory())
  const postmaster = Number(readFileSync(join(dataDir, folder!, 'postmaster.pid'), 'utf8').split('\n')[0])
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        // Time of the process and of its children that have ended.
        const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), ms: ticks * TICK_MS }]
      } catch {
        return []
      }
    })
  const below = (root: number, without: number): number =>
    all
      .filter((each) => each.pid === root && each.pid !== without)
      .reduce(
        (sum, each) =>
          sum +
          each.ms +
          all.filter(({ parent }) => parent === root).reduce((more, child) => more + below(child.pid, without), 0),
        0,
      )
  return { node: below(pid, postmaster), database: below(postmaster, -1) }
}

/** Returns the processor time of this process, of those that it has started, and of the database. Milliseconds. */
export function processorMsFromHere(dataDir: string): { own: number; started: number; database: number } {
  const { node, database } = processorMs({ pid: process.pid, dataDir })
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e3
  return { own, started: node - own, database }
}
