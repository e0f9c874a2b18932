// `npm test`: builds, then runs every test, with types and lint beside them, from a fresh clone; ends with one line `N passed, N
// failed`. `npm run test:unit`, `test:db` and `test:e2e` run one part of it and pass their arguments on.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { memoryFolder } from '@kiosk/backend/db/testing/memory-folder'
import { hasPgBouncer } from '@kiosk/backend/db/testing/pgbouncer'
import { missingPackages, wholeChromium } from './chromium.ts'
import { NEWEST_ISSUES } from './data-folder.ts'

const root = join(import.meta.dirname, '..')
// Databases, browser profiles and files of tests; removed at the end of this run.
const out = mkdtempSync(join(memoryFolder(), 'kiosk-tests-'))
const temporary = join(out, 'temporary')
mkdirSync(temporary)
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  FORCE_COLOR: '0',
  TMPDIR: temporary,
  // Some hundred processes start, most of them with the same modules.
  NODE_COMPILE_CACHE: join(out, 'compiled'),
}
/** Bundles of programs that tests start. */
const programs = join(root, 'build/programs')
/** If more files of Vitest fail than this, the fault is not the load of the machine, and none is repeated. */
const MOST_REPEATED_FILES = 5
/** Lines of a test's error that are repeated at the end. */
const MOST_LINES = 20
/** Data of the kiosk that the browser tests visit. */
const newsstand = process.env.E2E_DATA_DIR ?? join(out, 'newsstand')

type VitestFile = {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}
type Suite = {
  file: string
  specs: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
  suites?: Suite[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] }
/** `failures`: names of what failed, which are repeated at the end of the long log. */
type Count = { passed: number; failed: number; failures?: string[] }
const total = { passed: 0, failed: 0 }
const failures: string[] = []
/** Tests that passed only when they were repeated. */
const flaky: string[] = []
const started = Date.now()
/** `all`, `unit`, `db` or `e2e`; the rest goes to Vitest or Playwright: names of files, `--shard=1/3`. */
const [part = 'all', ...args] = process.argv.slice(2)
const build = () => step('website, reader and desk build', () => check('node', ['apps/server/src/build-clients-command.ts']))
const bundle = () => step('bundles of programs that tests start', () => check('node', ['e2e/bundled-programs.ts', programs]))
await Promise.all([build(), part === 'e2e' ? undefined : bundle()])
// Compilers, which no test needs, use the processor time that waiting tests leave.
const checked =
  part === 'all' &&
  Promise.all([
    step('types', () => check('node', ['--run', 'types'], constants.priority.PRIORITY_LOW)),
    step('lint', () => check('biome', ['check', '--error-on-warnings', '.'], constants.priority.PRIORITY_LOW)),
  ])
const isBrowserRun = part === 'all' || part === 'e2e'
// Some database tests use it, and are skipped without it.
const pooler = part === 'all' || part === 'db' ? bring(hasPgBouncer ? [] : ['pgbouncer']) : undefined
const browser = isBrowserRun ? bringChromium() : undefined
const printed = isBrowserRun ? printNewsstand() : undefined
await pooler
if (part === 'all') await step('unit, API, property and crash tests', () => vitest([]))
await checked
if (part === 'unit' || part === 'db') await step(`${part} tests`, () => vitest(['--project', `${part}*`, ...args]))
if (isBrowserRun) await step('browser tests', () => playwright(args))
rmSync(out, { recursive: true, force: true })
console.log(`\n── everything: ${secondsSince(started)} s`)
if (flaky.length) console.log(`\nFlaky:\n${flaky.map((each) => `  ${each}`).join('\n')}`)
if (failures.length) console.log(`\nFailed:\n${failures.map((each) => `  ${each}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)

