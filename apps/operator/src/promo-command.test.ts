import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterEach, expect, test, vi } from 'vitest'
import { linesOf, promoCommand, promoOf } from './promo-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('adds a code once and lists its redemptions', async () => {
  const connection = await testDatabase()
  vi.stubEnv('DATABASE_URL', connection.url)
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line))
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line))
  const add = [
    'add',
    'sommer-26',
    '--from',
    '2026-06-01',
    '--until',
    '2026-08-31',
    '--days',
    '14',
    '--in',
    'at, ch',
    '--most',
    '50',
  ]
  expect(await promoCommand.run([...add, '--title', 'Sommer', '--title-fr', 'Été'])).toBe(0)
  expect(await promoCommand.run(add)).toBe(1)
  expect(await promoCommand.run(['list'])).toBe(0)
  expect(said).toEqual([
    'SOMMER-26 can be redeemed.',
    'The code SOMMER-26 already exists and was not changed.',
    'SOMMER-26        2026-06-01 to 2026-08-31, 14 days, AT, CH, 0 of 50 redeemed',
  ])
  const row = await connection.db.selectFrom('promo_codes').selectAll().executeTakeFirstOrThrow()
  expect(row.titles).toEqual({ de: 'Sommer', en: 'Sommer', fr: 'Été' })
  expect(row.redeemable_until).toEqual(new Date('2026-09-01T00:00:00Z'))
  await connection.db.deleteFrom('promo_codes').execute()
  expect(await linesOf(connection.db)).toEqual(['There are no promo codes.'])
  await connection.close()
})

test.each([
  [['add']],
  [['add', 'ab', '--until', '2030-01-01']],
  [['add', 'GUT', 'BESSER', '--until', '2030-01-01']],
  [['list', 'all']],
  [['remove', 'GUT']],
  [[]],
])('rejects the arguments %j with the help text', async (args) => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await promoCommand.run(args)).toBe(64)
  expect(shown.mock.calls[0]?.[0]).toContain('promo add CODE')
})

test.each([
  ['', { until: '2030-01-01' }],
  ['Ünter', { until: '2030-01-01' }],
  ['GUT', {}],
  ['GUT', { until: '2026-02-30' }],
  ['GUT', { until: '2026-01-01' }],
  ['GUT', { until: '2030-01-01', days: '0' }],
  ['GUT', { until: '2030-01-01', most: '1.5' }],
  ['GUT', { until: '2030-01-01', in: 'AT,FR' }],
])('creates no code from %j with %j', (code, options) => {
  expect(promoOf(code, options, '2026-06-01')).toBeNull()
})
