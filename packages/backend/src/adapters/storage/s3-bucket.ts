import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import { errorCodeOf } from './s3-xml.ts'

export type BucketSettings = {
  /** Address of the bucket: `https://bucket.s3.eu-central-1.amazonaws.com` or `https://storage.example/bucket`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Of temporary keys: sent with every request, and signed. */
  sessionToken?: string
}
export type Timeouts = {
  /** How often a question is asked that failed by the storage's own fault or on the way. */
  tries: number
  /** Before the second try; doubled with each. Milliseconds. */
  pause: number
  /** Without an answer or its next bytes. Milliseconds. */
  silence: number
  /** Since the first try; after that there is no other. Milliseconds. */
  total: number
}
/** Somebody often waits for the picture: a storage that hangs is given up within half a minute. */
export const TIMEOUTS: Timeouts = { tries: 5, pause: 200, silence: 10_000, total: 15_000 }
/** What a line must carry at least once it has been given `silence`. Bytes per millisecond. */
const SLOWEST_LINE = 200

/** What the storage refused, or how often it was asked in vain; holds no key and no signature. */
export class StorageError extends Error {}

/** `saveTo`: a file that gets the body of a 200 while it arrives; the body of the answer is empty then. */
type Ask = {
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  saveTo?: string
}
type Signed = Awaited<ReturnType<AwsV4Signer['sign']>>
export type Answered = { status: number; headers: Headers; body: Buffer; code: string | null }

/** What an operator checks when a storage answers with one of its error codes. */
const CAUSES: Record<string, string> = {
  NoSuchBucket: 'S3_BUCKET_URL',
  PermanentRedirect: 'S3_BUCKET_URL and S3_REGION',
  AuthorizationHeaderMalformed: 'S3_REGION',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  // Some storages say this of an unknown key, too.
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY and S3_ACCESS_KEY_ID',
  InvalidToken: 'S3_SESSION_TOKEN',
  ExpiredToken: 'S3_SESSION_TOKEN',
  // Ceph says this of a wrong key and a wrong secret, too, if it has several ways to authenticate.
  AccessDenied: 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what this key may do (get, put, delete and list objects)',
  RequestTimeTooSkewed: "this machine's clock",
}

/** The error for an answer that nobody expected: what was refused, why, and what to check. */
export function rejectedError({ status, code }: Answered, what: string, name: string): StorageError {
  // Another server than a storage is at that address, or the storage is at another.
  const elsewhere = (status >= 300 && status < 400) || (status === 404 && code === null)
  const cause = CAUSES[code ?? ''] ?? (elsewhere ? 'S3_BUCKET_URL' : null)
  const reason = code === null ? String(status) : `${status} ${code}`
  return new StorageError(`the file storage refused to ${what} ${name}: ${reason}${cause ? `; check ${cause}` : ''}`)
}

/**
 * Asks an S3 bucket (Signature Version 4, the body signed with its hash). Failures on the way, timeouts, 429 and 5xx are asked
 * again. Answers of the storage's own, 404 and 403 included, come back with the `code` of their XML.
 * @throws StorageError where every try failed
 */
export function s3Bucket(settings: BucketSettings, patience: Timeouts = TIMEOUTS) {
  const base = new URL(settings.url)

  function addressOf({ key, query = {} }: Ask): string {
    const path = base.pathname.replace(/\/$/, '') + (key === undefined ? '' : `/${key.split('/').map(encoded).join('/')}`)
    const search = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    return `${base.origin}${path || '/'}${search.length ? `?${search.join('&')}` : ''}`
  }

  return async function ask(method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', options: Ask): Promise<Answered> {
    const { body = new Uint8Array(), headers = {} } = options
    const hashed = { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
    let failure = ''
    let attempt = 0
    for (const begun = Date.now(); attempt < patience.tries && Date.now() - begun < patience.total; attempt++) {
      if (attempt > 0)
        await new Promise((resolve) => setTimeout(resolve, patience.pause * 2 ** (attempt - 1) * (0.5 + Math.random())))
      // Each try has its own date, so that no signature grows old while it waits.
      const { accessKeyId, secretAccessKey, sessionToken, region } = settings
      const signer = new AwsV4Signer({
        ...{ method, url: addressOf(options), headers: hashed, accessKeyId, secretAccessKey, region, service: 's3' },
        ...(sessionToken !== undefined && { sessionToken }),
        ...(method === 'PUT' && { body: body as Uint8Array<ArrayBuffer> }),
      })
      try {
        const answer = await answered(await signer.sign(), body.length, options.saveTo)
        // A storage that got the body too slowly says so with 400.
        if (answer.status < 500 && answer.status !== 429 && answer.code !== 'RequestTimeout') return answer
        failure = `${answer.status} ${answer.code ?? ''}`.trim()
      } catch (error) {
        // The disk's own error: only those of the file system name a system call here.
        if ((error as NodeJS.ErrnoException).syscall) throw error
        failure = `${reasonOf(error)} from ${base.host} (S3_BUCKET_URL)`
      }
    }
    throw new StorageError(`the file storage failed ${attempt} times at ${method} ${options.key ?? 'its list'}: ${failure}`)
  }

  async function answered(signed: Signed, sent: number, saveTo: string | undefined): Promise<Answered> {
    const { method, url, headers, body } = signed
    const impatient = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const waitFor = (milliseconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => impatient.abort(), milliseconds)
    }
    async function* pieces(response: Response) {
      const begun = Date.now()
      let bytes = 0
      waitFor(patience.silence)
      for await (const piece of response.body ?? []) {
        bytes += piece.length
        waitFor(Math.min(patience.silence, begun + patience.silence + bytes / SLOWEST_LINE - Date.now()))
        yield piece
      }
      const length = response.headers.get('content-length')
      if (method !== 'HEAD' && length !== null && bytes !== Number(length)) throw new Error('the response is incomplete')
    }
    try {
      waitFor(patience.silence + sent / SLOWEST_LINE)
      const sending = { method, headers, body: body ?? null, signal: impatient.signal, redirect: 'manual' as const }
      const response = await fetch(url, sending)
      const parts: Uint8Array[] = []
      if (saveTo !== undefined && response.status === 200) await writeFile(saveTo, pieces(response))
      else for await (const piece of pieces(response)) parts.push(piece)
      const contents = Buffer.concat(parts)
      const code = response.ok ? null : errorCodeOf(contents.toString('utf8'))
      return { status: response.status, headers: response.headers, body: contents, code }
    } finally {
      clearTimeout(timer)
    }
  }
}

/** RFC 3986, as signatures need it. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'no answer in time'
  const { cause } = error as { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? (error as Error).message
}
