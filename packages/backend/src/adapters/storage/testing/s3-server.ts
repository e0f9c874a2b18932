import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { MINUTE_MS } from '@kiosk/domain/time'

// S3 server for tests: one bucket, with the requests that the kiosk sends. It verifies every signature with its own
// implementation of Signature Version 4, and fails on demand.

const KEYS = { accessKeyId: 'AKIDOFATEST', secretAccessKey: 'secret/of+a=test' }
const REGION = 'eu-test-1'
const BUCKET = 'kiosk-files'

/**
 * Failure of the next request. `pause`: half of the object is sent, the rest after `resume()`. `drip`: the object is sent in
 * eight pieces, one every 200 ms, without its length. `web page`: a web server responds.
 */
export type Failure =
  | 'slow down'
  | 'error'
  | 'request timeout'
  | 'cut the line'
  | 'cut the answer'
  | 'silence'
  | 'pause'
  | 'drip'
  | 'web page'

/**
 * @param options `sessionToken`: the credentials are temporary, and every request must carry and sign this token; `aheadMs`: how
 * far its clock is ahead of ours
 */
export async function startS3Server(
  options: { keysInAList?: number; plainKeys?: boolean; sessionToken?: string; aheadMs?: number } = {},
) {
  const { keysInAList = 1000, plainKeys = false, aheadMs = 0 } = options
  let { sessionToken } = options
  const expired = new Set<string>()
  const objects = new Map<string, { contents: Buffer; etag: string }>()
  const requested: string[] = []
  const failures: Failure[] = []
  let resume = () => {}

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, Buffer.concat(parts), response))
    request.on('error', () => response.destroy())
  })

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): unknown {
    const url = new URL(request.url!, 'http://storage.invalid')
    const [, bucket, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    requested.push(`${request.method} ${key || `list ${url.searchParams.get('prefix')}`}`)
    const failure = failures.shift()
    const now = Date.now() + aheadMs
    response.setHeader('date', new Date(now).toUTCString())
    if (failure === 'silence') return null
    if (failure === 'cut the line') return request.socket.destroy()
    if (failure === 'slow down') return reject(response, 503, 'SlowDown')
    if (failure === 'error') return reject(response, 500, 'InternalError')
    if (failure === 'request timeout') return reject(response, 400, 'RequestTimeout')
    if (failure === 'web page') return response.writeHead(key === '' ? 200 : 404).end('<!doctype html><title>Welcome</title><br>')
    const hasExpired = expired.has(String(request.headers['x-amz-security-token']))
    const wrong = hasExpired ? 'ExpiredToken' : errorOf(request, url, body, { sessionToken, now })
    if (wrong) return reject(response, 403, wrong)
    if (bucket !== BUCKET) return reject(response, 404, 'NoSuchBucket')
    const found = objects.get(key)
    if (request.method === 'PUT') {
      const etag = `"${createHash('md5').update(body).digest('hex')}"`
      objects.set(key, { contents: body, etag })
      return response.writeHead(200, { etag }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') return list(url.searchParams, response)
    if (!found) return reject(response, 404, 'NoSuchKey')
    if (request.headers['if-none-match'] === found.etag) return response.writeHead(304, { etag: found.etag }).end()
    if (failure === 'drip') return drip(response.writeHead(200, { etag: found.etag }), found.contents)
    const [type, control] = ['response-content-type', 'response-cache-control'].map((name) => url.searchParams.get(name))
    const named = { ...(type && { 'content-type': type }), ...(control && { 'cache-control': control }) }
    response.writeHead(200, { ...named, etag: found.etag, 'content-length': found.contents.length })
    const half = Math.floor(found.contents.length / 2)
    if (failure === 'cut the answer') return response.write(found.contents.subarray(0, half), () => response.destroy())
    if (failure !== 'pause') return response.end(found.contents)
    resume = () => response.end(found.contents.subarray(half))
    return response.write(found.contents.subarray(0, half))
  }

  function list(query: URLSearchParams, response: ServerResponse): unknown {
    const prefix = query.get('prefix') ?? ''
    const inUrls = query.get('encoding-type') === 'url' && !plainKeys
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
    const from = Number(Buffer.from(query.get('continuation-token') ?? '', 'base64').toString() || 0)
    const page = all.slice(from, from + keysInAList)
    const more = from + keysInAList < all.length
    const named = (key: string) => (inUrls ? encodeURIComponent(key).replaceAll('%2F', '/') : xml(key))
    const token = Buffer.from(`${from + keysInAList}`).toString('base64')
    return response.writeHead(200, { 'content-type': 'application/xml' }).end(
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inUrls ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${more}</IsTruncated>${
        more ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
      }${page
        .map((key) => ({ key, ...objects.get(key)! }))
        .map(
          ({ key, contents, etag }) =>
            `<Contents><Key>${named(key)}</Key><ETag>${xml(etag)}</ETag><Size>${contents.length}</Size></Contents>`,
        )
        .join('')}</ListBucketResult>`,
    )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      url: `http://127.0.0.1:${port}/${BUCKET}`,
      region: REGION,
      ...KEYS,
      ...(sessionToken !== undefined && { sessionToken }),
    },
    objects,
    /** All requests received, in order. */
    requested,
    /** Sets the failures of the next requests, one each. */
    fail: (...each: Failure[]) => void failures.push(...each),
    resume: () => resume(),
    /** Accepts only another session token from now on. */
    replaceToken(token: string) {
      if (sessionToken !== undefined) expired.add(sessionToken)
      sessionToken = token
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function drip(response: ServerResponse, contents: Buffer): Promise<void> {
  const piece = Math.ceil(contents.length / 8)
  for (let at = 0; at < contents.length; at += piece) {
    response.write(contents.subarray(at, at + piece))
    await setTimeout(200)
  }
  response.end()
}

function reject(response: ServerResponse, status: number, code: string): unknown {
  return response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

const xml = (text: string) => text.replace(/[&<>]/g, (each) => `&#x${each.charCodeAt(0).toString(16)};`)
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Returns the S3 error code of an invalid signature; null if it is valid. Uses the received bytes, not the client's library. */
function errorOf(
  { method, headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  { sessionToken, now }: { sessionToken: string | undefined; now: number },
): string | null {
  if (url.searchParams.has('X-Amz-Signature')) return errorOfAddress({ method, headers }, url, { sessionToken, now })
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'AccessDenied'
  const [, key, day, region, signed = '', signature] = parts
  const date = String(headers['x-amz-date'])
  if (key !== KEYS.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== REGION || !date.startsWith(day!)) return 'AuthorizationHeaderMalformed'
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now - at) < 15 * MINUTE_MS)) return 'RequestTimeTooSkewed'
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.split(';').includes(name))) return 'AccessDenied'
  if (headers['x-amz-security-token'] !== sessionToken) return 'InvalidToken'
  if (sessionToken !== undefined && !signed.split(';').includes('x-amz-security-token')) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = url.search.slice(1).split('&').filter(Boolean).sort().join('&')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}\n`)
  const requested = [method, url.pathname, query, lines.join(''), signed, headers['x-amz-content-sha256']].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(requested)].join('\n')
  const signing = hmac(hmac(hmac(hmac(`AWS4${KEYS.secretAccessKey}`, day!), region!), 's3'), 'aws4_request')
  return hmac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

/** The same for an address that contains its signature, with which anybody may get one object until it expires. */
function errorOfAddress(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  url: URL,
  { sessionToken, now }: { sessionToken: string | undefined; now: number },
): string | null {
  const [credential = '', date = '', seconds, signed, signature] = [
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
  ].map((name) => url.searchParams.get(name) ?? undefined)
  const [key, day = '', region] = credential.split('/')
  if (key !== KEYS.accessKeyId) return 'InvalidAccessKeyId'
  if ((url.searchParams.get('X-Amz-Security-Token') ?? undefined) !== sessionToken) return 'InvalidToken'
  if (region !== REGION || !date.startsWith(day) || signed !== 'host') return 'AuthorizationQueryParametersError'
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(now >= at - 15 * MINUTE_MS && now < at + Number(seconds) * 1000)) return 'AccessDenied'
  const others = url.search
    .slice(1)
    .split('&')
    .filter((each) => !each.startsWith('X-Amz-Signature='))
  const requested = [method, url.pathname, others.sort().join('&'), `host:${headers.host}\n`, signed, 'UNSIGNED-PAYLOAD'].join(
    '\n',
  )
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(requested)].join('\n')
  const signing = hmac(hmac(hmac(hmac(`AWS4${KEYS.secretAccessKey}`, day), region!), 's3'), 'aws4_request')
  return hmac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
