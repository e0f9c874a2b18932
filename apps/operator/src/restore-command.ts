import { paymentProviders } from '@kiosk/backend/adapters/payments/settings'
import type { Manifest } from '@kiosk/backend/backup/manifest'
import { type Restored, restoreBackup } from '@kiosk/backend/backup/restore-backup'
import { readCommandConfig } from '@kiosk/backend/config'
import { MINUTE_MS } from '@kiosk/domain/time'
import {
  BACKUP_ENVIRONMENT,
  backupStore,
  chosenBackup,
  readIdentities,
  reportBackupErrors,
  WITHOUT_ARCHIVE,
  withLiveData,
} from './backup-storage.ts'
import { type DeclareCommand, withExitCode } from './command.ts'
import { countUpTo } from './parse-values.ts'

const MOST_SKIPPED = 1_000_000

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Restores a backup, by default the newest, into the empty database of DATABASE_URL or an empty DATA_DIR, and checks it: rows,
      ledger, audit log, PDFs of invoices. Stop the old server before: two servers would charge twice. If the restore is interrupted,
      run it again. Exit code 1 if something could not be restored.`,
    )
    .argument('[BACKUP]', 'as "backup list" shows it')
    .requiredOption('--identity <FILE>', 'private key, as "backup key" has printed it')
    .option('--without-files', 'database only: the bucket with the files is still there')
    .option(
      '--skip-invoices <N>',
      'invoice numbers that may have been given after the backup; they are left out, so that none is given twice',
      countUpTo(MOST_SKIPPED),
      0,
    )
    .addHelpText('after', BACKUP_ENVIRONMENT)
    .action(
      withExitCode((id, { identity, withoutFiles, skipInvoices }) =>
        reportBackupErrors(async () => {
          const store = backupStore()
          const identities = readIdentities(identity)
          const manifest = await chosenBackup(store, id)
          const startedAt = performance.now()
          const report = (line: string) => console.log(line)
          report(`Restoring ${manifest.id}.`)
          const payments = paymentProviders(readCommandConfig().payments)
          const which = withoutFiles ? ('existing' as const) : ('all' as const)
          const options = { store, identities, manifest, which, skippedInvoices: skipInvoices, payments, report }
          const restored = await withLiveData((data) => restoreBackup({ ...data, ...options }), WITHOUT_ARCHIVE)
          const minutes = (performance.now() - startedAt) / MINUTE_MS
          report(`Restored in ${minutes.toFixed(1)} minutes. What was written after ${manifest.snapshotAt} is lost.`)
          report(`Not in the backup: operator.json, the private key, and the values of ${manifest.settings.join(', ')}.`)
          return invoiceReport(restored, report) && restored.lostFiles === 0 ? 0 : 1
        }),
      ),
    )
}

/** Prints the states of invoices. @returns whether none is lost or altered */
export function invoiceReport({ invoices }: Pick<Restored, 'invoices'>, report: (line: string) => void): boolean {
  const { lost = 0, altered = 0, kept = 0 } = invoices
  report(`PDFs of invoices: ${kept} equal byte for byte, ${lost} lost, ${altered} altered.`)
  return lost + altered === 0
}

/** Returns how long before now the snapshot of a backup is, as text. */
export function ageOf({ snapshotAt }: Pick<Manifest, 'snapshotAt'>): string {
  return `${((Date.now() - Date.parse(snapshotAt)) / MINUTE_MS).toFixed(1)} minutes`
}
