import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/{src,app}/**/*.test.{ts,tsx}',
      'architecture.test.ts',
      'requirements.test.ts',
    ],
    globalSetup: ['apps/api/src/database/test-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
