import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountById } from '@kiosk/backend/accounts/queries'
import { createAccount, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { createFullAccount } from '@kiosk/backend/accounts/testing/full-account'
import { issueToken } from '@kiosk/backend/auth/one-time-tokens'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { forgetJobs, waitingEmails } from '@kiosk/backend/jobs/testing/jobs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

let connection: Connection
let home = ''
const folder = mkdtempSync(join(tmpdir(), 'kiosk-account-'))
beforeAll(async () => {
  connection = await testDatabase()
  vi.stubEnv('DATABASE_URL', connection.url)
  vi.stubEnv('DATA_DIR', folder)
  home = process.cwd()
  process.chdir(folder)
})
afterAll(async () => {
  process.chdir(home)
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await connection.close()
})

async function account(...args: string[]): Promise<{ status: number; output: string }> {
  const lines: unknown[] = []
  const listen = (line: unknown) => void lines.push(line)
  const spies = [vi.spyOn(console, 'log').mockImplementation(listen), vi.spyOn(console, 'error').mockImplementation(listen)]
  const status = await runCommand(['account', ...args])
  for (const spy of spies) spy.mockRestore()
  return { status, output: lines.join('\n') }
}

test('shows an account, deactivates it once and reactivates it without its sessions', async () => {
  const { db } = connection
  const built = await createAccount(db, { email: 'Mira@example.org', verified_at: new Date('2026-02-03') })
  await signedIn(db, built)
  await subscribe(db, built)
  expect((await account('show', 'mira@example.org')).output).toMatch(
    /^Mira@example\.org: active\naccount \d+ since \S+, address confirmed 2026-02-03\n1 session, 1 device\nV-\d{6} PREMIUM: active, without an end, is renewed$/,
  )
  const closed = await account('deactivate', 'mira@example.org')
  expect(closed).toEqual({ status: 0, output: 'Mira@example.org is deactivated: nobody gets in, and nothing more is charged.' })
  const since = (await accountById(db, built.id))!.deactivated_at
  expect(since).toBeInstanceOf(Date)
  expect((await account('deactivate', 'mira@example.org')).output).toBe('Mira@example.org is deactivated already.')
  expect((await accountById(db, built.id))!.deactivated_at).toEqual(since)
  const shown = (await account('show', 'mira@example.org')).output
  expect(shown).toContain('Mira@example.org: deactivated since 20')
  expect(shown).toContain('\n0 sessions, 1 device\n')
  expect((await account('activate', 'mira@example.org')).output).toBe('Mira@example.org may log in again.')
  expect((await account('activate', 'mira@example.org')).output).toBe('Mira@example.org is active already.')
  expect((await account('show', 'mira@example.org')).output).toContain('Mira@example.org: active\n')
})

test('exports the data to a file for this user only, once, with a receipt', async () => {
  const { account: built } = await createFullAccount(connection.db)
  const file = join(folder, 'export.json')
  expect(await account('export', built.email, '--to', file)).toMatchObject({ status: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ account: { email: built.email }, bookmarks: [{}], exitDeclarations: [{}] })
  const receipt = readFileSync(`${file}.receipt.txt`, 'utf8')
  expect(receipt).toContain(`account: ${built.id}`)
  expect(receipt).toContain(createHash('sha256').update(text).digest('hex'))
  expect(receipt).not.toContain(built.email)
  expect((await account('export', built.email, '--to', file)).status).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('closes an account for seven days or erases it at once, but not with a running subscription', async () => {
  const { db } = connection
  const paying = await createAccount(db)
  await subscribe(db, paying)
  expect((await account('erase', paying.email, '--now')).status).toBe(1)
  expect(await accountById(db, paying.id)).toEqual(paying)

  const built = await createAccount(db)
  const closed = await account('erase', built.email)
  expect(closed).toMatchObject({
    status: 0,
    output: expect.stringContaining(`Account ${built.id} is closed and will be erased on 20`),
  })
  expect(await accountById(db, built.id)).toMatchObject({ erase_at: expect.any(Date), deactivated_at: expect.any(Date) })
  expect((await account('show', built.email)).output).toContain('will be erased on 20')
  expect((await account('activate', built.email)).status).toBe(0)
  expect(await accountById(db, built.id)).toMatchObject({ erase_at: null, deactivated_at: null })

  const { account: whole } = await createFullAccount(db)
  expect((await account('erase', whole.email, '--now')).status).toBe(0)
  expect(await accountById(db, whole.id)).toBeUndefined()
  const [receipt] = readdirSync(folder).filter((name) => name.startsWith(`account-${whole.id}-erasure-`))
  const text = readFileSync(join(folder, receipt!), 'utf8')
  expect(text).toMatch(/Art\. 17 GDPR[\s\S]*erased: 20[\s\S]*what stays, and why:[\s\S]*Invoices/)
  expect(text).not.toContain(whole.email)
})

/** Creates an account with a second factor, a recovery code, a passkey, a session and a recovery link. */
async function protectedAccount() {
  const { db } = connection
  const built = await createAccount(db)
  const id = { account_id: built.id }
  await db
    .insertInto('totp_factors')
    .values({ ...id, secret: Buffer.from('x'), enabled_at: new Date(), last_step: 0 })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ ...id, code_hash: Buffer.from('y') })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      ...id,
      credential_id: Buffer.from(`passkey of ${built.id}`),
      public_key: Buffer.from('z'),
      counter: 0,
      backup_eligible: false,
      backed_up: false,
      name: 'A',
    })
    .execute()
  await signedIn(db, built)
  await issueToken(db, { purpose: 'recovery', accountId: built.id, now: new Date() })
  return built
}

