// Our process dies by SIGKILL anywhere between an approval at the wallet and what becomes of it here, while the wallet goes on.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { validateWallet } from '@kiosk/domain/payments/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paypalProvider } from '../outside/payments/paypal-provider.ts'
import { type VendorCall, vendorEdge } from '../outside/payments/test-vendor.ts'
import { recordSuspense } from './suspense.ts'
import { sweepWallets } from './sweep-wallets.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'
import { type SweepErrand, WALLET_OF_TEST } from './test-wallet-sweeper.ts'

/** Die at every step: CRASH_POINTS=all. Otherwise at so many, another choice each time. */
const POINTS = process.env.CRASH_POINTS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.CRASH_POINTS ?? 5)

type Subscription = { custom_id: string; status: string; plan_overridden: boolean; start_time: string }
const subscriptions = new Map<string, Subscription>()
const refunds = new Map<string, { charge: string; value: string }>()
let edge: Awaited<ReturnType<typeof vendorEdge>>
let shop: Checkout
beforeAll(async () => {
  edge = await vendorEdge({
    validator: null,
    answer: (call) => {
      const body = answer(call)
      return body ? { body } : { status: 404, body: {} }
    },
  })
  shop = await testCheckout()
  shop.api.house.payments.wallet = paypalProvider({ ...WALLET_OF_TEST, baseUrl: edge.url })
})
afterAll(async () => {
  await shop.close()
  edge.close()
})

const money = (value: string) => ({ value, currency_code: 'EUR' })
const refundsOf = (reference: string) => [...refunds.values()].filter(({ charge }) => charge === `T-${reference}`)

/** What the wallet says: it charges a subscription once, when it is approved. */
function answer({ method, path, key, fields }: VendorCall): object | null {
  if (path === '/v1/oauth2/token') return { access_token: 't', expires_in: 3600 }
  if (path === '/v1/billing/subscriptions') return { subscriptions: [...subscriptions.keys()].map((id) => ({ id })) }
  if (path.startsWith('/v1/billing/plans/')) {
    const frequency = { interval_unit: 'DAY', interval_count: 30 }
    const cycle = { tenure_type: 'REGULAR', sequence: 1, total_cycles: 0, frequency }
    return { id: 'P-2', status: 'ACTIVE', billing_cycles: [{ ...cycle, pricing_scheme: { fixed_price: money('19.99') } }] }
  }
  if (path === '/v1/reporting/transactions') return { transaction_details: [], total_pages: 1 }
  const [, reference = ''] = /^\/v1\/billing\/subscriptions\/([^/]+)/.exec(path) ?? []
  const known = subscriptions.get(reference)
  if (known && path.endsWith('/cancel')) return Object.assign(known, { status: 'CANCELLED' })
  if (known && path.endsWith('/transactions')) {
    const status = refundsOf(reference).length > 0 ? 'REFUNDED' : 'COMPLETED'
    const amount_with_breakdown = { gross_amount: money('19.99') }
    return { transactions: [{ id: `T-${reference}`, status, time: known.start_time, amount_with_breakdown }] }
  }
  if (known && method === 'GET') return { id: reference, plan_id: 'P-2', ...known }
  const [, charge] = /^\/v2\/payments\/captures\/([^/]+)\/refund$/.exec(path) ?? []
  if (!charge || key === null) return null
  refunds.set(key, { charge, value: (fields.amount as unknown as { value: string }).value })
  return { id: `R-${key}`, status: 'COMPLETED' }
}

let count = 0
/** Approved and charged there; nobody posted it. */
async function approved(changes: Partial<Subscription> = {}) {
  const reader = await shop.reader()
  await shop.begin(reader)
  await shop.accept(reader)
  const { headers } = reader
  const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
  const reference = `I-${++count}`
  const made = { custom_id: customId, status: 'ACTIVE', plan_overridden: false, start_time: shop.now().toISOString() }
  subscriptions.set(reference, { ...made, ...changes })
  return { ...reader, reference }
}

