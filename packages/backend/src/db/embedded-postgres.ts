// The embedded PostgreSQL. It is started once, shared by all programs on the same folder, restarted after a crash, and stopped by
// the last program.
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@kiosk/domain/time'
import type pg from 'pg'
import { makeDataFolder, notWritable } from '../data-folder.ts'
import { freePort } from '../free-port.ts'
import { CannotStart } from '../startup-error.ts'
import { createClient } from './connections.ts'
import {
  findBinaries,
  initialise,
  isAlive,
  passwordIn,
  postmaster,
  runningPort,
  start,
  USER,
  until,
  whoRuns,
} from './postgres-cluster.ts'

/** Advisory lock that every program using the server holds in shared mode; one that gets it exclusively is the last. */
const PRESENCE = 20_261_121
/** A server that crashes this often within this time is not restarted again. */
const MOST_RESTARTS = 5
const RESTARTS_WITHIN_MS = 10 * MINUTE_MS
/** Pause before a restart, doubled each time: processes of the old server may hold its memory for a while. */
const START_AGAIN_AFTER_MS = 500
const GIVE_UP_AFTER_MS = 60_000
/** Only this much at the end of the log is read. */
const READ_LOG_BYTES = 1024 ** 2
/** A log longer than this is emptied, and as much of its end is kept (ADR-0405). */
const LONGEST_LOG_BYTES = 10 * 1024 ** 2
const LOG_CHECK_MS = 10 * MINUTE_MS

export type EmbeddedPostgres = {
  /** Address without a database name: `postgres://user:password@127.0.0.1:port`; the same after a restart. */
  url: string
  /** Whether another program uses it. */
  isShared(): Promise<boolean>
  /** Stops the server when no other program uses it. */
  leave(): Promise<void>
}

export type EmbeddedOptions = {
  /** More settings, as `postgres -c` takes them: `['fsync=off']`. */
  settings?: string[]
  /** Called with a message when the server has crashed and is restarted. */
  report?: ((line: string) => void) | undefined
  /** Called when the server has crashed and could not be restarted. */
  onGone?: ((reason: CannotStart) => void) | undefined
}

/**
 * Returns what the log says about why the server ended, such as a full disk or a killed process; '' if nothing, or if it cannot be
 * read, which must not keep the server from starting again. These lines contain no values of rows.
 * @param fromBytes where the part of the log begins that is read, or later
 */
export function causeIn(logFile: string, fromBytes: number): string {
  try {
    const lines = endOf(logFile, READ_LOG_BYTES, fromBytes).toString().split('\n')
    // A panic is followed by the signal that ended its process.
    const last = (words: string) => lines.findLast((each) => each.includes(words))
    const line = last(' PANIC: ') ?? last(' was terminated by signal ')
    return line ? ` Its log ${logFile} says: ${line}` : ''
  } catch {
    return ''
  }
}

/** Returns the end of a file: at most `mostBytes`, and none before `fromBytes`. */
function endOf(file: string, mostBytes: number, fromBytes = 0): Buffer {
  const opened = openSync(file, 'r')
  try {
    const part = Buffer.alloc(mostBytes)
    const { size } = fstatSync(opened)
    // A shorter log was emptied since.
    const from = Math.max(fromBytes > size ? 0 : fromBytes, size - part.length)
    return part.subarray(0, readSync(opened, part, 0, part.length, from))
  } finally {
    closeSync(opened)
  }
}

/**
 * Empties a log that has become long, after writing its end to `FILE.1`, which replaces an earlier one. On a full disk, the end is
 * lost, too. The file cannot be renamed, because PostgreSQL keeps it open and appends to it.
 */
export function shortenLog(logFile: string, longestBytes = LONGEST_LOG_BYTES): void {
  try {
    if (statSync(logFile).size <= longestBytes) return
    const end = endOf(logFile, longestBytes)
    // Another program has just emptied the log and kept its end.
    if (end.length < longestBytes) return
    try {
      // One that another user has left cannot be written to.
      rmSync(`${logFile}.1`, { force: true })
      writeFileSync(`${logFile}.1`, end, { mode: 0o600 })
    } finally {
      truncateSync(logFile)
    }
  } catch {
    // There is no log yet, or no space for its end. A long log must not keep the server from starting.
  }
}

/**
 * Starts or joins the server of the cluster in `dataDir/postgres`, and restarts it after a crash.
 * @throws CannotStart when the folder cannot be written or PostgreSQL cannot run
 */
