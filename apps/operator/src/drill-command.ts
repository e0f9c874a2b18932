import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import type { Files } from '@kiosk/backend/adapters/storage/port'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { BackupError } from '@kiosk/backend/backup/backup-error'
import { type Restored, restoreBackup } from '@kiosk/backend/backup/restore-backup'
import { drillEnvironment, readDataConfig, root } from '@kiosk/backend/config'
import { open, reachDatabase } from '@kiosk/backend/db/connect'
import { isAlive } from '@kiosk/backend/db/postgres-cluster'
import { freePort } from '@kiosk/backend/free-port'
import { killChild } from '@kiosk/backend/kill-child'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import {
  BACKUP_ENVIRONMENT,
  backupStore,
  chosenBackup,
  readIdentities,
  reportBackupErrors,
  WITHOUT_ARCHIVE,
} from './backup-storage.ts'
import { type DeclareCommand, withExitCode } from './command.ts'
import { ageOf, invoiceReport } from './restore-command.ts'
import { untilStopped } from './until-stopped.ts'

/** Settings of a database that is removed at the end. */
const PASSING = [...WITHOUT_ARCHIVE, 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
/** Time for a server to start, which may have to build its pages first. */
const START_TIMEOUT_MS = 10 * MINUTE_MS
/** Time for it to stop. */
const STOP_TIMEOUT_MS = 60_000
const POLL_EVERY_MS = 250
const PREFIX = 'kiosk-drill-'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Proves that a backup, by default the newest, can be used: restores it into a temporary folder with a database of its own,
      starts a server on it, which sends no e-mails and charges nobody, loads a page, compares the ledger and the PDFs of invoices
      byte for byte, and prints how long it took and how much would be lost. For cron: exit code 1 if anything is wrong.`,
    )
    .argument('[BACKUP]', 'as "backup list" shows it')
    .requiredOption('--identity <FILE>', 'private key, as "backup key" has printed it')
    .option('--folder <FOLDER>', 'where the temporary folder is made; it needs room for the database', tmpdir())
    .addHelpText('after', BACKUP_ENVIRONMENT)
    .action(withExitCode((id, { identity, folder }) => reportBackupErrors(() => drill(id, identity, folder))))
}

async function drill(id: string | undefined, identity: string, parent: string): Promise<number> {
  const store = backupStore()
  const identities = readIdentities(identity)
  const manifest = await chosenBackup(store, id)
  const report = (line: string) => console.log(line)
  mkdirSync(parent, { recursive: true })
  await removeDeadDrills(parent)
  const dataDir = mkdtempSync(join(parent, PREFIX))
  writeFileSync(join(dataDir, 'drill.pid'), String(process.pid))
  const startedAt = performance.now()
  report(`Restoring ${manifest.id} into ${dataDir}.`)
  return untilStopped(async (stop) => {
    const database = await reachDatabase({ dataDir, settings: PASSING })
    const files = fileSystem(join(dataDir, 'files'))
    const restoring = restoreBackup({
      url: database.ownerUrl,
      files,
      store,
      manifest,
      identities,
      skippedInvoices: 0,
      report,
      which: manifest.files ? 'invoices' : 'none',
      payments: { card: null, wallet: null, store: null },
    })
    try {
      const restored = await stoppable(stop, restoring)
      const isSame = (await compareInvoices(restored, files, report)) && invoiceReport(restored, report)
      report('Ledger: all rows are those of the backup, and every entry is balanced.')
      await silence(database.ownerUrl)
      await serve(dataDir, stop)
      report('The server has started and serves its home page.')
      const minutes = (performance.now() - startedAt) / MINUTE_MS
      report(`It took ${minutes.toFixed(1)} minutes. The last ${ageOf(manifest)} would be lost.`)
      return isSame ? 0 : 1
    } finally {
      await database.leave()
      // After a stop it may still be writing files.
      await restoring.catch(() => {})
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
}

/** @throws BackupError when `stop` is aborted before `work` has ended */
async function stoppable<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => reject(new BackupError('Stopped.')), { once: true })
  })
  return Promise.race([work, stopped])
}

/** Compares restored PDFs with those of this newsstand, if they are on this machine or in its bucket. */
async function compareInvoices({ invoices }: Restored, files: Files, report: (line: string) => void): Promise<boolean> {
  if (Object.keys(invoices).length === 0) return true
  const { bucket, dataDir } = readDataConfig()
  const live = filesAt(bucket, dataDir)
  const counts = { same: 0, different: 0, missing: 0 }
  for await (const { name } of files.list('invoices/')) {
    const [one, other] = [await files.read(name), await live.read(name)]
    counts[other === null ? 'missing' : one?.equals(other) ? 'same' : 'different']++
  }
  report(
    `Compared with the PDFs of this newsstand: ${counts.same} equal, ${counts.different} different, ${counts.missing} not here.`,
  )
  return counts.different === 0
}

/** Removes what a server could send to readers from a database that is restored for a drill. */
async function silence(url: string): Promise<void> {
  const { db, close } = open(url, 1)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await db.deleteFrom('push_subscriptions').execute()
  await close()
}

/** Starts a server on restored data, and stops it once its home page is served. @throws BackupError if that fails */
async function serve(dataDir: string, stop: AbortSignal): Promise<void> {
  const port = await freePort()
  const server = spawn(process.execPath, [`${root}apps/server/src/main.ts`], {
    cwd: root,
    env: drillEnvironment({ dataDir, port }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const health = await answerOf(`http://127.0.0.1:${port}/health`, server, stop)
    if (!/"(ready|jobs stalled)"/.test(health)) throw new BackupError(`The server is not ready: ${health}`)
    if (!/<\/html>/.test(await answerOf(`http://127.0.0.1:${port}/`, server, stop)))
      throw new BackupError('The home page is incomplete.')
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    if (isRunning(server) && killChild(server)) {
      const tooLong = setTimeout(() => killChild(server, 'SIGKILL'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(tooLong)
    }
  }
}

/** Returns the body of a successful answer, as soon as there is one. @throws BackupError */
async function answerOf(url: string, server: ChildProcess, stop: AbortSignal): Promise<string> {
  let last = 'no answer'
  for (const until = performance.now() + START_TIMEOUT_MS; performance.now() < until && isRunning(server); ) {
    if (stop.aborted) throw new BackupError('Stopped.')
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return answer.text()
    if (answer) last = String(answer.status)
    await pause(POLL_EVERY_MS)
  }
  const how = server.signalCode ?? `code ${server.exitCode}`
  throw new BackupError(isRunning(server) ? `${url} answers ${last}.` : `The server ended with ${how}.`)
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** Removes what killed drills have left, with their databases. */
async function removeDeadDrills(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    const dataDir = join(parent, name)
    const pidFile = join(dataDir, 'drill.pid')
    // Other users may have put something with that name into a folder that everybody may write to.
    const folder = lstatSync(dataDir)
    if (!folder.isDirectory() || folder.uid !== process.getuid?.()) continue
    if (!existsSync(pidFile) || isAlive(Number(readFileSync(pidFile, 'utf8')))) continue
    // Connecting to the server and leaving it stops it.
    if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) await (await reachDatabase({ dataDir, settings: PASSING })).leave()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
