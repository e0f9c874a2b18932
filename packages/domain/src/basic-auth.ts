/** Returns whether a password may be sent with a request: over https, or on loopback during development. */
export function allowsPasswords(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Returns a `WWW-Authenticate` header that requests e-mail address and password. */
export function basicChallenge(siteName: string): string {
  return `Basic realm="${siteName.replace(/["\\]/g, '').replace(/[^\x20-\x7e]/g, '?')}", charset="UTF-8"`
}
