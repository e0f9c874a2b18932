import type { ServerResponse } from 'node:http'

/**
 * Header that tells browsers to use https only (RFC 6797), for a year. It does not include subdomains, which may belong to
 * others.
 */
export const STRICT_TRANSPORT = ['strict-transport-security', 'max-age=31536000'] as const

/**
 * Adds the header with `hsts`. Not called before a cached page is looked up: it has the header already, and setting it again costs
 * a quarter of its time.
 */
export function requireHttps(response: ServerResponse, hsts: boolean | undefined): void {
  if (hsts && !response.headersSent) response.setHeader(...STRICT_TRANSPORT)
}
