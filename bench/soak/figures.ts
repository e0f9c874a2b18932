import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { HOUR_MS } from '@kiosk/domain/time'
import { childrenOf } from '../children-of.ts'

/** A figure at a moment (milliseconds since 1970); `pid` if several processes have the same figure. */
export type Sample = { at: number; value: number; pid?: number }
/** How much a figure grows in an hour, with its standard error. */
type Slope = { perHour: number; error: number; mean: number }

/**
 * Fits a line to samples by least squares. Samples of several processes have a line for each, all with the same slope: processes
 * that come and go, or differ in size, do not count as growth. Null if there are too few samples.
 */
export function slopeOf(samples: readonly Sample[]): Slope | null {
  const lives = Map.groupBy(samples, ({ pid }) => pid)
  const degrees = samples.length - lives.size - 1
  if (degrees < 1 || samples.length < 4) return null
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const centred = [...lives.values()].flatMap((life) => {
    const [middle, level] = [mean(life.map(({ at }) => at)), mean(life.map(({ value }) => value))]
    return life.map(({ at, value }) => ({ hour: (at - middle) / HOUR_MS, value: value - level }))
  })
  const sum = (of: (hour: number, value: number) => number) =>
    centred.reduce((total, { hour, value }) => total + of(hour, value), 0)
  const spread = sum((hour) => hour ** 2)
  const perHour = sum((hour, value) => hour * value) / spread
  const rest = sum((hour, value) => (value - perHour * hour) ** 2)
  return { perHour, error: Math.sqrt(rest / degrees / spread), mean: mean(samples.map(({ value }) => value)) }
}

/** Samples of a process, and when the first one was taken (milliseconds since 1970). */
type Life = { samples: readonly Sample[]; began: number }
/** Half of the time for which a process was watched. */
const LAST_PART = 0.5

/**
 * Compares two processes at the same age: the mean of `one` in the second half of its time, and the mean of `other` at this age.
 * Null without samples.
 */
export function levelAt(one: Life, other: Life): { own: number | null; other: number | null } {
  const oldest = Math.max(...one.samples.map(({ at }) => at - one.began))
  const levelOf = ({ samples, began }: Life) => {
    const last = samples.filter(({ at }) => at - began >= oldest * LAST_PART && at - began <= oldest)
    return last.length > 0 ? last.reduce((sum, { value }) => sum + value, 0) / last.length : null
  }
  return { own: levelOf(one), other: levelOf(other) }
}

/** Reads one figure of Prometheus' text format: the sum over its labels that match, null if it is missing. */
export function figureOf(text: string, name: string, labels = /.*/): number | null {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  const counted = lines.filter((line) => labels.test(line))
  return counted.length > 0 ? counted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0) : null
}

type OfProcesses = {
  /**
   * Memory of each process that is old enough, without what it shares, in bytes, by pid. A sum would depend on the number of
   * processes, and on how many have just begun: each needs some minutes until it has run all its statements.
   */
  memory: Map<number, number>
  files: number
  count: number
}

/** Reads what a process and its children use. @param leastSeconds age of the processes whose memory counts */
export function ofProcesses(pid: number, leastSeconds: number): OfProcesses {
  const all = [pid, ...childrenOf(pid)].filter((each) => existsSync(`/proc/${each}/smaps_rollup`))
  const used = all.flatMap((each) => {
    try {
      const anonymous = /^Pss_Anon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1]
      const isOld = ageOf(each) >= leastSeconds
      return [{ pid: each, memory: Number(anonymous ?? 0) * 1024, files: readdirSync(`/proc/${each}/fd`).length, isOld }]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
  return {
    memory: new Map(used.filter(({ isOld }) => isOld).map(({ pid, memory }) => [pid, memory])),
    files: used.reduce((sum, { files }) => sum + files, 0),
    count: all.length,
  }
}

/** `/proc` counts time in hundredths of a second. */
const TICKS_PER_SECOND = 100
/** Index of the start time in `/proc/PID/stat`, counted after the name of the process. */
const STARTED = 19

/** Seconds since a process was started. */
function ageOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
  const uptime = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'))
  return uptime - Number(stat.split(' ')[STARTED]) / TICKS_PER_SECOND
}
