// `npm test`: types, lint, then every test, from a fresh clone; ends with one line `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'kiosk-tests-'))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, FORCE_COLOR: '0' }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type Suite = { file: string; specs: { title: string; ok: boolean }[]; suites?: Suite[] }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] }
/** `failures`: what failed, by name, for the end of a long log. */
type Count = { passed: number; failed: number; failures?: string[] }
const steps: { name: string; run: () => Promise<Count> }[] = [
  { name: 'types', run: () => check('tsc', ['--noEmit']) },
  { name: 'lint', run: () => check('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'website and reader build', run: () => check('node', ['apps/server/src/build-clients-command.ts']) },
  { name: 'unit, API, property and crash tests', run: vitest },
  { name: 'browser tests', run: playwright },
]

const total = { passed: 0, failed: 0 }
const failures: string[] = []
for (const { name, run } of steps) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { passed, failed, failures: named } = await run()
  total.passed += passed
  total.failed += failed
  if (failed) failures.push(...(named?.length ? named : [name]))
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
rmSync(out, { recursive: true, force: true })
if (failures.length) console.log(`\nFailed:\n${failures.map((each) => `  ${each}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed ? 1 : 0)

async function check(command: string, args: string[]): Promise<Count> {
  return (await succeeds(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function succeeds(command: string, args: string[], more: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(bin(command), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...more } })
    child.on('error', () => resolve(false))
    child.on('exit', (status) => resolve(status === 0))
  })
}

async function vitest(): Promise<Count> {
  const report = join(out, 'vitest.json')
  const succeeded = await succeeds(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    // Fifty test files ask the website: loading its build takes a tenth of the time.
    { BUILT_WEBSITE: join(root, 'apps/website/build/server/index.js') },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative(root, name)
    // Where preparing the whole file failed no single test did.
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
  return { passed: numPassedTests, failed: failures.length || (succeeded ? 0 : 1), failures }
}

async function playwright(): Promise<Count> {
  if (!(await bringChromium())) {
    console.error(
      'The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM to its path.',
    )
    return { passed: 0, failed: 1 }
  }
  const report = join(out, 'playwright.json')
  const succeeded = await succeeds('playwright', ['test', '--config=e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
  const failures = suites.flatMap(failuresIn)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky || (succeeded ? 0 : 1), failures }
}

function failuresIn({ file, specs, suites }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ title }) => `e2e/${file} › ${title}`)
  return [...failed, ...(suites ?? []).flatMap(failuresIn)]
}

function firstLine(message: string | undefined): string {
  return stripVTControlCharacters(message ?? '').split('\n', 1)[0]!
}

/** Debian's Chromium, installed where it is missing and we may. */
async function bringChromium(): Promise<boolean> {
  if (existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) return true
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) return false
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet)
  return existsSync('/usr/bin/chromium')
}
