import { createHmac } from 'node:crypto'
import { VERIFICATION_CODE_DIGITS } from '@kiosk/domain/accounts/limits'

/**
 * The code beside the link of a verification e-mail: six digits derived from the link's token, so that both are spent
 * together and nothing more is stored. It is too short to be secret on its own, so it is valid only in the browser of the
 * registration, with few attempts a day.
 */
export function verificationCode(secret: Buffer, tokenHash: Buffer): string {
  const number = createHmac('sha256', secret).update('verification code ').update(tokenHash).digest().readUInt32BE(0)
  return String(number % 10 ** VERIFICATION_CODE_DIGITS).padStart(VERIFICATION_CODE_DIGITS, '0')
}
