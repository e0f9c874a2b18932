import { createHmac } from 'node:crypto'

/**
 * Returns the HMAC-SHA256 of a text as 43 characters of base64url. A text that is signed with the secret of the instance begins
 * with its purpose, so that the signature is valid for no other. Networks (`security-events.ts`, `request-limits.ts`) and the keys
 * of `rate-limits.ts` have no purpose before them: their hashes are only stored and counted, and no request may send one.
 */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