async function step(name: string, run: () => Promise<Count>): Promise<void> {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { passed, failed, failures: named } = await run()
  total.passed += passed
  total.failed += failed
  if (failed) failures.push(...(named?.length ? named : [name]))
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${secondsSince(started)} s`)
}

function secondsSince(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(0)
}

async function check(command: string, args: string[], priority?: number): Promise<Count> {
  return (await succeeds(command, args, {}, priority)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function succeeds(command: string, args: string[], more: Record<string, string> = {}, priority?: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(bin(command), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...more } })
    if (priority !== undefined) child.on('spawn', () => setPriority(child.pid!, priority))
    child.on('error', () => resolve(false))
    child.on('exit', (status) => resolve(status === 0))
  })
}

/** Runs Vitest. A few files that failed are repeated, one at a time, because they may have failed under the load of others. */
async function vitest(args: string[]): Promise<Count> {
  const first = await vitestOnce(args)
  const failed = first.files.filter(({ status }) => status === 'failed')
  const isRepeated = failed.length > 0 && failed.length <= MOST_REPEATED_FILES
  if (isRepeated) console.log(`\n── ${failed.length} failed: repeated, one at a time`)
  const again = isRepeated ? await vitestOnce(['--no-file-parallelism', ...failed.map(({ name }) => name)]) : first
  const files = first.files.map((file) => again.files.find(({ name }) => name === file.name) ?? file)
  const passed = files.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed')).length
  const failures = files.flatMap(failuresOf)
  const hasPassed = ({ name }: VitestFile) => files.some((file) => file.name === name && file.status === 'passed')
  flaky.push(...failed.filter(hasPassed).flatMap(failuresOf))
  return { passed, failed: failures.length || (again.succeeded ? 0 : 1), failures }
}

async function vitestOnce(args: string[]): Promise<{ succeeded: boolean; files: VitestFile[] }> {
  const report = join(out, 'vitest.json')
  rmSync(report, { force: true })
  const succeeded = await succeeds(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    {
      // Fifty test files use the website; loading its build takes a tenth of the time.
      BUILT_WEBSITE: join(root, 'apps/website/build/server/index.js'),
      BUNDLED_PROGRAMS: programs,
      // As in production: with React's development build, tests of pages take half as long again (ADR-0337).
      NODE_ENV: 'production',
    },
  )
  if (!existsSync(report)) return { succeeded: false, files: [] }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: VitestFile[] }
  return { succeeded, files: testResults }
}

/** Returns the names of a file's failed tests with their causes. */
function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const file = relative(root, name)
  // If the setup of a file failed, none of its tests is marked as failed.
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${cause(message)}`] : []
  return failed.map((test) => `${file} › ${test.fullName}: ${cause(test.failureMessages[0])}`)
}

/**
 * Prints and imports the newsstand of the browser tests with a low priority, because it takes more than a minute of processor
 * time. Ignores failures: the kiosk repeats what is missing and reports them.
 */
function printNewsstand(): Promise<unknown> {
  return new Promise((resolve) => {
    const options = { ...env, DATA_DIR: newsstand }
    const demo = ['apps/operator/src/kiosk.ts', 'demo', '--newest', NEWEST_ISSUES]
    const child = spawn(bin('node'), demo, { cwd: root, stdio: 'ignore', env: options })
    child.on('spawn', () => setPriority(child.pid!, constants.priority.PRIORITY_LOW))
    child.on('error', resolve)
    child.on('exit', resolve)
  })
}

async function playwright(args: string[]): Promise<Count> {
  await printed
  if (!(await browser)) {
    console.error(
      'The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM to its path.',
    )
    return { passed: 0, failed: 1 }
  }
  const report = join(out, 'playwright.json')
  const succeeded = await succeeds('playwright', ['test', '--config=e2e/playwright.config.ts', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_DATA_DIR: newsstand,
  })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
  flaky.push(...suites.flatMap((suite) => testsIn(suite, 'flaky')))
  const failures = suites.flatMap((suite) => testsIn(suite, 'unexpected'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected || (succeeded ? 0 : 1), failures }
}

/** Returns the names of the tests with this status. */
function testsIn({ file, specs, suites }: Suite, status: 'unexpected' | 'flaky'): string[] {
  const named = specs.filter(({ tests }) => tests.some((each) => each.status === status))
  return [...named.map(({ title }) => `e2e/${file} › ${title}`), ...(suites ?? []).flatMap((each) => testsIn(each, status))]
}

/** Returns the message of an error without its stack, with the seed and the steps of a property that failed. */
function cause(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  return lines.slice(0, stack === -1 ? MOST_LINES : Math.min(stack, MOST_LINES)).join('\n    ')
}

/** Installs Debian's Chromium if it is missing and we may. @returns whether Chromium is there */
async function bringChromium(): Promise<boolean> {
  await pooler
  await bring(missingPackages())
  return existsSync(wholeChromium())
}

/** Installs packages of Debian if we may. */
async function bring(missing: readonly string[]): Promise<void> {
  const mayInstall = process.getuid?.() === 0 && missing.length > 0 && (await quietly('apt-get', ['--version']))
  if (mayInstall) await quietly('apt-get', ['update', '-qq'])
  // One by one, because older releases of Debian have the full browser only.
  if (mayInstall) for (const name of missing) await quietly('apt-get', ['install', '-y', '-qq', name])
}

function quietly(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    child.on('error', () => resolve(false))
    child.on('exit', (status) => resolve(status === 0))
  })
}
