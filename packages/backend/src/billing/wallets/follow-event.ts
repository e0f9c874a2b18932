import { sql } from 'kysely'
import type { WalletEvent } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { followStoreReference } from '../subscriptions/store-subscriptions.ts'
import { applyWalletReturn } from './returns.ts'
import { settleWalletSubscription } from './subscriptions.ts'

/** Subject of a wallet or store event; events stored by older versions contain only the subscription. */
type WalletSubject = Pick<WalletEvent, 'subscription'> & Partial<Pick<WalletEvent, 'charge' | 'refund'>>

/**
 * Processes an event of a wallet or store: finds the subscription by its reference, by the charge, or by asking the provider
 * which charge was refunded; then brings that subscription up to date. Ignores events without a subscription, which belong to
 * another business.
 */
export async function followWalletEvent(ctx: AppContext, provider: string, subject: WalletSubject): Promise<void> {
  const { wallet, store } = ctx.payments
  if (store?.name === provider && subject.subscription) return followStoreReference(ctx, subject.subscription)
  if (!wallet || wallet.name !== provider) return
  const back = subject.refund ? await wallet.fetchRefund(subject.refund) : null
  const charge = subject.charge ?? back?.chargeId ?? null
  const named = subject.subscription ?? (charge && (await subscriptionOfCharge(ctx, provider, charge)))
  const reference = named ?? (charge && (await wallet.subscriptionOf(charge)))
  if (reference === null) return
  // Recorded before we send any other refund of the same charge.
  const isBooked = back === null || (await applyWalletReturn(ctx, wallet, back))
  await settleWalletSubscription(ctx, wallet, reference)
  if (!isBooked) await applyWalletReturn(ctx, wallet, back)
}

/** Returns the provider's reference of the subscription of a charge, recorded or in suspense; null: unknown here. */
async function subscriptionOfCharge({ db }: Pick<AppContext, 'db'>, provider: string, charge: string): Promise<string | null> {
  const { rows } = await sql<{ reference: string | null }>`
    select s.provider_reference as reference from payment_attempts a
      join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription_id
      where a.provider = ${provider} and a.provider_reference = ${charge}
    union all select details->>'subscription' from suspense
      where provider = ${provider} and kind = 'charge' and reference = ${charge}
    limit 1`.execute(db)
  return rows[0]?.reference ?? null
}
