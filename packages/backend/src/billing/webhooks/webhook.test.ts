import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_BASE } from '@kiosk/contract/route'
import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paypalProvider } from '../../adapters/payments/paypal/paypal-provider.ts'
import type { Outcome } from '../../adapters/payments/port.ts'
import { type NumberName, type TestSandbox, testSandbox, WEBHOOK_SECRET } from '../../adapters/payments/testing/sandbox.ts'
import type { Connection } from '../../db/connect.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { type TestApi, testApi, within } from '../../testing/api.ts'
import { clearAlarm, openAlarms } from '../alarms.ts'
import { sendAttempts } from '../charges/send.ts'
import { sweepPayments } from '../charges/sweep-pending.ts'
import { listSuspense } from '../suspense/suspense.ts'
import { createPurchase } from '../testing/purchases.ts'
import { processPendingEvents } from './provider-events.ts'

let connection: Connection
let sandbox: TestSandbox
let api: TestApi
let ahead = 0
const now = () => new Date(Date.now() + ahead)
/** HTTP server in front of our API, so that a provider can call it. */
const door = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const answer = await api.ask(request.url!, {
    method: request.method!,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString('utf8'),
  })
  response.writeHead(answer.status).end(await answer.text())
})
beforeAll(async () => {
  connection = await testDatabase()
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { port } = door.address() as AddressInfo
  sandbox = await testSandbox({ webhookUrl: `http://127.0.0.1:${port}${API_BASE}psp/webhook/sandbox` })
  api = await testApi(connection, { now, payments: { card: sandbox.provider, wallet: null, store: null } })
})
afterAll(async () => {
  await sandbox.close()
  door.close()
  await api.close()
  await connection.close()
})
beforeEach(() => sandbox.turn({ delay: 0, double: 0, shuffle: 0, drop: 0 }))

const PATH = 'psp/webhook/sandbox'
const signature = (body: string, seconds = Math.floor(Date.now() / 1000), secret = WEBHOOK_SECRET) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
const message = (data: object, kind = 'charge.reported', id = `evt_${randomUUID()}`) => JSON.stringify({ id, kind, data })
const send = (body: string, headers: Record<string, string> = {}) =>
  api.ask(PATH, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature(body), ...headers },
  })
const stored = (event_id: string, about: object) => ({
  provider: 'sandbox',
  event_id,
  kind: 'charge.reported',
  payload: JSON.stringify(about),
})
const eventsCount = async () =>
  Number((await sql<{ count: string }>`select count(*) from provider_events`.execute(connection.db)).rows[0]!.count)
const attempt = (id: string) =>
  connection.db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function bought(number: NumberName) {
  const purchase = await createPurchase(api, await sandbox.leave(number))
  await sendAttempts(api.ctx, [purchase.attemptId])
  return purchase
}

