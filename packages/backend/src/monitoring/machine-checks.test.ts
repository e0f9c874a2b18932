import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCommandConfig } from '../config.ts'
import { runChecks } from './checks.ts'
import { machineChecks } from './machine-checks.ts'

async function check(name: string, environment: Record<string, string> = {}): Promise<string[]> {
  const checks = machineChecks(readCommandConfig(environment), environment).filter((each) => each.name === name)
  return (await runChecks(checks)).map(({ status, says }) => `${status}: ${says}`)
}

test('settings with which a server would not start are errors, one for each', async () => {
  const production = await check('settings', { ENVIRONMENT: 'production', PUBLIC_URL: 'http://kiosk.example.org' })
  expect(production.every((each) => each.startsWith('error: '))).toBe(true)
  expect(production).toContain('error: PUBLIC_URL: set the https:// address of the kiosk')
  expect(production).toContain('error: SMTP_URL: set the mail server that takes your e-mails')
  expect(await check('settings')).toEqual(['ok: development, http://localhost:3000'])
})

test('a public newsstand that is not in production is a warning', async () => {
  const settings = { ENVIRONMENT: 'staging', PUBLIC_URL: 'https://kiosk.example.org' }
  expect(await check('settings', settings)).toEqual(['warning: ENVIRONMENT=staging behind https://kiosk.example.org'])
})

test('payment keys of different modes do not fit together', async () => {
  const keys = (secret: string, publishable: string, more: Record<string, string> = {}) =>
    check('payment keys', {
      ENVIRONMENT: 'staging',
      STRIPE_SECRET_KEY: secret,
      STRIPE_PUBLISHABLE_KEY: publishable,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      ...more,
    })
  expect(await keys('sk_test_1', 'pk_test_1')).toEqual(['ok: Stripe: keys for tests'])
  expect(await keys('sk_test_1', 'pk_live_1')).toEqual(['error: Stripe: one key is for tests and the other is live'])
  expect(await keys('sk_live_1', 'pk_live_1')).toEqual(['warning: Stripe: live keys with ENVIRONMENT=staging'])
  expect(await keys('sk_live_1', 'pk_live_1', { ENVIRONMENT: 'production' })).toEqual(['ok: Stripe: keys of the live mode'])
  expect(await check('payment keys', { PAYMENTS: 'none' })).toEqual(['skipped: no payment provider is set'])
})

test('the data folder must be there, with some space', async () => {
  expect(await check('data folder', { DATA_DIR: tmpdir() })).toEqual([expect.stringMatching(/: \d+\.\d of \d+\.\d GB are free$/)])
  const missing = join(tmpdir(), 'no-such-folder-of-a-newsstand')
  expect(await check('data folder', { DATA_DIR: missing })).toEqual([`error: ${missing}: ENOENT`])
})
