// Tests the sandbox's wallet in its real process, through the PayPal adapter.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_BASE } from '@kiosk/contract/route'
import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf } from '../../../billing/wallets/plans.ts'
import { within } from '../../../testing/api.ts'
import { paypalProvider } from '../paypal/paypal-provider.ts'
import { type TestSandbox, testSandbox } from '../testing/sandbox.ts'
import { planOfTest, type SandboxPayer, type SandboxWallet, sandboxWallet } from '../testing/sandbox-wallet.ts'
import { vendorSchema } from '../testing/vendor-schema.ts'
import { walletContract } from '../testing/wallet-contract.ts'

/** Received webhooks, unparsed. */
const received: { body: string; headers: IncomingHttpHeaders }[] = []
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.url!.endsWith('/paypal')) received.push({ body: Buffer.concat(chunks).toString('utf8'), headers: request.headers })
  response.writeHead(204).end()
})
let sandbox: TestSandbox
let wallet: SandboxWallet
let plan: string
const began = new Date('2026-03-10T09:00:00Z')
/** Returns the webhooks about a subscription. */
const reportedEvent = (id: string) => received.filter(({ body }) => body.includes(id))
beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  sandbox = await testSandbox({ webhookUrl: `http://127.0.0.1:${port}${API_BASE}psp/webhook/sandbox` })
  wallet = sandboxWallet(sandbox)
  plan = await wallet.provider.ensurePlan!(planOfTest())
})
afterAll(async () => {
  await sandbox.close()
  receiver.close()
})
beforeEach(async () => {
  await sandbox.setClock(began)
  await sandbox.turn({ delay: 0, double: 0, shuffle: 0, drop: 0 })
  received.length = 0
})

const year = [new Date('2026-01-01T00:00:00Z'), new Date('2026-11-01T00:00:00Z')] as const
const chargesOf = (id: string) => wallet.provider.charges(id, ...year)
const approved = (payer: SandboxPayer = 'pays', customId: string = randomUUID()) =>
  wallet.approve({ planId: plan, customId, payer })

walletContract('the sandbox wallet', async () => {
  const subscription = await approved()
  const { transactionId: charge, at } = (await chargesOf(subscription))[0]!
  const returns = wallet.provider.returns
  return {
    subscription,
    charge,
    at,
    // The wallet lists the returns of all charges of the account.
    provider: {
      ...wallet.provider,
      returns: async (requested) => (await returns(requested)).filter(({ chargeId }) => chargeId === charge),
    },
    back: (amount: number) => wallet.act('refund', charge, amount),
    backWhole: () => wallet.act('refund', charge),
  }
})

describe('a plan', () => {
  test('is created once for the same terms and charges them', async () => {
    const reduced = planOfTest({ voucherCode: 'SPRING', reduced: { price: 399, charges: 3 } })
    const other = paypalProvider(wallet.settings)
    const names = await Promise.all([wallet.provider.ensurePlan!(reduced), other.ensurePlan!(reduced)])
    expect(names[0]).toBe(names[1])
    expect(await wallet.provider.ensurePlan!(planOfTest({ regular: 2199 }))).not.toBe(plan)
    // Another instance with the same sandbox has its own plans.
    const stranger = paypalProvider({ ...wallet.settings, makesPlansFor: 'https://elsewhere.example' })
    expect(await stranger.ensurePlan!(planOfTest())).not.toBe(plan)
    const terms = { currency: 'EUR', regular: 1999, reduced: { price: 399, charges: 3 } } as const
    expect(errorOf(await wallet.provider.fetchPlan!(names[0]), terms)).toBeNull()
    expect(errorOf(await wallet.provider.fetchPlan!(plan), terms)).toBe('other-cycles')
  })

  test('gets another price, ends, and is unknown under another name', async () => {
    const own = await wallet.provider.ensurePlan!(planOfTest({ plan: 10 }))
    await wallet.provider.revisePlan!(own, 1, { minor: 2199, currency: 'EUR' })
    expect(await wallet.provider.fetchPlan!(own)).toMatchObject({
      isActive: true,
      cycles: [{ amount: 2199, days: 30, charges: null }],
    })
    expect((await wallet.ask('POST', `/v1/billing/plans/${own}/deactivate`)).status).toBe(204)
    expect(await wallet.provider.fetchPlan!(own)).toMatchObject({ isActive: false })
    await expect(wallet.begin({ planId: own })).rejects.toThrow('PLAN_STATUS_INVALID')
    expect(await wallet.provider.fetchPlan!('P-NONE')).toBeNull()
  })
})

