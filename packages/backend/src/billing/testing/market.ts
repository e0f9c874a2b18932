import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_BASE } from '@kiosk/contract/route'
import { newCart, registrationUrl, setupState, validateWallet } from '@kiosk/domain/payments/endpoints'
import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import type { RegionId } from '@kiosk/domain/regions'
import { DAY_MS } from '@kiosk/domain/time'
import { createAccount, signedIn } from '../../accounts/testing/accounts.ts'
import { fakeWalletProvider } from '../../adapters/payments/testing/fake-wallet-provider.ts'
import { type NumberName, testSandbox } from '../../adapters/payments/testing/sandbox.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../../testing/api.ts'
import { runRenewals } from '../renewals/run.ts'
import { sweepWallets } from '../wallets/sweep.ts'

const START = new Date('2026-03-10T09:00:00Z')

/** Markets as buyers see them: prices per 30 days in minor units, tax in hundredths of a percent. */
export const MARKETS = {
  AT: { region: 1, premium: 2, magz: 10, price: 1999, magzPrice: 999, launch: 399, tax: 1000, currency: 'EUR' },
  DE: { region: 2, premium: 5, magz: 3, price: 1499, magzPrice: 799, launch: 599, tax: 700, currency: 'EUR' },
  CH: { region: 3, premium: 8, magz: 6, price: 2990, magzPrice: 1990, launch: 790, tax: 260, currency: 'CHF' },
  LU: { region: 4, premium: 9, magz: null, price: 999, magzPrice: null, launch: 399, tax: 300, currency: 'EUR' },
} as const satisfies Record<string, { region: RegionId } & Record<string, unknown>>
export type Country = keyof typeof MARKETS
type Bank = 'pass' | 'fail' | 'abandon'
export type Way = 'CC' | 'DD' | 'PP'
export type Market = Awaited<ReturnType<typeof testMarket>>
export type Buyer = {
  id: number
  country: Country
  market: (typeof MARKETS)[Country]
  ask: { headers: { cookie: string }; address: string; country: Country }
}

/**
 * Creates all markets with all payment providers: the sandbox as a separate process that sends webhooks, and a wallet. They share
 * one clock, which `startAgain` resets. Close it after use.
 */
