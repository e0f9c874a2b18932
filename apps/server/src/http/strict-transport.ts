/**
 * Header that tells browsers to use https only (RFC 6797), for a year. It does not include subdomains, which may belong to
 * others.
 */
export const STRICT_TRANSPORT = ['strict-transport-security', 'max-age=31536000'] as const
