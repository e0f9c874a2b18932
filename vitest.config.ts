import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const tests = [
  'packages/*/src/**/*.test.ts',
  'apps/*/{src,app}/**/*.test.{ts,tsx}',
  'architecture.test.ts',
  'requirements.test.ts',
]
/** Test files that replace a module or change the folder of their process: no other file may run in it. */
const alone = globSync(tests, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(do)?mock\(|\bprocess\.chdir\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

/** Files of half a minute go first, so that none of them is still at work when all others are done. */
const LONGEST = ['import-command', 'jobs', 'import-files', 'chaos', 'erasure-crash', 'books.property', 'import-identity']
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    globalSetup: ['apps/api/src/database/test-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A third file works while two wait for the database or for programs that they have started.
    maxWorkers: 3,
    // The build is loaded as a server loads it.
    server: { deps: { external: [/\/apps\/website\/build\/server\//] } },
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'alone', include: alone } },
      // Loading the modules anew for each of three hundred files takes longer than most of their tests.
      { test: { name: 'together', include: tests, exclude: alone, isolate: false } },
    ],
  },
})