export async function testMarket() {
  const connection = await testDatabase()
  const { db } = connection
  const wallet = fakeWalletProvider()
  let now = START
  wallet.setClock(() => now)
  let count = 0
  const door = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = request.headers as Record<string, string>
    const webhook = await api.ask(request.url!, { method: 'POST', headers, body: Buffer.concat(chunks).toString('utf8') })
    response.writeHead(webhook.status).end()
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { port } = door.address() as AddressInfo
  const sandbox = await testSandbox({ webhookUrl: `http://127.0.0.1:${port}${API_BASE}psp/webhook/sandbox` })
  const payments = { card: sandbox.provider, wallet: wallet.provider, store: null }
  const api: TestApi = await testApi(connection, { now: () => now, payments })

  async function buyer(country: Country): Promise<Buyer> {
    const account = await createAccount(db, { region_id: MARKETS[country].region, verified_at: now })
    const { cookie } = await signedIn(db, account)
    const headers = { cookie }
    const address = `10.1.${++count >> 8}.${count & 255}`
    const requested = { headers, address, country }
    return { id: account.id, country, market: MARKETS[country], ask: requested }
  }
  const call = (who: Buyer, path: string, more: { method?: string; form?: Record<string, string> } = {}) =>
    api.ask(path, { ...who.ask, ...more })

  async function cartOf(who: Buyer, plan: number, voucher: string | null) {
    const cart = await api.answer(newCart, `payment/shoppingcart2/new/${plan}`, who.ask)
    if (voucher === null) return cart
    const put = await call(who, 'payment/voucher', { method: 'PUT', form: { subscription: String(plan), voucher } })
    if (put.status !== 200) throw new Error(`voucher: ${put.status} ${await put.text()}`)
    return api.answer(newCart, `payment/shoppingcart2/${plan}`, who.ask)
  }

  /** Enters a number on a payment data page, or cancels the page. @returns our path to which the browser is redirected */
  async function leave(who: Buyer, path: string, number: NumberName | 'given up', bank: Bank = 'pass') {
    const id = path.split('/').at(-1)!
    const { url } = await api.answer(setupState, `payment/setup/${id}`, who.ask)
    const { pathname } = new URL(url)
    const sent = await (number === 'given up' ? sandbox.form(pathname, { cancel: '1' }) : sandbox.type(pathname, number))
    const next = sent.headers.get('location') ?? ''
    if (next.startsWith('/acs')) await sandbox.answer(Object.fromEntries(new URLSearchParams(next.split('?')[1])), bank)
    return back(id)
  }
  /** Returns from a provider as the browser does; returns our path to which it is redirected. */
  async function back(id: string): Promise<string> {
    const page = await (
      await api.ask(`psp/return/${id}`, { headers: { 'x-api-token': '', 'sec-fetch-site': 'cross-site' } })
    ).text()
    return /<a href="([^"]*)" target="_top">/.exec(page)![1]!.replace(TEST_ORIGIN, '').replaceAll('&amp;', '&')
  }

  return {
    api,
    db,
    sandbox,
    wallet,
    now: () => now,
    buyer,
    call,
    cartOf,
    leave,
    back,
    /**
     * Resets the clock and ends the subscriptions of earlier tests, which otherwise would be renewed with each further day of all
     * later ones.
     * @param webhooks the sandbox sends webhooks at once; otherwise it is polled as the days pass
     */
    async startAgain(webhooks = false) {
      now = START
      // All readers use the same card numbers, so this clears what an earlier test recorded about them.
      await db.deleteFrom('rejected_instruments').execute()
      await db
        .updateTable('subscriptions')
        .set(({ ref }) => ({ state: 'ended', ends_at: ref('starts_at'), next_charge_at: null }))
        .where('state', '!=', 'ended')
        .execute()
      await sandbox.turn({ drop: webhooks ? 0 : 1 })
      await sandbox.setClock(now)
    },
    /** Advances the clock and runs all scheduled charges. */
    async later(days: number) {
      now = new Date(now.getTime() + days * DAY_MS)
      await sandbox.setClock(now)
      await runRenewals(api.ctx)
      await sweepWallets(api.ctx)
    },
    /** Buys, from the cart on; returns the path of the redirect. A wallet charges at once; returns its reference then. */
    async buys(
      who: Buyer,
      way: Way,
      options: { plan?: number; voucher?: string; number?: NumberName; bank?: Bank } = {},
    ): Promise<string> {
      const { plan = who.market.premium, voucher = null, bank } = options
      const cart = await cartOf(who, plan, voucher)
      const form = { subscription: String(plan), version: ACCEPTANCE_VERSIONS[api.operator.withdrawal], accepted: 'true' }
      await call(who, 'payment/acceptance', { form })
      if (way === 'PP') {
        const { customId } = await api.answer(validateWallet, `paypal/subscription/validation/${plan}`, who.ask)
        const reference = wallet.approve({ customId, planId: cart.paypaylPlanId! })
        wallet.charge(reference, cart.entries[0]!.grossAmount, now)
        const form = { subscription: String(plan), paypalsubscription: reference, paypalorder: 'O-1' }
        const { status } = await call(who, 'paypal/subscription', { form })
        if (status !== 200) throw new Error(`wallet: ${status}`)
        return reference
      }
      const path = `psp/url/registration?subscription=${plan}&voucher=&again=true`
      const { url } = await api.answer(registrationUrl, path, who.ask)
      return leave(who, url, options.number ?? (way === 'CC' ? 'succeeds' : 'debit-succeeds'), bank)
    },
    contracts: ({ id }: Buyer) => db.selectFrom('subscriptions').selectAll().where('account_id', '=', id).orderBy('id').execute(),
    /** Lists periods of all subscriptions, in order. */
    periods: ({ id }: Buyer) =>
      db
        .selectFrom('periods')
        .innerJoin('subscriptions', 'subscriptions.id', 'periods.subscription_id')
        .select(['periods.id', 'sequence', 'price', 'reduced', 'periods.state', 'periods.starts_at', 'periods.ends_at'])
        .where('account_id', '=', id)
        .orderBy('periods.id')
        .execute(),
    invoices: ({ id }: Buyer) =>
      db
        .selectFrom('invoices')
        .selectAll()
        .where('account_id', '=', id)
        .where('issued_at', 'is not', null)
        .orderBy('id')
        .execute(),
    attempts: ({ id }: Buyer) =>
      db
        .selectFrom('payment_attempts')
        .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
        .select([
          'payment_attempts.id',
          'payment_attempts.state',
          'amount',
          'payment_attempts.currency',
          'decline_code',
          'payment_method_id',
        ])
        .where('account_id', '=', id)
        .orderBy('payment_attempts.created_at')
        .execute(),
    async close() {
      await sandbox.close()
      door.close()
      await api.close()
      await connection.close()
    },
  }
}
