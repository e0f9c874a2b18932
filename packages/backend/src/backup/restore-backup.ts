import { pino } from 'pino'
import type { Files } from '../adapters/storage/port.ts'
import { appSecret } from '../app-secret.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { type InvoicePdfState, invoicePdfStates } from '../billing/invoices/stored-pdfs.ts'
import type { AppContext } from '../context.ts'
import { open } from '../db/connect.ts'
import { errorInLog } from '../error-in-log.ts'
import { count } from '../format-count.ts'
import { BackupError } from './backup-error.ts'
import { requireList, restoreFiles } from './copy-files.ts'
import type { Manifest } from './manifest.ts'
import { collectRarely } from './rare-collection.ts'
import { erasuresSince, replayErasures } from './replay-erasures.ts'
import { finishRestore, isUnfinished, restoreDatabase, upgradeRestored } from './restore-database.ts'

export type RestoreOptions = {
  /** URL of an empty database, as its owner. */
  url: string
  files: Files
  store: Files
  manifest: Manifest
  /** Private keys of age. */
  identities: readonly string[]
  /** Files to restore: all, or those of invoices. `existing`: they are there already; `none`: nobody needs them. */
  which: 'all' | 'invoices' | 'existing' | 'none'
  /** Number of invoice numbers that may have been assigned after the snapshot, and are skipped. */
  skippedInvoices: number
  /** Providers of the newsstand, for erasing accounts again; nothing is sent to them. */
  payments: AppContext['payments']
  /** With more pages, the search indexes are created after the restore. */
  mostPagesIndexed?: number
  /** Tables with as many rows are inserted as large ones. */
  manyRows?: number
  report(line: string): void
}

export type Restored = {
  erased: number
  lostFiles: number
  /** Issued invoices by the state of their PDF; empty without files. */
  invoices: Partial<Record<InvoicePdfState, number>>
}

const INVOICES = 'invoices/'

/**
 * Restores a backup into an empty database and an empty or existing storage, checks it, and erases again the accounts that were
 * erased since. Until all is done, no server starts on the database. After a crash, a repeated restore starts over.
 * @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { url, files, store, manifest, identities, which, report } = options
  collectRarely()
  const folder = which === 'all' ? '' : which === 'invoices' ? INVOICES : null
  if (folder !== null && !manifest.files) throw new BackupError('The backup has no files: restore it with --without-files.')
  if (folder !== null && !(await isUnfinished(url)))
    for await (const { name } of files.list(''))
      throw new BackupError(`The file storage is not empty (${name}): use an empty one, or --without-files to keep it.`)
  if (folder !== null) await requireList(store, manifest)
  const erasures = await erasuresSince(store, manifest)
  const missing = await restoreDatabase(options)
  if (missing.length > 0)
    report(
      'The search in pages is created again by the first server with the role worker that starts; until then a search finds titles only.',
    )
  let lostFiles = 0
  if (folder !== null) {
    const { count, written, lost } = await restoreFiles({ files, store, manifest, identities, folder, report })
    report(`Files: ${count}, ${written} of them written, ${lost} lost.`)
    lostFiles = lost
  }
  await upgradeRestored(url)
  const { db, close } = open(url, 2)
  try {
    const { firstWrong } = await verifyAudit(db)
    if (firstWrong !== null) throw new BackupError(`Entry ${firstWrong} of the audit log does not match the one before.`)
    const invoices = which === 'none' ? {} : await countInvoices({ db, files })
    const log = pino({ level: 'warn', serializers: { err: errorInLog } })
    const ctx = { db, log, now: () => new Date(), secret: appSecret(db), payments: options.payments }
    const erased = await replayErasures(ctx, erasures)
    if (erased > 0)
      report(`${count(erased, 'account that was erased since is', 'accounts that were erased since are')} erased again.`)
    if (options.skippedInvoices > 0)
      await db
        .updateTable('number_series')
        .set(({ eb }) => ({ next: eb('next', '+', options.skippedInvoices) }))
        .execute()
    await finishRestore(db, missing)
    return { erased, invoices, lostFiles }
  } finally {
    await close()
  }
}

async function countInvoices(ctx: Parameters<typeof invoicePdfStates>[0]): Promise<Restored['invoices']> {
  const counts: Restored['invoices'] = {}
  for await (const { state } of invoicePdfStates(ctx)) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
