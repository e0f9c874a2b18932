import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { causeIn, shortenLog } from './embedded-postgres.ts'

test('the reason why the server ended is found at the end of a long log; a log that cannot be read gives none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-log-'))
  const log = join(folder, 'postgres.log')
  const before = '2026-11-01 06:00:00 UTC [7] PANIC:  could not write to file "pg_wal/xlogtemp.7": Input/output error\n'
  const checkpoints = '2026-11-30 06:00:00 UTC [7] LOG:  checkpoint starting: time\n'.repeat(20_000)
  const panic = '2026-11-30 06:00:01 UTC [8] PANIC:  could not write to file "pg_wal/xlogtemp.8": No space left on device'
  const signal = '2026-11-30 06:00:02 UTC [1] LOG:  server process (PID 8) was terminated by signal 6: Aborted'
  const says = (lines: string) => {
    writeFileSync(log, before + lines)
    return causeIn(log, before.length)
  }
  try {
    expect(says(checkpoints)).toBe('')
    expect(says(`${checkpoints}${signal}\n`)).toBe(` Its log ${log} says: ${signal}`)
    expect(says(`${checkpoints}${panic}\n${signal}\n`)).toBe(` Its log ${log} says: ${panic}`)
    expect([causeIn(folder, 0), causeIn(join(folder, 'missing'), 0)]).toEqual(['', ''])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a long log is emptied while it is written to; one copy of it is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-log-'))
  const log = join(folder, 'postgres.log')
  const contents = () => [log, `${log}.1`].map((file) => readFileSync(file, 'utf8'))
  // As PostgreSQL gets it.
  const written = openSync(log, 'a', 0o600)
  try {
    for (const line of ['first\n', 'second\n']) {
      writeSync(written, line)
      shortenLog(log, 3)
    }
    expect(contents()).toEqual(['', 'second\n'])
    const panic = '2026-11-30 06:00:01 UTC [8] PANIC:  x'
    writeSync(written, panic)
    shortenLog(log, panic.length)
    expect(contents()).toEqual([panic, 'second\n'])
    // The log was longer when the server was last seen.
    expect(causeIn(log, 1000)).toBe(` Its log ${log} says: ${panic}`)
    shortenLog(join(folder, 'missing'), 3)
  } finally {
    closeSync(written)
    rmSync(folder, { recursive: true, force: true })
  }
})
