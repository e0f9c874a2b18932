import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testProjects } from './test-projects.ts'

/** Files of half a minute go first, so that none of them is still at work when all others are done. */
const LONGEST = ['import-command', 'handlers', 'import-files', 'chaos', 'erasure-crash', 'ledger.property', 'import-identity']
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** Starts the database of a test run, made ready by the migrations. */
const DATABASE = ['packages/backend/src/db/testing/server.ts']

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A third file works while two wait for the database or for programs that they have started.
    maxWorkers: 3,
    // The build is loaded as a server loads it.
    server: { deps: { external: [/\/apps\/website\/build\/server\//] } },
    sequence: { sequencer: LongestFirst },
    projects: testProjects().map(({ name, include, isolate }) => ({
      extends: true,
      test: { name, include, isolate, globalSetup: name.startsWith('db') ? DATABASE : [] },
    })),
  },
})
