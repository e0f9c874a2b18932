import { testDatabase } from '@kiosk/backend/db/testing/database'
import { afterEach, expect, test, vi } from 'vitest'
import { linesOf } from './promo-command.ts'
import { runCommand } from './run-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('adds a code once and lists its redemptions', async () => {
  const connection = await testDatabase()
  vi.stubEnv('DATABASE_URL', connection.url)
  const output: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void output.push(line))
  vi.spyOn(console, 'error').mockImplementation((line) => void output.push(line))
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
  expect(await runCommand(['promo', ...add, '--title', 'Sommer', '--title-fr', 'Été'])).toBe(0)
  expect(await runCommand(['promo', ...add])).toBe(1)
  expect(await runCommand(['promo', 'list'])).toBe(0)
  expect(output).toEqual([
    'SOMMER-26 can be redeemed.',
    'The code SOMMER-26 already exists and was not changed.',
    'SOMMER-26        2026-06-01 to 2026-08-31, 14 days, AT, CH, 0 of 50 redeemed',
  ])
  const row = await connection.db.selectFrom('promo_codes').selectAll().executeTakeFirstOrThrow()
  expect(row.titles).toEqual({ de: 'Sommer', en: 'Sommer', fr: 'Été' })
  expect(row.redeemable_until).toEqual(new Date('2026-08-31T22:00:00Z'))
  await connection.db.deleteFrom('promo_codes').execute()
  expect(await linesOf(connection.db)).toEqual(['There are no promo codes.'])
  await connection.close()
})

test.each<[string[], string]>([
  [['add'], "required option '--until <DAY>' not specified"],
  [['add', '--until', '2030-01-01'], "missing required argument 'CODE'"],
  [['add', 'ab', '--until', '2030-01-01'], "value 'ab' is invalid for argument 'CODE'"],
  [['add', 'Ünter', '--until', '2030-01-01'], "value 'Ünter' is invalid"],
  [['add', '', '--until', '2030-01-01'], "value '' is invalid"],
  [['add', 'GUT', 'BESSER', '--until', '2030-01-01'], "too many arguments for 'add'"],
  [['add', 'GUT'], "required option '--until <DAY>' not specified"],
  [['add', 'GUT', '--until', '2026-02-30'], "argument '2026-02-30' is invalid. A day is written"],
  [['add', 'GUT', '--until', '2026-01-01', '--from', '2026-06-01'], '--until is before --from'],
  [['add', 'GUT', '--until', '2020-01-01'], '--until is before --from'],
  [['add', 'GUT', '--until', '2030-01-01', '--days', '0'], "argument '0' is invalid"],
  [['add', 'GUT', '--until', '2030-01-01', '--most', '1.5'], "argument '1.5' is invalid"],
  [['add', 'GUT', '--until', '2030-01-01', '--in', 'AT,FR'], "argument 'AT,FR' is invalid. Markets are written"],
  [['list', 'all'], "too many arguments for 'list'"],
  [['remove', 'GUT'], "unknown command 'remove'"],
  [[], ''],
])('rejects the arguments %j with a reason and the usage', async (args, why) => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await runCommand(['promo', ...args])).toBe(64)
  expect(shown.mock.calls[0]?.[0]).toContain('Usage: npm run kiosk -- promo')
  expect(shown.mock.calls[0]?.[0]).toContain(why)
})
