/** The only API of Node that loaders and actions use; types of all of Node would allow `process` in screens. */
declare module 'node:crypto' {
  export function hash(algorithm: 'sha256', data: string, encoding: 'base64' | 'base64url'): string
}
