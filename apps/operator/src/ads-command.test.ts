import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { dayInUtc } from '@kiosk/domain/day'
import { afterEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('imports a file, lists it and counts by day; an invalid file changes nothing and is reported with its line', async () => {
  const connection = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kiosk-ads-'))
  vi.stubEnv('DATABASE_URL', connection.url)
  vi.stubEnv('DATA_DIR', folder)
  const output: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void output.push(line))
  vi.spyOn(console, 'error').mockImplementation((line) => void output.push(line))
  const file = join(folder, 'ads.yaml')
  const yaml = (headline: string) =>
    `advertisements:\n  - key: sommer\n    language: de\n    headline: ${headline}\n    body: Drei Monate lesen.\n    target: /\n    markets: [AT]\n    from: 2026-06-01\n`
  await writeFile(file, yaml('Ein Sommer'))
  expect(await runCommand(['ads', 'import', file])).toBe(0)
  await writeFile(file, yaml('""'))
  expect(await runCommand(['ads', 'import', file])).toBe(65)
  expect(await runCommand(['ads', 'list'])).toBe(0)
  expect(await runCommand(['ads', 'statistics'])).toBe(0)
  const { id } = await connection.db.selectFrom('advertisements').select('id').executeTakeFirstOrThrow()
  const day = dayInUtc(new Date())
  await connection.db
    .insertInto('advertisement_counts')
    .values({ advertisement_id: id, day, impressions: 40, clicks: 3 })
    .execute()
  // The former name of "statistics".
  expect(await runCommand(['ads', 'figures', '--days', '2'])).toBe(0)
  expect(await runCommand(['ads', 'statistics', '--days', 'x'])).toBe(64)
  expect(output.slice(0, -1)).toEqual([
    '1 added, 0 changed.',
    expect.stringMatching(/^sommer, headline: /),
    'Nothing is changed.',
    'sommer               de Ein Sommer: AT, everywhere, from 2026-06-01, weight 1',
    'No ad was shown.',
    `${day} sommer               40 impressions, 3 clicks (7.5 %)  Ein Sommer`,
  ])
  await rm(folder, { recursive: true })
  await connection.close()
})
