// Purchases with the wallet over HTTP on both sides: our API on one, the real adapter and the sandbox process on the other.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_BASE } from '@kiosk/contract/route'
import { cart, validateWallet } from '@kiosk/domain/payments/endpoints'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deactivateAccount } from '../../accounts/deactivate-account.ts'
import { paypalProvider } from '../../adapters/payments/paypal/paypal-provider.ts'
import { type TestSandbox, testSandbox } from '../../adapters/payments/testing/sandbox.ts'
import {
  planOfTest,
  type SandboxPayer,
  type SandboxWallet,
  sandboxWallet,
} from '../../adapters/payments/testing/sandbox-wallet.ts'
import type { AppContext } from '../../context.ts'
import { open } from '../../db/connect.ts'
import { within } from '../../testing/api.ts'
import { openAlarms } from '../alarms.ts'
import { findDifferences, listsOfProviders } from '../reconciliation/find-differences.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { repairDifferences } from '../reconciliation/repair-differences.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { forgetPlans } from './plans.ts'
import { sweepWallets } from './sweep.ts'

const MINUTE_DAYS = MINUTE_MS / DAY_MS
let shop: Checkout
let sandbox: TestSandbox
let wallet: SandboxWallet
/** A second server on the same database. */
let other: AppContext
let closeOther: () => Promise<void>
/** Serves our API on a socket, so that a provider can reach it over the network. */
const door = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  const headers = request.headers as Record<string, string>
  const answer = await shop.api.ask(request.url!, { method: request.method!, headers, body })
  response.writeHead(answer.status).end(await answer.text())
})
beforeAll(async () => {
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { port } = door.address() as AddressInfo
  sandbox = await testSandbox({ webhookUrl: `http://127.0.0.1:${port}${API_BASE}psp/webhook/sandbox` })
  wallet = sandboxWallet(sandbox)
  shop = await testCheckout()
  shop.api.ctx.payments.wallet = wallet.provider
  const connection = open(shop.databaseUrl, 5)
  closeOther = () => connection.close()
  const { payments } = shop.api.ctx
  other = { ...shop.api.ctx, db: connection.db, payments: { ...payments, wallet: paypalProvider(wallet.settings) } }
})
afterAll(async () => {
  await sandbox.close()
  door.close()
  await closeOther()
  await shop.close()
})
beforeEach(async () => {
  await quiet()
  await later(1)
  await sandbox.turn({ delay: 0, double: 0, shuffle: 0, drop: 0 })
})

/** Advances both clocks. */
async function later(days: number): Promise<void> {
  shop.later(days)
  await sandbox.setClock(shop.now())
}
/** Waits until every webhook of the sandbox is received and processed. */
async function quiet(): Promise<void> {
  const waiting = async () =>
    Number(/<p>Waiting messages: (\d+)/.exec(await (await fetch(`${sandbox.url}/books/wallet`)).text())![1])
  await within(20_000, async () => (await waiting()) === 0)
  const { db } = shop
  await within(20_000, async () => {
    const { rows } = await sql`select from provider_events where processed_at is null`.execute(db)
    return rows.length === 0
  })
}
const sweep = () => Promise.all([sweepWallets(shop.api.ctx), sweepWallets(other)])

/** Brings a reader, by default a new one, to the wallet's approval page. */
async function atWallet(plan = 2, buyer?: ReturnType<typeof readerOf>) {
  const reader = buyer ?? (await shop.reader())
  const { headers } = reader
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  const { paypaylPlanId: planId } = await shop.api.answer(cart, `payment/shoppingcart2/${plan}`, { headers })
  const { customId } = await shop.api.answer(validateWallet, `paypal/subscription/validation/${plan}`, { headers })
  return { ...reader, plan, ...(await wallet.begin({ planId: planId!, customId })) }
}
type Buyer = Awaited<ReturnType<typeof atWallet>>
/** Sends the request that the page sends after the approval. */
async function post({ id, headers, plan }: Pick<Buyer, 'headers' | 'plan'> & { id: string }): Promise<number> {
  const form = { subscription: String(plan), paypalsubscription: id, paypalorder: 'O-1' }
  return (await shop.api.ask('paypal/subscription', { form, headers })).status
}
const readerOf = ({ account, headers }: Pick<Reader, 'account' | 'headers'>) => ({ account, headers, id: account.id })
async function bought(payer: SandboxPayer = 'pays', plan = 2, reader?: ReturnType<typeof readerOf>) {
  const buyer = await atWallet(plan, reader)
  await wallet.decide(buyer.token, 'approve', payer)
  expect(await post(buyer)).toBe(200)
  return { ...buyer, reader: readerOf(buyer) }
}
const chargesOf = (id: string) => wallet.provider.charges(id, new Date('2026-01-01'), new Date('2026-11-01'))
const invoicesOf = async (reader: { id: number }) =>
  (await shop.invoices(reader)).map(({ kind, state, gross }) => `${kind} ${state} ${gross}`)

