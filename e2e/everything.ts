// `npm test`: types, lint, then every test, from a fresh clone; ends with one line `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'kiosk-tests-'))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, FORCE_COLOR: '0' }

type Count = { passed: number; failed: number }
const steps: { name: string; run: () => Promise<Count> }[] = [
  { name: 'types', run: () => check('tsc', ['--noEmit']) },
  { name: 'lint', run: () => check('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'website and reader build', run: () => check('node', ['apps/server/src/build-clients-command.ts']) },
  { name: 'unit, API, property and crash tests', run: vitest },
  { name: 'browser tests', run: playwright },
]

const total: Count = { passed: 0, failed: 0 }
for (const { name, run } of steps) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { passed, failed } = await run()
  total.passed += passed
  total.failed += failed
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
rmSync(out, { recursive: true, force: true })
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
  const succeeded = await succeeds('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const read = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  return { passed: read.numPassedTests, failed: read.numFailedTests || (succeeded ? 0 : 1) }
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
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky || (succeeded ? 0 : 1) }
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
