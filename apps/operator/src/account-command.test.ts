import { buildAccount, signedIn, subscribe } from '@kiosk/api/accounts/build-account'
import { accountById } from '@kiosk/api/accounts/queries'
import type { Connection } from '@kiosk/api/database/connect'
import { testDatabase } from '@kiosk/api/database/test-database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountCommand } from './account-command.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
  vi.stubEnv('DATABASE_URL', connection.url)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await connection.close()
})

async function account(...args: string[]): Promise<{ status: number; said: string }> {
  const lines: unknown[] = []
  const listen = (line: unknown) => void lines.push(line)
  const ears = [vi.spyOn(console, 'log').mockImplementation(listen), vi.spyOn(console, 'error').mockImplementation(listen)]
  const status = await accountCommand.run(args)
  for (const ear of ears) ear.mockRestore()
  return { status, said: lines.join('\n') }
}

test('an account is shown, closed once, and opened again without its sessions', async () => {
  const { db } = connection
  const built = await buildAccount(db, { email: 'Mira@example.org', verified_at: new Date('2026-02-03') })
  await signedIn(db, built)
  await subscribe(db, built)
  expect((await account('show', 'mira@example.org')).said).toMatch(
    /^Mira@example\.org: active\naccount \d+ since \S+, address confirmed 2026-02-03\n1 sessions, 1 devices\nV-\d{6} PREMIUM: active, without an end, is renewed$/,
  )
  const closed = await account('deactivate', 'mira@example.org')
  expect(closed).toEqual({ status: 0, said: 'Mira@example.org is deactivated: nobody gets in, and nothing more is charged.' })
  const since = (await accountById(db, built.id))!.deactivated_at
  expect(since).toBeInstanceOf(Date)
  expect((await account('deactivate', 'mira@example.org')).said).toBe('Mira@example.org is deactivated already.')
  expect((await accountById(db, built.id))!.deactivated_at).toEqual(since)
  const shown = (await account('show', 'mira@example.org')).said
  expect(shown).toContain('Mira@example.org: deactivated since 20')
  expect(shown).toContain('\n0 sessions, 1 devices\n')
  expect((await account('activate', 'mira@example.org')).said).toBe('Mira@example.org may log in again.')
  expect((await account('activate', 'mira@example.org')).said).toBe('Mira@example.org is active already.')
  expect((await account('show', 'mira@example.org')).said).toContain('Mira@example.org: active\n')
})

test('nobody of this address, and a wrong use, are told and change nothing', async () => {
  expect(await account('deactivate', 'niemand@example.org')).toEqual({
    status: 1,
    said: 'There is no account with this address.',
  })
  for (const args of [[], ['show'], ['erase', 'mira@example.org'], ['toString', 'x'], ['show', 'a@example.org', 'b@example.org']])
    expect((await account(...args)).status).toBe(64)
})
