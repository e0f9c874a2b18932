import { ApiError } from '@kiosk/domain/errors'
import type { Operator } from '@kiosk/domain/operator'
import {
  ACCEPTANCE_HOURS,
  ATTRIBUTION_DAYS,
  DEBIT_COUNTRIES,
  ORDER_TYPE,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@kiosk/domain/payments/limits'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Carts, DB } from '../../db/schema.ts'
import { planOf, pricesAt } from '../plans/prices.ts'
import { activeSubscription, assertUpgrade } from '../subscriptions/create.ts'
import { isSoldBy } from '../wallets/plans.ts'

export type Cart = Selectable<Carts>
export type Buyer = { id: number; region_id: number }
export type OnSale = Awaited<ReturnType<typeof requireOnSale>>

/**
 * Returns a plan that an account may buy now, and the active subscription that it would replace.
 * @throws ApiError not_found, region_unavailable, subscribed_already
 */
export async function requireOnSale(db: Kysely<DB>, account: Buyer, planId: number) {
  const plan = planOf(planId)
  if (!plan) throw new ApiError('not_found', 'subscription')
  if (plan.region !== account.region_id) throw new ApiError('region_unavailable', 'subscription')
  const active = await activeSubscription(db, account.id)
  if (active) assertUpgrade(active, planId)
  // The store would not refund its subscription for one that is bought here.
  if (active?.order_type === ORDER_TYPE.google) throw new ApiError('subscribed_already', 'subscription')
  return { plan, active }
}

/** Returns the payment methods of a plan; a subscription paid by wallet can only be upgraded with the wallet. */
export function methodsOf(
  { payments, operator }: Pick<AppContext, 'payments' | 'operator'>,
  { plan, active }: OnSale,
): PaymentMethod[] {
  const wallet = plan.currency === 'EUR' && isSoldBy(payments.wallet, plan.subscriptionId) ? (['PP'] as const) : []
  if (active?.order_type === ORDER_TYPE.wallet) return [...wallet]
  const card = payments.card ? cardKinds(operator, plan.country) : []
  return [...card, ...(active ? [] : wallet)]
}

/** @throws ApiError sales_closed if no payment method is available, because none is configured */
export function requireMethod(ctx: Pick<AppContext, 'payments' | 'operator'>, sale: OnSale): void {
  if (methodsOf(ctx, sale).length === 0) throw new ApiError('sales_closed', 'subscription')
}

/** Returns the payment methods of new subscriptions in a market, in the order in which texts name them. */
export function methodsIn(ctx: Pick<AppContext, 'payments' | 'operator'>, region: number): PaymentMethod[] {
  const sold = plans.filter((plan) => plan.region === region)
  const offered = sold.flatMap(({ subscriptionId }) => methodsOf(ctx, { plan: planOf(subscriptionId)!, active: undefined }))
  return PAYMENT_METHODS.filter((method) => offered.includes(method))
}

/** Debits are not possible without a creditor identifier. */
export function cardKinds({ company }: Pick<Operator, 'company'>, country: string): ('CC' | 'DD')[] {
  return company.creditorId !== '' && DEBIT_COUNTRIES.includes(country) ? ['CC', 'DD'] : ['CC']
}

/** Attribution of a buyer: `utmSource` and similar, without empty values. */
export type Attribution = Record<string, string>

/**
 * Creates the cart of a plan or returns the existing one; concurrent calls create one cart. New attribution replaces the old one;
 * without any, the attribution of a registration in the last days is used.
 */
export async function beginCart(
  db: Kysely<DB>,
  accountId: number,
  plan: number,
  now: Date,
  attribution: Attribution = {},
): Promise<Cart> {
  const fresh = Object.keys(attribution).length > 0 ? { attribution: JSON.stringify(attribution) } : {}
  const registered = fresh.attribution ? {} : await registeredFrom(db, accountId, now)
  return db
    .insertInto('carts')
    .values({
      account_id: accountId,
      plan_id: plan,
      created_at: now,
      updated_at: now,
      attribution: JSON.stringify(registered),
      ...fresh,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'plan_id'])
        .where('state', 'in', ['open', 'buying'])
        .doUpdateSet({ updated_at: now, ...fresh }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function registeredFrom(db: Kysely<DB>, accountId: number, now: Date): Promise<Attribution> {
  const found = await db
    .selectFrom('accounts')
    .select(['utm_source as utmSource', 'utm_medium as utmMedium', 'utm_content as utmContent'])
    .select(['utm_campaign as utmCampaign', 'referrer'])
    .where('id', '=', accountId)
    .where('created_at', '>', new Date(now.getTime() - ATTRIBUTION_DAYS * DAY_MS))
    .executeTakeFirst()
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, value]) => value !== ''))
}

