import { randomUUID } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { periodFrom } from '@kiosk/domain/payments/rules'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Carts, DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { beginContract, reductionOf } from './begin-contract.ts'
import { draftCreditNote, draftInvoices } from './invoices.ts'
import { lineText } from './line-text.ts'
import { lockBuyer } from './locks.ts'
import { pricesAt, tariffOf } from './prices.ts'
import { waivedOf } from './smallest-charge.ts'
import { loadTaxRates } from './tax-rates.ts'
import { unusedRest } from './unused-rest.ts'

export type Purchase = {
  accountId: number
  tariff: number
  methodId: number
  voucherCode: string | null
  /** Minor units per 30 days, as it was shown; default: the list price. */
  regularPrice?: number
  /** As its cart has it. */
  cameFrom?: Selectable<Carts>['came_from']
}

/**
 * Everything of a purchase but the money, in one transaction: contract, first period, invoice, voucher and the attempt that
 * is to be sent next. Nothing of it entitles to anything until the attempt has succeeded.
 * @returns id of the attempt
 * @throws Refusal not_signed_in, not_found, region_unavailable, subscribed_already, second_special_offer, voucher_invalid
 */
export async function buy(
  trx: Transaction<DB>,
  house: House,
  { accountId, tariff, methodId, voucherCode, regularPrice, cameFrom = {} }: Purchase,
): Promise<string> {
  const now = house.now()
  // Two purchases of one account take their turn. A charge that is being booked comes first: then what is left is reckoned.
  const account = await lockBuyer(trx, accountId)
  if (!account || account.deactivated_at) throw new Refusal('not_signed_in')
  const wanted = tariffOf(tariff)
  if (!wanted) throw new Refusal('not_found', 'subscription')
  if (wanted.region !== account.region_id) throw new Refusal('region_unavailable', 'subscription')
  const live = await liveSubscription(trx, accountId)
  if (live) refuseSideways(live, tariff)
  const reduction = await reductionOf(trx, house, live, { code: voucherCode, tariff, accountId, now })
  const { id: subscription, price } = await beginContract(trx, {
    ...{ accountId, tariff, methodId, reduction, live, cameFrom, now },
    walletReference: null,
    regularPrice: regularPrice ?? (await pricesAt(trx, now)).get(tariff)!,
  })
  const { startsAt, endsAt } = periodFrom(now)
  const { id: periodId } = await trx
    .insertInto('periods')
    .values({ subscription, sequence: 1, starts_at: startsAt, ends_at: endsAt, price, reduced: reduction !== null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const credit = live && (await creditForRest(trx, live.id, account.language as Language, now))
  const method = await trx.selectFrom('payment_methods').selectAll().where('id', '=', methodId).executeTakeFirstOrThrow()
  const { currency } = wanted
  const rest = Math.max(0, price + (credit?.gross ?? 0))
  const waived = waivedOf(house, method.provider, { minor: rest, currency })
  const [invoiceId] = await draftInvoices(trx, [
    {
      subscription,
      periodId,
      buyer: { accountId, name: nameOf(account), email: account.email, language: account.language, country: wanted.country },
      currency,
      gross: price,
      waived,
      rates: await loadTaxRates(trx),
      credit: credit ?? undefined,
      snapshot: {
        siteName: house.operator.siteName,
        seller: house.operator.company,
        buyer: { name: nameOf(account), email: account.email, country: wanted.country },
        language: account.language,
        tariff,
        period: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
        method: { kind: method.kind, brand: method.brand, masked: method.masked, mandate: method.mandate_reference },
      },
      text: lineText(
        account.language as Language,
        { siteName: house.operator.siteName, tier: wanted.tier },
        { startsAt, endsAt },
      ),
      at: now,
    },
  ])
  const id = randomUUID()
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      invoice_id: invoiceId!,
      payment_method_id: methodId,
      provider: method.provider,
      amount: rest - waived,
      currency,
      initiator: 'customer',
      created_at: now,
    })
    .execute()
  return id
}

export function liveSubscription(db: Kysely<DB>, accountId: number) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past-due'])
    .executeTakeFirst()
}

/** One may go up from MAGZ to PREMIUM; the same again, or down, is not a purchase. */
export function refuseSideways(live: { subscription_id: number }, tariff: number): void {
  const isUpgrade = tariffOf(live.subscription_id)?.tier === 'MAGZ' && tariffOf(tariff)?.tier === 'PREMIUM'
  if (!isUpgrade) throw new Refusal('subscribed_already', 'subscription')
}

/** Credit for what is left of the paid period that is running; null where nothing is. */
async function creditForRest(trx: Transaction<DB>, subscription: number, language: Language, now: Date) {
  const rest = await unusedRest(trx, subscription, now)
  if (!rest) return null
  return draftCreditNote(trx, { ...rest, text: lineText(language, null, { startsAt: now, endsAt: rest.endsAt }), at: now })
}

/** What papers call a buyer: the name that was given, else the address. */
export function nameOf(account: { firstname: string; lastname: string; email: string }): string {
  return [account.firstname, account.lastname].filter(Boolean).join(' ') || account.email
}
