import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { HOUR_MS } from '@kiosk/domain/time'
import type { s3Bucket } from './s3-bucket.ts'
import { rejectedError } from './storage-error.ts'

/** Maximum size of the scratch folder; the least recently used files are removed first. */
const SCRATCH_BYTES = 4 * 1024 ** 3
/** Files used within this time are kept, because a program may be about to open them. */
const IN_USE_MS = HOUR_MS

/** Copies objects of a bucket to files of a local folder. @returns the path of the copy of an object */
export function scratchCopies(scratch: string, ask: ReturnType<typeof s3Bucket>['ask']): (name: string) => Promise<string> {
  const fetching = new Map<string, Promise<string>>()

  /** Downloads the object only if it has changed. */
  async function copy(name: string): Promise<string> {
    const path = join(scratch, createHash('sha256').update(name).digest('hex').slice(0, 32) + extname(name))
    const known = (await stat(path).catch(() => null)) && (await readFile(`${path}.etag`, 'utf8').catch(() => null))
    const half = `${path}.${randomBytes(6).toString('hex')}.half`
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    try {
      const response = await ask('GET', { key: name, headers: known ? { 'if-none-match': known } : {}, saveTo: half })
      if (response.status === 304) {
        const now = new Date()
        await utimes(path, now, now)
        return path
      }
      if (response.status !== 200) throw rejectedError(response, 'read', name)
      await makeRoom(scratch)
      // Other programs on this machine see the whole file or none. If the tag is not updated, the file is downloaded again.
      await rename(half, path)
      await writeFile(`${path}.etag`, response.headers.get('etag') ?? '')
      return path
    } finally {
      await rm(half, { force: true })
    }
  }

  return (name) => {
    const known = fetching.get(name)
    if (known) return known
    const path = copy(name).finally(() => fetching.delete(name))
    fetching.set(name, path)
    return path
  }
}

async function makeRoom(scratch: string): Promise<void> {
  const names = await readdir(scratch)
  const found = await Promise.all(
    names.map(async (name) => {
      const at = await stat(join(scratch, name)).catch(() => null)
      return at ? [{ path: join(scratch, name), bytes: at.size, used: at.mtimeMs }] : []
    }),
  )
  const files = found.flat().sort((a, b) => a.used - b.used)
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  for (const file of files) {
    if (bytes <= SCRATCH_BYTES || file.used > Date.now() - IN_USE_MS) break
    await rm(file.path, { force: true })
    bytes -= file.bytes
  }
}
