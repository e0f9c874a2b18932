import { createHash, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { setupState } from '@kiosk/domain/payments/endpoints'
import { HOUR_MS } from '@kiosk/domain/time'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, signedIn } from '../../accounts/testing/accounts.ts'
import type { PaymentProviders } from '../../adapters/payments/port.ts'
import { NUMBERS, type TestSandbox, testSandbox, WEBHOOK_SECRET } from '../../adapters/payments/testing/sandbox.ts'
import type { Connection } from '../../db/connect.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../../testing/api.ts'
import { sendAttempts } from '../charges/send.ts'
import { sweepPayments } from '../charges/sweep-pending.ts'
import { createPurchase } from '../testing/purchases.ts'

let connection: Connection
let sandbox: TestSandbox
let payments: PaymentProviders
let api: TestApi
let ahead = 0
/** Number of polls that the provider received. */
let polls = 0
function counted<Options extends unknown[], Answer>(ask: (...options: Options) => Answer): (...options: Options) => Answer {
  return (...options) => {
    polls++
    return ask(...options)
  }
}
const logged: string[] = []
const log = pino(
  { level: 'debug' },
  new Writable({
    write(line, _, done) {
      logged.push(String(line))
      done()
    },
  }),
)
beforeAll(async () => {
  connection = await testDatabase()
  sandbox = await testSandbox()
  const { provider } = sandbox
  const counting = {
    ...provider,
    setupState: counted(provider.setupState),
    fetchState: counted(provider.fetchState),
  }
  payments = { card: counting, wallet: null, store: null }
  api = await testApi(connection, { log, payments, now: () => new Date(Date.now() + ahead) })
})
afterAll(async () => {
  await sandbox.close()
  await api.close()
  await connection.close()
})

/** Opens a new page for payment data. */
async function opened(at = new Date()) {
  const account = await createAccount(connection.db)
  const id = randomUUID()
  const { reference, path } = await sandbox.open(id)
  await connection.db
    .insertInto('setup_sessions')
    .values({ id, account_id: account.id, provider: 'sandbox', purpose: 'edit', provider_reference: reference, created_at: at })
    .execute()
  return { id, path, account }
}
/** Simulates a browser that returns from another site: without our token and session. */
const comeBack = (id: string, headers: Record<string, string> = {}) =>
  api.ask(`psp/return/${id}`, { headers: { 'x-api-token': '', 'sec-fetch-site': 'cross-site', ...headers } })
async function wayOf(id: string) {
  const page = await (await comeBack(id)).text()
  return /<a href="([^"]*)" target="_top">/.exec(page)?.[1]?.replace(TEST_ORIGIN, '')
}

