/** All that loaders and actions use of Node; the rest are web standards. Types of Node would allow `process` in screens. */
declare module 'node:crypto' {
  export function hash(algorithm: 'sha256', data: string, encoding: 'base64' | 'base64url'): string
}
