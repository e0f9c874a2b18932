// Divides the tests into those that need a database and those that do not, by what they import.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = import.meta.dirname
const TESTS = [
  'packages/*/src/**/*.test.{ts,tsx}',
  'apps/*/{src,app}/**/*.test.{ts,tsx}',
  '{bench,tools}/**/*.test.ts',
  '*.test.ts',
]
/** Sign of a file that uses the database of the test run. */
const USES_DATABASE = /\binject\('databaseServer'\)/
/**
 * Sign of a file that starts its own database. It counts only in tests and their helpers, because the server's modules start one,
 * too.
 */
const STARTS_DATABASE = /\b(embeddedPostgres|connectServer)\(/
/** Sign of a test that mocks a module or changes the working directory, so that no other file may run in its process. */
const NEEDS_A_PROCESS = /\bvi\.(do)?mock\(|\bprocess\.chdir\(/

export type TestProject = { name: string; include: string[]; isolate: boolean }

/**
 * Returns the projects of Vitest: `unit` without a database, `db` with one. Files that need a process of their own are in
 * separate projects, because loading the modules again for each of three hundred files takes longer than most tests.
 */
export function testProjects(): TestProject[] {
  const files = globSync(TESTS, { cwd: root, exclude: (name) => name === 'node_modules' })
  const isDatabaseTest = new Set(files.filter((file) => [...reachedFrom(file)].some(needsDatabase)))
  return ['unit', 'db'].flatMap((name) => {
    const own = files.filter((file) => isDatabaseTest.has(file) === (name === 'db'))
    const alone = own.filter((file) => NEEDS_A_PROCESS.test(textOf(file)))
    return [
      { name, include: own.filter((file) => !alone.includes(file)), isolate: false },
      { name: `${name}-alone`, include: alone, isolate: true },
    ].filter(({ include }) => include.length > 0)
  })
}

function needsDatabase(file: string): boolean {
  const isTest = /\.test\.|(^|\/)(test-|testing\/)/.test(file)
  return USES_DATABASE.test(textOf(file)) || (isTest && STARTS_DATABASE.test(textOf(file)))
}

/** Returns a file and all of our files that it imports, directly or not. Paths from the root of the project. */
function reachedFrom(file: string): Set<string> {
  const reached = new Set([file])
  for (const each of reached) for (const imported of importsOf(each)) reached.add(imported)
  return reached
}

const imports = new Map<string, string[]>()
function importsOf(file: string): string[] {
  const known = imports.get(file)
  if (known) return known
  const names = [...textOf(file).matchAll(/^(?!import type).*?(?:\bfrom |\bimport\(|^import |new URL\()'([^']+)'/gm)]
  const found = names.map(([, name]) => fileOf(name!, file)).filter((each) => each !== undefined)
  imports.set(file, found)
  return found
}

/** Folder of each of our packages and what it exports: `{ './*': './src/*.ts' }`. */
const workspaces = new Map(
  globSync('{packages/*,apps/*,bench}/package.json', { cwd: root }).map((file) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      name: string
      exports?: Record<string, string>
    }
    return [name, { folder: dirname(file), exports }]
  }),
)

function fileOf(name: string, importer: string): string | undefined {
  if (name.startsWith('.')) return isSource(join(dirname(importer), name))
  const [scope, own, ...path] = name.split('/')
  const workspace = workspaces.get(`${scope}/${own}`)
  for (const target of Object.values(workspace?.exports ?? {})) {
    const file = isSource(join(workspace!.folder, target.replace('*', path.join('/'))))
    if (file) return file
  }
  return undefined
}

const isSource = (file: string) => (/\.(ts|tsx)$/.test(file) && existsSync(join(root, file)) ? file : undefined)

const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}
