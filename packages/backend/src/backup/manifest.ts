// What a backup consists of. Its manifest is written last, and a backup without one does not count.
import { z } from 'zod'
import type { Files } from '../adapters/storage/port.ts'
import { BackupError } from './backup-error.ts'

/** Names become parts of file names, and are printed. */
const Name = z.string().regex(/^\w+$/)

/** Rows of a large table that belong to some issues, stored separately: see row-ranges.ts. */
const Range = z.object({
  range: z.number().int().min(0),
  rows: z.number().int().min(1),
  checksum: z.string(),
  fingerprint: z.string(),
  /** Folder of its pieces, which other backups may use, too. */
  folder: z.string().regex(/^rows(\/\w[\w.-]*)+$/),
  pieces: z.array(z.object({ bytes: z.number().int().min(0), sha256: z.string() })),
})

const Table = z.object({
  schema: Name,
  name: Name,
  columns: z.array(z.string()).min(1),
  /** Columns that are left empty in rows where other columns determine their values: see copy-table.ts. */
  derived: z.array(z.string()).default([]),
  rows: z.number().int().min(0),
  /** See row-digest.ts. */
  checksum: z.string(),
  /** 0 for a table without rows, and for one stored in ranges. */
  pieces: z.number().int().min(0),
  ranges: z.array(Range).default([]),
  /** See row-ranges.ts; null: no backup can reuse a range. */
  source: z.string().nullable().default(null),
})

const Manifest = z.object({
  /**
   * 1: no column is derived, and even a table without rows has a piece. 2: no table is in ranges. Programs reject formats later
   * than the last that they know.
   */
  format: z.literal([1, 2, 3]),
  id: z.string().regex(/^[\dTZ-]+$/),
  /** Identifies the newsstand of the backup: a hash that no other newsstand has. */
  instance: z.string(),
  startedAt: z.iso.datetime(),
  /** Everything that was committed before this is in the backup. */
  snapshotAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** What the next backup needs to find out which rows have changed: see database-history.ts. */
  history: z.object({ mark: z.string(), firstTransaction: z.string() }).nullable().default(null),
  /** How many ranges were checked up to this backup: see earlier-pieces.ts. */
  checkedRanges: z.number().int().default(0),
  /** Size of the database's pieces, including reused ones. Bytes. */
  bytes: z.number(),
  /** Names of the applied migrations, and the version of the job queue's tables. */
  migrations: z.array(z.string().regex(/^[\w.-]+$/)),
  queueVersion: z.number(),
  tables: z.array(Table),
  sequences: z.array(z.object({ schema: Name, name: Name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  /** Number of files, their size in bytes, and the pieces of their list; null: the backup is without files. */
  files: z
    .object({ count: z.number(), bytes: z.number(), pieces: z.number().int().min(0), copied: z.number(), gone: z.number() })
    .nullable(),
  /** Hashes of the accounts that were deleted before the snapshot, as far as they are remembered. */
  erasures: z.array(z.object({ account: z.string(), at: z.iso.datetime() })),
  /** Public keys that it is encrypted for. */
  recipients: z.array(z.string()),
  /** Names of the settings that were in use, whose values are not in the backup. */
  settings: z.array(Name),
})
export type Manifest = z.output<typeof Manifest>
export type DumpedTable = z.output<typeof Table>
export type DumpedRange = z.output<typeof Range>

const ROOT = 'backups/'
const manifestName = (id: string) => `${ROOT}${id}/manifest.json`

/** Folder of a backup; everything below belongs to it alone. */
export const folderOf = (id: string) => `${ROOT}${id}/`
/** Folder of the pieces of a table, or of the list of files. */
export const folderOfTable = (id: string, { schema, name }: Pick<DumpedTable, 'schema' | 'name'>) =>
  `${folderOf(id)}tables/${schema}.${name}`
/** Root of the pieces of all ranges. */
export const RANGES = 'rows/'
/** Folder of the pieces of a range that a backup has made. */
export const folderOfRange = (id: string, { schema, name }: Pick<DumpedTable, 'schema' | 'name'>, range: number) =>
  `${RANGES}${schema}.${name}/${id}-${String(range).padStart(6, '0')}`
export const folderOfList = (id: string) => `${folderOf(id)}files`

/** Returns where the pieces of a table are, in the order in which they were written. */
export function piecesOfTable(id: string, table: DumpedTable): { folder: string; pieces: number }[] {
  const ranges = table.ranges.map(({ folder, pieces }) => ({ folder, pieces: pieces.length }))
  return [{ folder: folderOfTable(id, table), pieces: table.pieces }, ...ranges]
}

/** Returns the id of a backup that begins at a moment: "2026-11-27T01-25-00-000Z". Ids sort by time. */
export const idOf = (at: Date) => at.toISOString().replace(/[:.]/g, '-')

/** Completes a backup. */
export function writeManifest(store: Files, manifest: Manifest): Promise<void> {
  return store.write(manifestName(manifest.id), Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), { durable: true })
}

/** @throws BackupError if the backup does not exist, or its manifest is damaged */
export async function readManifest(store: Files, id: string): Promise<Manifest> {
  const text = await store.read(manifestName(id))
  if (!text) throw new BackupError(`There is no complete backup ${id}: "backup list" shows the existing ones.`)
  let manifest: Manifest | undefined
  try {
    manifest = Manifest.parse(JSON.parse(text.toString('utf8')))
  } catch {}
  if (!manifest) throw new BackupError(`${manifestName(id)} is damaged, or from another version of this program.`)
  // Otherwise its pieces would be looked for, or removed, in another backup's folder.
  if (manifest.id !== id) throw new BackupError(`${manifestName(id)} is that of ${manifest.id}: give the folder its name again.`)
  return manifest
}

/** Lists backups by id, oldest first: complete ones, and those that were interrupted or are still running. */
export async function listBackups(store: Files): Promise<{ complete: string[]; incomplete: string[] }> {
  const isComplete = new Map<string, boolean>()
  for await (const { name } of store.list(ROOT)) {
    const [, id = '', rest] = /^backups\/([^/]+)\/(.+)$/.exec(name) ?? []
    if (id) isComplete.set(id, isComplete.get(id) === true || rest === 'manifest.json')
  }
  const ids = [...isComplete.keys()].sort()
  return { complete: ids.filter((id) => isComplete.get(id)), incomplete: ids.filter((id) => !isComplete.get(id)) }
}
