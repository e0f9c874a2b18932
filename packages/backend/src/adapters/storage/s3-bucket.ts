import { createHash } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { AwsV4Signer } from 'aws4fetch'
import { type Keys, type MachineRole, roleKeys } from './role-keys.ts'
import { type Answered, s3Sender } from './s3-sender.ts'
import { reasonOf, StorageError } from './storage-error.ts'

/** With keys, or with a role that has them. */
export type BucketSettings = {
  /** Address of the bucket: `https://bucket.s3.eu-central-1.amazonaws.com` or `https://storage.example/bucket`. */
  url: string
  region: string
  /** Address of the bucket for browsers, which load page images from there; absent: they load them from the servers. */
  publicUrl?: string
} & (Keys | { role: MachineRole })
export type Timeouts = {
  /** Maximum number of attempts, if the storage or the connection fails. */
  tries: number
  /** Pause before the second attempt; it doubles with each attempt. */
  pauseMs: number
  /** Timeout for the response and for each further part of it. */
  silenceMs: number
  /** No further attempt starts this long after the first. */
  totalMs: number
}
/** Readers often wait for the image, so requests to a storage that hangs are given up within half a minute. */
const TIMEOUTS: Timeouts = { tries: 5, pauseMs: 200, silenceMs: 10_000, totalMs: 15_000 }
/** A storage rejects signatures that are 15 minutes old; beyond this difference, requests are signed by its clock. */
const MOST_SKEW_MS = 5 * MINUTE_MS
/** Cached signing keys. Keys of a role change every few hours, and signing keys every day. */
const MOST_SIGNING_KEYS = 8

/** `saveTo`: a file to which the body of a 200 is streamed; the returned body is then empty. */
type S3Request = {
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  saveTo?: string
}

/** Error codes of a storage for keys that have expired. */
const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'InvalidToken'])

/**
 * Sends requests to an S3 bucket (Signature Version 4, the body signed with its hash). Retries failed connections, timeouts, 429
 * and 5xx, and requests rejected because this machine's clock is wrong. Requests rejected because the keys of a role had expired
 * are retried once, with new keys. Other responses, including 404 and 403, are returned with the `code` of their XML.
 * @throws StorageError if every attempt failed, or a role has no keys
 */
export function s3Bucket(settings: BucketSettings, timeouts: Timeouts = TIMEOUTS) {
  const base = new URL(settings.url)
  const publicBase = settings.publicUrl === undefined ? null : new URL(settings.publicUrl)
  /** Keys for signatures of addresses, by key and day: deriving one takes longer than signing with it. */
  const signingKeys = new Map<string, ArrayBuffer>()
  const send = s3Sender(timeouts.silenceMs)
  const role = 'role' in settings ? roleKeys(settings.role) : undefined
  /** By how much the clock of the storage is ahead of ours; 0 until that is known. */
  let aheadMs = 0
  /** The same by the last response, even if the difference is too small for a rejection. */
  let lastAheadMs = 0

  /**
   * Whether a response was rejected because our clock is wrong; the next request is signed by the clock of the storage.
   * @param assumedMs value of `aheadMs` when the request was signed
   */
  function learnsTime(response: Answered, assumedMs: number): boolean {
    if (response.status !== 403 || !(Math.abs(response.aheadMs - assumedMs) > MOST_SKEW_MS)) return false
    aheadMs = response.aheadMs
    return true
  }

  function identityOf({ accessKeyId, secretAccessKey, sessionToken }: Keys) {
    const { region } = settings
    return { accessKeyId, secretAccessKey, region, service: 's3', ...(sessionToken !== undefined && { sessionToken }) }
  }

  async function currentKeys(): Promise<Keys & { expiresAt?: number }> {
    if (!role) return settings as Keys
    return role.current().catch((error: unknown) => {
      throw new StorageError(`the role of this machine has no keys for the file storage: ${reasonOf(error)}; check S3_ROLE`)
    })
  }

  async function ask(method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', options: S3Request): Promise<Answered> {
    const { body = new Uint8Array(), headers = {} } = options
    const hashed = { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
    let failure = ''
    let attempt = 0
    let hasExpired = false
    for (
      const startedAt = performance.now();
      attempt < timeouts.tries && performance.now() - startedAt < timeouts.totalMs;
      attempt++
    ) {
      if (attempt > 0)
        await new Promise((resolve) => setTimeout(resolve, timeouts.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random())))
      // Each attempt has its own date, because a signature expires.
      const keys = await currentKeys()
      const assumedMs = aheadMs
      const signer = new AwsV4Signer({
        ...identityOf(keys),
        method,
        url: addressOf(options, base),
        headers: hashed,
        ...(assumedMs !== 0 && { datetime: timestamp(Date.now() + assumedMs) }),
        ...(method === 'PUT' && { body: body as Uint8Array<ArrayBuffer> }),
      })
      try {
        const response = await send(await signer.sign(), body.length, options.saveTo)
        lastAheadMs = response.aheadMs || 0
        // A storage that receives the body too slowly responds with 400.
        const isFinal = response.status < 500 && response.status !== 429 && response.code !== 'RequestTimeout'
        const isRenewed = role !== undefined && !hasExpired && EXPIRED.has(response.code ?? '')
        if (isRenewed) {
          hasExpired = true
          role.reject(keys)
        } else if (isFinal && !learnsTime(response, assumedMs)) return response
        failure = `${response.status} ${response.code ?? ''}`.trim()
      } catch (error) {
        // An error of the local disk: here only file system errors have a `syscall`.
        if ((error as NodeJS.ErrnoException).syscall) throw error
        failure = `${reasonOf(error)} from ${base.host} (S3_BUCKET_URL)`
      }
    }
    throw new StorageError(`the file storage failed ${attempt} times at ${method} ${options.key ?? 'its list'}: ${failure}`)
  }

  /**
   * Returns an address in the bucket that anybody may load for this many seconds by the clock of the storage; null if browsers
   * have no address of the bucket, or the keys expire earlier.
   */
  async function presigned(key: string, seconds: number, query: Record<string, string>): Promise<string | null> {
    if (!publicBase) return null
    const keys = await currentKeys()
    const now = Date.now() + lastAheadMs
    if (keys.expiresAt !== undefined && keys.expiresAt < now + seconds * SECOND_MS) return null
    const url = addressOf({ key, query: { ...query, 'X-Amz-Expires': String(seconds) } }, publicBase)
    const signing = { method: 'GET', url, datetime: timestamp(now), signQuery: true, cache: signingKeys }
    if (signingKeys.size >= MOST_SIGNING_KEYS) signingKeys.clear()
    const signed = await new AwsV4Signer({ ...identityOf(keys), ...signing }).sign()
    // Spaces, which are %20 in the signature.
    return signed.url.href.replaceAll('+', '%20')
  }

  return { ask, presigned }
}

function addressOf({ key, query = {} }: S3Request, base: URL): string {
  const path = base.pathname.replace(/\/$/, '') + (key === undefined ? '' : `/${key.split('/').map(encoded).join('/')}`)
  const search = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return `${base.origin}${path || '/'}${search.length ? `?${search.join('&')}` : ''}`
}

/** Returns a time in the format of signatures: 20261127T052000Z. */
function timestamp(time: number): string {
  return new Date(time).toISOString().replace(/[:-]|\.\d+/g, '')
}

/** Encodes a text by RFC 3986, as signatures require. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}