/** @returns how many steps a worker took that lived; null = it was killed */
async function work(diesAt: number | null, more: Pick<SweepErrand, 'returns'> = {}): Promise<number | null> {
  const at = shop.now().toISOString()
  const errand: SweepErrand = { databaseUrl: shop.databaseUrl, walletUrl: edge.url, at, diesAt, ...more }
  const file = fileURLToPath(new URL('./test-wallet-sweeper.ts', import.meta.url))
  const worker = fork(file, [JSON.stringify(errand)], { execArgv: [] })
  let steps: number | null = null
  worker.on('message', (told: { steps: number }) => {
    steps = told.steps
  })
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
  expect(diesAt !== null && steps === null ? signal : code).toBe(diesAt !== null && steps === null ? 'SIGKILL' : 0)
  return steps
}

test('whoever is killed between approval, contract, cancellation and refund: one begins once, the other is paid back once', async () => {
  // What a worker does who lives says at which steps one can die.
  await approved()
  await approved({ plan_overridden: true })
  const steps = (await work(null))!
  expect(steps).toBeGreaterThan(30)
  const all = Array.from({ length: steps }, (_, place) => place + 1)
  const points = POINTS >= steps ? all : all.toSorted(() => Math.random() - 0.5).slice(0, POINTS)
  for (const point of points) {
    const [good, changed] = [await approved(), await approved({ plan_overridden: true })]
    await work(point)
    // Two servers come by, a little later and once more.
    for (const minutes of [2, 3]) {
      shop.later(minutes / (24 * 60))
      await Promise.all([sweepWallets(shop.api.house), sweepWallets(shop.api.house)])
    }
    const died = `died at step ${point} of ${steps}`
    expect(await shop.contracts(good), died).toMatchObject([{ state: 'active', provider_reference: good.reference }])
    expect(await shop.invoices(good), died).toMatchObject([{ state: 'paid', gross: 1999 }])
    expect(refundsOf(good.reference), died).toEqual([])
    expect(await shop.contracts(changed), died).toEqual([])
    expect(subscriptions.get(changed.reference), died).toMatchObject({ status: 'CANCELLED' })
    expect(refundsOf(changed.reference), died).toEqual([{ charge: `T-${changed.reference}`, value: '19.99' }])
  }
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from suspense where state = 'open'`.execute(shop.db)
  expect(rows).toEqual([{ open: 0 }])
}, 600_000)

/** A charge of a subscription that is nobody's here. */
async function suspended(): Promise<{ id: number; reference: string }> {
  const reference = `I-${++count}`
  const moved = { amount: 1999, currency: 'EUR', at: shop.now(), reason: 'unknown' } as const
  const charge = { provider: 'paypal', kind: 'charge', reference: `T-${reference}`, ...moved } as const
  const { id } = await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.house, charge))
  return { id, reference }
}

test('whoever is killed while money in suspense is sent back: what was decided is carried out once', async () => {
  const first = await suspended()
  const steps = (await work(null, { returns: first.id }))!
  expect(steps).toBeGreaterThan(10)
  expect(refundsOf(first.reference)).toHaveLength(1)
  const all = Array.from({ length: steps }, (_, place) => place + 1)
  const points = POINTS >= steps ? all : all.toSorted(() => Math.random() - 0.5).slice(0, POINTS)
  for (const point of points) {
    const { id, reference } = await suspended()
    await work(point, { returns: id })
    for (const minutes of [2, 3]) {
      shop.later(minutes / (24 * 60))
      await Promise.all([sweepWallets(shop.api.house), sweepWallets(shop.api.house)])
    }
    const { state } = await shop.db.selectFrom('suspense').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    const acts = await shop.db
      .selectFrom('suspense_acts')
      .select(['act', 'actor'])
      .where('suspense_id', '=', id)
      .orderBy('id')
      .execute()
    const died = `died at step ${point} of ${steps}`
    const isDecided = acts.length > 0
    expect(acts, died).toEqual(
      isDecided
        ? [
            { act: 'return-requested', actor: 'Vera' },
            { act: 'returned', actor: 'kiosk' },
          ]
        : [],
    )
    expect(state, died).toBe(isDecided ? 'returned' : 'open')
    expect(refundsOf(reference), died).toEqual(isDecided ? [{ charge: `T-${reference}`, value: '19.99' }] : [])
  }
}, 600_000)
