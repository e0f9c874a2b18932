// The kiosk that the browser tests visit: demonstration newsstand in a temporary folder, country by header.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testProvider } from '@kiosk/backend/adapters/oidc/testing/oidc-server'
import { dataFolderFile, NEWEST_ISSUES } from './data-folder.ts'

const port = Number(process.argv[2])
const givenFolder = process.env.E2E_DATA_DIR
const dataDir = givenFolder ?? mkdtempSync(join(tmpdir(), 'kiosk-e2e-'))
// Not an IP address, because passkeys require a host name.
const publicUrl = `http://localhost:${port}`
// Simulates Facebook and Apple in the tests, on the next port.
const provider = await testProvider(publicUrl, { host: 'localhost', port: port + 1 })
// An app in a web view: a page at another site (see app-elsewhere.spec.ts).
const operator = JSON.parse(readFileSync(join(import.meta.dirname, '../operator.json'), 'utf8'))
const operatorFile = join(dataDir, 'operator.json')
mkdirSync(dataDir, { recursive: true })
writeFileSync(dataFolderFile(port), dataDir)
writeFileSync(operatorFile, JSON.stringify({ ...operator, appOrigins: [`http://127.0.0.1:${port + 3}`] }))
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PORT: String(port),
  PUBLIC_URL: publicUrl,
  DATA_DIR: dataDir,
  OPERATOR_FILE: operatorFile,
  COUNTRY_HEADER: 'x-country',
  REQUESTS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
  ...provider.variables,
}

let running: ChildProcess | undefined
let stopped = false
const stop = () => {
  stopped = true
  running?.kill('SIGTERM')
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

// Fills the newsstand first, because it must not grow while a test counts its issues.
await ended('apps/operator/src/kiosk.ts', ['demo', '--newest', NEWEST_ISSUES])
const status = stopped ? 0 : await ended('apps/server/src/main.ts')
await provider.close()
rmSync(dataFolderFile(port), { force: true })
if (!givenFolder) rmSync(dataDir, { recursive: true, force: true })
process.exit(status)

function ended(program: string, args: string[] = []): Promise<number> {
  running = fork(join(import.meta.dirname, '..', program), args, { env })
  const started = running
  return new Promise((resolve) => started.on('exit', (status) => resolve(status ?? 0)))
}
