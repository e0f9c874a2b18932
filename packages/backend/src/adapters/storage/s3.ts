import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { LRUCache } from 'lru-cache'
import pMap from 'p-map'
import { type Files, PUBLIC_ADDRESS_SECONDS, type StoredFile } from './port.ts'
import { type BucketSettings, s3Bucket, type Timeouts } from './s3-bucket.ts'
import { textsByPath } from './s3-xml.ts'
import { rejectedError, StorageError } from './storage-error.ts'

/** Number of files that are removed concurrently. */
const CONCURRENT_REQUESTS = 8
/** Maximum size of the scratch folder; the least recently used files are removed first. */
const SCRATCH_BYTES = 4 * 1024 ** 3
/** Files used within this time are kept, because a program may be about to open them. */
const IN_USE_MS = HOUR_MS
/** Files that are known to exist, so that for a file that many readers open, the storage is asked only once a minute. */
const REMEMBERED = { max: 20_000, ttl: MINUTE_MS }

/**
 * Stores files in an S3-compatible bucket, one object each, under the same name. A program that needs a real file gets a copy in
 * `scratch`, a local folder that may be emptied at any time; the copy is renewed when the object has changed.
 */
export function s3Files(options: BucketSettings & { scratch: string }, timeouts?: Timeouts): Files {
  const { scratch, ...bucket } = options
  const { ask, presigned } = s3Bucket(bucket, timeouts)
  const fetching = new Map<string, Promise<string>>()
  const stored = new LRUCache<string, number>(REMEMBERED)

  async function* list(prefix: string): AsyncGenerator<StoredFile> {
    let token: string | undefined
    do {
      const query = { 'encoding-type': 'url', 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }
      const response = await ask('GET', { query })
      if (response.status !== 200) throw rejectedError(response, 'list', prefix)
      const texts = readList(response.body.toString('utf8'), prefix)
      const textsOf = (name: string) => texts.get(`ListBucketResult/${name}`) ?? []
      const inUrls = textsOf('EncodingType')[0] === 'url'
      const [sizes, tags] = [textsOf('Contents/Size'), textsOf('Contents/ETag')]
      for (const [at, key] of textsOf('Contents/Key').entries()) {
        const name = inUrls ? decodeURIComponent(key.replaceAll('+', ' ')) : key
        // A storage that ignores prefixes must not cause the whole bucket to be emptied.
        if (name.startsWith(prefix)) yield { name, bytes: Number(sizes[at]), version: tags[at] ?? '' }
      }
      token = textsOf('IsTruncated')[0] === 'true' ? textsOf('NextContinuationToken')[0] : undefined
    } while (token)
  }

  async function removeOne(name: string): Promise<void> {
    const response = await ask('DELETE', { key: name })
    if (response.status !== 204 && response.status !== 200 && response.code !== 'NoSuchKey')
      throw rejectedError(response, 'remove', name)
  }

  /** Returns the path of the copy in the scratch folder; downloads it only if the object has changed. */
  async function realFile(name: string): Promise<string> {
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

  async function read(name: string): Promise<Buffer | null> {
    const response = await ask('GET', { key: checked(name) })
    if (response.status === 200) return response.body
    // The 404 of a missing bucket or of another server is an error, not a missing file.
    if (response.code === 'NoSuchKey') return null
    throw rejectedError(response, 'read', name)
  }

  async function size(name: string): Promise<number | null> {
    const response = await ask('HEAD', { key: checked(name) })
    if (response.status === 200) return Number(response.headers.get('content-length') ?? 0)
    // A response to HEAD has no body with the reason.
    return (await read(name))?.length ?? null
  }

  return {
    list,
    read,
    size,
    async write(name, contents) {
      const response = await ask('PUT', { key: checked(name), body: contents })
      if (response.status !== 200) throw rejectedError(response, 'write', name)
    },
    async remove(name) {
      if (!name.endsWith('/')) return removeOne(checked(name))
      checked(name.slice(0, -1))
      // Reads the whole list first: removing files while a storage lists them may make it skip some.
      const found: string[] = []
      for await (const each of list(name)) found.push(each.name)
      await pMap(found, removeOne, { concurrency: CONCURRENT_REQUESTS })
    },
    async path(name) {
      checked(name)
      const known = fetching.get(name)
      if (known) return known
      const path = realFile(name).finally(() => fetching.delete(name))
      fetching.set(name, path)
      return path
    },
    ...(bucket.publicUrl && {
      async publicAddress(name: string, { type, cacheControl }: { type: string; cacheControl: string }) {
        const answer = { 'response-content-type': type, 'response-cache-control': cacheControl }
        const bytes = stored.get(name) ?? (await size(name))
        if (bytes === null) return null
        stored.set(name, bytes, { noUpdateTTL: true })
        const address = await presigned(name, PUBLIC_ADDRESS_SECONDS, answer)
        return address === null ? null : { address, bytes }
      },
    }),
  }
}

function checked(name: string): string {
  const parts = name.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new Error(`file name outside the storage: ${name}`)
  return name
}

/** @throws StorageError for anything but a list, so that a failed listing is not treated as an empty folder */
function readList(xml: string, prefix: string): Map<string, string[]> {
  try {
    const texts = textsByPath(xml)
    if (texts.has('ListBucketResult')) return texts
  } catch {}
  throw new StorageError(`the file storage answered with something other than a list of ${prefix}; check S3_BUCKET_URL`)
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
