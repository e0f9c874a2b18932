import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@kiosk/backend/free-port'

const root = join(import.meta.dirname, '..')

export type BenchmarkKiosk = { url: string; pid: number; dataDir: string; stop(): Promise<void> }

/**
 * Starts the kiosk on the first core (the load runs on the second).
 * @param catalogue `demo`: the demonstration newsstand; `full`: 46,000 issues, made once and kept between runs
 */
export async function startKiosk(catalogue: 'demo' | 'full'): Promise<BenchmarkKiosk> {
  const dataDir = process.env.BENCH_DATA_DIR ?? join(tmpdir(), `kiosk-bench-${catalogue}`)
  fill(catalogue, dataDir)
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
    env: { ...env, COUNTRY_HEADER: 'x-country' },
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
  return { url, pid: server.pid!, dataDir, stop: () => stop(server) }
}

/** Fills the newsstand first: otherwise the benchmarks would measure a server that prints its demonstration. */
function fill(catalogue: 'demo' | 'full', dataDir: string): void {
  const done = join(dataDir, catalogue === 'full' ? 'full-scale' : 'demonstration-filled')
  if (existsSync(done)) return
  const size = catalogue === 'full' ? ['--issues', '46000'] : []
  const made = spawnSync(process.execPath, ['apps/operator/src/kiosk.ts', 'demo', ...size], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir },
  })
  if (made.status !== 0) throw new Error(`the ${catalogue} catalogue could not be made`)
  writeFileSync(done, '')
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
  throw new Error('the kiosk did not get ready in five minutes')
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
