import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@kiosk/backend/free-port'

const root = join(import.meta.dirname, '..')

/** Issues of the full-scale newsstand; a smaller number takes less time, for a first impression. */
const ISSUES = Number(process.env.BENCH_ISSUES ?? 46_000)

export type BenchmarkKiosk = { url: string; port: number; pid: number; dataDir: string; stop(): Promise<void> }

/**
 * Starts the kiosk on the first core (the load runs on the second).
 * @param catalogue `demo`: the demonstration newsstand; `full`: 46,000 issues of true size or BENCH_ISSUES of them, and readers
 * @param settings environment variables, for example of a second server on the same data
 */
export async function startKiosk(catalogue: 'demo' | 'full', settings: Record<string, string> = {}): Promise<BenchmarkKiosk> {
  const dataDir = fill(catalogue)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '100000000',
  }
  const server = spawn(join(root, 'runtime/start.sh'), {
    cwd: root,
    env: { ...env, COUNTRY_HEADER: 'x-country', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  server.stdout?.on('data', (data) => {
    output += data
  })
  server.stderr?.on('data', (data) => {
    output += data
  })
  await ready(server, url, () => output)
  onCore(server.pid!, '0')
  return { url, port, pid: server.pid!, dataDir, stop: () => stop(server) }
}

/**
 * Fills a newsstand and returns its folder, which is kept between runs. An interrupted run is continued; a complete folder is
 * only counted and its size printed.
 */
function fill(catalogue: 'demo' | 'full'): string {
  const name = catalogue === 'full' ? `kiosk-bench-${ISSUES}-issues` : 'kiosk-bench-demo'
  const dataDir = process.env.BENCH_DATA_DIR ?? join(tmpdir(), name)
  // Otherwise the benchmarks would measure a server that prints its demonstration.
  const done = join(dataDir, 'demonstration-filled')
  if (catalogue === 'demo' && existsSync(done)) return dataDir
  const size = catalogue === 'full' ? ['--issues', String(ISSUES)] : []
  const made = spawnSync(process.execPath, ['apps/operator/src/kiosk.ts', 'demo', ...size], {
    cwd: root,
    stdio: ['ignore', catalogue === 'full' ? 'inherit' : 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir },
  })
  if (made.status !== 0) throw new Error(`the ${catalogue} newsstand could not be created`)
  if (catalogue === 'demo') writeFileSync(done, '')
  return dataDir
}

/** Pins a process and its threads to cores; without taskset, the kernel decides. */
export function onCore(pid: number, core: '0' | '1' | '0,1'): void {
  spawnSync('taskset', ['-a', '-cp', core, String(pid)], { stdio: 'ignore' })
}

/** Lets a process run on both cores again after `onCore`. */
export function onBothCores(pid: number): void {
  spawnSync('taskset', ['-a', '-cp', '0,1', String(pid)], { stdio: 'ignore' })
}

async function ready(server: ChildProcess, url: string, output: () => string): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; await pause(200)) {
    if (server.exitCode !== null) throw new Error(`the kiosk did not start:\n${output()}`)
    const response = await fetch(`${url}/health`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error('the kiosk was not ready within five minutes')
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