/** @throws ApiError not_found */
export async function requireCart(db: Kysely<DB>, accountId: number, plan: number): Promise<Cart> {
  const cart = await db
    .selectFrom('carts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('plan_id', '=', plan)
    .where('state', 'in', ['open', 'buying'])
    .executeTakeFirst()
  if (!cart) throw new ApiError('not_found', 'subscription')
  return cart
}

/** Takes the open cart of a plan, so that it is bought only once; undefined = there is none, or another request was faster. */
export function takeOpenCart(trx: Transaction<DB>, accountId: number, plan: number, now: Date) {
  return trx
    .updateTable('carts')
    .set({ state: 'buying', updated_at: now })
    .where('account_id', '=', accountId)
    .where('plan_id', '=', plan)
    .where('state', '=', 'open')
    .returning(['id', 'voucher_code', 'attribution', 'network_country', 'shown_price', 'shown_at'])
    .executeTakeFirst()
}

/** Stores the regular price that a cart shows. */
export async function noteShownPrice(db: Kysely<DB>, cartId: number, price: number, now: Date): Promise<void> {
  await db
    .updateTable('carts')
    .set({ shown_price: price, shown_at: now })
    .where('id', '=', cartId)
    .where('state', '=', 'open')
    .execute()
}

/** Returns when a cart was shown, as long as its buyer may rely on what it showed; else null. */
export function shownLately({ shown_at }: Pick<Cart, 'shown_at'>, now: Date): Date | null {
  return shown_at !== null && now.getTime() - shown_at.getTime() <= ACCEPTANCE_HOURS * HOUR_MS ? shown_at : null
}

/**
 * Returns the regular price of the purchase: the one that the cart showed, even if the list price has changed since.
 * @throws ApiError not_found if it was shown too long ago and differs from the current price, which the cart shows next
 */
export async function priceShown(
  db: Kysely<DB>,
  { shown_price, shown_at }: Pick<Cart, 'shown_price' | 'shown_at'>,
  plan: number,
  now: Date,
): Promise<number> {
  const listed = (await pricesAt(db, now)).get(plan)!
  if (shown_price === null || shown_at === null || shown_price === listed) return listed
  if (!shownLately({ shown_at }, now)) throw new ApiError('not_found', 'subscription')
  return shown_price
}

/** Sets or removes the voucher of a cart that is not being bought. */
export async function putVoucher(db: Kysely<DB>, cartId: number, code: string | null, now: Date): Promise<void> {
  await db
    .updateTable('carts')
    .set({ voucher_code: code, updated_at: now })
    .where('id', '=', cartId)
    .where('state', '=', 'open')
    .execute()
}

/** Finds the card or debit mandate saved last that is accepted in a country and not blocked. */
export function savedMethod(
  { db, payments, operator, now }: Pick<AppContext, 'db' | 'now' | 'payments' | 'operator'>,
  accountId: number,
  country: string,
) {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .where('provider', '=', payments.card?.name ?? '')
    .where('kind', 'in', cardKinds(operator, country))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rejected_instruments as r')
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
