import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { SPIKE_THRESHOLDS } from '@kiosk/backend/auth/security-event-spikes'
import type { Connection } from '@kiosk/backend/db/connect'
import { asOwner, testDatabase } from '@kiosk/backend/db/testing/database'
import type { SecurityEventKind } from '@kiosk/domain/accounts/security-event-kinds'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
  vi.stubEnv('DATABASE_URL', connection.url)
})
beforeEach(async () => {
  // The table is append-only; each test needs an empty one.
  await asOwner(connection.db, 'truncate security_events')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await connection.close()
})

async function security(...args: string[]): Promise<{ status: number; output: string[]; wrong: string[] }> {
  const [output, wrong]: [string[], string[]] = [[], []]
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void output.push(String(line))),
    vi.spyOn(console, 'error').mockImplementation((line) => void wrong.push(String(line))),
  ]
  try {
    return { status: await runCommand(['security', ...args]), output, wrong }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

type Options = { ago?: number; network?: string; account?: number; device?: string; country?: string; details?: object }

/** `ago`: milliseconds. */
async function add(kind: SecurityEventKind, count: number, options: Options = {}) {
  const values = {
    kind,
    at: new Date(Date.now() - (options.ago ?? MINUTE_MS)),
    network_hash: options.network ?? 'network-a',
    account_id: options.account ?? null,
    device_name: options.device ?? '',
    country: options.country ?? '',
    details: JSON.stringify(options.details ?? {}),
  }
  await connection.db
    .insertInto('security_events')
    .values(Array.from({ length: count }, () => values))
    .execute()
}

test('the summary counts each kind, its networks and accounts, the most frequent first', async () => {
  const { id } = await createAccount(connection.db)
  await add('voucher.rejected', 2)
  await add('sign-in.rejected', 3, { account: id })
  await add('sign-in.rejected', 1, { network: 'network-b' })
  await add('sign-in.rejected', 9, { ago: 25 * HOUR_MS })
  expect(await security()).toEqual({
    status: 0,
    output: [
      'sign-in.rejected: 4 from 2 networks at 1 account, 3 of them from network-a',
      'voucher.rejected: 2 from 1 network at 0 accounts, 2 of them from network-a',
    ],
    wrong: [],
  })
  expect((await security('--hours', '26')).output[0]).toMatch(/^sign-in\.rejected: 13 from/)
})

test('reports that there are no events, with exit code 0', async () => {
  expect(await security('--hours', '2')).toEqual({ status: 0, output: ['No security events in the last 2 hours.'], wrong: [] })
  expect(await security('list')).toEqual({ status: 0, output: ['No such events.'], wrong: [] })
})

test('marks a spike of the last hour and exits with 1; fewer or older events are no spike', async () => {
  const threshold = SPIKE_THRESHOLDS['voucher.rejected']
  await add('voucher.rejected', threshold - 1)
  await add('voucher.rejected', threshold, { ago: 2 * HOUR_MS })
  await add('sign-in.accepted', 300)
  const calm = await security()
  expect([calm.status, calm.output.some((line) => line.includes('SPIKE'))]).toEqual([0, false])
  await add('voucher.rejected', 1)
  const { status, output } = await security()
  expect(status).toBe(1)
  expect(output.filter((line) => line.endsWith(' — SPIKE'))).toEqual([expect.stringMatching(/^voucher\.rejected: 100 /)])
})

test('lists events newest first, by kind, account and network, without control characters', async () => {
  const owner = await createAccount(connection.db, { email: 'Mira@example.org' })
  await add('sign-in.rejected', 1, { account: owner.id, country: 'CH', device: 'Fire\u001b[2Jfox', details: { try: 1 } })
  await add('voucher.rejected', 1, { network: 'network-b', account: owner.id })
  await add('voucher.rejected', 1)
  const { status, output } = await security('list')
  expect(status).toBe(0)
  expect(output.map((line) => line.slice(25))).toEqual([
    'voucher.rejected (network-a) {}',
    `voucher.rejected account ${owner.id} (network-b) {}`,
    `sign-in.rejected account ${owner.id} (CH, Fire [2Jfox, network-a) {"try":1}`,
  ])
  expect(output.every((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z /.test(line))).toBe(true)
  const listed = async (...filter: string[]) => (await security('list', ...filter)).output.length
  expect(await listed('--kind', 'sign-in.rejected')).toBe(1)
  expect(await listed('--account', 'MIRA@example.org')).toBe(2)
  expect(await listed('--network', 'network-b')).toBe(1)
  expect(await listed('--account', 'mira@example.org', '--kind', 'voucher.rejected', '--network', 'network-b')).toBe(1)
  expect((await security('list', '--kind', 'passkey.added')).output).toEqual(['No such events.'])
})

test('lists at most 200 events within the given hours', async () => {
  await add('limit.reached', 201)
  await add('limit.reached', 1, { ago: 3 * HOUR_MS, network: 'network-old' })
  expect((await security('list')).output).toHaveLength(200)
  expect((await security('list', '--network', 'network-old', '--hours', '2')).output).toEqual(['No such events.'])
  expect((await security('list', '--network', 'network-old', '--hours', '4')).output).toHaveLength(1)
})

test('reports an address without an account', async () => {
  await add('sign-in.rejected', 1)
  expect(await security('list', '--account', 'niemand@example.org')).toEqual({
    status: 1,
    output: [],
    wrong: ['There is no account with this address.'],
  })
})

test.each([
  [['storms']],
  [['list', 'list']],
  [['--hours', '0']],
  [['--hours', '1.5']],
  [['--hours', '8761']],
  [['--hours', 'all']],
  [['--hours', '']],
  [['--kind', 'sign-in.rejected']],
  [['--account', 'mira@example.org']],
  [['--network', 'network-a']],
  [['list', '--kind', 'sign-in']],
  [['list', '--kind', 'toString']],
])('rejects the arguments %j with the help text and exit code 64', async (args) => {
  const { status, output, wrong } = await security(...args)
  expect([status, output]).toEqual([64, []])
  expect(wrong[0]).toContain('Usage: npm run kiosk -- security')
})

test('rejects an unknown option', async () => {
  const { status, wrong } = await security('--day', '1')
  expect(status).toBe(64)
  expect(wrong[0]).toMatch(/^error: unknown option '--day'/)
})