async function protectionOf(accountId: number) {
  const count = async (table: 'totp_factors' | 'recovery_codes' | 'passkeys' | 'sessions') =>
    (await connection.db.selectFrom(table).select('account_id').where('account_id', '=', accountId).execute()).length
  return [await count('totp_factors'), await count('recovery_codes'), await count('passkeys'), await count('sessions')]
}

const eventsOf = (accountId: number) =>
  connection.db.selectFrom('security_events').select(['kind', 'details']).where('account_id', '=', accountId).execute()

test('removes a lost second factor with its codes, ends all sessions and links, and informs the owner', async () => {
  const { db } = connection
  await forgetJobs(db)
  const [built, other] = [await protectedAccount(), await protectedAccount()]
  const { status, output } = await account('reset-second-factor', built.email.toUpperCase())
  expect([status, output]).toEqual([
    0,
    `Removed: the second factor, the recovery codes. Every sign-in has ended. The owner of account ${built.id} gets an e-mail.\n` +
      'Passkeys that still open the account: 1; --passkeys removes them, too.',
  ])
  expect(await protectionOf(built.id)).toEqual([0, 0, 1, 0])
  const tokens = db.selectFrom('one_time_tokens').select('used_at').where('account_id', '=', built.id)
  expect(await tokens.execute()).toEqual([{ used_at: expect.any(Date) }])
  expect(await eventsOf(built.id)).toEqual([{ kind: 'second-factor.reset', details: { by: 'operator', passkeys: 0 } }])
  expect(await waitingEmails(db)).toEqual([{ letter: 'protection-changed', accountId: built.id, change: 'second-factor-reset' }])
  expect(await protectionOf(other.id)).toEqual([1, 1, 1, 1])

  // A second run finds nothing to remove and sends no e-mail.
  await signedIn(db, built)
  expect(await account('reset-second-factor', built.email)).toEqual({
    status: 1,
    output: 'There is no second factor to remove: nothing has changed.',
  })
  expect(await protectionOf(built.id)).toEqual([0, 0, 1, 1])
  expect([await eventsOf(built.id), await waitingEmails(db)]).toMatchObject([{ length: 1 }, { length: 1 }])
})

test('removes passkeys with --passkeys, even if there is no second factor', async () => {
  const { db } = connection
  await forgetJobs(db)
  const [built, only] = [await protectedAccount(), await protectedAccount()]
  for (const table of ['totp_factors', 'recovery_codes'] as const)
    await db.deleteFrom(table).where('account_id', '=', only.id).execute()
  expect((await account('reset-second-factor', built.email, '--passkeys')).output).toBe(
    `Removed: the second factor, the recovery codes, 1 passkey. Every sign-in has ended. The owner of account ${built.id} gets an e-mail.`,
  )
  expect((await account('reset-second-factor', only.email, '--passkeys')).output).toContain('Removed: 1 passkey.')
  for (const { id } of [built, only]) {
    expect(await protectionOf(id)).toEqual([0, 0, 0, 0])
    expect(await eventsOf(id)).toEqual([{ kind: 'second-factor.reset', details: { by: 'operator', passkeys: 1 } }])
  }
  expect(await waitingEmails(db)).toEqual(
    [built, only].map(({ id }) => ({ letter: 'protection-changed', accountId: id, change: 'passkeys-reset' })),
  )
  expect((await account('reset-second-factor', only.email, '--passkeys')).output).toContain('no second factor and no passkey')
})

