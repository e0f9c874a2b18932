import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/terms'
import { regionById } from '@kiosk/domain/regions'
import type { Insertable } from 'kysely'
import type { Logger } from 'pino'
import { buildAccount, signedIn } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import type { Vouchers } from '../database/schema.ts'
import { testDatabase } from '../database/test-database.ts'
import { pretendCardProvider } from '../outside/payments/pretend-card-provider.ts'
import { pretendStore } from '../outside/payments/pretend-store.ts'
import { pretendWalletProvider } from '../outside/payments/pretend-wallet-provider.ts'
import { type TestApi, testApi } from '../test-api.ts'

const DAY = 86_400_000
export type Checkout = Awaited<ReturnType<typeof testCheckout>>
type Asked = NonNullable<Parameters<TestApi['ask']>[1]>
export type Reader = Awaited<ReturnType<Checkout['reader']>>

/** The API with providers within the process and a clock that is set, and readers who buy. Close it. */
export async function testCheckout(given: { without?: 'card' | 'wallet'; log?: Logger } = {}) {
  const connection: Connection = await testDatabase()
  const { db } = connection
  const psp = pretendCardProvider()
  const wallet = pretendWalletProvider()
  const store = pretendStore()
  let now = new Date('2026-03-10T09:00:00Z')
  let count = 0
  for (const each of [psp, wallet]) each.setClock(() => now)
  const made = await testApi(connection, {
    ...(given.log && { log: given.log }),
    now: () => now,
    payments: {
      card: given.without === 'card' ? null : psp.provider,
      wallet: given.without === 'wallet' ? null : wallet.provider,
      store: store.provider,
    },
  })

  // Limits by address are proved elsewhere.
  const roaming = (asked: Asked = {}): Asked => ({ address: `10.0.${++count >> 8}.${count & 255}`, ...asked })
  const api = {
    ...made,
    ask: (path: string, asked?: Asked) => made.ask(path, roaming(asked)),
    answer: ((declared, path, asked) => made.answer(declared, path, roaming(asked))) as typeof made.answer,
    refusal: (path: string, asked?: Asked) => made.refusal(path, roaming(asked)),
  }

  return {
    api,
    db,
    databaseUrl: connection.url,
    psp,
    wallet,
    store,
    now: () => now,
    later: (days: number) => {
      now = new Date(now.getTime() + days * DAY)
    },
    async reader(account: Parameters<typeof buildAccount>[1] = {}) {
      const built = await buildAccount(db, { verified_at: now, ...account })
      const headers = await signedIn(db, built)
      // The clock of these tests runs for months: a session that is not remembered would end.
      const expires_at = new Date(now.getTime() + 10_000 * DAY)
      await db.updateTable('sessions').set({ remembered: true, expires_at }).where('account_id', '=', built.id).execute()
      return { account: built, id: built.id, headers }
    },
    /** Leaves a method that behaves as its name says: "card-succeeded". `country`: of its issuer; by default the account's. */
    async leave({ id }: { id: number }, method = 'card-succeeded', kind: 'CC' | 'DD' = 'CC', country?: string) {
      const reference = `${method}-${++count}`
      const account = await db.selectFrom('accounts').select('region_id').where('id', '=', id).executeTakeFirstOrThrow()
      const of = country ?? regionById(account.region_id)!.country
      await db
        .insertInto('payment_methods')
        .values({ account_id: id, provider: 'sandbox', kind, reference, brand: 'Visa', masked: '•••• 4242', country: of })
        .execute()
      return reference
    },
    async accept({ headers }: { headers: { cookie: string } }, tariff = 2) {
      const form = { subscription: String(tariff), version: ACCEPTANCE_VERSIONS[api.operator.withdrawal], accepted: 'true' }
      const { status } = await api.ask('payment/acceptance', { form, headers })
      if (status !== 204) throw new Error(`acceptance: ${status}`)
    },
    async begin({ headers }: { headers: { cookie: string } }, tariff = 2) {
      const { status } = await api.ask(`payment/shoppingcart2/new/${tariff}`, { headers })
      if (status !== 200) throw new Error(`cart: ${status}`)
    },
    async voucher(of: Partial<Insertable<Vouchers>> = {}) {
      const code = `PROBE-${++count}`
      await db
        .insertInto('vouchers')
        .values({ code, subscription_ids: [2, 10], price: 399, ...of })
        .execute()
      return of.code ?? code
    },
    purchase: ({ headers }: { headers: { cookie: string } }, tariff = 2) =>
      api.ask('psp/purchaseCart', { form: { subscription: String(tariff) }, headers }),
    contracts: ({ id }: { id: number }) =>
      db.selectFrom('subscriptions').selectAll().where('account_id', '=', id).orderBy('id').execute(),
    invoices: ({ id }: { id: number }) =>
      db.selectFrom('invoices').selectAll().where('account_id', '=', id).orderBy('id').execute(),
    async close() {
      await api.close()
      await connection.close()
    },
  }
}