describe('the return from a provider', () => {
  test('leaves the frame by a line of script or a link, and shows no personal data', async () => {
    const { id, path, account } = await opened()
    await sandbox.type(path, 'succeeds')
    const answer = await comeBack(id)
    const page = await answer.text()
    const script = /<script>(.*)<\/script>/.exec(page)![1]!
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(page).toContain(`<a href="${TEST_ORIGIN}/user/payment/success/rr" target="_top">`)
    expect(page).not.toContain(account.email)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('saves the payment data once, however often the browser returns', async () => {
    const { id, path, account } = await opened()
    await sandbox.type(path, 'debit-succeeds')
    await Promise.all([comeBack(id), comeBack(id), comeBack(id)])
    const methods = await connection.db.selectFrom('payment_methods').selectAll().where('account_id', '=', account.id).execute()
    expect(methods).toMatchObject([
      { kind: 'DD', masked: 'AT•• •••• 0101', mandate_text: expect.stringContaining('I authorise') },
    ])
  })

  test('redirects to the failed page after giving up, and to the waiting page before a result', async () => {
    const { id, path } = await opened()
    expect(await wayOf(id)).toBe(`/user/payment/frame/${id}`)
    await sandbox.form(path, { cancel: '1' })
    expect(await wayOf(id)).toBe('/user/payment/failed/rr')
  })

  test('names the kind of payment data whose form was left', async () => {
    const { id, path } = await opened()
    await connection.db.updateTable('setup_sessions').set({ purpose: 'registration' }).where('id', '=', id).execute()
    await sandbox.form(path, { cancel: '1' })
    expect(await wayOf(`${id}?kind=DD`)).toBe(`/user/payment/failed/rg?attempt=${id}&amp;way=DD`)
    expect((await comeBack(`${id}?kind=GS`)).status).toBe(400)
  })

  test('redirects to the result after bank authentication', async () => {
    const card = await sandbox.leave('asks-at-charges')
    for (const [decision, way] of [
      ['pass', '/user/payment/success?attempt='],
      ['fail', '/user/payment/failed/rg?attempt='],
      ['abandon', '/user/payment/failed/rg?attempt='],
    ] as const) {
      const { attemptId } = await createPurchase(api, { ...card, reference: card.reference + decision })
      await connection.db
        .updateTable('payment_methods')
        .set({ reference: card.reference })
        .where('reference', '=', card.reference + decision)
        .execute()
      await sendAttempts(api.ctx, [attemptId])
      await connection.db
        .updateTable('payment_methods')
        .set({ reference: card.reference + attemptId })
        .where('reference', '=', card.reference)
        .execute()
      const { action } = await connection.db
        .selectFrom('payment_attempts')
        .select('action')
        .where('id', '=', attemptId)
        .executeTakeFirstOrThrow()
      expect(await wayOf(attemptId)).toBe(`/user/payment/async/${attemptId}`)
      const { params } = action as { params: Record<string, string> }
      await sandbox.answer(params, decision)
      expect(await wayOf(attemptId)).toBe(way + attemptId)
    }
  })

  test('uses the language of the cookie, else of the browser', async () => {
    const { id } = await opened()
    expect(await (await comeBack(id, { cookie: 'language=fr' })).text()).toContain('Un instant')
    expect(await (await comeBack(id, { 'accept-language': 'en' })).text()).toContain('One moment')
  })

  test.each([randomUUID(), 'x', '%00', '../user'])('rejects the unknown id %s', async (id) => {
    expect((await comeBack(encodeURIComponent(id))).status).toBe(404)
  })
})

describe('polls the provider at most once in two seconds', () => {
  /** Creates an attempt that needs bank authentication, and its owner. */
  async function challenged() {
    const card = await sandbox.leave('asks-at-charges')
    const { attemptId, account, methodId } = await createPurchase(api, { ...card, reference: card.reference + randomUUID() })
    await connection.db.updateTable('payment_methods').set({ reference: card.reference }).where('id', '=', methodId).execute()
    await sendAttempts(api.ctx, [attemptId])
    return { id: attemptId, account }
  }

  test.each([
    ['a page for payment data', opened],
    ['an attempt', challenged],
  ] as [string, () => Promise<{ id: string }>][])(
    'for %s, however often its return page is opened and on however many servers',
    async (_, make) => {
      const { id } = await make()
      const other = await testApi(connection, { payments })
      polls = 0
      const began = Date.now()
      const requested = { headers: { 'x-api-token': '', 'sec-fetch-site': 'cross-site' } }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, each) => (each % 2 ? other : api).ask(`psp/return/${id}`, requested)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(polls).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 2000))
      expect(polls).toBeGreaterThan(0)
      await other.close()
    },
  )

  test('for a payment page that its owner reloads repeatedly', async () => {
    const { id, account } = await opened()
    const headers = await signedIn(connection.db, account)
    polls = 0
    const began = Date.now()
    await Promise.all(Array.from({ length: 10 }, () => api.answer(setupState, `payment/setup/${id}`, { headers })))
    expect(polls).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 2000))
  })

  test('and never for a settled payment', async () => {
    const { attemptId } = await createPurchase(api, await sandbox.leave('succeeds'))
    await sendAttempts(api.ctx, [attemptId])
    polls = 0
    expect(await wayOf(attemptId)).toBe(`/user/payment/success?attempt=${attemptId}`)
    expect(polls).toBe(0)
  })
})

describe('the sweep', () => {
  test('finds abandoned payment data and gives up after a day', async () => {
    const [left, open] = [await opened(new Date(Date.now() - 120_000)), await opened(new Date(Date.now() - 25 * HOUR_MS))]
    await sandbox.type(left.path, 'succeeds')
    await sweepPayments({}, api.ctx)
    const stateOf = (id: string) =>
      connection.db.selectFrom('setup_sessions').select('state').where('id', '=', id).executeTakeFirst()
    expect([await stateOf(left.id), await stateOf(open.id)]).toEqual([{ state: 'done' }, { state: 'failed' }])
  })
})

test('the sweep finds payment data also if two hundred newer pages are open', async () => {
  const left = await opened(new Date(Date.now() - HOUR_MS))
  await sandbox.type(left.path, 'succeeds')
  const { account } = await opened(new Date())
  const { reference } = await sandbox.open(randomUUID())
  const open = { account_id: account.id, provider: 'sandbox', purpose: 'edit', provider_reference: reference }
  const created_at = new Date(Date.now() - 120_000)
  const newer = Array.from({ length: 200 }, () => ({ ...open, id: randomUUID(), created_at }))
  await connection.db.insertInto('setup_sessions').values(newer).execute()
  for (let sweep = 0; sweep < 3; sweep++) await sweepPayments({}, api.ctx)
  expect(await connection.db.selectFrom('setup_sessions').select('state').where('id', '=', left.id).executeTakeFirst()).toEqual({
    state: 'done',
  })
  await connection.db.deleteFrom('setup_sessions').where('provider_reference', '=', reference).execute()
})

test('logs provider errors without secrets, numbers or addresses', async () => {
  const { id, path, account } = await opened()
  await sandbox.type(path, 'succeeds')
  const { attemptId } = await createPurchase(api, await sandbox.leave('succeeds'))
  await api.ask('psp/webhook/sandbox', { method: 'POST', body: '{}', headers: { 'sandbox-signature': 'forged' } })
  await sandbox.fall('SIGKILL')
  await comeBack(id)
  await sendAttempts(api.ctx, [attemptId])
  ahead = 120_000
  await sweepPayments({}, api.ctx)
  ahead = 0
  await sandbox.rise()
  const all = logged.join('')
  for (const word of ['charge.provider-unreachable', 'webhook.rejected']) expect(all).toContain(word)
  for (const secret of ['key-of-the-test', WEBHOOK_SECRET, NUMBERS.succeeds, account.email, 'Bearer'])
    expect(all).not.toContain(secret)
})
