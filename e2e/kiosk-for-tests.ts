// The kiosk that the browser tests visit: demonstration newsstand in a temporary folder, country by header.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const kept = process.env.E2E_DATA_DIR
const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'kiosk-e2e-'))
const server = fork(join(import.meta.dirname, '../apps/server/src/start.ts'), {
  env: {
    ...process.env,
    PORT: process.argv[2],
    PUBLIC_URL: `http://127.0.0.1:${process.argv[2]}`,
    DATA_DIR: dataDir,
    COUNTRY_HEADER: 'x-country',
    REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  },
})
const stop = () => server.kill('SIGTERM')
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
server.on('exit', (status) => {
  if (!kept) rmSync(dataDir, { recursive: true, force: true })
  process.exit(status ?? 0)
})
