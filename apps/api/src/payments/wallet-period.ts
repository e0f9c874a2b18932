import { randomUUID } from 'node:crypto'
import type { Language } from '@kiosk/domain/locale'
import { periodFrom } from '@kiosk/domain/payments/rules'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { nameOf } from './buy.ts'
import { draftInvoices } from './invoices.ts'
import { lineText } from './line-text.ts'
import { tariffOf } from './prices.ts'
import { loadTaxRates } from './tax-rates.ts'

type Wanted = {
  contract: number
  sequence: number
  startsAt: Date
  price: number
  reduced: boolean
  /** Who took the money, where that is not who charges the contract. */
  provider?: string
}

/**
 * Writes a period of a contract that somebody else charges, with its invoice and the attempt that mirrors the charge. To be
 * settled in the same transaction: nothing is ever sent for it.
 * @returns id of the attempt
 */
export async function draftWalletPeriod(trx: Transaction<DB>, house: House, wanted: Wanted): Promise<string> {
  const now = house.now()
  const contract = await trx
    .selectFrom('subscriptions')
    .innerJoin('payment_methods', 'payment_methods.id', 'subscriptions.payment_method_id')
    .leftJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['subscriptions.subscription_id', 'subscriptions.account_id', 'payment_method_id'])
    .select(['provider', 'kind', 'brand', 'masked', 'firstname', 'lastname', 'email', 'language'])
    .where('subscriptions.id', '=', wanted.contract)
    .executeTakeFirstOrThrow()
  const { tier, country, currency, subscriptionId } = tariffOf(contract.subscription_id)!
  const { startsAt, endsAt } = periodFrom(wanted.startsAt)
  const { id: periodId } = await trx
    .insertInto('periods')
    .values({
      subscription: wanted.contract,
      sequence: wanted.sequence,
      starts_at: startsAt,
      ends_at: endsAt,
      price: wanted.price,
      reduced: wanted.reduced,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const language = (contract.language ?? 'de') as Language
  const email = contract.email ?? ''
  const name = email && nameOf({ firstname: contract.firstname ?? '', lastname: contract.lastname ?? '', email })
  const { kind, brand, masked } = contract
  const provider = wanted.provider ?? contract.provider
  const method = provider === contract.provider ? { kind, brand, masked, mandate: null } : null
  const [invoiceId] = await draftInvoices(trx, [
    {
      subscription: wanted.contract,
      periodId,
      buyer: { accountId: contract.account_id, name, email, language, country },
      currency,
      gross: wanted.price,
      rates: await loadTaxRates(trx),
      snapshot: {
        siteName: house.operator.siteName,
        seller: house.operator.company,
        buyer: { name, email, country },
        language,
        tariff: subscriptionId,
        period: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
        method,
      },
      text: lineText(language, { siteName: house.operator.siteName, tier }, { startsAt, endsAt }),
      at: now,
    },
  ])
  const id = randomUUID()
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      invoice_id: invoiceId!,
      payment_method_id: contract.payment_method_id,
      provider,
      amount: wanted.price,
      currency,
      initiator: wanted.sequence === 1 ? 'customer' : 'merchant',
      created_at: now,
      sent_at: now,
    })
    .execute()
  return id
}
