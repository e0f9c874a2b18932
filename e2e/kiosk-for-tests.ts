// The kiosk that the browser tests visit: demonstration newsstand in a temporary folder, country by header. With TEST_POOLER, its
// requests go through PgBouncer; with TEST_REPLICA, it reads from a replica.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testProvider } from '@kiosk/backend/adapters/oidc/testing/oidc-server'
import { startPgBouncer } from '@kiosk/backend/db/testing/pgbouncer'
import { startPrimary, startReplica } from '@kiosk/backend/db/testing/replica'
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
  // Reading the scanned pages of the demonstration takes 40 seconds of a core, and no browser test looks at their text.
  TESSERACT: 'off',
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
const database = stopped ? undefined : await replicatedDatabase()
const status = stopped ? 0 : await ended('apps/server/src/main.ts', [], database?.variables)
await database?.stop()
await provider.close()
rmSync(dataFolderFile(port), { force: true })
if (!givenFolder) rmSync(dataDir, { recursive: true, force: true })
process.exit(status)

/** Starts a pooler and a replica in front of the newsstand's database, if they are asked for. */
async function replicatedDatabase() {
  const { TEST_POOLER, TEST_REPLICA } = process.env
  if (!TEST_POOLER && !TEST_REPLICA) return undefined
  const primary = await startPrimary(dataDir)
  const replica = TEST_REPLICA ? await startReplica(primary) : undefined
  const pooled = (url: string) => (TEST_POOLER ? startPgBouncer(url) : undefined)
  const poolers = { ofPrimary: await pooled(primary.url), ofReplica: replica && (await pooled(replica.url)) }
  const direct = `${primary.url}/kiosk`
  return {
    variables: {
      ...(poolers.ofPrimary
        ? { DATABASE_URL: `${poolers.ofPrimary.url}/kiosk`, DATABASE_DIRECT_URL: direct }
        : { DATABASE_URL: direct }),
      ...(replica && { DATABASE_READ_URL: `${(poolers.ofReplica ?? replica).url}/kiosk` }),
    },
    async stop() {
      await poolers.ofReplica?.stop()
      await poolers.ofPrimary?.stop()
      await replica?.stop()
      await primary.stop()
    },
  }
}

function ended(program: string, args: string[] = [], variables: NodeJS.ProcessEnv = {}): Promise<number> {
  running = fork(join(import.meta.dirname, '..', program), args, { env: { ...env, ...variables } })
  const started = running
  return new Promise((resolve) => started.on('exit', (status) => resolve(status ?? 0)))
}
