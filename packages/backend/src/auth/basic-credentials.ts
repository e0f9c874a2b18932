export type Credentials = { username: string; password: string }

/** Parses address and password of an `Authorization: Basic` header (RFC 7617, UTF-8, at most 8 KB); null if malformed. */
export function basicCredentials(request: Request): Credentials | null {
  const encoded = /^basic ([\w+/-]{1,8192}={0,2})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const [username, password] = [text.slice(0, colon).trim(), text.slice(colon + 1)]
  // PostgreSQL cannot store it, so no account has it.
  return colon < 0 || !username || !password || text.includes('\0') ? null : { username, password }
}
