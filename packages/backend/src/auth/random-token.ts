import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits for a cookie or a link, and their hash; the database stores only the hash. */
export function randomToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
