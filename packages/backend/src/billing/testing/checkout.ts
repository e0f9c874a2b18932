import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import { requireRegion } from '@kiosk/domain/regions'
import { DAY_MS } from '@kiosk/domain/time'
import type { Insertable } from 'kysely'
import type { Logger } from 'pino'
import { createAccount, signedIn } from '../../accounts/testing/accounts.ts'
import { fakeCardProvider } from '../../adapters/payments/testing/fake-card-provider.ts'
import { fakeStore } from '../../adapters/payments/testing/fake-store.ts'
import { fakeWalletProvider } from '../../adapters/payments/testing/fake-wallet-provider.ts'
import type { Connection } from '../../db/connect.ts'
import type { Vouchers } from '../../db/schema.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { type TestApi, testApi } from '../../testing/api.ts'

export type Checkout = Awaited<ReturnType<typeof testCheckout>>
type Requested = NonNullable<Parameters<TestApi['ask']>[1]>
export type Reader = Awaited<ReturnType<Checkout['reader']>>

/** Creates the API with in-process providers, a test clock, and readers who buy. Close it after use. */
export async function testCheckout(
  options: { without?: 'card' | 'wallet' | 'providers'; log?: Logger; connection?: Connection } = {},
) {
  const connection: Connection = options.connection ?? (await testDatabase())
  const { db } = connection
  const psp = fakeCardProvider()
  const wallet = fakeWalletProvider()
  const store = fakeStore()
  let now = new Date('2026-03-10T09:00:00Z')
  let count = 0
  for (const each of [psp, wallet]) each.setClock(() => now)
  const made = await testApi(connection, {
    ...(options.log && { log: options.log }),
    now: () => now,
    payments: {
      card: options.without === 'card' || options.without === 'providers' ? null : psp.provider,
      wallet: options.without === 'wallet' || options.without === 'providers' ? null : wallet.provider,
      store: store.provider,
    },
  })

  // Each request has a different address, because limits by address are tested elsewhere.
  const roaming = (requested: Requested = {}): Requested => ({ address: `10.0.${++count >> 8}.${count & 255}`, ...requested })
  const api = {
    ...made,
    ask: (path: string, requested?: Requested) => made.ask(path, roaming(requested)),
    answer: ((declared, path, requested) => made.answer(declared, path, roaming(requested))) as typeof made.answer,
    errorOf: (path: string, requested?: Requested) => made.errorOf(path, roaming(requested)),
  }

  return {
    api,
    connection,
    db,
    databaseUrl: connection.url,
    psp,
    wallet,
    store,
    now: () => now,
    inDays: (days: number) => new Date(now.getTime() + days * DAY_MS),
    later: (days: number) => {
      now = new Date(now.getTime() + days * DAY_MS)
    },
    async reader(account: Parameters<typeof createAccount>[1] = {}) {
      const built = await createAccount(db, { verified_at: now, ...account })
      // The clock of these tests advances by months: a session without "remember me" would expire.
      const expiresAt = new Date(now.getTime() + 10_000 * DAY_MS)
      const headers = await signedIn(db, built, { remembered: true, expiresAt })
      return { account: built, id: built.id, headers }
    },
    /**
     * Adds a payment method that behaves as its name says, such as "card-succeeded".
     * @param country of its issuer; default: that of the account
     */
    async leave({ id }: { id: number }, method = 'card-succeeded', kind: 'CC' | 'DD' = 'CC', country?: string) {
      const reference = `${method}-${++count}`
      const account = await db.selectFrom('accounts').select('region_id').where('id', '=', id).executeTakeFirstOrThrow()
      const of = country ?? requireRegion(account.region_id).country
      await db
        .insertInto('payment_methods')
        .values({ account_id: id, provider: 'sandbox', kind, reference, brand: 'Visa', masked: '•••• 4242', country: of })
        .execute()
      return reference
    },
    async accept({ headers }: { headers: { cookie: string } }, plan = 2, totalPrice?: number) {
      const form = {
        subscription: String(plan),
        version: ACCEPTANCE_VERSIONS[api.operator.withdrawal],
        accepted: 'true',
        ...(totalPrice !== undefined && { totalPrice: String(totalPrice) }),
      }
      const { status } = await api.ask('payment/acceptance', { form, headers })
      if (status !== 204) throw new Error(`acceptance: ${status}`)
    },
    async begin({ headers }: { headers: { cookie: string } }, plan = 2) {
      const { status } = await api.ask(`payment/shoppingcart2/new/${plan}`, { headers })
      if (status !== 200) throw new Error(`cart: ${status}`)
    },
    async voucher(of: Partial<Insertable<Vouchers>> = {}) {
      const code = `PROBE-${++count}`
      await db
        .insertInto('vouchers')
        .values({ code, plan_ids: [2, 10], price: 399, ...of })
        .execute()
      return of.code ?? code
    },
    purchase: ({ headers }: { headers: { cookie: string } }, plan = 2) =>
      api.ask('psp/purchaseCart', { form: { subscription: String(plan) }, headers }),
    contracts: ({ id }: { id: number }) =>
      db.selectFrom('subscriptions').selectAll().where('account_id', '=', id).orderBy('id').execute(),
    async lastSubscription({ id }: { id: number }) {
      return db
        .selectFrom('subscriptions')
        .selectAll()
        .where('account_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    },
    invoices: ({ id }: { id: number }) =>
      db.selectFrom('invoices').selectAll().where('account_id', '=', id).orderBy('id').execute(),
    async close() {
      await api.close()
      await connection.close()
    },
  }
}
