import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { bundledPrograms } from './e2e/bundled-programs.ts'
import { testProjects } from './test-projects.ts'

/**
 * Files that take ten seconds or more run first, so that none of them is still running when all others are done; one that mostly
 * waits runs beside two that compute.
 */
const LONGEST = [
  'locked-database',
  'backup',
  'lost-connections',
  'random-day',
  'print-issue',
  'draining',
  // Not beside `locked-database`, for whose transactions it would wait.
  'earlier-pieces',
  'ledger.property',
  'import-command',
  'worker',
  'scraper',
  'drill-command',
  'pages-of-two-servers',
  'hostile-pages',
  'every-market',
  'connection-bounds',
  'import-files',
  'layout-model',
  'import-identity',
  'malformed-files',
  'embedded-database',
  'lock-order',
  'login-limits',
  'fuzz',
  'price-crash',
  'upload-crash',
  'chaos',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
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
    // A third file runs while two wait for the database or for processes that they have started.
    maxWorkers: 3,
    // Node itself loads the build, as on a server.
    server: { deps: { external: [/\/apps\/website\/build\/server\//] } },
    sequence: { sequencer: LongestFirst },
    projects: testProjects().map(({ name, include, isolate }) => ({
      extends: true,
      test: { name, include, isolate, globalSetup: name.startsWith('db') ? DATABASE : [] },
    })),
  },
})