describe('a provider message', () => {
  test('is accepted from any origin without a token, by its signature', async () => {
    const { attemptId } = await createPurchase(api)
    const body = message({ attemptId, outcome: { state: 'succeeded', reference: 'ch_1' } })
    const answer = await send(body, { 'x-api-token': '', origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(204)
    expect((await attempt(attemptId)).state).toBe('succeeded')
  })

  test.each([
    ['signed with another secret', (body: string) => signature(body, undefined, 'another secret')],
    ['changed in transit', (body: string) => signature(body.replace('succeeded', 'declined'))],
    ['replayed an hour later', (body: string) => signature(body, Math.floor(Date.now() / 1000) - 3600)],
    ['sent without a signature', () => ''],
    ['signed with another scheme', (body: string) => signature(body).replace('v1', 'v0')],
  ])('is rejected and not stored if %s', async (_, signed) => {
    const { attemptId } = await createPurchase(api)
    const before = await eventsCount()
    const body = message({ attemptId, outcome: { state: 'succeeded', reference: 'ch_1' } })
    expect((await send(body, { 'sandbox-signature': signed(body) })).status).toBe(403)
    expect((await attempt(attemptId)).state).toBe('created')
    expect(await eventsCount()).toBe(before)
  })

  test('that names certificates of the provider without end has few of them requested, and few lines in the log', async () => {
    const requested: string[] = []
    const logged: string[] = []
    const fetching: typeof fetch = async (address) => {
      requested.push(String(address))
      if (requested.length % 2) throw new TypeError('too many calls are waiting')
      return new Response('no certificate')
    }
    const settings = { environment: 'sandbox', clientId: 'c', clientSecret: 's', webhookId: 'WH-1', plans: {} } as const
    const wallet = paypalProvider({ ...settings, fetch: fetching })
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    const stranger = await testApi(connection, { log, payments: { card: null, wallet, store: null } })
    const sendFrom = async (address: string) => {
      const headers = {
        'paypal-transmission-id': 't',
        'paypal-transmission-time': new Date().toISOString(),
        'paypal-transmission-sig': 'AAAA',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `https://api.sandbox.paypal.com/v1/notifications/certs/${randomUUID()}`,
      }
      return (await stranger.ask('psp/webhook/paypal', { method: 'POST', body: '{}', headers, address })).status
    }
    const statuses = await Promise.all(Array.from({ length: 40 }, () => sendFrom('203.0.113.99')))
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect(requested).toHaveLength(10)
    expect(logged).toHaveLength(5)
    expect(await sendFrom('203.0.113.100')).toBe(403)
    expect(requested).toHaveLength(11)
    await stranger.close()
  })

  test('is not read to the end if too large', async () => {
    const body = message({ text: 'x'.repeat(300_000) })
    expect((await send(body)).status).toBe(413)
  })

  test('for a provider that is not configured is not found', async () => {
    for (const name of ['stripe', 'paypal', 'google']) {
      expect((await api.ask(`psp/webhook/${name}`, { method: 'POST', body: '{}' })).status).toBe(404)
    }
    expect((await api.ask('psp/webhook/other', { method: 'POST', body: '{}' })).status).toBe(400)
  })

  test('of an unknown kind is accepted and changes nothing', async () => {
    for (const data of [{ attemptId: randomUUID() }, { attemptId: 'x' }]) {
      expect((await send(message({ ...data, outcome: { state: 'succeeded', reference: 'ch' } }))).status).toBe(204)
    }
    expect((await send(message({ setupId: randomUUID() }, 'setup.done'))).status).toBe(204)
    expect((await send(message({ refundId: randomUUID(), state: 'succeeded' }, 'refund.succeeded'))).status).toBe(204)
    expect((await send(message({}, 'something.new'))).status).toBe(204)
  })

  const reported = (data: object, kind?: string) => () => message(data, kind)
  const settled = (outcome: object, attemptId = randomUUID()) => reported({ attemptId, outcome })
  test.each([
    ['no JSON', () => 'x'],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['nothing', () => '{}'],
    ['no id', () => JSON.stringify({ kind: 'charge.succeeded', data: {} })],
    ['an id that is no text', () => JSON.stringify({ id: { a: 1 }, kind: 'something.new', data: {} })],
    ['a very long id', () => message({}, 'something.new', 'x'.repeat(10_000))],
    ['an id with NUL', () => message({}, 'something.new', 'evt\0')],
    ['half of a surrogate pair', () => message({}, 'something\ud83d')],
    ['no outcome', reported({ attemptId: randomUUID() })],
    ['an unknown state', settled({ state: 'paid', reference: 'ch_1' })],
    ['no reference', settled({ state: 'succeeded' })],
    ['a reference that is no text', settled({ state: 'succeeded', reference: ['ch_1'] })],
    [
      'an amount that is no number',
      settled({ state: 'succeeded', reference: 'ch_1', collected: { amount: '1', currency: 'EUR' } }),
    ],
    ['an attempt that is no text', reported({ attemptId: 7, outcome: { state: 'unknown' } })],
    ['a day that is none', settled({ state: 'processing', reference: 'ch_1', debitOn: 'soon' })],
    ['a negative amount', settled({ state: 'returned', reference: 'ch_1', code: 'disputed', text: '', amount: -1999 })],
    ['an amount of zero', settled({ state: 'returned', reference: 'ch_1', code: 'disputed', text: '', amount: 0 })],
    ['an amount beyond all', settled({ state: 'returned', reference: 'ch_1', code: 'disputed', text: '', amount: 1e15 })],
    ['an unknown state of a refund', reported({ refundId: randomUUID(), state: 'sent' }, 'refund.sent')],
    ['no method', reported({}, 'mandate.cancelled')],
  ])('with %s gets 400, stores nothing, and raises one alarm', async (_, body) => {
    const { db } = connection
    const before = await eventsCount()
    for (let round = 0; round < 2; round++) expect((await send(body())).status).toBe(400)
    expect(await eventsCount()).toBe(before)
    expect(await openAlarms(db, 'event-malformed')).toMatchObject([{ subject: 'sandbox' }])
    await clearAlarm(db, { now }, { kind: 'event-malformed', subject: 'sandbox' })
  })

  test.each([
    ['another amount', { amount: 1899, currency: 'EUR' }],
    ['another currency', { amount: 1999, currency: 'CHF' }],
  ])('of %s than was charged pays nothing: the money is in suspense, with an alarm', async (_, collected) => {
    const { db } = connection
    const { attemptId, account } = await createPurchase(api)
    const reference = `ch_${randomUUID()}`
    const reported = { attemptId, outcome: { state: 'succeeded', reference, collected } }
    for (let round = 0; round < 2; round++) expect((await send(message(reported))).status).toBe(204)
    expect(await attempt(attemptId)).toMatchObject({ state: 'declined', retryable: false, provider_reference: reference })
    const { rows: subscriptions } = await sql`select s.state, i.number from subscriptions s
      join invoices i on i.subscription_id = s.id where s.account_id = ${account.id}`.execute(db)
    expect(subscriptions).toEqual([{ state: 'ended', number: null }])
    const suspended = (await listSuspense(db, { state: 'open' })).filter((row) => row.reference === reference)
    expect(suspended).toMatchObject([{ kind: 'charge', reason: 'unexpected', ...collected }])
    expect((await openAlarms(db, 'suspense')).map(({ subject }) => subject)).toContain(`sandbox charge ${reference}`)
  })

  test('interrupted by a crash is processed when repeated', async () => {
    const { attemptId } = await createPurchase(api)
    const about = { what: 'attempt', attemptId, outcome: { state: 'succeeded', reference: 'ch_1' } }
    const left = {
      provider: 'sandbox',
      event_id: `evt_${randomUUID()}`,
      kind: 'charge.succeeded',
      payload: JSON.stringify(about),
    }
    await connection.db.insertInto('provider_events').values(left).execute()
    expect((await send(message(about, left.kind, left.event_id))).status).toBe(204)
    expect((await attempt(attemptId)).state).toBe('succeeded')
  })

  test('that is not repeated is processed by the sweep', async () => {
    const { attemptId } = await createPurchase(api)
    const about = { what: 'attempt', attemptId, outcome: { state: 'succeeded', reference: 'ch_1' } }
    const event_id = `evt_${randomUUID()}`
    const received_at = new Date(Date.now() - 120_000)
    await connection.db
      .insertInto('provider_events')
      .values({ provider: 'sandbox', event_id, kind: 'charge.succeeded', payload: JSON.stringify(about), received_at })
      .execute()
    await sweepPayments({}, api.ctx)
    expect((await attempt(attemptId)).state).toBe('succeeded')
  })

  test('is processed by the sweep also if two hundred older ones fail, which are deleted after 90 days', async () => {
    const { db } = connection
    const { attemptId } = await createPurchase(api)
    const failing = {
      what: 'attempt',
      attemptId,
      outcome: { state: 'returned', reference: 'ch_1', code: 'disputed', text: '', amount: 0 },
    }
    const old = (event: number) => ({
      ...stored(`evt_failing_${event}`, failing),
      received_at: new Date(Date.now() - 2 * DAY_MS),
    })
    await db
      .insertInto('provider_events')
      .values(Array.from({ length: 200 }, (_, event) => old(event)))
      .execute()
    const { attemptId: paid } = await createPurchase(api)
    const about = { what: 'attempt', attemptId: paid, outcome: { state: 'succeeded', reference: 'ch_2' } }
    await db
      .insertInto('provider_events')
      .values({ ...stored('evt_paid', about), received_at: new Date(Date.now() - 120_000) })
      .execute()
    for (let round = 0; round < 10 && (await attempt(paid)).state !== 'succeeded'; round++) await processPendingEvents(api.ctx)
    expect((await attempt(paid)).state).toBe('succeeded')
    ahead = 89 * DAY_MS
    await processPendingEvents(api.ctx)
    ahead = 0
    const left = await db.selectFrom('provider_events').select('event_id').where('event_id', 'like', 'evt_failing_%').execute()
    expect(left).toEqual([])
  })

  test('of a cancelled mandate deactivates the method', async () => {
    const { methodId } = await createPurchase(api, { kind: 'DD', reference: 'pm_mandate' })
    await send(message({ method: 'pm_mandate' }, 'mandate.cancelled'))
    const method = await connection.db
      .selectFrom('payment_methods')
      .select('active')
      .where('id', '=', methodId)
      .executeTakeFirst()
    expect(method).toEqual({ active: false })
  })
})

describe('the sandbox provider', () => {
  test('reports a debit that ends days later', async () => {
    const { attemptId } = await bought('debit-succeeds')
    expect((await attempt(attemptId)).state).toBe('processing')
    await sandbox.forward(3)
    await within(8000, async () => (await attempt(attemptId)).state === 'succeeded')
  })

  test('gives the same result with late, repeated and reordered messages', async () => {
    await sandbox.turn({ double: 1, shuffle: 1, delay: 0.2 })
    const purchases = await Promise.all((['debit-returns', 'debit-fails', 'debit-returns'] as const).map(bought))
    await sandbox.forward(30)
    const ends = async () => Promise.all(purchases.map(async ({ attemptId }) => (await attempt(attemptId)).decline_code))
    await within(12_000, async () => (await ends()).join() === 'returned,insufficient_funds,returned')
  })

  test('is polled when no message arrives', async () => {
    await sandbox.turn({ drop: 1 })
    const { attemptId } = await bought('debit-fails')
    await sandbox.forward(8)
    ahead = 2 * DAY_MS
    await sweepPayments({}, api.ctx)
    ahead = 0
    expect(await attempt(attemptId)).toMatchObject({ state: 'declined', decline_code: 'insufficient_funds' })
  })

  test('killed during a charge is polled, and the charge is recorded once', async () => {
    await sandbox.turn({ drop: 1 })
    const { attemptId } = await createPurchase(api, await sandbox.leave('slow'))
    const sending = sendAttempts(api.ctx, [attemptId])
    await within(5000, async () => (await sandbox.provider.fetchState(attemptId, null)).state === 'succeeded')
    await sandbox.fall('SIGKILL')
    await sending
    expect((await attempt(attemptId)).state).toBe('unknown')
    ahead = 120_000
    // No response: the attempt stays unknown and is not given up.
    await sweepPayments({}, api.ctx)
    expect((await attempt(attemptId)).state).toBe('unknown')
    await sandbox.rise()
    ahead = 240_000
    await sweepPayments({}, api.ctx)
    ahead = 0
    expect((await attempt(attemptId)).state).toBe('succeeded')
    const posted = await connection.db
      .selectFrom('ledger')
      .select('amount')
      .where('attempt_id', '=', attemptId)
      .where('account', '=', 'cash:sandbox')
      .execute()
    expect(posted.map(({ amount }) => Number(amount))).toEqual([1999])
  })
})

describe('messages in any order', () => {
  const of = (state: string, more: object = {}) => ({ state, reference: 'ch_1', ...more }) as Outcome
  const declined = of('declined', { code: 'declined', text: '', retryable: true })
  const returned = of('returned', { code: 'returned', text: '' })
  const histories: Outcome[][] = [
    [of('processing'), of('succeeded')],
    [of('processing'), declined],
    [of('action', { url: 'https://bank.example/', params: {} }), of('succeeded')],
    [of('action', { url: 'https://bank.example/', params: {} }), declined],
    [of('processing'), of('succeeded'), returned],
    [of('succeeded'), { ...returned, code: 'disputed' } as Outcome],
  ]

  async function endOf(outcomes: readonly Outcome[]) {
    const { attemptId, account } = await createPurchase(api)
    await connection.db
      .updateTable('payment_attempts')
      .set({ state: 'sent', sent_at: now() })
      .where('id', '=', attemptId)
      .execute()
    const bodies = new Map<Outcome, string>()
    for (const outcome of outcomes) {
      const body = bodies.get(outcome) ?? message({ attemptId, outcome })
      bodies.set(outcome, body)
      expect((await send(body)).status).toBe(204)
    }
    const { state, decline_code, provider_reference } = await attempt(attemptId)
    const { rows: books } = await sql`select l.account, sum(l.amount)::int as sum from ledger l where l.attempt_id = ${attemptId}
      group by l.account having sum(l.amount) <> 0 order by 1`.execute(connection.db)
    const { rows: subscriptions } = await sql`select s.state, p.state as period, s.auto_renew, i.kind, i.state as invoice,
        i.number is not null as numbered from subscriptions s join periods p on p.subscription_id = s.id
      join invoices i on i.subscription_id = s.id where s.account_id = ${account.id} order by i.id`.execute(connection.db)
    const refunds = await connection.db.selectFrom('refunds').select('id').where('attempt_id', '=', attemptId).execute()
    return { state, decline_code, provider_reference, books, contracts: subscriptions, refunds: refunds.length }
  }

  test('leave the same books, however often each one is sent', async () => {
    const ends = await Promise.all(histories.map(endOf))
    const outcomes = fc.nat(histories.length - 1).chain((which) => {
      const history = histories[which]!
      const again = fc.array(fc.constantFrom(...history), { maxLength: 3 })
      return again.chain((more) =>
        fc
          .shuffledSubarray([...history, ...more], { minLength: history.length + more.length })
          .map((order) => ({ which, order })),
      )
    })
    await fc.assert(
      fc.asyncProperty(outcomes, async ({ which, order }) => {
        expect(await endOf(order)).toEqual(ends[which])
      }),
      { numRuns: 60 },
    )
  })

  test('are recorded once when several servers receive them at once', async () => {
    const { attemptId } = await createPurchase(api)
    const body = message({ attemptId, outcome: of('succeeded') })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204))
    const invoices = await connection.db.selectFrom('ledger').select('id').where('attempt_id', '=', attemptId).execute()
    expect(invoices.length).toBe(3)
  })
})
