// Copies of the stored files. A file is copied once; its copy has its own name and is used by other backups, too.
import { createHash } from 'node:crypto'
import { pMapIterable } from 'p-map'
import { z } from 'zod'
import type { Files, StoredFile } from '../adapters/storage/port.ts'
import { count } from '../format-count.ts'
import { BackupError } from './backup-error.ts'
import { decryptedFile, encryptedFile, type Identities, readPieces, writePieces } from './encrypted-pieces.ts'
import { folderOfList, type Manifest } from './manifest.ts'

const ROOT = 'files/'
const CONCURRENT_FILES = 4
const MOST_LOST_NAMED = 100

/** A file of a backup: its name, its size in bytes, and the key of its copy. */
const Entry = z.object({
  name: z.string().refine(isInsideStorage),
  bytes: z.number(),
  key: z.string().regex(/^[0-9a-f]{40}$/),
})
type Entry = z.output<typeof Entry>
/** The list is not encrypted, so anybody who can write to the storage can write one. */
const MOST_LINE_CHARACTERS = 10_000

function isInsideStorage(name: string): boolean {
  return !/[\0\\]/.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

const copyName = (key: string) => `${ROOT}${key.slice(0, 2)}/${key}`

/**
 * Returns the key of a copy: the same for the same contents, name and recipients.
 * @param recipients null: as earlier versions named copies
 */
function keyOf({ name, bytes, version }: StoredFile, recipients: readonly string[] | null): string {
  return createHash('sha256')
    .update(JSON.stringify([name, bytes, version, ...(recipients ? [[...recipients].sort()] : [])]))
    .digest('hex')
    .slice(0, 40)
}

/** Returns the folder that directly contains a file, with `/`. */
const folderWith = (name: string) => name.slice(0, name.lastIndexOf('/') + 1)

/**
 * Copies the files that the backup storage lacks, and writes the list of all files into the folder of a backup. Call it after the
 * snapshot of the database, so that the files named in its rows have been written. Files that are removed before they are copied
 * are left out and counted as `gone`.
 * @param hasSameKeys whether all other backups, and with them the copies of earlier versions, are encrypted for the same
 * recipients
 * @param without names of files that the program makes again when it needs them, and of folders that directly contain such files,
 * with `/`
 */
export async function copyFiles(options: {
  files: Files
  store: Files
  id: string
  recipients: readonly string[]
  hasSameKeys: boolean
  without: ReadonlySet<string>
}): Promise<NonNullable<Manifest['files']>> {
  const { files, store, id, recipients, hasSameKeys, without } = options
  const known = new Set<string>()
  for await (const { name } of store.list(ROOT)) known.add(name.slice(name.lastIndexOf('/') + 1))
  const counts = { count: 0, bytes: 0, copied: 0, gone: 0 }
  async function copied(file: StoredFile): Promise<Entry | null> {
    const earlier = keyOf(file, null)
    const key = hasSameKeys && known.has(earlier) ? earlier : keyOf(file, recipients)
    if (!known.has(key)) {
      const contents = await files.read(file.name)
      if (!contents) {
        counts.gone++
        return null
      }
      await store.write(copyName(key), await encryptedFile(contents, recipients))
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
  // Not encrypted: names of files say nothing about readers, and without the list no program could tell which copies are still
  // needed.
  const list = await writePieces(store, folderOfList(id), lines(), null)
  return { ...counts, pieces: list.pieces.length }
}

/** Reads the list of a backup's files. @throws BackupError if it is damaged */
async function* filesOf(store: Files, { id, files }: Pick<Manifest, 'id' | 'files'>): AsyncGenerator<Entry> {
  if (!files) return
  let rest = ''
  let count = 0
  const decoder = new TextDecoder()
  for await (const chunk of readPieces(store, folderOfList(id), files.pieces, null)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    count += lines.length
    // The list of a damaged backup may be endless.
    if (count > files.count)
      throw new BackupError(`${folderOfList(id)} of the backup is damaged: more than ${files.count} files.`)
    for (const line of lines) yield entryOf(line, id)
    if (rest.length > MOST_LINE_CHARACTERS) entryOf(rest, id)
  }
  if (rest !== '') entryOf(rest, id)
}

function entryOf(line: string, id: string): Entry {
  try {
    return Entry.parse(line.length > MOST_LINE_CHARACTERS ? null : JSON.parse(line))
  } catch {
    throw new BackupError(`${folderOfList(id)} of the backup is damaged: it names a file that no storage has.`)
  }
}

/** Checks that the list of files is complete, before anything is changed. @throws BackupError */
export async function requireList(store: Files, manifest: Pick<Manifest, 'id' | 'files'>): Promise<void> {
  let listed = 0
  for await (const _ of filesOf(store, manifest)) listed++
  if (manifest.files && listed !== manifest.files.count)
    throw new BackupError(
      `${folderOfList(manifest.id)} of the backup is damaged: ${count(listed, 'file')} instead of ${manifest.files.count}.`,
    )
}

/**
 * Restores the files of a backup that are missing or differ. Repeating it after a crash continues.
 * @param folder only those below it; '' = all
 * @returns how many files there are, how many were written, and how many are lost because their copy is missing or damaged or the
 * key does not open it. Lost files are no error: one page must not keep a newsstand closed
 */
export async function restoreFiles(options: {
  files: Files
  store: Files
  manifest: Manifest
  identities: NonNullable<Identities>
  folder: string
  report(line: string): void
}): Promise<{ count: number; written: number; lost: number }> {
  const { files, store, manifest, identities, folder, report } = options
  const counts = { count: 0, written: 0, lost: 0 }
  async function* wanted() {
    for await (const entry of filesOf(store, manifest)) if (entry.name.startsWith(folder)) yield entry
  }
  async function contentsOf(key: string): Promise<Buffer> {
    const copy = await store.read(copyName(key))
    if (!copy) throw new BackupError(`${copyName(key)} is missing in the backup.`)
    return decryptedFile(copy, copyName(key), identities)
  }
  async function restored({ name, key }: Entry): Promise<void> {
    counts.count++
    const contents = await contentsOf(key).catch((error) => {
      if (!(error instanceof BackupError)) throw error
      if (counts.lost++ < MOST_LOST_NAMED) report(`${name} is lost: ${error.message}`)
      return null
    })
    if (!contents) return
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
