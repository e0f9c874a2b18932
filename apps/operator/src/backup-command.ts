import { createKey } from '@kiosk/backend/backup/age'
import { BackupError } from '@kiosk/backend/backup/backup-error'
import { createBackup, megabytes } from '@kiosk/backend/backup/create-backup'
import { listBackups, readManifest } from '@kiosk/backend/backup/manifest'
import { readBackupConfig, settingsInUse } from '@kiosk/backend/config'
import { count } from '@kiosk/backend/format-count'
import { SECOND_MS } from '@kiosk/domain/time'
import { BACKUP_ENVIRONMENT, backupStore, reportBackupErrors, withLiveData } from './backup-storage.ts'
import { type DeclareCommand, withExitCode } from './command.ts'
import { countUpTo } from './parse-values.ts'

/** Rules keep a backup for two years at most, because erasures are remembered that long (RETENTION_DAYS.erasedAccounts). */
const MOST = { last: 744, daily: 366, weekly: 104, monthly: 24 }

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Backups of database and files, encrypted for the public keys of BACKUP_RECIPIENTS. The private key is not needed on the
      server: keep it elsewhere, because nothing opens a backup without it.`,
    )
    .addHelpText('afterAll', BACKUP_ENVIRONMENT)
  command
    .command('create')
    .description(
      `Makes a backup while the server runs, and removes those that no rule keeps. Pages and articles that have not changed are taken
      over from the last one. For cron: exit code 0 means that the backup is complete, and that it found no earlier one damaged. Runs
      without a name, too: "kiosk -- backup".`,
    )
    .option('--full', 'copies everything and reuses nothing of an earlier backup')
    .option('--without-files', 'database only: for files in a bucket with versions of its own')
    .option('--keep-last <N>', 'keep this many of the newest', countUpTo(MOST.last), 24)
    .option('--keep-daily <N>', 'and the newest of each of this many days', countUpTo(MOST.daily), 7)
    .option('--keep-weekly <N>', 'and of this many weeks', countUpTo(MOST.weekly), 5)
    .option('--keep-monthly <N>', 'and of this many months', countUpTo(MOST.monthly), 12)
    .action(
      withExitCode(({ full, withoutFiles, keepLast, keepDaily, keepWeekly, keepMonthly }) =>
        reportBackupErrors(async () => {
          const { recipients } = readBackupConfig()
          if (recipients.length === 0) {
            console.error('BACKUP_RECIPIENTS: set the public key that backups are encrypted for; "backup key" makes one.')
            return 1
          }
          return withLiveData(async ({ url, files }) => {
            const { manifest, damaged } = await createBackup({
              url,
              files: withoutFiles ? null : files,
              store: backupStore(),
              recipients,
              settings: settingsInUse(),
              full,
              rules: { last: keepLast, daily: keepDaily, weekly: keepWeekly, monthly: keepMonthly },
              now: () => new Date(),
              report: (line) => console.log(line),
            })
            const seconds = (Date.parse(manifest.finishedAt) - Date.parse(manifest.startedAt)) / SECOND_MS
            console.log(`Backup ${manifest.id} is complete, after ${seconds.toFixed(1)} seconds.`)
            return damaged.length > 0 ? 1 : 0
          })
        }),
      ),
    )
  command
    .command('list')
    .description('Lists the backups, oldest first. An incomplete one is still running or was interrupted.')
    .action(withExitCode(() => reportBackupErrors(list)))
  command
    .command('key')
    .description('Prints a new private key and its public key. Keep the private one away from the server.')
    .action(
      withExitCode(async () => {
        const { identity, recipient } = await createKey()
        console.log(`# public key, for BACKUP_RECIPIENTS: ${recipient}\n${identity}`)
        return 0
      }),
    )
}

async function list(): Promise<number> {
  const store = backupStore()
  const { complete, incomplete } = await listBackups(store)
  let damaged = 0
  for (const id of complete) {
    const manifest = await readManifest(store, id).catch((error) => {
      if (!(error instanceof BackupError)) throw error
      console.log(`${id}  damaged: ${error.message}`)
      damaged++
      return null
    })
    if (!manifest) continue
    const { snapshotAt, bytes, tables, files } = manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const about = files ? `${count(files.count, 'file')} of ${megabytes(files.bytes)} MB` : 'without files'
    console.log(`${id}  ${snapshotAt}  ${count(rows, 'row')} in ${megabytes(bytes)} MB, ${about}`)
  }
  for (const id of incomplete) console.log(`${id}  incomplete`)
  if (complete.length + incomplete.length === 0) console.log('There are no backups.')
  return damaged > 0 ? 1 : 0
}
