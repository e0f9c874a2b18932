// PgBouncer of Debian for tests: `apt-get install pgbouncer`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../free-port.ts'
import { createClient } from '../connections.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const STARTS_WITHIN_MS = 10_000
const ASK_EVERY_MS = 50
/** As docs/operating.md recommends. */
const LIMITS = 'set statement_timeout = 15000; set lock_timeout = 4000; set idle_in_transaction_session_timeout = 15000'

export const hasPgBouncer = existsSync(PROGRAM)

/**
 * Starts PgBouncer between clients and all databases of a server.
 * @param serverUrl `postgres://user:password@host:port`
 * @param options `poolMode`: default transaction; `poolSize`: connections to each database, few enough that clients share them;
 *   `hasLimits`: its connections have time limits, default: yes
 * @returns its address, like that of the server
 */
export async function startPgBouncer(
  serverUrl: string,
  options: { poolMode?: 'transaction' | 'session'; poolSize?: number; hasLimits?: boolean } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const { poolMode = 'transaction', poolSize = 4, hasLimits = true } = options
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const server = new URL(serverUrl)
  const port = await freePort()
  const target = `host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`
  const settings = [
    '[databases]',
    `* = ${target}${hasLimits ? ` connect_query='${LIMITS}'` : ''}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = any\npool_mode = ${poolMode}\ndefault_pool_size = ${poolSize}\nmax_client_conn = 1000`,
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.join('\n'))
  // It does not run as root, and reads its settings as its own user.
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(PROGRAM, ['-q', ...user, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const url = `postgres://${server.username}:${server.password}@127.0.0.1:${port}`
  for (const givesUpAt = Date.now() + STARTS_WITHIN_MS; !(await answers(`${url}/postgres`)); await pause(ASK_EVERY_MS))
    if (child.exitCode !== null || Date.now() > givesUpAt) throw new Error('PgBouncer could not be started; see above.')
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, name: 'test' })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