describe('a purchase with the wallet', () => {
  test('starts with the approval and is charged as shown', async () => {
    const { reader, id } = await bought()
    await quiet()
    expect(await shop.contracts(reader)).toMatchObject([
      { state: 'active', order_type: 3, provider_reference: id, auto_renew: true },
    ])
    expect(await invoicesOf(reader)).toEqual(['invoice paid 1999'])
    expect(await chargesOf(id)).toMatchObject([{ amount: 1999, state: 'completed' }])
  })

  test.each(['cancel', 'leave'] as const)('that ends with "%s" buys and charges nothing', async (decision) => {
    const buyer = await atWallet()
    await wallet.decide(buyer.token, decision)
    await later(30 * MINUTE_DAYS)
    await sweep()
    expect(await shop.contracts(readerOf(buyer))).toEqual([])
    expect(await chargesOf(buyer.id)).toEqual([])
    expect(await wallet.answerOf(buyer.token)).toBe(decision === 'cancel' ? 'cancelled' : null)
  })

  test('approved with a closed tab and lost webhooks starts within the hour, once on two servers', async () => {
    await sandbox.turn({ drop: 1 })
    const buyer = await atWallet()
    await wallet.decide(buyer.token, 'approve-silently')
    await later(20 * MINUTE_DAYS)
    await sweep()
    await sweep()
    expect(await shop.contracts(readerOf(buyer))).toMatchObject([{ state: 'active', provider_reference: buyer.id }])
    expect(await invoicesOf(readerOf(buyer))).toEqual(['invoice paid 1999'])
    expect(await chargesOf(buyer.id)).toMatchObject([{ state: 'completed' }])
  })

  test.each([
    ['its account is closed meanwhile', 'pays' as const],
    ['its price was changed in the browser', 'other-price' as const],
    ['its account is closed, and the line drops at the refund', 'refunds-break' as const],
  ])('that cannot start, because %s, is cancelled and refunded once within the hour', async (_, payer) => {
    await sandbox.turn({ drop: 1 })
    const buyer = await atWallet()
    await wallet.decide(buyer.token, 'approve-silently', payer)
    if (payer !== 'other-price')
      await shop.db.transaction().execute((trx) => deactivateAccount(trx, buyer.account.id, shop.now()))
    for (const minutes of [10, 10, 10, 10]) {
      await later(minutes * MINUTE_DAYS)
      await sweep()
    }
    expect(await shop.contracts(readerOf(buyer))).toEqual([])
    expect(await wallet.provider.fetchSubscription(buyer.id)).toMatchObject({ state: 'cancelled' })
    const [charge] = await chargesOf(buyer.id)
    expect(charge!.state).toBe('refunded')
    const returns = await wallet.provider.returns({ from: new Date('2026-01-01'), to: new Date('2026-11-01'), charges: [] })
    expect(returns.filter(({ chargeId }) => chargeId === charge!.transactionId).map(({ amount }) => amount)).toEqual([
      -charge!.amount,
    ])
  })

  test('starts even if the wallet activates it late or the payment is pending', async () => {
    for (const payer of ['slow', 'pending'] as const) {
      const buyer = await atWallet()
      await wallet.decide(buyer.token, 'approve', payer)
      await later(20 * MINUTE_DAYS)
      await sweep()
      expect(await shop.contracts(readerOf(buyer))).toMatchObject([{ state: 'active' }])
      await later(4)
      await quiet()
      await sweep()
      expect(await invoicesOf(readerOf(buyer))).toEqual(['invoice paid 1999'])
    }
  })

  test('whose first charge is declined is reversed at once and cancelled at the wallet', async () => {
    const { reader, id } = await bought('first-declined')
    await quiet()
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
    expect(await invoicesOf(reader)).toEqual(['invoice failed 1999'])
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'cancelled' })
  })

  test('whose first charge is declined leaves the subscription that it was to replace, which is charged again', async () => {
    const old = await bought('pays', 10)
    await quiet()
    await later(10)
    await bought('first-declined', 2, old.reader)
    await quiet()
    const contracts = () => shop.contracts(old.reader)
    expect(await contracts()).toMatchObject([{ state: 'active', auto_renew: true }, { state: 'ended' }])
    expect(await wallet.provider.fetchSubscription(old.id)).toMatchObject({ state: 'active' })
    await later(20)
    await quiet()
    expect(await chargesOf(old.id)).toMatchObject([{ state: 'completed' }, { state: 'completed' }])
    expect(await invoicesOf(old.reader)).toEqual(['invoice paid 999', 'invoice failed 1999', 'invoice paid 999'])
  })
})

