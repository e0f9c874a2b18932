import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'

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
  /** Without an answer, or for what the slowest useful line would need. Milliseconds. */
  silence: number
  /** Since the first try; after that there is no other. Milliseconds. */
  total: number
}
/** Somebody often waits for the picture: a storage that hangs is given up within half a minute. */
export const TIMEOUTS: Timeouts = { tries: 5, pause: 200, silence: 10_000, total: 15_000 }
/** Bytes in a millisecond that a line must carry at least. */
const SLOWEST_LINE = 200

/** What the storage refused, or how often it was asked in vain; holds no key and no signature. */
export class StorageError extends Error {}

type Ask = { key?: string; query?: Record<string, string>; headers?: Record<string, string>; body?: Uint8Array }
export type Answered = { status: number; headers: Headers; body: Buffer; code: string | null }

/**
 * Asks an S3 bucket (Signature Version 4, the body signed with its hash). Failures on the way, 429 and 5xx are asked again.
 * Answers of the storage's own, 404 and 403 included, come back with the `code` of their XML.
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
        const answer = await answered(await signer.sign(), body.length)
        if (answer.status < 500 && answer.status !== 429) return answer
        failure = `${answer.status} ${answer.code ?? ''}`.trim()
      } catch (error) {
        failure = reasonOf(error)
      }
    }
    throw new StorageError(`the file storage failed ${attempt} times at ${method} ${options.key ?? 'its list'}: ${failure}`)
  }

  async function answered(signed: Awaited<ReturnType<AwsV4Signer['sign']>>, sent: number): Promise<Answered> {
    const { method, url, headers, body } = signed
    const impatient = new AbortController()
    let timer = setTimeout(() => impatient.abort(), patience.silence + sent / SLOWEST_LINE)
    try {
      const sending = { method, headers, body: body ?? null, signal: impatient.signal, redirect: 'manual' as const }
      const response = await fetch(url, sending)
      const length = response.headers.get('content-length')
      clearTimeout(timer)
      timer = setTimeout(() => impatient.abort(), patience.silence + Number(length ?? 0) / SLOWEST_LINE)
      const contents = Buffer.from(await response.arrayBuffer())
      if (method !== 'HEAD' && length !== null && contents.length !== Number(length))
        throw new Error('the response is incomplete')
      const code = response.ok ? null : (/<Code>(\w+)<\/Code>/.exec(contents.toString('utf8'))?.[1] ?? null)
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
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? (error as Error).message
}
