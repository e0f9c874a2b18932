// A primary and its streaming replica for tests, made with the embedded PostgreSQL.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { freePort } from '../../free-port.ts'
import { createClient } from '../connections.ts'
import { embeddedPostgres } from '../embedded-postgres.ts'
import { findBinaries, isAlive, postmaster, start, USER, until, whoRuns } from '../postgres-cluster.ts'
import { memoryFolder } from './memory-folder.ts'

/** The replica must accept as many connections as its primary. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'max_wal_size=512MB', 'shared_buffers=64MB']
const PRIMARY_SETTINGS = ['wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=512MB', 'autovacuum=off']
/** Files of the running primary that its copy creates itself. */
const NOT_COPIED = /^(pg_wal\/.+|postmaster\.(pid|opts)|pg_replslot\/.+)$/
const ENDS_WITHIN_MS = 10_000

export type TestPrimary = {
  /** Address without a database name. */
  url: string
  dataDir: string
  stop(): Promise<void>
}

export type TestReplica = {
  /** Address without a database name. */
  url: string
  /** Sends a signal to the server and all its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Kills it. */
  kill(): Promise<void>
  /** Starts it at its former address. */
  start(): Promise<void>
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

/**
 * Starts a server that can have replicas.
 * @param given folder of an existing cluster, which stays
 * @param settings further settings
 */
export async function startPrimary(given?: string, settings: string[] = []): Promise<TestPrimary> {
  const dataDir = given ?? mkdtempSync(join(memoryFolder(), 'primary-'))
  const embedded = await embeddedPostgres(dataDir, { settings: [...SETTINGS, ...PRIMARY_SETTINGS, ...settings] })
  return {
    url: embedded.url,
    dataDir,
    async stop() {
      await embedded.leave()
      if (!given) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies a running primary and starts the copy as its replica. Stop it before its primary. */
export async function startReplica({ url, dataDir }: Omit<TestPrimary, 'stop'>): Promise<TestReplica> {
  const folder = mkdtempSync(join(memoryFolder(), 'replica-'))
  const cluster = join(folder, 'postgres')
  const binaries = await findBinaries()
  const source = join(dataDir, 'postgres')
  const runner = whoRuns(binaries, source)
  await copyCluster(url, source, cluster)
  if (runner.uid !== undefined) spawnSync('chown', ['-R', `${runner.uid}:${runner.gid}`, folder])
  const { password, hostname, port: primaryPort } = new URL(url)
  const port = await freePort()
  const settings = [...SETTINGS, `primary_conninfo=host=${hostname} port=${primaryPort} user=${USER} password=${password}`]
  const run = () => start({ binaries, runner, cluster, password, settings, port })
  const kill = async () => {
    const pid = postmaster(cluster)?.pid
    if (pid === undefined) return
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid), ENDS_WITHIN_MS)
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
  }
  await run()
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}`,
    signal(signal) {
      const { pid } = postmaster(cluster)!
      const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      for (const each of [String(pid), ...stdout.split('\n')]) if (each) process.kill(Number(each), signal)
    },
    kill,
    start: run,
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A base backup, without `pg_basebackup`, which the embedded server does not have. */
async function copyCluster(url: string, source: string, target: string): Promise<void> {
  const client = createClient({ url: `${url}/postgres`, name: 'replica' })
  await client.connect()
  try {
    await client.query("select pg_backup_start('replica', fast => true)")
    mkdirSync(target, { mode: 0o700 })
    cpSync(source, target, { recursive: true, filter: (file) => !NOT_COPIED.test(relative(source, file)) })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(wait_for_archive => false)')
    writeFileSync(join(target, 'backup_label'), rows[0]!.labelfile)
    writeFileSync(join(target, 'standby.signal'), '')
  } finally {
    await client.end()
  }
}
