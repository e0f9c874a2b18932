import { createHash, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { setupState } from '@kiosk/domain/payments/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, signedIn } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { sweepPayments } from '../jobs/sweep-payments.ts'
import type { PaymentProviders } from '../outside/payments/port.ts'
import { NUMBERS, type TestSandbox, testSandbox, WEBHOOK_SECRET } from '../outside/payments/test-sandbox.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../test-api.ts'
import { buildPurchase } from './build-purchase.ts'
import { sendAttempts } from './send-attempts.ts'

let connection: Connection
let sandbox: TestSandbox
let payments: PaymentProviders
let api: TestApi
let ahead = 0
/** Questions that the provider was asked, about pages and attempts. */
let questions = 0
function counted<Given extends unknown[], Answer>(ask: (...given: Given) => Answer): (...given: Given) => Answer {
  return (...given) => {
    questions++
    return ask(...given)
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

/** A page for new payment data, opened. */
async function opened(at = new Date()) {
  const account = await buildAccount(connection.db)
  const id = randomUUID()
  const { reference, path } = await sandbox.open(id)
  await connection.db
    .insertInto('setup_sessions')
    .values({ id, account_id: account.id, provider: 'sandbox', purpose: 'edit', provider_reference: reference, created_at: at })
    .execute()
  return { id, path, account }
}
/** As a browser comes back from elsewhere: without our token, without a session. */
const comeBack = (id: string, headers: Record<string, string> = {}) =>
  api.ask(`psp/return/${id}`, { headers: { 'x-api-token': '', 'sec-fetch-site': 'cross-site', ...headers } })
async function wayOf(id: string) {
  const page = await (await comeBack(id)).text()
  return /<a href="([^"]*)" target="_top">/.exec(page)?.[1]?.replace(TEST_ORIGIN, '')
}

describe('whoever comes back from a provider', () => {
  test('is led out of the frame by a line of script or by a link, and the page shows nothing of theirs', async () => {
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

  test('finds their payment data saved, once, however often they come back', async () => {
    const { id, path, account } = await opened()
    await sandbox.type(path, 'debit-succeeds')
    await Promise.all([comeBack(id), comeBack(id), comeBack(id)])
    const methods = await connection.db.selectFrom('payment_methods').selectAll().where('account_id', '=', account.id).execute()
    expect(methods).toMatchObject([
      { kind: 'DD', masked: 'AT•• •••• 0101', mandate_text: expect.stringContaining('I authorise') },
    ])
  })

  test('after giving up is led to the page that says so; before an end, to the page that waits', async () => {
    const { id, path } = await opened()
    expect(await wayOf(id)).toBe(`/user/payment/frame/${id}`)
    await sandbox.form(path, { cancel: '1' })
    expect(await wayOf(id)).toBe('/user/payment/failed/rr')
  })

  test('after the question of a bank is led to what became of it', async () => {
    const card = await sandbox.leave('asks-at-charges')
    for (const [decision, way] of [
      ['pass', '/user/payment/success?attempt='],
      ['fail', '/user/payment/failed/rg?attempt='],
      ['abandon', '/user/payment/failed/rg?attempt='],
    ] as const) {
      const { attemptId } = await buildPurchase(api, { ...card, reference: card.reference + decision })
      await connection.db
        .updateTable('payment_methods')
        .set({ reference: card.reference })
        .where('reference', '=', card.reference + decision)
        .execute()
      await sendAttempts(api.house, [attemptId])
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

  test('is spoken to in the language of the cookie, else of the browser', async () => {
    const { id } = await opened()
    expect(await (await comeBack(id, { cookie: 'language=fr' })).text()).toContain('Un instant')
    expect(await (await comeBack(id, { 'accept-language': 'en' })).text()).toContain('One moment')
  })

  test.each([randomUUID(), 'x', '%00', '../user'])('with %s comes from nowhere', async (id) => {
    expect((await comeBack(encodeURIComponent(id))).status).toBe(404)
  })
})

describe('the provider is asked at most once in two seconds', () => {
  /** An attempt whose bank asks its owner a question, and who the owner is. */
  async function challenged() {
    const card = await sandbox.leave('asks-at-charges')
    const { attemptId, account, methodId } = await buildPurchase(api, { ...card, reference: card.reference + randomUUID() })
    await connection.db.updateTable('payment_methods').set({ reference: card.reference }).where('id', '=', methodId).execute()
    await sendAttempts(api.house, [attemptId])
    return { id: attemptId, account }
  }

  test.each([
    ['a page for payment data', opened],
    ['an attempt', challenged],
  ] as [string, () => Promise<{ id: string }>][])(
    'about %s, however often its return page is opened and on how many servers',
    async (_, make) => {
      const { id } = await make()
      const other = await testApi(connection, { payments })
      questions = 0
      const began = Date.now()
      const asked = { headers: { 'x-api-token': '', 'sec-fetch-site': 'cross-site' } }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, each) => (each % 2 ? other : api).ask(`psp/return/${id}`, asked)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(questions).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 2000))
      expect(questions).toBeGreaterThan(0)
      await other.close()
    },
  )

  test('about a page for payment data that its owner loads again and again', async () => {
    const { id, account } = await opened()
    const headers = await signedIn(connection.db, account)
    questions = 0
    const began = Date.now()
    await Promise.all(Array.from({ length: 10 }, () => api.answer(setupState, `payment/setup/${id}`, { headers })))
    expect(questions).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - began) / 2000))
  })

  test('and never about what is settled', async () => {
    const { attemptId } = await buildPurchase(api, await sandbox.leave('succeeds'))
    await sendAttempts(api.house, [attemptId])
    questions = 0
    expect(await wayOf(attemptId)).toBe(`/user/payment/success?attempt=${attemptId}`)
    expect(questions).toBe(0)
  })
})

describe('the sweep', () => {
  test('finds what was left by somebody who never came back, and gives up after a day', async () => {
    const [left, open] = [await opened(new Date(Date.now() - 120_000)), await opened(new Date(Date.now() - 25 * 3_600_000))]
    await sandbox.type(left.path, 'succeeds')
    await sweepPayments({}, api.house)
    const stateOf = (id: string) =>
      connection.db.selectFrom('setup_sessions').select('state').where('id', '=', id).executeTakeFirst()
    expect([await stateOf(left.id), await stateOf(open.id)]).toEqual([{ state: 'done' }, { state: 'failed' }])
  })
})

test('the log knows of trouble with a provider, and of no secret, number or address', async () => {
  const { id, path, account } = await opened()
  await sandbox.type(path, 'succeeds')
  const { attemptId } = await buildPurchase(api, await sandbox.leave('succeeds'))
  await api.ask('psp/webhook/sandbox', { method: 'POST', body: '{}', headers: { 'sandbox-signature': 'forged' } })
  await sandbox.fall('SIGKILL')
  await comeBack(id)
  await sendAttempts(api.house, [attemptId])
  ahead = 120_000
  await sweepPayments({}, api.house)
  ahead = 0
  await sandbox.rise()
  const all = logged.join('')
  for (const word of ['a provider could not be asked', 'not signed by its provider']) expect(all).toContain(word)
  for (const secret of ['key-of-the-test', WEBHOOK_SECRET, NUMBERS.succeeds, account.email, 'Bearer'])
    expect(all).not.toContain(secret)
})
