import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { SECOND_MS } from '@kiosk/domain/time'

/** Where Debian's package `faketime` has the variant for programs with threads, which Node is. */
const LIBRARIES = ['x86_64', 'aarch64'].map((each) => `/usr/lib/${each}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** A clock of programs that is changed while they run. Their timers go on as before. */
export type Clock = {
  /** Environment variables of the programs that have it. */
  settings: Record<string, string>
  /** Sets it ahead of the right time, or behind it. Whole seconds count. */
  setAhead(milliseconds: number): void
}

/**
 * Returns a clock that is right at first; null without libfaketime.
 * @param file that has by how much it is wrong
 * @param cacheSeconds how long a program goes on with what it has read. Not 0 for PostgreSQL under load: its signal handlers ask for
 * the time, too, and would interrupt themselves while they read the file
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
