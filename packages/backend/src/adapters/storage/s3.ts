import { MINUTE_MS } from '@kiosk/domain/time'
import { LRUCache } from 'lru-cache'
import pMap from 'p-map'
import { type Files, PUBLIC_ADDRESS_SECONDS, type StoredFile } from './port.ts'
import { type BucketSettings, s3Bucket, type Timeouts } from './s3-bucket.ts'
import { textsByPath } from './s3-xml.ts'
import { scratchCopies } from './scratch-copies.ts'
import { rejectedError, StorageError } from './storage-error.ts'

/** Number of files that are removed concurrently. */
const CONCURRENT_REQUESTS = 8
/** Files that are known to exist, so that for a file that many readers open, the storage is asked only once a minute. */
const REMEMBERED = { max: 20_000, ttl: MINUTE_MS }

/**
 * Stores files in an S3-compatible bucket, one object each, under the same name. A program that needs a real file gets a copy in
 * `scratch`, a local folder that may be emptied at any time; the copy is renewed when the object has changed.
 */
export function s3Files(options: BucketSettings & { scratch: string }, timeouts?: Timeouts): Files {
  const { scratch, ...bucket } = options
  const { ask, presigned } = s3Bucket(bucket, timeouts)
  const copyOf = scratchCopies(scratch, ask)
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
    path: async (name) => copyOf(checked(name)),
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
