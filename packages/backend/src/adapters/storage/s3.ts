import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { HOUR_MS } from '@kiosk/domain/time'
import type { Files } from './port.ts'
import { type Answered, type BucketSettings, StorageError, s3Bucket, type Timeouts } from './s3-bucket.ts'

/** Files that are removed at once. */
const AT_ONCE = 8
/** Real files that programs needed lie in the scratch folder up to so many bytes; the longest unused go first. */
const SCRATCH = 4 * 1024 ** 3
/** What was used so lately is left alone: a program may be about to open it. Milliseconds. */
const IN_USE = HOUR_MS

/**
 * Files in a bucket of any storage that speaks S3; one object each, under the same name. A program that needs a real file gets
 * it in `scratch`, a folder of this machine that may be emptied at any time, and anew when the object has changed.
 */
export function s3Files(options: BucketSettings & { scratch: string }, patience?: Timeouts): Files {
  const { scratch, ...bucket } = options
  const ask = s3Bucket(bucket, patience)
  const fetching = new Map<string, Promise<string>>()

  async function list(prefix: string): Promise<string[]> {
    const keys: string[] = []
    let token: string | null = null
    do {
      const more: Record<string, string> = token ? { 'continuation-token': token } : {}
      const answer = await ask('GET', { query: { 'encoding-type': 'url', 'list-type': '2', prefix, ...more } })
      if (answer.status !== 200) throw rejected(answer, 'list', prefix)
      const text = answer.body.toString('utf8')
      const inUrls = text.includes('<EncodingType>url</EncodingType>')
      for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) {
        const plain = fromXml(key)
        keys.push(inUrls ? decodeURIComponent(plain.replaceAll('+', ' ')) : plain)
      }
      const next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1]
      token = text.includes('<IsTruncated>true</IsTruncated>') && next ? fromXml(next) : null
    } while (token !== null)
    // A storage that does not know prefixes must not empty the bucket.
    return keys.filter((key) => key.startsWith(prefix))
  }

  async function removeOne(name: string): Promise<void> {
    const answer = await ask('DELETE', { key: name })
    if (answer.status !== 204 && answer.status !== 200 && answer.code !== 'NoSuchKey') throw rejected(answer, 'remove', name)
  }

  /** The file in the scratch folder, asked for again only where the object is another than the one that lies there. */
  async function realFile(name: string): Promise<string> {
    const path = join(scratch, createHash('sha256').update(name).digest('hex').slice(0, 32) + extname(name))
    const known = (await stat(path).catch(() => null)) && (await readFile(`${path}.etag`, 'utf8').catch(() => null))
    const answer = await ask('GET', { key: name, headers: known ? { 'if-none-match': known } : {} })
    if (answer.status === 304) {
      const now = new Date()
      await utimes(path, now, now)
      return path
    }
    if (answer.status !== 200) throw rejected(answer, 'read', name)
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    await makeRoom(scratch)
    await replace(path, answer.body)
    await replace(`${path}.etag`, Buffer.from(answer.headers.get('etag') ?? ''))
    return path
  }

  return {
    async read(name) {
      const answer = await ask('GET', { key: checked(name) })
      if (answer.status === 200) return answer.body
      // A bucket that is not there answers 404, too: that is a fault and no missing file.
      if (answer.status === 404 && answer.code !== 'NoSuchBucket') return null
      throw rejected(answer, 'read', name)
    },
    async size(name) {
      const answer = await ask('HEAD', { key: checked(name) })
      if (answer.status === 404) return null
      if (answer.status !== 200) throw rejected(answer, 'read', name)
      return Number(answer.headers.get('content-length') ?? 0)
    },
    async write(name, contents) {
      const answer = await ask('PUT', { key: checked(name), body: contents })
      if (answer.status !== 200) throw rejected(answer, 'write', name)
    },
    async remove(name) {
      if (!name.endsWith('/')) return removeOne(checked(name))
      checked(name.slice(0, -1))
      const left = (await list(name)).values()
      const work = async () => {
        for (const key of left) await removeOne(key)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
    async path(name) {
      checked(name)
      const known = fetching.get(name)
      if (known) return known
      const path = realFile(name).finally(() => fetching.delete(name))
      fetching.set(name, path)
      return path
    },
  }
}

function checked(name: string): string {
  const parts = name.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new Error(`file name outside the storage: ${name}`)
  return name
}

function rejected({ status, code }: Answered, what: string, name: string): StorageError {
  return new StorageError(`the file storage refused to ${what} ${name}: ${status} ${code ?? ''}`.trim())
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
function fromXml(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (entities[name] ?? whole),
  )
}

/** Whole or not at all, also for another program on this machine. */
async function replace(path: string, contents: Buffer): Promise<void> {
  const half = `${path}.${randomBytes(6).toString('hex')}.half`
  await writeFile(half, contents)
  await rename(half, path)
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
    if (bytes <= SCRATCH || file.used > Date.now() - IN_USE) break
    await rm(file.path, { force: true })
    bytes -= file.bytes
  }
}