test('rejects an unknown address and invalid arguments without changes', async () => {
  expect(await account('deactivate', 'niemand@example.org')).toEqual({
    status: 1,
    output: 'There is no account with this address.',
  })
  for (const args of [
    [],
    ['show'],
    ['erase'],
    ['erase', 'mira@example.org', '--to', 'x'],
    ['show', 'mira@example.org', '--now'],
    ['toString', 'x'],
    ['show', 'mira@example.org', '--passkeys'],
    ['reset-second-factor'],
    ['reset-second-factor', 'mira@example.org', '--now'],
    ['show', 'a@example.org', 'b@example.org'],
  ])
    expect((await account(...args)).status).toBe(64)
})

test('shows the evidence of an account’s country; allow, refuse and clear decide with a reason', async () => {
  const { db } = connection
  const stranger = await createAccount(db, { email: 'Nora@example.org', market_assumed: true })
  await db
    .insertInto('payment_methods')
    .values({
      account_id: stranger.id,
      provider: 'sandbox',
      kind: 'CC',
      reference: 'card-market',
      brand: 'Visa',
      masked: '•••• 4242',
      country: 'US',
    })
    .execute()
  const cart = {
    account_id: stranger.id,
    plan_id: 2,
    network_country: 'IT',
    updated_at: new Date('2026-03-10T12:00:00Z'),
  }
  await db.insertInto('carts').values(cart).execute()
  const show = async () => (await account('market', 'nora@example.org')).output.split('\n')
  const known = [
    'Nora@example.org: market AT, only assumed: no evidence',
    'last order from the network of IT on 2026-03-10',
    'payment data Visa •••• 4242: US',
  ]
  expect(await show()).toEqual([...known, 'may buy from there: no: what else is known lies outside the markets'])
  const decide = (decision: string, why: string) => account('market', 'nora@example.org', decision, '--why', why)
  expect(await decide('allow', 'lease seen')).toEqual({
    status: 0,
    output: 'Nora@example.org is allowed to buy in AT; invoices keep that as evidence, with the reason.',
  })
  expect((await show()).slice(3, 5)).toEqual([
    'may buy from there: yes: an operator decided',
    expect.stringMatching(/^\d{4}-\d\d-\d\d allow AT by \S+: lease seen$/),
  ])
  expect((await decide('refuse', 'the lease was not theirs')).output).toMatch(/is not sold anything in AT/)
  expect((await show())[3]).toBe('may buy from there: no: an operator decided')
  expect((await decide('clear', 'a new card')).output).toMatch(/where the evidence is enough/)
  expect(await show()).toEqual([
    ...known,
    'may buy from there: no: what else is known lies outside the markets',
    expect.stringContaining(' clear AT by '),
    expect.stringContaining(' refuse AT by '),
    expect.stringContaining(' allow AT by '),
  ])
})

test.each([
  [['allow'], 64],
  [['allow', '--why', ' '], 64],
  [['--why', 'x'], 64],
  [['forgive', '--why', 'x'], 64],
  [['allow', 'AT', '--why', 'x'], 64],
  [['allow', '--why', 'x', '--now'], 64],
])('rejects the market decision %j and changes nothing', async (args, status) => {
  const built = await createAccount(connection.db)
  expect((await account('market', built.email, ...args)).status).toBe(status)
  const made = await connection.db.selectFrom('market_decisions').select('id').where('account_id', '=', built.id).execute()
  expect(made).toEqual([])
})

test('reports a market decision for an unknown account', async () => {
  expect(await account('market', 'nobody@example.org', 'allow', '--why', 'x')).toMatchObject({ status: 1 })
  expect(await account('market', 'nobody@example.org')).toMatchObject({ status: 1 })
  expect((await account('show', 'nobody@example.org', '--why', 'x')).status).toBe(64)
})