test.each([
  ['the payer lives here, it begins', 'AT', 'active'],
  ['the payer lives abroad, it is cancelled and paid back', 'IT', null],
] as const)('with an unknown network of the order, and %s', async (_, country, state) => {
  const buyer = await atWallet()
  await shop.db.updateTable('carts').set({ network_country: null }).where('account_id', '=', buyer.account.id).execute()
  await wallet.decide(buyer.token, 'approve', 'pays', country)
  expect(await post(buyer)).toBe(state === null ? 409 : 200)
  expect((await shop.contracts(readerOf(buyer))).map((each) => each.state)).toEqual(state === null ? [] : [state])
  // A concurrent webhook may cause the refund.
  await quiet()
  expect(await chargesOf(buyer.id)).toMatchObject([{ state: state === null ? 'refunded' : 'completed' }])
})

describe('later wallet activity', () => {
  test('charges each period on the wallet’s schedule; late, repeated and reordered webhooks record each charge once', async () => {
    await sandbox.turn({ double: 1, shuffle: 1 })
    const { reader, id } = await bought()
    for (let period = 0; period < 3; period++) {
      await later(30)
      await quiet()
    }
    await sweep()
    expect(await invoicesOf(reader)).toEqual(Array.from({ length: 4 }, () => 'invoice paid 1999'))
    expect(await chargesOf(id)).toHaveLength(4)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
  })

  test('waits for a declined renewal, then ends the subscription on both sides', async () => {
    const { reader, id } = await bought('renewals-declined')
    await later(31)
    await quiet()
    await sweep()
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'past-due' }])
    await later(40)
    await sweep()
    await sweep()
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
    expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'cancelled' })
    expect(await invoicesOf(reader)).toEqual(['invoice paid 1999'])
  })

  test('records refunds made at the wallet as partial credits', async () => {
    const { reader, id } = await bought()
    const [charge] = await chargesOf(id)
    await wallet.act('refund', charge!.transactionId, 500)
    await quiet()
    expect(await invoicesOf(reader)).toEqual(['invoice paid 1999', 'credit-note paid -500'])
    await wallet.act('refund', charge!.transactionId)
    await quiet()
    expect((await shop.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -500, -1499])
  })

  test('a dispute takes the money and the subscription; winning it restores both', async () => {
    const { reader, id } = await bought()
    const [charge] = await chargesOf(id)
    const dispute = await wallet.act('dispute', charge!.transactionId)
    await quiet()
    await later(1)
    await sweep()
    const disputes = () =>
      sql<{
        state: string
        amount: number
      }>`select d.state, d.amount from disputes d join payment_attempts a on a.id = d.attempt_id
        where a.provider_reference = ${charge!.transactionId}`.execute(shop.db)
    expect((await disputes()).rows).toEqual([{ state: 'taken', amount: 1999 }])
    expect((await shop.contracts(reader))[0]).toMatchObject({ state: 'ended' })
    await wallet.act('won', dispute)
    await later(1)
    await sweep()
    expect((await disputes()).rows).toEqual([{ state: 'won', amount: 1999 }])
    expect((await shop.contracts(reader))[0]).toMatchObject({ state: 'active', auto_renew: false })
    expect((await shop.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, -1999, 1999])
    const suspended = await sql`select from suspense where details->>'charge' = ${charge!.transactionId}`.execute(shop.db)
    expect(suspended.rows).toEqual([])
  })

  test('agrees with our ledger by the wallet’s list of movements once its fees are recorded', async () => {
    const { id } = await bought()
    const [charge] = await chargesOf(id)
    await wallet.act('refund', charge!.transactionId, 500)
    await quiet()
    await later(1)
    await sweep()
    const lists = listsOfProviders(shop.api.ctx, shop.api.ctx.payments).find(({ name }) => name === 'paypal')!
    const days = { from: new Date(shop.now().getTime() - 400 * DAY_MS), to: shop.now() }
    const { compared, found } = await repairDifferences(shop.api.ctx, lists, days)
    expect(compared).toBeGreaterThan(0)
    // Only fees differ, because no webhook reports them.
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ proposal }) => proposal !== 'book-fee')).toEqual([])
    expect((await findDifferences(shop.api.ctx, lists, days)).found).toEqual([])
    const { rows } = await sql<{ sum: number }>`select sum(amount)::int as sum from ledger where account = 'fees:paypal'`.execute(
      shop.db,
    )
    expect(rows[0]!.sum).toBe(-found.reduce((sum, { providerAmount: theirs }) => sum + theirs!, 0))
  })

  test('cancelling here cancels at the wallet, and cancelling there stops the renewal here', async () => {
    const here = await bought()
    expect((await shop.api.ask('paypal/subscription/cancel', { method: 'POST', headers: here.headers })).status).toBeLessThan(300)
    expect(await wallet.provider.fetchSubscription(here.id)).toMatchObject({ state: 'cancelled' })
    expect(await shop.contracts(here.reader)).toMatchObject([{ state: 'active', auto_renew: false }])
    const there = await bought()
    await wallet.act('cancel', there.id)
    await quiet()
    expect(await shop.contracts(there.reader)).toMatchObject([{ state: 'active', auto_renew: false }])
  })
})

