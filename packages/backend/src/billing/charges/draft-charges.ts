import { randomUUID } from 'node:crypto'
import type { Language } from '@kiosk/domain/locale'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { draftInvoices } from '../invoices/invoices.ts'
import { lineText } from '../invoices/line-text.ts'
import { planOf } from '../plans/prices.ts'
import { loadTaxRates } from '../plans/tax-rates.ts'

/** A period of a subscription, who buys it and how it is paid; amounts in minor units. */
export type Charge = {
  subscription: number
  plan: number
  /** Number of the period within its subscription; the first is 1. */
  sequence: number
  startsAt: Date
  endsAt: Date
  price: number
  /** The price is reduced by a voucher. */
  reduced: boolean
  /** The part that is not charged because it is below the provider's minimum. */
  waived?: number
  /** A credit note deducted from the price. */
  credit?: { id: number; gross: number } | undefined
  /** null: the account has been erased. */
  buyer: {
    accountId: number | null
    firstname: string | null
    lastname: string | null
    email: string | null
    language: string | null
  }
  methodId: number | null
  /** The method as the invoice shows it; null: the invoice shows none. */
  method: { kind: string; brand: string; masked: string; mandate: string | null } | null
  provider: string
  initiator: 'customer' | 'merchant'
  /** The provider has taken the money already: the attempt is not sent. */
  isTaken?: boolean
}

/**
 * Inserts the next periods of subscriptions, their invoices without a number, and the attempts that pay them. Nothing is sent.
 * @returns ids of the attempts, in the order given
 */
export async function draftCharges(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  charges: readonly Charge[],
): Promise<string[]> {
  if (charges.length === 0) return []
  const now = ctx.now()
  const periods = await trx
    .insertInto('periods')
    .values(
      charges.map(({ subscription, sequence, startsAt, endsAt, price, reduced }) => ({
        subscription_id: subscription,
        sequence,
        starts_at: startsAt,
        ends_at: endsAt,
        price,
        reduced,
      })),
    )
    .returning(['id', 'subscription_id'])
    .execute()
  const periodOf = new Map(periods.map(({ id, subscription_id }) => [subscription_id, id]))
  const rates = await loadTaxRates(trx)
  const invoices = await draftInvoices(
    trx,
    charges.map(({ subscription, plan, startsAt, endsAt, price, waived = 0, credit, buyer: account, method }) => {
      const { country, currency, tier } = planOf(plan)!
      const language = (account.language ?? 'de') as Language
      const { siteName, company: seller } = ctx.operator
      const buyer = { name: nameOf(account), email: account.email ?? '', country }
      return {
        subscription,
        periodId: periodOf.get(subscription)!,
        buyer: { ...buyer, accountId: account.accountId, language },
        currency,
        gross: price,
        waived,
        rates,
        credit,
        snapshot: {
          siteName,
          seller,
          buyer,
          language,
          tariff: plan,
          period: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
          method,
        },
        text: lineText(language, { siteName, tier }, { startsAt, endsAt }),
        at: now,
      }
    }),
  )
  const attempts = charges.map((charge, index) => ({ ...charge, invoiceId: invoices[index]!, amount: amountOf(charge) }))
  return draftAttempts(trx, attempts, now)
}

/** Attempt to pay an invoice; `amount` in minor units. */
type Attempt = Pick<Charge, 'plan' | 'methodId' | 'provider' | 'initiator' | 'isTaken'> & { invoiceId: number; amount: number }

/** Inserts attempts that pay invoices; nothing is sent. @returns their ids, in the order given */
export async function draftAttempts(trx: Transaction<DB>, attempts: readonly Attempt[], now: Date): Promise<string[]> {
  if (attempts.length === 0) return []
  const rows = attempts.map(({ invoiceId, methodId, provider, amount, plan, initiator, isTaken }) => ({
    id: randomUUID(),
    invoice_id: invoiceId,
    payment_method_id: methodId,
    provider,
    amount,
    currency: planOf(plan)!.currency,
    initiator,
    created_at: now,
    sent_at: isTaken ? now : null,
  }))
  await trx.insertInto('payment_attempts').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Returns the amount that a charge collects, in minor units. */
export function amountOf({ price, credit, waived = 0 }: Pick<Charge, 'price' | 'credit' | 'waived'>): number {
  return Math.max(0, price + (credit?.gross ?? 0)) - waived
}

/** Returns the name of an account, or its address if it has none; empty if the account was erased. */
function nameOf({ firstname, lastname, email }: Charge['buyer']): string {
  return [firstname, lastname].filter(Boolean).join(' ') || (email ?? '')
}
