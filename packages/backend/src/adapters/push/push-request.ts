import { importJWK, SignJWT } from 'jose'
import { encryptedMessage } from './encrypt-message.ts'
import type { PushAddress, PushMessage, PushOutcome, PushSender } from './port.ts'

/** Lifetime of the VAPID token for one push service; the maximum is a day. */
const TOKEN_LIFETIME = '12h'

/** Builds the request for a message (RFC 8030): headers with the VAPID token (RFC 8292), and the encrypted text. */
export async function pushRequest(
  to: PushAddress,
  { text, topic, lifetime }: PushMessage,
  { privateKey, publicKey, contact }: PushSender,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(to.endpoint).origin)
    .setSubject(contact)
    .setExpirationTime(TOKEN_LIFETIME)
    .sign(await importJWK(privateKey as Parameters<typeof importJWK>[0], 'ES256'))
  const body = encryptedMessage(text, to)
  return {
    headers: {
      authorization: `vapid t=${token}, k=${publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ttl: String(lifetime),
      topic,
      urgency: 'normal',
    },
    body,
  }
}

/** Maps the response of a push service. */
export function outcomeOf(status: number, retryAfter: string | undefined, now = Date.now()): PushOutcome {
  const reason = `the push service answered ${status}`
  if (status >= 200 && status < 300) return { state: 'taken' }
  if (status === 404 || status === 410) return { state: 'gone' }
  if (status === 429 || status === 408 || status >= 500) return { state: 'later', seconds: secondsOf(retryAfter, now), reason }
  return { state: 'refused', reason }
}

/** Converts a Retry-After header, which has seconds or a date, to seconds; null = none. */
function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (!retryAfter) return null
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}
