import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
  const sizes = () => [log, `${log}.1`].map((file) => statSync(file).size)
  const MB = 1024 ** 2
  // As PostgreSQL gets it.
  const written = openSync(log, 'a', 0o600)
  try {
    for (const line of ['first\n', 'second\n']) {
      writeSync(written, Buffer.alloc(30 * MB, 'x'))
      writeSync(written, line)
      shortenLog(log)
      expect(sizes()).toEqual([0, 10 * MB])
      expect(readFileSync(`${log}.1`, 'utf8').slice(-7)).toBe(`x${line}`.slice(-7))
    }
    const panic = '2026-11-30 06:00:01 UTC [8] PANIC:  x'
    writeSync(written, panic)
    shortenLog(log, panic.length)
    expect(sizes()).toEqual([panic.length, 10 * MB])
    // The log was longer when the server was last seen.
    expect(causeIn(log, 1000)).toBe(` Its log ${log} says: ${panic}`)
    shortenLog(join(folder, 'missing'), 3)
    // A folder in its place fails as a full disk does.
    rmSync(`${log}.1`)
    mkdirSync(`${log}.1`)
    shortenLog(log, 3)
    expect(statSync(log).size).toBe(0)
  } finally {
    closeSync(written)
    rmSync(folder, { recursive: true, force: true })
  }
})

test('two programs may empty a long log at the same moment; its end is kept once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-log-'))
  const log = join(folder, 'postgres.log')
  const KEPT_BYTES = 1024 ** 2
  const program = `
    const { shortenLog } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)})
    const { once } = await import('node:events')
    process.send('ready')
    for (;;) {
      const [startsAt] = await once(process, 'message')
      while (Date.now() < startsAt);
      shortenLog(${JSON.stringify(log)}, ${KEPT_BYTES})
      process.send('done')
    }`
  const programs = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  onTestFinished(() => {
    for (const each of programs) each.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const answers = () => Promise.all(programs.map((each) => once(each, 'message')))
  await answers()
  for (let round = 0; round < 5; round++) {
    writeFileSync(log, `${'x'.repeat(8 * KEPT_BYTES)}${round}\n`)
    rmSync(`${log}.1`, { force: true })
    const done = answers()
    // The second one begins up to 4 ms later.
    for (const [index, each] of programs.entries()) each.send(Date.now() + 5 + index * round)
    await done
    expect(statSync(log).size).toBe(0)
    const kept = readFileSync(`${log}.1`, 'utf8')
    expect([kept.length, kept.endsWith(`x${round}\n`)]).toEqual([KEPT_BYTES, true])
  }
})
