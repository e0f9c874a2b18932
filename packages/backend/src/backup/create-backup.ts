import type pg from 'pg'
import { type Files, issuePdf } from '../adapters/storage/port.ts'
import { pathOfInvoicePdf } from '../billing/invoices/stored-pdfs.ts'
import { createClient } from '../db/connections.ts'
import { isRestoredInPart } from '../db/migrate.ts'
import { count } from '../format-count.ts'
import { BackupError } from './backup-error.ts'
import { copyFiles, removeUnusedCopies } from './copy-files.ts'
import { beginHistory } from './database-history.ts'
import { dumpDatabase } from './dump-database.ts'
import { foldersOfRanges, removeUnusedRanges, requireRanges, usableRanges } from './earlier-pieces.ts'
import { noteBackup } from './last-backup.ts'
import { folderOf, idOf, listBackups, type Manifest, readManifest, writeManifest } from './manifest.ts'
import { collectRarely } from './rare-collection.ts'
import { keptBackups, type RetentionRules } from './retention.ts'

/**
 * Advisory lock of the database: only one backup runs at a time, so an incomplete one that a run finds was left by a dead
 * program.
 */
const BACKUP_LOCK = 20_261_127
/** Number of issues, and of invoices, whose PDFs show whether the file storage is that of the database. */
const LOOKED_FOR = 20
/** Table about files that are rendered again when they are needed. They are not in the backup. */
const RENDERED_IMAGES = 'rendered_images'

export type BackupOptions = {
  /** The database, as its owner. */
  url: string
  /** Stored files; null: they are not in the backup. */
  files: Files | null
  /** Where backups are. */
  store: Files
  /** Public keys of age that the backup is encrypted for. */
  recipients: readonly string[]
  rules: RetentionRules
  /** Copies all rows, whatever an earlier backup has. */
  full?: boolean | undefined
  /** Names of the settings that are in use. */
  settings: readonly string[]
  now(): Date
  report(line: string): void
}

/**
 * Makes a backup of database and files, and removes the backups that no rule keeps. The server keeps running. An interrupted
 * backup does not count; the next run removes it. Pages and articles that have not changed since the last backup are not copied
 * again (row-ranges.ts).
 * @returns `damaged`: pieces of the last backup that are missing or not as they were written, so that they were copied again
 * @throws BackupError if another backup is running, the storage has those of another newsstand, or the files are elsewhere
 */
export async function createBackup(
  options: BackupOptions,
): Promise<{ manifest: Manifest; removed: string[]; damaged: string[] }> {
  const { url, files, store, recipients, report, now, full = false } = options
  collectRarely()
  const startedAt = now()
  const id = idOf(startedAt)
  const locking = createClient({ url, name: 'backup' })
  await locking.connect()
  try {
    const { rows } = await locking.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
    if (!rows[0]!.taken) throw new BackupError('Another backup of this database is running.')
    if (await isRestoredInPart(locking)) throw new BackupError('The database is being restored, so it is not complete.')
    const instance = await instanceOf(locking)
    if (files) await requireOwnFiles(locking, files)
    const before = await listBackups(store)
    const newest = before.complete.at(-1)
    const last = newest === undefined ? null : await readManifest(store, newest)
    const known: Known = new Map(last ? [[last.id, neededOf(last)]] : [])
    if (last && last.instance !== instance)
      throw new BackupError('The backups there belong to another newsstand: use a separate folder or bucket for each.')
    for (const dead of before.incomplete) {
      await store.remove(folderOf(dead))
      report(`Removed ${dead}, which was interrupted.`)
    }
    // Before the snapshot: what is written after it is not in the backup.
    const usable = last && !full ? await usableRanges(store, last, startedAt) : null
    for (const name of usable?.damaged ?? [])
      report(`${name} is damaged: backups that have it lack some issues; this one has new pieces.`)
    const begun = await beginHistory(locking)
    const isSameHistory = last?.history && begun?.earlier.includes(last.history.mark)
    const earlier =
      usable && isSameHistory
        ? { firstTransaction: BigInt(last.history!.firstTransaction), tables: last.tables, ranges: usable.ranges }
        : null
    const rendered = new Set<string>()
    const { snapshotAt, takenOver, ...dump } = await dumpDatabase({
      url,
      store,
      id,
      recipients,
      begun,
      earlier,
      without: files ? [RENDERED_IMAGES] : [],
      async onSnapshot(client, at) {
        report(`Snapshot of ${at.toISOString()}.`)
        if (files) for (const name of await renderedImages(client)) rendered.add(name)
      },
    })
    const dumpedRows = dump.tables.reduce((sum, { rows }) => sum + rows, 0)
    report(
      `Database: ${count(dumpedRows, 'row')}, ${megabytes(dump.bytes)} MB, ${megabytes(takenOver)} MB of them taken over from the last backup.`,
    )
    const copied =
      files &&
      (await copyFiles({
        files,
        store,
        id,
        recipients,
        without: rendered,
        hasSameKeys: await isSameFor(recipients, store, before.complete, known),
      }))
    if (copied) report(`Files: ${copied.count}, ${copied.copied} of them new.`)
    const manifest: Manifest = {
      format: 3,
      id,
      instance,
      startedAt: startedAt.toISOString(),
      snapshotAt: snapshotAt.toISOString(),
      finishedAt: now().toISOString(),
      ...dump,
      files: copied,
      checkedRanges: usable?.checkedRanges ?? 0,
      recipients: [...recipients],
      settings: [...options.settings],
    }
    await requireUntouched(locking, store, manifest)
    await writeManifest(store, manifest)
    await noteBackup(locking, snapshotAt).catch((error) => report(`The desk will not show this backup: ${error.message}`))
    known.set(id, neededOf(manifest))
    return { manifest, removed: await removeOld(options, [...before.complete, id], known), damaged: usable?.damaged ?? [] }
  } finally {
    await locking.end()
  }
}

