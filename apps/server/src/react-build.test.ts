import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { expect, onTestFinished, test } from 'vitest'

// React chooses its build by NODE_ENV when it is first loaded. The development build renders a page several times slower.

/** Loaded into the server before its own modules: sends the loaded files of React on request and on exit. */
const PROBE = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module'
  const { cache } = createRequire(${JSON.stringify(import.meta.url)})
  // Not all modules in the cache have run: Node also reads files there to find their exports.
  const loaded = () => Object.values(cache).filter((module) => module.loaded).map((module) => module.filename)
  const send = () => process.send?.({ react: loaded().filter((file) => /\\/react(-dom)?\\/cjs\\//.test(file)) })
  process.on('message', (message) => message === 'react' && send())
  process.on('exit', send)
  // A channel with a listener would keep the process from exiting by itself.
  process.channel?.unref()
`)}`

function startServer(args: string[], settings: Record<string, string>): ChildProcess {
  const { NODE_ENV: _ofTests, ...env } = process.env
  const server = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), args, {
    env: { ...env, LOG_LEVEL: 'silent', DEMO: 'false', PAYMENTS: 'none', ...settings },
    execArgv: ['--import', PROBE],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  return server
}

/** Waits for the server to send the loaded files of React; returns the names of their builds. */
async function reactBuilds(server: ChildProcess): Promise<string[]> {
  const [{ react }] = (await once(server, 'message')) as [{ react: string[] }]
  return [...new Set(react.map((file) => /\.(development|production)\.js$/.exec(file)?.[1] ?? file))]
}

test('the running server renders with the production build of React, although NODE_ENV says otherwise', async () => {
  const connection = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
  const server = startServer([], { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: connection.url, NODE_ENV: 'development' })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout!.on('data', (data) => {
      output += data
      const found = /is open: (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    server.on('exit', (status) => reject(new Error(`The server ended with ${status}: ${output}`)))
  })
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('</html>')
  server.send('react')
  expect(await reactBuilds(server)).toEqual(['production'])
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
  await connection.close()
  rmSync(dataDir, { recursive: true })
}, 240_000)

test.each([
  { how: 'npm start', args: [], build: 'production' },
  { how: 'npm run dev', args: ['--dev'], build: 'development' },
])('without NODE_ENV, $how uses the $build build of React', async ({ args, build }) => {
  // A port in use ends the start after its modules are loaded, so Vite builds nothing for this test.
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
  const server = startServer(args, { PORT: String((other.address() as AddressInfo).port), DATA_DIR: dataDir })
  expect(await reactBuilds(server)).toEqual([build])
  other.close()
  rmSync(dataDir, { recursive: true })
})

test.runIf(process.env.BUILT_WEBSITE)('tests of the built website render with the build of React that a server uses', () => {
  const require = createRequire(import.meta.url)
  require('react')
  // Not all modules in the cache have run, see above.
  const loaded = Object.values(require.cache).flatMap((module) => (module?.loaded ? module.filename : []))
  expect(loaded.filter((file) => /\/react\/cjs\/react\.\w+\.js$/.test(file))).toEqual([
    expect.stringMatching(/react\.production\.js$/),
  ])
})
