import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

const port = Number(process.env.E2E_PORT ?? 4900)

/** Browser journeys against the whole kiosk, as `npm start` makes it, on a database of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  // A busy machine is slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A test that passes when it is repeated counts as passed, and is named as flaky at the end.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../test-results/report.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'de-AT',
    // Every step is photographed: for who looks for a fault, not for everybody.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
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
