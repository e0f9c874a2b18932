import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { type ImportError, importErrors } from './import-error.ts'
import { readIssueIndex } from './metadata/issue-index.ts'
import { readSidecar, type Sidecar } from './metadata/sidecar.ts'
import { openRegular } from './regular-file.ts'

/** A PDF to import, with the metadata of its sidecar or index and the METS file of the same issue. */
export type IssueFile = { path: string; bytes: number; metadata: Sidecar; metsPath: string | null }
type RejectedFile = { path: string; error: ImportError }
type Found = {
  issues: IssueFile[]
  rejected: RejectedFile[]
  /** Information for the operator that is not an error. */
  notes: string[]
}

/**
 * Finds everything that can be imported from files and folders, in the order of names; a file given twice is found once.
 * @param title title of files whose sidecar has none
 */
export async function findIssueFiles(paths: string[], title?: string): Promise<Found> {
  const found: Found = { issues: [], rejected: [], notes: [] }
  const seen = new Set<string>()
  const add = async (path: string, indexed: Sidecar | undefined, metsFiles: string[]) => {
    if (seen.has(path)) return
    seen.add(path)
    try {
      const metadata = { ...(title ? { title } : {}), ...indexed, ...(await sidecarOf(path)) }
      const bytes = (await stat(path).catch(() => null))?.size ?? 0
      found.issues.push({ path, bytes, metadata, metsPath: metsOf(path, metsFiles) })
    } catch (error) {
      found.rejected.push({
        path,
        error: importErrors.wrongSidecar(`${basename(path, extname(path))}.json`, (error as Error).message),
      })
    }
  }
  for (const given of paths) {
    const path = resolve(given)
    const kind = await stat(path).catch(() => null)
    if (!kind) found.rejected.push({ path, error: importErrors.missing() })
    else if (kind.isDirectory()) await addFolder(path, found, add)
    else await add(path, undefined, (await contentsOf(dirname(path))).mets)
  }
  return found
}

async function addFolder(
  folder: string,
  found: Found,
  add: (path: string, indexed: Sidecar | undefined, mets: string[]) => Promise<void>,
): Promise<void> {
  const { pdfs, mets, indexes, rejected } = await walk(folder)
  found.rejected = found.rejected.concat(rejected)
  const indexed = new Map<string, Sidecar>()
  const known = new Set(pdfs)
  for (const index of indexes) {
    const rows = await readIssueIndex(index).catch((error: Error) => {
      found.rejected.push({ path: index, error: importErrors.wrongSidecar('INDEX.tsv', error.message) })
      return []
    })
    for (const row of rows) {
      if ('metadata' in row) indexed.set(row.path, { ...indexed.get(row.path), ...row.metadata })
      else found.rejected.push({ path: row.path, error: importErrors.wrongSidecar('INDEX.tsv', row.problem) })
      if (!known.has(row.path) && 'metadata' in row) found.rejected.push({ path: row.path, error: importErrors.missing() })
    }
  }
  const unusable = new Set(found.rejected.map(({ path }) => path))
  for (const path of pdfs) if (!unusable.has(path)) await add(path, indexed.get(path), mets)
  const used = new Set(found.issues.map(({ metsPath }) => metsPath))
  for (const path of mets)
    if (!used.has(path))
      found.notes.push(`${path}: a scan's text and structure (METS) without a PDF of the same name; nothing to show, left out`)
}

type Contents = { pdfs: string[]; mets: string[]; rejected: RejectedFile[] }

async function walk(folder: string): Promise<Contents & { indexes: string[] }> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) =>
    a.name.localeCompare(b.name, 'en', { numeric: true }),
  )
  const inner: Awaited<ReturnType<typeof walk>>[] = []
  // Symbolic links to folders may be circular; the operator can pass their target instead.
  for (const entry of entries)
    if (entry.isDirectory() && !entry.name.startsWith('.')) inner.push(await walk(join(folder, entry.name)))
  const own = {
    ...(await contentsOf(folder)),
    indexes: entries.filter(({ name }) => name === 'INDEX.tsv').map(({ name }) => join(folder, name)),
  }
  const all = [own, ...inner]
  return {
    pdfs: all.flatMap(({ pdfs }) => pdfs),
    mets: all.flatMap(({ mets }) => mets),
    rejected: all.flatMap(({ rejected }) => rejected),
    indexes: all.flatMap(({ indexes }) => indexes),
  }
}

async function contentsOf(folder: string): Promise<Contents> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const folders = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name))
  const visible = names.filter((name) => !name.startsWith('.'))
  const pdfs = visible.filter((name) => /\.pdf$/i.test(name)).map((name) => join(folder, name))
  const mets: string[] = []
  const rejected: RejectedFile[] = []
  for (const name of visible) {
    if (!/\.xml$/i.test(name) || folders.has(name)) continue
    const path = join(folder, name)
    try {
      if (await isMets(path)) mets.push(path)
    } catch (error) {
      rejected.push({ path, error: importErrors.unreadable((error as NodeJS.ErrnoException).code ?? 'not a file') })
    }
  }
  return { pdfs, mets, rejected }
}

async function isMets(path: string): Promise<boolean> {
  const file = await openRegular(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2048), 0, 2048, 0)
    return /<(\w+:)?mets[\s>]/.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}

async function sidecarOf(path: string): Promise<Sidecar | undefined> {
  const sidecar = join(dirname(path), `${basename(path, extname(path))}.json`)
  const exists = await stat(sidecar).catch(() => null)
  return exists && !exists.isDirectory() ? readSidecar(sidecar) : undefined
}

/** Finds the METS file named like the PDF, or in a folder named like it: `historic/der-bote-1840-02-21_mets-alto/…METS.xml`. */
function metsOf(path: string, files: string[]): string | null {
  const name = basename(path, extname(path)).toLowerCase()
  const matches = (text: string) => text === name || (text.startsWith(name) && /^[^a-z0-9]/.test(text.slice(name.length)))
  return files.find((file) => matches(basename(file).toLowerCase()) || matches(basename(dirname(file)).toLowerCase())) ?? null
}
