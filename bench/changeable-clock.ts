import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { SECOND_MS } from '@kiosk/domain/time'

/** Path at which Debian's package `faketime` has the variant for programs with threads, such as Node. */
const LIBRARIES = ['x86_64', 'aarch64'].map((each) => `/usr/lib/${each}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** A clock for programs that can be changed while they run. Their timers go on as before. */
export type Clock = {
  /** Environment variables for the programs that use it. */
  settings: Record<string, string>
  /** Sets it ahead of the right time, or behind it. Whole seconds count. */
  setAhead(milliseconds: number): void
}

/**
 * Returns a clock that is right at first; null without libfaketime.
 * @param file with the offset of the clock
 * @param cacheSeconds how long a program keeps using what it has read. Not 0 for PostgreSQL under load: its signal handlers ask
 * for the time, too, and would interrupt themselves while they read the file
 */
export function changeableClock(file: string, cacheSeconds: number): Clock | null {
  const library = LIBRARIES.find((each) => existsSync(each))
  if (!library) return null
  const setAhead = (milliseconds: number) => {
    writeFileSync(`${file}.new`, `${milliseconds < 0 ? '' : '+'}${Math.round(milliseconds / SECOND_MS)}`)
    renameSync(`${file}.new`, file)
  }
  setAhead(0)
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(cacheSeconds),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    setAhead,
  }
}