/** What a run has to know about each backup. Not the whole manifest, which has a list of all erasures. */
type Needed = Pick<Manifest, 'id' | 'snapshotAt' | 'files' | 'recipients'> & { ranges: string[] }
/** Backups read so far, by id: reading the manifest of a large newsstand takes a while, and there are about fifty. */
type Known = Map<string, Needed>

function neededOf(manifest: Manifest): Needed {
  const { id, snapshotAt, files, recipients } = manifest
  return { id, snapshotAt, files, recipients, ranges: foldersOfRanges(manifest) }
}

async function needed(store: Files, id: string, known: Known): Promise<Needed> {
  const found = known.get(id) ?? neededOf(await readManifest(store, id))
  known.set(id, found)
  return found
}

/** Returns whether all backups are encrypted for the same recipients. One that cannot be read does not count. */
async function isSameFor(recipients: readonly string[], store: Files, ids: readonly string[], known: Known): Promise<boolean> {
  const wanted = [...recipients].sort().join()
  for (const id of ids) {
    const made = await needed(store, id, known).catch((error) => {
      if (error instanceof BackupError) return null
      throw error
    })
    if (made && [...made.recipients].sort().join() !== wanted) return false
  }
  return true
}

/**
 * Checks that no other run can have removed parts of this backup: the lock is still held, and all pieces are there. If the
 * database was restarted meanwhile, another run may have taken the lock.
 */
async function requireUntouched(locking: pg.Client, store: Files, manifest: Manifest): Promise<void> {
  const { id, tables, files } = manifest
  const lost = new BackupError('The connection to the database was lost, so another backup may have removed parts of this one.')
  const { rows } = await locking
    .query<{ held: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and objid = $1 and pid = pg_backend_pid() and granted) as held`,
      [BACKUP_LOCK],
    )
    .catch(() => {
      throw lost
    })
  if (!rows[0]!.held) throw lost
  let found = 0
  for await (const _ of store.list(folderOf(id))) found++
  const written = tables.reduce((sum, { pieces }) => sum + pieces, files?.pieces ?? 0)
  if (found !== written) throw new BackupError(`${found} pieces of the backup are there instead of ${written}.`)
  await requireRanges(store, manifest)
}

/** Returns what distinguishes this newsstand from others: a hash of its secret, which a restore brings back. */
async function instanceOf(client: pg.Client): Promise<string> {
  const unused = new BackupError('The database is not in use yet: check DATA_DIR or DATABASE_URL, or start the server once.')
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.app_settings') is not null as exists`,
  )
  if (!tables[0]!.exists) throw unused
  const { rows } = await client.query<{ instance: string }>(
    `select encode(sha256(convert_to('backups of ' || value::text, 'UTF8')), 'hex') as instance
      from app_settings where key = 'secret'`,
  )
  if (!rows[0]) throw unused
  return rows[0].instance
}

/**
 * Checks that the storage has at least one of the PDFs that this newsstand has stored last. With another DATA_DIR than that of the
 * server, a backup would have no files, and nobody would notice before a restore.
 */
async function requireOwnFiles(client: pg.Client, files: Files): Promise<void> {
  const { rows: issues } = await client.query<{ uid: string; revision: number }>(
    `select uid, revision from all_issues where source_sha256 is not null order by id desc limit ${LOOKED_FOR}`,
  )
  const { rows: invoices } = await client.query<{ sha256: Buffer }>(
    `select sha256 from invoice_files where unsaved_bytes is null and file_removed_at is null order by made_at desc limit ${LOOKED_FOR}`,
  )
  const names = [
    ...issues.map(({ uid, revision }) => issuePdf(uid, revision)),
    ...invoices.map(({ sha256 }) => pathOfInvoicePdf(sha256)),
  ]
  for (const name of names) if ((await files.size(name)) !== null) return
  if (names.length > 0)
    throw new BackupError(
      `The file storage has none of the newest PDFs, for example ${names[0]}: set DATA_DIR or S3_BUCKET_URL as for the server, or use --without-files.`,
    )
}

async function renderedImages(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${RENDERED_IMAGES}`)
  return rows.map(({ name }) => name)
}

/** Removes backups that no rule keeps, then the copies of files and the ranges of rows that no backup needs. */
async function removeOld({ store, rules, report }: BackupOptions, complete: readonly string[], known: Known): Promise<string[]> {
  const manifests: Needed[] = []
  for (const id of complete) manifests.push(await needed(store, id, known))
  const kept = keptBackups(
    manifests.map(({ id, snapshotAt }) => ({ id, at: new Date(snapshotAt) })),
    rules,
  )
  const removed = complete.filter((id) => !kept.has(id))
  for (const id of removed) {
    // The manifest first, because a partly removed backup must not count.
    await store.remove(`${folderOf(id)}manifest.json`)
    await store.remove(folderOf(id))
  }
  if (removed.length > 0) report(`Removed ${count(removed.length, 'older backup')}.`)
  const left = manifests.filter(({ id }) => kept.has(id))
  await removeUnusedCopies(store, left)
  await removeUnusedRanges(store, new Set(left.flatMap(({ ranges }) => ranges)))
  return removed
}

export const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
