import { Refusal } from '@kiosk/domain/errors'

/** Longest body of a PUT or POST. Bytes. */
const LONGEST_BODY = 64 * 1024

/** The form-encoded fields of a PUT or POST; anything else is refused. No body is an empty form. */
export async function formBody(request: Request): Promise<Record<string, string>> {
  if (Number(request.headers.get('content-length') ?? 0) > LONGEST_BODY) throw new Refusal('body_too_large')
  const text = await readAtMost(request, LONGEST_BODY)
  if (text === '') return {}
  const [type] = (request.headers.get('content-type') ?? '').split(';', 1)
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') throw new Refusal('unsupported_body')
  return Object.fromEntries(new URLSearchParams(text))
}

async function readAtMost(request: Request, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bytes) throw new Refusal('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
