import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Files, StoredFile } from './port.ts'

/** End of the name of a file that is being written. */
const HALF = '.half'

/** Stores files in a local folder. */
export function fileSystem(root: string): Files {
  function place(name: string): string {
    const path = normalize(join(root, name))
    if (!path.startsWith(normalize(`${root}/`))) throw new Error(`file name outside the storage: ${name}`)
    return path
  }
  /** The folders from the root to that of a file. */
  const foldersOf = (name: string) => name.split('/').map((_, depth, parts) => join(root, ...parts.slice(0, depth)))
  async function* list(folder: string): AsyncGenerator<StoredFile> {
    const entries = await opendir(folder === '' ? root : place(folder)).catch((error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) return null
      throw error
    })
    for await (const entry of entries ?? []) {
      const name = folder + entry.name
      if (entry.isDirectory()) yield* list(`${name}/`)
      if (!entry.isFile() || name.endsWith(HALF)) continue
      const found = await stat(place(name)).catch(() => null)
      if (found) yield { name, bytes: found.size, version: String(found.mtimeMs) }
    }
  }
  return {
    list,
    async read(name) {
      try {
        return await readFile(place(name))
      } catch (error) {
        if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
        throw error
      }
    },
    async size(name) {
      const found = await stat(place(name)).catch((error: NodeJS.ErrnoException) => {
        if (['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) return null
        throw error
      })
      return found?.isFile() ? found.size : null
    },
    async write(name, contents, { durable = false } = {}) {
      const path = place(name)
      const half = `${path}.${randomBytes(6).toString('hex')}${HALF}`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        const file = await open(half, 'w')
        try {
          await file.writeFile(contents)
          if (durable) await file.sync()
        } finally {
          await file.close()
        }
        await rename(half, path)
      } catch (error) {
        // On a full disk, the file would occupy the missing space.
        await rm(half, { force: true }).catch(() => {})
        throw error
      }
      // Makes the rename durable, and the names of new folders in the folders above.
      if (durable) for (const folder of foldersOf(name)) await syncFolder(folder)
    },
    async remove(name) {
      await rm(place(name), { recursive: true, force: true })
    },
    async path(name) {
      return place(name)
    },
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
