// Pieces of ranges of rows in the backup storage: which of them a backup may reuse, and which no backup needs.
import { DAY_MS } from '@kiosk/domain/time'
import type { Files } from '../adapters/storage/port.ts'
import { BackupError } from './backup-error.ts'
import { pieceName, sha256Of } from './encrypted-pieces.ts'
import { type DumpedRange, idOf, type Manifest, RANGES } from './manifest.ts'

/** Share of the ranges that a backup reads to check that they are still as written: hourly backups check all of them in a day. */
const CHECKED_SHARE = 1 / 24
/** A range of this age is copied again, so that not all backups depend on one object of the storage ... */
const OLD_MS = 30 * DAY_MS
/** ... but no more than this share of them at once, or a backup would take as long as the first. */
const RENEWED_SHARE = 1 / 48

/** Ranges of a backup that another may reuse, without damaged or old ones. */
type Usable = {
  ranges: ReadonlySet<DumpedRange>
  /** Pieces that are missing or not as they were written. */
  damaged: string[]
  /** How many ranges have been checked so far. */
  checkedRanges: number
}

/** Finds the ranges that may be reused. Nothing is decrypted. */
export async function usableRanges(store: Files, { tables, checkedRanges }: Manifest, now: Date): Promise<Usable> {
  const all = tables.flatMap(({ ranges }) => ranges)
  const sizes = await storedSizes(store)
  const checked = Math.ceil(all.length * CHECKED_SHARE)
  // The ranges are checked in turn.
  const toRead = new Set(Array.from({ length: checked }, (_, at) => all[(checkedRanges + at) % all.length]!))
  const ranges = new Set<DumpedRange>()
  const damaged: string[] = []
  for (const range of all) {
    const wrong: string[] = []
    for (const [at, { bytes, sha256 }] of range.pieces.entries()) {
      const name = pieceName(range.folder, at + 1)
      if (sizes.get(name) !== bytes || (toRead.has(range) && !(await isAsWritten(store, name, sha256)))) wrong.push(name)
    }
    if (wrong.length === 0) ranges.add(range)
    damaged.push(...wrong)
  }
  for (const old of oldest(all, now)) ranges.delete(old)
  return { ranges, damaged, checkedRanges: all.length === 0 ? 0 : (checkedRanges + checked) % all.length }
}

async function storedSizes(store: Files): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { name, bytes } of store.list(RANGES)) sizes.set(name, bytes)
  return sizes
}

async function isAsWritten(store: Files, name: string, sha256: string): Promise<boolean> {
  const stored = await store.read(name)
  return stored !== null && sha256Of(stored) === sha256
}

/**
 * Returns the ranges to be copied again because of their age. The name of a folder begins with the time of the backup that made
 * it.
 */
function oldest(ranges: readonly DumpedRange[], now: Date): DumpedRange[] {
  const madeIn = ({ folder }: DumpedRange) => folder.slice(folder.lastIndexOf('/') + 1)
  const before = idOf(new Date(now.getTime() - OLD_MS))
  return ranges
    .filter((range) => madeIn(range) < before)
    .sort((one, other) => (madeIn(one) < madeIn(other) ? -1 : 1))
    .slice(0, Math.ceil(ranges.length * RENEWED_SHARE))
}

/** @throws BackupError if a piece of a range of the backup is missing or incomplete */
export async function requireRanges(store: Files, { tables }: Manifest): Promise<void> {
  const sizes = await storedSizes(store)
  for (const { folder, pieces } of tables.flatMap(({ ranges }) => ranges))
    for (const [at, { bytes }] of pieces.entries()) {
      const name = pieceName(folder, at + 1)
      if (sizes.get(name) !== bytes)
        throw new BackupError(`${name} of the backup has ${sizes.get(name) ?? 0} instead of ${bytes} bytes.`)
    }
}

/** Folders of the ranges of a backup. */
export const foldersOfRanges = ({ tables }: Pick<Manifest, 'tables'>) =>
  tables.flatMap(({ ranges }) => ranges.map(({ folder }) => folder))

/** Removes the ranges that no backup has. */
export async function removeUnusedRanges(store: Files, used: ReadonlySet<string>): Promise<void> {
  const unused = new Set<string>()
  for await (const { name } of store.list(RANGES)) {
    const folder = name.slice(0, name.lastIndexOf('/'))
    if (!used.has(folder)) unused.add(folder)
  }
  for (const folder of unused) await store.remove(`${folder}/`)
}