export async function embeddedPostgres(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  makeDataFolder(dataDir)
  const cluster = join(dataDir, 'postgres')
  const lock = join(dataDir, 'postgres.starting')
  // A restarted server uses its former port, so that the other programs find it.
  const portFile = join(dataDir, 'postgres.port')
  const logFile = join(dataDir, 'postgres.log')
  /** Size of the log when this program last connected. Bytes. */
  let logBytes = 0
  const restarts: number[] = []
  let leaving = false
  let port: number | undefined
  shortenLog(logFile)
  let presence = await enter()
  const logCheck = setInterval(() => shortenLog(logFile), LOG_CHECK_MS).unref()

  /** Finds or starts the server, on its former port, and holds a connection that marks it as in use. */
  async function enter(): Promise<pg.Client> {
    const unlock = await lockFile(lock)
    try {
      const binaries = await findBinaries()
      const password = passwordIn(join(dataDir, 'postgres.password'))
      const runner = whoRuns(binaries, cluster)
      const isThere = existsSync(join(cluster, 'PG_VERSION'))
      // A missing cluster that was just in use must not be replaced by an empty one.
      if (!isThere && port !== undefined) throw new CannotStart(`${cluster} does not exist any more.`)
      if (!isThere) initialise(binaries, runner, cluster, join(dataDir, 'postgres.password'))
      const running = await runningPort(cluster, password)
      if (running === undefined && port !== undefined) restarts.push(performance.now())
      const newPort = running ?? (await freePort(port ?? portBefore(portFile)))
      if (running === undefined)
        await start({ binaries, runner, cluster, password, settings: options.settings ?? [], port: newPort })
      port = newPort
      logBytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
      writeFileSync(portFile, String(port))
      const client = createClient({ url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`, name: 'presence' })
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE])
      client.once('end', () => leaving || void comeBack())
      return client
    } finally {
      unlock()
    }
  }

  /** Reconnects after this program lost its connection, usually because the server crashed; restarts the server if needed. */
  async function comeBack(): Promise<void> {
    const before = port
    let reason: unknown
    const logBytesBefore = logBytes
    for (const givesUpAt = performance.now() + GIVE_UP_AFTER_MS; !leaving && performance.now() < givesUpAt; ) {
      const lately = restarts.filter((time) => performance.now() - time < RESTARTS_WITHIN_MS)
      if (lately.length >= MOST_RESTARTS) break
      await pause(START_AGAIN_AFTER_MS * 2 ** lately.length)
      try {
        const startedBefore = restarts.length
        presence = await enter()
        const cause = causeIn(logFile, logBytesBefore)
        if (restarts.length > startedBefore || cause)
          options.report?.(`The embedded database had ended. It has been started again.${cause}`)
        if (port === before) return
        // Another program has started it on another port; the connections of this program use the old one.
        reason = new Error(`It has moved to port ${port}.`)
        break
      } catch (error) {
        if (reason === undefined)
          options.report?.(`The embedded database has ended and does not start yet.${causeIn(logFile, logBytesBefore)}`)
        reason = error
      }
    }
    if (leaving) return
    const why = reason instanceof Error ? ` ${reason.message}` : ''
    options.onGone?.(new CannotStart(`The embedded database has ended and could not be restarted; see ${logFile}.${why}`))
  }

  async function leave(): Promise<void> {
    leaving = true
    clearInterval(logCheck)
    const unlock = await lockFile(lock)
    try {
      await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE])
      const { rows } = await presence.query('select pg_try_advisory_lock($1) as last', [PRESENCE])
      const pid = postmaster(cluster)?.pid
      await presence.end()
      if (!rows[0].last || !pid) return
      process.kill(pid, 'SIGINT')
      await until(() => !existsSync(join(cluster, 'postmaster.pid')), 30_000)
    } catch {
      // The server has just ended, so there is nothing to stop.
      await presence.end().catch(() => {})
    } finally {
      unlock()
    }
  }

  async function isShared(): Promise<boolean> {
    const { rows } = await presence.query<{ shared: boolean }>(
      `select count(*) > 1 as shared from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
      [PRESENCE],
    )
    return rows[0]!.shared
  }

  const { password, host } = presence
  return { url: `postgres://${USER}:${password}@${host}:${port}`, isShared, leave }
}

function portBefore(portFile: string): number {
  return existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || 0 : 0
}

/** Time for another program to start PostgreSQL. */
const LONGEST_START_MS = 2 * MINUTE_MS

/**
 * Acquires a lock file with the process id of its holder, also from a dead process. @returns a function that releases it
 * @throws CannotStart if it cannot be written, or not acquired within two minutes
 */
async function lockFile(path: string): Promise<() => void> {
  const taken = await until(() => {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(path, error)
      const holder = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
      if (holder && !isAlive(holder)) rmSync(path, { force: true })
      return false
    }
  }, LONGEST_START_MS)
  if (!taken) throw new CannotStart(`Another program has been starting PostgreSQL for two minutes: ${path}`)
  return () => rmSync(path, { force: true })
}
