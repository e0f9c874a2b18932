import { createHmac } from 'node:crypto'
import { hashOf } from '../auth/random-token.ts'

const DIGITS = 6

/**
 * The code beside the link of a verification e-mail: six digits derived from the link's token, so that both are spent
 * together and nothing more is stored. Too short to be secret alone: it counts only in the browser of the registration,
 * and few are accepted in a day.
 */
export function verificationCode(secret: Buffer, token: string | Buffer): string {
  const hash = typeof token === 'string' ? hashOf(token) : token
  const number = createHmac('sha256', secret).update('verification code ').update(hash).digest().readUInt32BE(0)
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}
