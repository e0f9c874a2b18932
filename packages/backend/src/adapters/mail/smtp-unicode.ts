import { HOUR_MS } from '@kiosk/domain/time'
import { greetMailServer } from './greet-mail-server.ts'

const KNOWN_FOR_MS = HOUR_MS
const known = new Map<string, { answer: boolean; at: number }>()

/**
 * Whether a mail server supports non-ASCII addresses (SMTPUTF8, RFC 6531): checked by a separate connection and cached
 * for an hour.
 * @throws when the server is unreachable
 */
export async function knowsUnicodeAddresses(url: string, name: string | undefined): Promise<boolean> {
  const before = known.get(url)
  if (before && performance.now() - before.at < KNOWN_FOR_MS) return before.answer
  const { extensions } = await greetMailServer(url, { name }).catch(() => {
    throw new Error('the capabilities of the mail server could not be queried')
  })
  const answer = extensions.includes('SMTPUTF8')
  known.set(url, { answer, at: performance.now() })
  return answer
}
