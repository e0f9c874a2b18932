import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '@kiosk/backend/config'
import { freePort } from '@kiosk/backend/free-port'
import { type startServer, TOKEN } from '@kiosk/server/testing/start-server'

/** The first one may have to build the website. */
const STARTS_WITHIN_MS = 300_000

/**
 * Returns a function that starts a server of a folder as `npm start` does, with its limits of memory, and resolves once it is
 * ready.
 * @param folder with an installed and built version, with a slash at its end; default: this one
 */
export function installedIn(folder = root): typeof startServer {
  return async ({ databaseUrl, dataDir, settings = {} }) => {
    const port = settings.PORT ?? String(await freePort())
    const own = { PORT: port, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, API_TOKEN: TOKEN, ENVIRONMENT: 'staging' }
    const env = { ...process.env, ...own, LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '1000000', ...settings }
    const child = spawn(`${folder}runtime/start.sh`, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let written = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        written += String(data)
      })
    const origin = `http://127.0.0.1:${port}`
    for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end && child.exitCode === null; await pause(100)) {
      const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      await ready?.text()
      if (ready?.ok) return { process: child, origin, written: () => written }
    }
    child.kill('SIGKILL')
    throw new Error(`the server did not become ready: ${written}`)
  }
}
