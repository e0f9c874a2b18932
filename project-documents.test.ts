// The documents of the project match the code: commands, versions, notices, sizes.
import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { settingGroups } from '@kiosk/backend/settings/settings'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { WANTED_NODE } from './runtime/node-package.mjs'
import { isBuilt, notices } from './tools/notices.ts'
import { filesBelow, isUnloaded, LIMIT_BYTES } from './tools/prune-production.ts'

const root = import.meta.dirname
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
const documents = [
  'README.md',
  'docs/operating.md',
  'docs/settings.md',
  'docs/scale.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  '.github/workflows/ci.yml',
  'Dockerfile',
]

test.each(documents)('every npm command in %s exists', (file) => {
  const named = [...text(file).matchAll(/\bnpm run ([a-z0-9:-]*[a-z0-9])/g)].map(([, name]) => name!)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('every file that a script starts exists', () => {
  const files = Object.values(scripts).flatMap((script) => script.match(/[\w./-]+\.(ts|mjs|sh)\b/g) ?? [])
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('bench/README.md lists every benchmark, and no other', () => {
  const listed = [...text('bench/README.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name!)
  const existing = globSync('bench/*.bench.ts', { cwd: root }).map((file) => basename(file, '.bench.ts'))
  expect(listed).toEqual(existing.sort())
})

test('.nvmrc, the image and the project want the same Node', () => {
  const wanted = String(WANTED_NODE.major)
  expect(text('.nvmrc').trim()).toBe(wanted)
  // The image has the Node with which its website was built.
  const images = [...text('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major)
  expect(images).toEqual([wanted])
  expect(text('Dockerfile')).toContain('COPY --from=build /usr/local/bin/node /usr/local/bin/node')
})

test('the containers are given settings that exist, and keep personal data out of the log of the database', () => {
  const { services } = parse(text('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; command?: string }>
  }
  const settings = settingGroups.flatMap(({ schema }) => Object.keys(schema.shape))
  expect(Object.keys(services['read-it']!.environment).filter((name) => !settings.includes(name))).toEqual([])
  const [, ofImage = ''] = /^ENV (.+)$/m.exec(text('Dockerfile')) ?? []
  const names = ofImage.split(' ').map((each) => each.split('=')[0]!)
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !settings.includes(name))).toEqual([])
  for (const each of ['log_error_verbosity=terse', 'log_min_error_statement=panic', 'log_parameter_max_length_on_error=0'])
    expect(services.database!.command).toContain(each)
})

test('every lockfile is kept up to date by a machine', () => {
  const { updates } = parse(text('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directories?: string[] }[]
  }
  const watched = updates.find((each) => each['package-ecosystem'] === 'npm')!.directories!
  const lockfiles = globSync('{,runtime/,tools/*/}package-lock.json', { cwd: root })
  const folders = lockfiles.map((file) => `/${file.replace(/\/?package-lock\.json$/, '')}`)
  expect(folders.length).toBe(3)
  expect(folders.filter((folder) => !watched.some((each) => folder === each || each === folder.replace(/[^/]+$/, '*')))).toEqual(
    [],
  )
})

test.skipIf(!isBuilt())('NOTICES.md names the work of others that is in the product (needs npm run build)', () => {
  expect(text('NOTICES.md')).toBe(notices())
  expect(text('NOTICES.md')).not.toContain('no licence named')
})

/** Returns the bytes on the disk, as `du` counts them. */
function sizeOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  const below = stat.isDirectory() ? readdirSync(path).filter((name) => name !== 'node_modules' && name !== '.cache') : []
  return below.reduce((sum, name) => sum + sizeOf(join(path, name)), (stat.blocks ?? Math.ceil(stat.size / 512)) * 512)
}

/** Returns the bytes of a package in an image, which has only files that some program loads. */
function sizeInImage(path: string): number {
  const files = filesBelow(join(root, path)).map((file) => join(path, file))
  const own = files.filter((file) => !file.slice(path.length).includes('node_modules/'))
  const loaded = own.filter((file) => !isUnloaded(file.slice('node_modules/'.length)))
  return loaded.reduce((sum, file) => sum + lstatSync(join(root, file)).size, 0)
}

test('an image takes less than 250 MB, an install for production less than 280 and one for development less than 560', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>
  }
  const installed = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { dev = false }]) => ({ path, dev, megabytes: sizeOf(join(root, path)) / 2 ** 20 }))
  const sum = (which: typeof installed) => which.reduce((total, { megabytes }) => total + megabytes, 0)
  // 65 MB of them are the component library of the desk, which is in its build (ADR-0201).
  expect(sum(installed)).toBeLessThan(560)
  const production = installed.filter(({ dev }) => !dev)
  // 27 MB of them record spans (ADR-0278).
  expect(sum(production)).toBeLessThan(280)
  // If hardly anything were installed, the limits would prove nothing.
  expect(sum(production)).toBeGreaterThan(100)
  const inImage = production.reduce((total, { path, megabytes }) => total + (megabytes > 0 ? sizeInImage(path) : 0), 0)
  // Sources and builds of the project are the rest: 16 MB.
  expect(inImage).toBeLessThan(LIMIT_BYTES - 16_000_000)
  expect(inImage).toBeGreaterThan(LIMIT_BYTES / 2)
})

/** Rows of the tables of docs/desk-tasks.md as cells. */
const deskRows = text('docs/desk-tasks.md')
  .split('\n')
  .filter((line) => /^\| (\d+|`\/desk)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const deskTasks = deskRows
  .filter(([first]) => /^\d+$/.test(first!))
  .map(([id, , , page, , proof]) => ({ id: id!, page: page!, proof: proof! }))
const deskPages = deskRows
  .filter(([first]) => first!.startsWith('`'))
  .map(([page, proof]) => ({ id: page!, page: /^`[^`]+`/.exec(page!)![0], proof: proof! }))

test('every page of the desk has a task or a test, and every task a page', () => {
  const routes = text('apps/desk/app/routes.ts')
  const paths = [...routes.matchAll(/route\('([^'*]+)'/g)].map(([, path]) => `\`/desk/${path}\``)
  expect(paths.length).toBeGreaterThan(35)
  const named = [...deskTasks, ...deskPages].map(({ page }) => page)
  expect([...paths, '`/desk/`'].filter((path) => !named.includes(path))).toEqual([])
  expect(named.filter((page) => page !== '`Ctrl+K`' && ![...paths, '`/desk/`'].includes(page))).toEqual([])
  expect(deskPages.filter(({ page }) => deskTasks.some((task) => task.page === page))).toEqual([])
})

test('every task and page of the desk names a test that exists', () => {
  let before = ''
  const wrong = [...deskTasks, ...deskPages].filter(({ proof }) => {
    const named = proof === 'the same' ? before : proof
    before = named
    const { file, name } = /^`(?<file>[\w/-]+\.(?:spec|test)\.ts)`: (?<name>.+)$/.exec(named)?.groups ?? {}
    if (!file || !existsSync(join(root, file))) return true
    return !['test(', 'test.step('].some((call) => text(file).includes(`${call}'${name}'`))
  })
  expect(wrong).toEqual([])
})