test('does not offer the wallet if its plan charges another price than the page', async () => {
  const reader = await shop.reader()
  const { headers } = reader
  await shop.begin(reader, 10)
  const shown = () => shop.api.answer(cart, 'payment/shoppingcart2/10', { headers })
  const { paypaylPlanId: plan } = await shown()
  expect(plan).toMatch(/^P-/)
  await wallet.provider.revisePlan!(plan!, 1, { minor: 4200, currency: 'EUR' })
  forgetPlans(wallet.provider)
  expect((await shown()).paypaylPlanId).toBeNull()
  await shop.accept(reader, 10)
  expect((await shop.api.errorOf('paypal/subscription/validation/10', { headers })).code).toBe('wallet_refused')
  expect((await openAlarms(shop.db)).map(({ kind }) => kind)).toContain('wallet-plan')
})

test('a sandbox killed during an approval keeps what it had committed, and the sweep continues', async () => {
  const buyer = await atWallet()
  await wallet.decide(buyer.token, 'approve-silently')
  await sandbox.fall('SIGKILL')
  await sweep()
  await sandbox.rise()
  await later(20 * MINUTE_DAYS)
  await sweep()
  await quiet()
  expect(await shop.contracts(readerOf(buyer))).toMatchObject([{ state: 'active', provider_reference: buyer.id }])
  expect(await invoicesOf(readerOf(buyer))).toEqual(['invoice paid 1999'])
})

test('the ledger agrees with the wallet to the cent', async () => {
  await quiet()
  const books = listsOfProviders(shop.api.ctx, shop.api.ctx.payments).find(({ name }) => name === 'paypal')!
  const to = new Date(shop.now().getTime() + DAY_MS)
  const { differences } = await reconcile(shop.api.ctx, books, new Date('2026-01-01'), to)
  expect(differences).toEqual([])
})

// Reconciliation would report subscriptions of another installation.
test('does not touch subscriptions of another installation at the same sandbox', async () => {
  const stranger = paypalProvider({ ...wallet.settings, makesPlansFor: 'https://elsewhere.example' })
  const planId = await stranger.ensurePlan!(planOfTest())
  const id = await wallet.approve({ planId, customId: randomUUID() })
  await quiet()
  await later(20 * MINUTE_DAYS)
  await sweep()
  expect(await wallet.provider.fetchSubscription(id)).toMatchObject({ state: 'active' })
  expect(await chargesOf(id)).toMatchObject([{ state: 'completed' }])
})
