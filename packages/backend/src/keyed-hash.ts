import { createHmac } from 'node:crypto'

/**
 * Returns the HMAC-SHA256 of a text as 43 characters of base64url. A text that the secret of the instance signs begins with its
 * purpose, so that the signature is valid for no other.
 */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
