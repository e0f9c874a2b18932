import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from '@kiosk/backend/config'

export const TOKEN = 'token-of-the-test'

/** A form that every visitor may send: the report of a crash. */
export const CRASH = { device: 'Pixel', os: 'Android 17', app: '8.1', exception: 'TypeError: x' }

/** The built website, for a server that renders pages. */
export const builtWebsite = pathToFileURL(process.env.BUILT_WEBSITE ?? `${root}apps/website/build/server/index.js`).href

export type TestServer = {
  process: ChildProcess
  origin: string
  /** What it has written to its output. */
  written(): string
}

/**
 * Starts a server on a database in a process of its own, and resolves once it listens; the caller ends it.
 * @param website address of a built website; without it, every page is the list of titles
 * @param settings environment variables
 */
export async function startServer(options: {
  databaseUrl: string
  dataDir: string
  website?: string
  settings?: Record<string, string>
}): Promise<TestServer> {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: options.dataDir,
    API_TOKEN: TOKEN,
    LOG_LEVEL: 'warn',
    DEMO: 'false',
    REQUESTS_PER_MINUTE: '1000000',
    ...options.settings,
  }
  const file = fileURLToPath(new URL('./kiosk-process.ts', import.meta.url))
  const args = [options.databaseUrl, ...(options.website ? [options.website] : [])]
  const child = fork(file, args, { env, execArgv: [], silent: true })
  let written = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data) => {
      written += String(data)
    })
  const started = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)])
  if (started === null) throw new Error(`the server has ended: ${written}`)
  const [{ port }] = started as [{ port: number }]
  return { process: child, origin: `http://127.0.0.1:${port}`, written: () => written }
}
