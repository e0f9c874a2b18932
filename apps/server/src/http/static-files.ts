import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { type CacheRuleName, cacheControl } from '@kiosk/domain/cache-rules'
import { compress, type Encoding, encodingFor } from './compression.ts'

const MEDIA_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.mp4': 'video/mp4',
}
const COMPRESSIBLE = /^(text|application|image\/svg)/

type StaticFile = { body: Buffer; type: string; immutable: boolean; encoded: Map<string, Promise<Buffer>> }
export type StaticFiles = {
  has(path: string): boolean
  /** False = not one of these files, or unreadable. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

/** Compresses a file. The first request does not wait for the smallest form; later requests get it. */
function encodedAs(encoding: Encoding, file: StaticFile): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(file.body)
  const known = file.encoded.get(encoding)
  if (known) return known
  const quick = compress(file.body, encoding, 'often')
  file.encoded.set(encoding, quick)
  if (encoding === 'br')
    quick
      .then(() => compress(file.body, encoding, 'always'))
      .then((smallest) => file.encoded.set(encoding, Promise.resolve(smallest)))
      .catch(() => {})
  return quick
}

/** A service worker kept by a CDN would outlive its version. */
function ruleOf(path: string, { immutable }: StaticFile): CacheRuleName {
  if (path.endsWith('/sw.js')) return 'worker'
  return immutable ? 'hashedFile' : 'file'
}

/**
 * Serves the built files of a folder under `prefix`; each is read once and compressed at its first request.
 * Files in `assets/` have a hash in their name and never change.
 */
export function staticFiles(folder: string, prefix: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const name of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []) {
    const path = join(folder, name)
    const type = MEDIA_TYPES[extname(name)]
    if (!type || !statSync(path).isFile()) continue
    files.set(prefix + name, { body: readFileSync(path), type, immutable: name.startsWith('assets/'), encoded: new Map() })
  }
  return {
    has: (path) => files.has(path),
    async answer(path, request, response) {
      const file = files.get(path)
      if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      const encoding = COMPRESSIBLE.test(file.type) ? encodingFor(request.headers['accept-encoding']) : 'identity'
      const body = await encodedAs(encoding, file)
      response.writeHead(200, {
        'content-type': file.type,
        'content-length': body.length,
        'cache-control': cacheControl(ruleOf(path, file)),
        'x-content-type-options': 'nosniff',
        // The service worker of the reader controls the website, too.
        ...(path.endsWith('/sw.js') ? { 'service-worker-allowed': '/' } : {}),
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      })
      response.end(request.method === 'HEAD' ? undefined : body)
      return true
    },
  }
}
