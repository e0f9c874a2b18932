// Copies of the stored files. A file is copied once: its copy has a name of its own, which other backups use, too.
import { createHash } from 'node:crypto'
import { pMapIterable } from 'p-map'
import type { Files, StoredFile } from '../adapters/storage/port.ts'
import { BackupError } from './backup-error.ts'
import { folderOfList, type Manifest } from './manifest.ts'
import { type Identities, readPieces, sealed, unsealed, writePieces } from './sealed-pieces.ts'

const ROOT = 'files/'
const CONCURRENT_FILES = 4

/** A file of a backup: its name, its size in bytes, and the key of its copy. */
type Entry = { name: string; bytes: number; key: string }

const copyName = (key: string) => `${ROOT}${key.slice(0, 2)}/${key}`

/** Returns the key of a copy: the same for the same contents under the same name. */
function keyOf({ name, bytes, version }: StoredFile): string {
  return createHash('sha256')
    .update(JSON.stringify([name, bytes, version]))
    .digest('hex')
    .slice(0, 40)
}

/** Returns the folder that directly contains a file, with `/`. */
const folderWith = (name: string) => name.slice(0, name.lastIndexOf('/') + 1)

/**
 * Copies the files that the storage of backups lacks, and writes the list of all into the folder of a backup. Call it after the
 * snapshot of the database, so that files which its rows name have been written. Files that are removed before they are copied are
 * left out and counted as `gone`.
 * @param without names of files that the program makes again when it needs them, and of folders that directly contain such files,
 * with `/`
 */
export async function copyFiles(options: {
  files: Files
  store: Files
  id: string
  recipients: readonly string[]
  without: ReadonlySet<string>
}): Promise<NonNullable<Manifest['files']>> {
  const { files, store, id, recipients, without } = options
  const known = new Set<string>()
  for await (const { name } of store.list(ROOT)) known.add(name.slice(name.lastIndexOf('/') + 1))
  const counts = { count: 0, bytes: 0, copied: 0, gone: 0 }
  async function copied(file: StoredFile): Promise<Entry | null> {
    const key = keyOf(file)
    if (!known.has(key)) {
      const contents = await files.read(file.name)
      if (!contents) {
        counts.gone++
        return null
      }
      await store.write(copyName(key), await sealed(contents, recipients))
      counts.copied++
    }
    counts.count++
    counts.bytes += file.bytes
    return { name: file.name, bytes: file.bytes, key }
  }
  async function* wanted() {
    for await (const file of files.list('')) if (!without.has(file.name) && !without.has(folderWith(file.name))) yield file
  }
  async function* lines() {
    for await (const entry of pMapIterable(wanted(), copied, { concurrency: CONCURRENT_FILES }))
      if (entry) yield Buffer.from(`${JSON.stringify(entry)}\n`)
  }
  // Names of files say nothing about readers, and without the list no program could tell which copies are still needed.
  const list = await writePieces(store, folderOfList(id), lines(), null)
  return { ...counts, pieces: list.pieces }
}

/** Reads the list of a backup's files. */
async function* filesOf(store: Files, { id, files }: Pick<Manifest, 'id' | 'files'>): AsyncGenerator<Entry> {
  if (!files) return
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of readPieces(store, folderOfList(id), files.pieces, null)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Entry
  }
}

/**
 * Writes the files of a backup back, those that are missing or differ; repeating it after a crash continues.
 * @param folder only those below it; '' = all
 * @returns how many files there are, and how many were written
 * @throws BackupError if a copy is missing or damaged, or the key does not open it
 */
export async function restoreFiles(options: {
  files: Files
  store: Files
  manifest: Manifest
  identities: NonNullable<Identities>
  folder: string
}): Promise<{ count: number; written: number }> {
  const { files, store, manifest, identities, folder } = options
  const counts = { count: 0, written: 0 }
  async function* wanted() {
    for await (const entry of filesOf(store, manifest)) if (entry.name.startsWith(folder)) yield entry
  }
  async function restored({ name, key }: Entry): Promise<void> {
    const copy = await store.read(copyName(key))
    if (!copy) throw new BackupError(`The copy of ${name} (${copyName(key)}) is missing in the backup.`)
    const contents = await unsealed(copy, copyName(key), identities)
    counts.count++
    const found = await files.read(name)
    if (found?.equals(contents)) return
    await files.write(name, contents, { durable: true })
    counts.written++
  }
  for await (const _ of pMapIterable(wanted(), restored, { concurrency: CONCURRENT_FILES }));
  return counts
}

/** Removes the copies that no backup lists. @returns how many */
export async function removeUnusedCopies(store: Files, kept: readonly Pick<Manifest, 'id' | 'files'>[]): Promise<number> {
  const used = new Set<string>()
  for (const manifest of kept) for await (const { key } of filesOf(store, manifest)) used.add(copyName(key))
  const unused: string[] = []
  for await (const { name } of store.list(ROOT)) if (!used.has(name)) unused.push(name)
  for (const name of unused) await store.remove(name)
  return unused.length
}
