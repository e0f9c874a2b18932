import { Refusal } from '@kiosk/domain/errors'
import { CAME_FROM_DAYS, DEBIT_COUNTRIES, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Carts, DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { liveSubscription, refuseSideways } from './buy.ts'
import { tariffOf } from './prices.ts'
import { isSoldBy } from './wallet-plans.ts'

const DAY = 86_400_000

export type Cart = Selectable<Carts>
export type Buyer = { id: number; region_id: number }
export type OnSale = Awaited<ReturnType<typeof demandOnSale>>

/**
 * A tariff that an account may buy now, and the contract that it would take the place of.
 * @throws Refusal not_found, region_unavailable, subscribed_already
 */
export async function demandOnSale(db: Kysely<DB>, account: Buyer, tariffId: number) {
  const tariff = tariffOf(tariffId)
  if (!tariff) throw new Refusal('not_found', 'subscription')
  if (tariff.region !== account.region_id) throw new Refusal('region_unavailable', 'subscription')
  const live = await liveSubscription(db, account.id)
  if (live) refuseSideways(live, tariffId)
  // The store sells its subscriptions itself, and gives nothing back for another one.
  if (live?.order_type === ORDER_TYPE.google) throw new Refusal('subscribed_already', 'subscription')
  return { tariff, live }
}

/** What a tariff may be paid with: who pays with the wallet stays with it. */
export function methodsOf({ payments }: House, { tariff, live }: OnSale): ('CC' | 'DD' | 'PP')[] {
  const wallet = tariff.currency === 'EUR' && isSoldBy(payments.wallet, tariff.subscriptionId) ? (['PP'] as const) : []
  if (live?.order_type === ORDER_TYPE.wallet) return [...wallet]
  const card = payments.card ? cardKinds(tariff.country) : []
  return [...card, ...(live ? [] : wallet)]
}

export function cardKinds(country: string): ('CC' | 'DD')[] {
  return DEBIT_COUNTRIES.includes(country) ? ['CC', 'DD'] : ['CC']
}

/** Where a buyer came from: `utmSource` and the like; without empty values. */
export type CameFrom = Record<string, string>

/**
 * Begins the cart of a tariff, or finds it; of many at once there is one. Who comes again from somewhere else came from
 * there; who came from nowhere in particular, from where the registration of the last days came.
 */
export async function beginCart(
  db: Kysely<DB>,
  accountId: number,
  tariff: number,
  now: Date,
  cameFrom: CameFrom = {},
): Promise<Cart> {
  const trace = Object.keys(cameFrom).length > 0 ? { came_from: JSON.stringify(cameFrom) } : {}
  const registered = trace.came_from ? {} : await registeredFrom(db, accountId, now)
  return db
    .insertInto('carts')
    .values({
      account_id: accountId,
      subscription_id: tariff,
      created_at: now,
      updated_at: now,
      came_from: JSON.stringify(registered),
      ...trace,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'subscription_id'])
        .where('state', 'in', ['open', 'buying'])
        .doUpdateSet({ updated_at: now, ...trace }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function registeredFrom(db: Kysely<DB>, accountId: number, now: Date): Promise<CameFrom> {
  const found = await db
    .selectFrom('accounts')
    .select(['utm_source as utmSource', 'utm_medium as utmMedium', 'utm_content as utmContent'])
    .select(['utm_campaign as utmCampaign', 'referrer'])
    .where('id', '=', accountId)
    .where('created_at', '>', new Date(now.getTime() - CAME_FROM_DAYS * DAY))
    .executeTakeFirst()
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, value]) => value !== ''))
}

/** @throws Refusal not_found */
export async function demandCart(db: Kysely<DB>, accountId: number, tariff: number): Promise<Cart> {
  const cart = await db
    .selectFrom('carts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', tariff)
    .where('state', 'in', ['open', 'buying'])
    .executeTakeFirst()
  if (!cart) throw new Refusal('not_found', 'subscription')
  return cart
}

/** Takes the open cart of a tariff, so that nobody else buys it; undefined = there is none, or somebody else was faster. */
export function takeOpenCart(trx: Transaction<DB>, accountId: number, tariff: number, now: Date) {
  return trx
    .updateTable('carts')
    .set({ state: 'buying', updated_at: now })
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', tariff)
    .where('state', '=', 'open')
    .returning(['id', 'voucher_code', 'came_from', 'network_country', 'shown_price', 'shown_at'])
    .executeTakeFirst()
}

/** Notes the regular price that a cart shows. */
export async function noteShownPrice(db: Kysely<DB>, cartId: number, price: number, now: Date): Promise<void> {
  await db
    .updateTable('carts')
    .set({ shown_price: price, shown_at: now })
    .where('id', '=', cartId)
    .where('state', '=', 'open')
    .execute()
}

/** Puts a voucher into a cart that nobody is buying, or takes it out. */
export async function putVoucher(db: Kysely<DB>, cartId: number, code: string | null, now: Date): Promise<void> {
  await db
    .updateTable('carts')
    .set({ voucher_code: code, updated_at: now })
    .where('id', '=', cartId)
    .where('state', '=', 'open')
    .execute()
}

/** The card or debit that was left last and will do in a country. */
export function savedMethod({ db, payments, now }: House, accountId: number, country: string) {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .where('provider', '=', payments.card?.name ?? '')
    .where('kind', 'in', cardKinds(country))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refused_instruments as r')
            .select('r.id')
            .whereRef('r.provider', '=', 'payment_methods.provider')
            .whereRef('r.fingerprint', '=', 'payment_methods.fingerprint')
            .where('r.until', '>', now()),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
