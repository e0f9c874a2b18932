import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

const port = Number(process.env.E2E_PORT ?? 4900)

/** Browser tests of the whole kiosk, as `npm start` runs it, with a database of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // A third test runs while two wait for the server or for an animation.
  workers: 3,
  fullyParallel: true,
  // Generous, because a slow machine is not an error.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A test that passes when it is repeated counts as passed, and is named as flaky at the end.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/report.json' }]],
  use: {
    // Shorter than the limit of a test, so that a lost press is repeated sooner.
    actionTimeout: 60_000,
    baseURL: `http://localhost:${port}`,
    locale: 'de-AT',
    // Movement takes a sixth of the time of all tests; the tests about it ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Registering a worker takes a third of the time of opening an issue; the tests about it and about downloads allow it.
    serviceWorkers: 'block',
    // A trace takes a screenshot of every step, which is needed for debugging only.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        // No test asks another host, as the login page of the simulated provider would.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Saves a process and its messages for each response: a tenth of the time of the browser's own processes.
        '--enable-features=NetworkServiceInProcess2',
        // No page lives long enough to earn back the time of the optimising compilers, which take a tenth of the processor time.
        '--js-flags=--no-turbofan --no-maglev',
      ],
    },
  },
  webServer: {
    command: `exec node e2e/kiosk-for-tests.ts ${port}`,
    cwd: '..',
    url: `http://localhost:${port}/health`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
  },
})
