import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { bundledPrograms } from './e2e/bundled-programs.ts'
import { testProjects } from './test-projects.ts'

/**
 * Seconds that the longest files take beside others. Those that mostly wait, for a lock, a deadline or a process, leave the
 * processor to the others.
 */
const WAITING_SECONDS: Record<string, number> = {
  'locked-database': 54,
  'lost-connections': 40,
  'embedded-database': 40,
  // Begins when `locked-database`, for whose transactions it would wait, has ended.
  'earlier-pieces': 35,
  'pages-of-two-servers': 29,
  'drill-command': 28,
  'ledger.property': 27,
  'random-day': 24,
  'import-command': 23,
  worker: 22,
  return: 20,
  'clock-changes': 20,
  'upload-crash': 16,
  'import-files': 16,
  'malformed-files': 15,
  'connection-bounds': 15,
  sandbox: 14,
  registration: 14,
  scans: 14,
  connections: 14,
  'demo-command': 13,
  processes: 13,
  uploads: 13,
  'backup-command': 12,
  'password-reset': 12,
  'reading-days': 11,
  metrics: 11,
  'verification-by-code': 10,
  fuzz: 10,
  'bank-authentication': 9,
  'import-identity': 9,
  'stripe-provider': 8,
  'announce-issue': 8,
  gate: 8,
  'push-release': 8,
  'database-away': 7,
  kiosk: 6,
  'job-runner': 6,
  'sending-crash': 6,
  'react-build': 6,
  'rebuild-issue': 6,
}
const COMPUTING_SECONDS: Record<string, number> = {
  backup: 54,
  draining: 30,
  scraper: 28,
  'lock-order': 18,
  'login-limits': 17,
  'every-market': 15,
  webhook: 13,
  'subscription-emails': 11,
  fill: 10,
  replica: 9,
  'print-issue': 9,
}
/** Average of all other files. */
const OTHER_SECONDS = 1.2
/** Part of the run in which the files that wait begin. Otherwise both cores would be idle at its end. */
const WAITING_PART = 0.95

/** Begins with the longest files, and spreads those that wait evenly among those that compute. */
class SpreadWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const nameOf = ({ moduleId }: TestSpecification) => basename(moduleId).replace(/\.test\.tsx?$/, '')
    const waiting = files.filter((file) => nameOf(file) in WAITING_SECONDS)
    const computing = (await super.sort(files)).filter((file) => !waiting.includes(file))
    const starts = [
      ...startsOf(waiting, (file) => WAITING_SECONDS[nameOf(file)]!).map(({ file, at }) => ({ file, at: at * WAITING_PART })),
      ...startsOf(computing, (file) => COMPUTING_SECONDS[nameOf(file)] ?? OTHER_SECONDS),
    ]
    return starts.sort((one, other) => one.at - other.at).map(({ file }) => file)
  }
}

/** Returns when each file starts if they run one after the other, the longest first, as a fraction of the whole time. */
function startsOf<File>(files: File[], secondsOf: (file: File) => number): { file: File; at: number }[] {
  const whole = files.reduce((sum, file) => sum + secondsOf(file), 0)
  let before = 0
  return [...files]
    .sort((one, other) => secondsOf(other) - secondsOf(one))
    .map((file) => {
      const at = before / whole
      before += secondsOf(file)
      return { file, at }
    })
}

/** Starts the database of a test run and applies the migrations. */
const DATABASE = ['packages/backend/src/db/testing/server.ts']

export default defineConfig({
  plugins: process.env.BUNDLED_PROGRAMS ? [bundledPrograms(process.env.BUNDLED_PROGRAMS)] : [],
  test: {
    // Enough for a test on a slow and busy machine; a condition that it waits for has a shorter limit.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    // One file waits while two compute, as a rule; a fourth gains nothing (ADR-0396).
    maxWorkers: 3,
    // Node itself loads the build, as on a server.
    server: { deps: { external: [/\/apps\/website\/build\/server\//] } },
    sequence: { sequencer: SpreadWaiting },
    projects: testProjects().map(({ name, include, isolate }) => ({
      extends: true,
      test: { name, include, isolate, globalSetup: name.startsWith('db') ? DATABASE : [] },
    })),
  },
})