describe('a subscription', () => {
  test('waits for its payer, then starts and is charged; the page polls it and the merchant gets signed webhooks', async () => {
    const customId = randomUUID()
    const { id, token } = await wallet.begin({ planId: plan, customId })
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'pending', customId, planId: plan, payer: '' })
    const page = await (await fetch(`${wallet.settings.baseUrl}/approve/${token}`)).text()
    for (const part of ['Sandbox', '19,99', 'alle 30 Tage', 'kiosk.example.org', 'Freigeben']) expect(page).toContain(part)
    expect(await wallet.answerOf(token)).toBeNull()
    await wallet.decide(token, 'approve')
    expect(await wallet.answerOf(token)).toBe('approved')
    expect(await wallet.provider.fetchSubscription(id)).toEqual({
      reference: id,
      state: 'active',
      planId: plan,
      customId,
      isOverridden: false,
      payer: 'p•••@sandbox.example',
      payerId: 'SANDBPAYER222',
      payerCountry: 'AT',
      startsAt: expect.any(Date),
      nextChargeAt: expect.any(Date),
    })
    expect(await chargesOf(id)).toMatchObject([{ amount: 1999, currency: 'EUR', state: 'completed' }])
    await within(10_000, async () => reportedEvent(id).length === 3)
    const events = await Promise.all(
      reportedEvent(id).map(({ body, headers }) =>
        wallet.provider.readWebhook(body, new Headers(headers as Record<string, string>)),
      ),
    )
    expect(events.flat().map((event) => [event?.kind, event?.subscription])).toEqual([
      ['BILLING.SUBSCRIPTION.CREATED', id],
      ['BILLING.SUBSCRIPTION.ACTIVATED', id],
      ['PAYMENT.SALE.COMPLETED', id],
    ])
    const [{ body, headers }] = reportedEvent(id) as [{ body: string; headers: Record<string, string> }]
    expect(await wallet.provider.readWebhook(body.replace('CREATED', 'ACTIVATED'), new Headers(headers))).toBeNull()
  })

  test('that is cancelled on its page or left unanswered charges nothing', async () => {
    for (const decision of ['cancel', 'leave'] as const) {
      const { id, token } = await wallet.begin({ planId: plan })
      await wallet.decide(token, decision)
      expect(await wallet.answerOf(token)).toBe(decision === 'cancel' ? 'cancelled' : null)
      expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'pending' })
      await sandbox.forward(60)
      expect(await chargesOf(id)).toEqual([])
    }
  })

  test('is approved or declined once; answering its page again changes nothing', async () => {
    const { id, token } = await wallet.begin({ planId: plan })
    await wallet.decide(token, 'cancel')
    await wallet.decide(token, 'approve')
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'pending' })
    const foreign = await fetch(`${wallet.settings.baseUrl}/approve/${token}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ decision: 'approve' }),
    })
    expect(foreign.status).toBe(403)
  })

  test('is charged every thirty days by the sandbox clock until it is cancelled', async () => {
    const id = await approved()
    await sandbox.forward(91)
    const charges = await chargesOf(id)
    const days = charges.map(({ at }) => Math.round((at.getTime() - charges[0]!.at.getTime()) / DAY_MS))
    expect([days, charges.map(({ amount }) => amount)]).toEqual([
      [0, 30, 60, 90],
      [1999, 1999, 1999, 1999],
    ])
    await wallet.provider.cancel(id, 'enough')
    await wallet.provider.cancel(id, 'once more')
    await sandbox.forward(60)
    expect(await chargesOf(id)).toHaveLength(4)
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'cancelled', nextChargeAt: null })
  })

  test('charges the reduced cycles first', async () => {
    const planId = await wallet.provider.ensurePlan!(planOfTest({ voucherCode: 'THREE', reduced: { price: 399, charges: 2 } }))
    const id = await wallet.approve({ planId })
    await sandbox.forward(61)
    expect((await chargesOf(id)).map(({ amount }) => amount)).toEqual([399, 399, 1999])
  })

  test('retries a declined renewal and is then suspended', async () => {
    const id = await approved('renewals-declined')
    await sandbox.forward(31)
    expect((await chargesOf(id)).map(({ state }) => state)).toEqual(['completed', 'failed'])
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'active' })
    await sandbox.forward(11)
    expect((await chargesOf(id)).map(({ state }) => state)).toEqual(['completed', 'failed', 'failed', 'failed'])
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'suspended' })
    await within(10_000, async () => reportedEvent(id).some(({ body }) => body.includes('BILLING.SUBSCRIPTION.SUSPENDED')))
    expect(reportedEvent(id).filter(({ body }) => body.includes('BILLING.SUBSCRIPTION.PAYMENT.FAILED'))).toHaveLength(3)
  })

  test('may stay pending for days, start late or remain unpaid', async () => {
    const [pending, declined, slow] = [await approved('pending'), await approved('first-declined'), await approved('slow')]
    expect(await chargesOf(pending)).toMatchObject([{ state: 'pending' }])
    expect(await chargesOf(declined)).toMatchObject([{ state: 'failed' }])
    expect(await wallet.provider.fetchSubscription(slow)).toMatchObject({ state: 'pending' })
    await sandbox.forward(4)
    expect(await chargesOf(pending)).toMatchObject([{ state: 'completed' }])
    expect(await wallet.provider.fetchSubscription(slow)).toMatchObject({ state: 'active' })
    expect(await chargesOf(slow)).toMatchObject([{ state: 'completed' }])
  })

  test('reports a price changed in the browser', async () => {
    const id = await approved('other-price')
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'active', isOverridden: true })
    expect(await chargesOf(id)).toMatchObject([{ amount: 100 }])
  })

  test('reports the payer’s country when an address is known', async () => {
    for (const [country, payerCountry] of [
      ['IT', 'IT'],
      ['', null],
    ] as const) {
      const id = await wallet.approve({ planId: plan, country })
      expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ payerCountry })
    }
  })

  test('is listed by our plans for a period, page by page', async () => {
    await sandbox.setClock(new Date('2026-06-10T09:00:00Z'))
    const made = new Set(await Promise.all(Array.from({ length: 23 }, async () => (await wallet.begin({ planId: plan })).id)))
    const listed = async (from: string, to: string) => {
      const found: string[] = []
      for await (const id of wallet.provider.listSubscriptions!(new Date(from), new Date(to))) found.push(id)
      return found
    }
    expect(new Set(await listed('2026-06-10T00:00:00Z', '2026-06-11T00:00:00Z'))).toEqual(made)
    expect(await listed('2026-06-11T00:00:00Z', '2026-06-12T00:00:00Z')).toEqual([])
    // A provider that has created no plan in this process lists them, too.
    const fresh: string[] = []
    for await (const id of paypalProvider(wallet.settings).listSubscriptions!(
      new Date('2026-06-10T00:00:00Z'),
      new Date('2026-06-11T00:00:00Z'),
    ))
      fresh.push(id)
    expect(fresh).toHaveLength(23)
  })

  test('can be suspended, resumed and moved to another plan', async () => {
    const id = await approved()
    const other = await wallet.provider.ensurePlan!(planOfTest({ plan: 3, regular: 799 }))
    const act = (name: string, body: object) => wallet.ask('POST', `/v1/billing/subscriptions/${id}/${name}`, body)
    expect((await act('suspend', { reason: 'r' })).status).toBe(204)
    expect((await act('suspend', { reason: 'r' })).body).toMatchObject({ details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }] })
    await sandbox.forward(31)
    expect(await chargesOf(id)).toHaveLength(1)
    expect((await act('activate', { reason: 'r' })).status).toBe(204)
    expect((await act('revise', { plan_id: other })).status).toBe(200)
    await sandbox.forward(31)
    expect((await chargesOf(id)).map(({ amount }) => amount)).toEqual([1999, 1999, 799])
  })
})

describe('a return at the sandbox wallet', () => {
  const charged = async (payer: SandboxPayer = 'pays') => {
    const id = await approved(payer)
    return { id, charge: (await chargesOf(id))[0]!.transactionId }
  }
  const back = (charge: string, refundId: string, minor: number) =>
    wallet.provider.refund(charge, refundId, { minor, currency: 'EUR' })
  const returnsOf = async (charge: string) =>
    (await wallet.provider.returns({ from: year[0], to: year[1], charges: [] })).filter(({ chargeId }) => chargeId === charge)

  test('is made once per refund, at most for the remaining amount, and is found by its id', async () => {
    const { id, charge } = await charged()
    const first = await back(charge, randomUUID(), 500)
    const again = randomUUID()
    expect(await back(charge, again, 1499)).toEqual(await back(charge, again, 1499))
    expect((await back(charge, randomUUID(), 1)).state).toBe('failed')
    expect((await returnsOf(charge)).map(({ amount, kind }) => [amount, kind])).toEqual([
      [-500, 'refund'],
      [-1499, 'refund'],
    ])
    expect(await wallet.provider.fetchRefund(first.reference!)).toMatchObject({ chargeId: charge, amount: -500, currency: 'EUR' })
    expect(await wallet.provider.subscriptionOf(charge)).toBe(id)
    expect(await wallet.provider.fetchRefund('NONE')).toBeNull()
    expect(await wallet.provider.subscriptionOf('NONE')).toBeNull()
  })

  test('is declined, or recorded before the connection drops: a second call finds it', async () => {
    const { charge: kept } = await charged('refunds-refused')
    expect(await back(kept, randomUUID(), 100)).toEqual({ state: 'failed', reference: null })
    const { charge } = await charged('refunds-break')
    const refundId = randomUUID()
    expect(await back(charge, refundId, 100)).toEqual({ state: 'unknown', reference: null })
    expect((await back(charge, refundId, 100)).state).toBe('succeeded')
    expect(await returnsOf(charge)).toHaveLength(1)
  })

  test('follows a dispute and is reversed when the dispute is won', async () => {
    const { id, charge } = await charged()
    const dispute = await wallet.act('dispute', charge)
    expect(await chargesOf(id)).toMatchObject([{ state: 'refunded' }])
    expect((await wallet.ask('GET', `/v1/customer/disputes/${dispute}`)).body).toMatchObject({
      dispute_id: dispute,
      status: 'OPEN',
      dispute_amount: { value: '19.99' },
      disputed_transactions: [{ seller_transaction_id: charge }],
    })
    await wallet.act('won', dispute)
    expect((await returnsOf(charge)).map(({ amount, kind }) => [amount, kind])).toEqual([
      [-1999, 'reversal'],
      [1999, 'won'],
    ])
    expect(await chargesOf(id)).toMatchObject([{ state: 'completed' }])
    const { items } = (await wallet.ask('GET', `/v1/customer/disputes?disputed_transaction_id=${charge}`)).body
    expect(items).toMatchObject([{ status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } }])
    await within(10_000, async () => received.some(({ body }) => body.includes('CUSTOMER.DISPUTE.RESOLVED')))
    const events = received.flatMap(({ body }) => [JSON.parse(body) as { event_type: string }])
    expect(events.map(({ event_type: kind }) => kind)).toContain('PAYMENT.SALE.REVERSED')
  })
})

test('answers match PayPal’s published description', async () => {
  const validate = vendorSchema('paypal-subscriptions.json')
  const planId = await wallet.provider.ensurePlan!(planOfTest({ voucherCode: 'SHAPE', reduced: { price: 399, charges: 2 } }))
  const id = await wallet.approve({ planId, customId: randomUUID(), country: 'DE' })
  const [charge] = await chargesOf(id)
  await wallet.act('refund', charge!.transactionId, 100)
  const of = `/v1/billing/subscriptions/${id}`
  const shapes: [string, string][] = [
    ['plan', `/v1/billing/plans/${planId}`],
    ['plan_collection', '/v1/billing/plans?page_size=20'],
    ['subscription', of],
    ['transactions_list', `${of}/transactions?start_time=2026-01-01T00:00:00Z&end_time=2026-11-01T00:00:00Z`],
    ['error_404', '/v1/billing/plans/P-NONE'],
  ]
  for (const [schema, path] of shapes) expect(validate(schema, (await wallet.ask('GET', path)).body), path).toEqual([])
  const made = await wallet.ask('POST', '/v1/billing/subscriptions', { plan_id: planId })
  expect(validate('subscription', made.body)).toEqual([])
  expect(validate('error_422', (await wallet.ask('POST', `${of}/activate`, { reason: 'r' })).body)).toEqual([])
  // The validator does find errors.
  expect(validate('plan', { id: 1, status: 'GONE', price: '1' })).toHaveLength(3)
})

describe('the sandbox', () => {
  test('repeats and reorders its webhooks on demand', async () => {
    await sandbox.turn({ double: 1, shuffle: 0.5 })
    const id = await approved()
    await within(10_000, async () => reportedEvent(id).length === 6)
    const ids = reportedEvent(id).map(({ body }) => (JSON.parse(body) as { id: string }).id)
    expect(new Set(ids).size).toBe(3)
  })

  test('reports the same state after it was killed during a call', async () => {
    const id = await approved()
    const before = await chargesOf(id)
    await sandbox.fall('SIGKILL')
    await sandbox.rise()
    await sandbox.setClock(began)
    expect(await chargesOf(id)).toEqual(before)
    // A webhook signed after the restart is verified with the cached certificate.
    const next = await approved()
    await within(10_000, async () => reportedEvent(next).length === 3)
    const { body, headers } = reportedEvent(next).at(-1)!
    expect(await wallet.provider.readWebhook(body, new Headers(headers as Record<string, string>))).not.toBeNull()
  })

  test('rejects callers without its key and reports unknown objects as unknown', async () => {
    for (const path of ['/v1/billing/plans', '/v1/reporting/transactions', '/v1/reporting/balances', '/v1/customer/disputes'])
      expect((await fetch(wallet.settings.baseUrl + path)).status).toBe(401)
    expect((await fetch(`${sandbox.url}/v1/wallet/charge/I-1`, { method: 'POST' })).status).toBe(401)
    const stranger = paypalProvider({ ...wallet.settings, clientSecret: 'guessed' })
    await expect(stranger.fetchSubscription('I-1')).rejects.toThrow('the token endpoint answered 401')
    expect(await wallet.provider.fetchSubscription('I-NONE')).toBeNull()
    const long = '/v1/reporting/transactions?start_date=2026-01-01T00:00:00Z&end_date=2026-03-01T00:00:00Z'
    expect((await wallet.ask('GET', long)).status).toBe(400)
  })
})
