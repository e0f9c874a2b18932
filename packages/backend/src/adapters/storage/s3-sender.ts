import { writeFile } from 'node:fs/promises'
import type { AwsV4Signer } from 'aws4fetch'
import { limitedFetch } from '../limited-fetch.ts'
import { errorCodeOf } from './s3-xml.ts'

/** Concurrent requests: a page has a few dozen covers. */
const AT_ONCE = 64
/** Minimum throughput of a connection, after an initial allowance of `silenceMs`. Bytes per millisecond. */
const SLOWEST_BYTES_PER_MS = 200

type Signed = Awaited<ReturnType<AwsV4Signer['sign']>>
/**
 * `code`: error code of the XML. `aheadMs`: by how much the clock of the storage was ahead of ours when the headers arrived; NaN if
 * it sends no time.
 */
export type Answered = { status: number; headers: Headers; body: Buffer; code: string | null; aheadMs: number }

/**
 * Returns a function that sends a signed request once, and throws if the storage is silent, too slow, or its response is
 * incomplete. It takes the length of the sent body in bytes, and the file to which the body of a 200 is streamed, if any.
 */
export function s3Sender(silenceMs: number) {
  // Files can have any length.
  const call = limitedFetch({ atOnce: AT_ONCE, mostBytes: Number.POSITIVE_INFINITY })

  return async function send(signed: Signed, sent: number, saveTo: string | undefined): Promise<Answered> {
    const { method, url, headers, body } = signed
    const impatient = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const waitFor = (milliseconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => impatient.abort(), milliseconds)
    }
    async function* pieces(response: Response) {
      const startedAt = performance.now()
      let bytes = 0
      waitFor(silenceMs)
      for await (const piece of response.body ?? []) {
        bytes += piece.length
        waitFor(Math.min(silenceMs, startedAt + silenceMs + bytes / SLOWEST_BYTES_PER_MS - performance.now()))
        yield piece
      }
      const length = response.headers.get('content-length')
      if (method !== 'HEAD' && length !== null && bytes !== Number(length)) throw new Error('the response is incomplete')
    }
    try {
      waitFor(silenceMs + sent / SLOWEST_BYTES_PER_MS)
      const sending = { method, headers, body: body ?? null, signal: impatient.signal, redirect: 'manual' as const }
      const response = await call(url, sending)
      const aheadMs = Date.parse(response.headers.get('date') ?? '') - Date.now()
      const parts: Uint8Array[] = []
      if (saveTo !== undefined && response.status === 200) await writeFile(saveTo, pieces(response))
      else for await (const piece of pieces(response)) parts.push(piece)
      const contents = Buffer.concat(parts)
      const code = response.ok ? null : errorCodeOf(contents.toString('utf8'))
      return { status: response.status, headers: response.headers, body: contents, code, aheadMs }
    } finally {
      clearTimeout(timer)
    }
  }
}
