import { sql } from 'kysely'
import type { House } from '../house.ts'
import type { WalletEvent } from '../outside/payments/port.ts'
import { followStoreReference } from './store-subscriptions.ts'
import { bookWalletReturn } from './wallet-returns.ts'
import { settleWalletSubscription } from './wallet-subscriptions.ts'

/** Whose an event of a wallet or store is; events written down by older versions name the subscription alone. */
export type WalletSubject = Pick<WalletEvent, 'subscription'> & Partial<Pick<WalletEvent, 'charge' | 'refund'>>

/**
 * Works on an event of a wallet or store: finds the subscription by its own name, by the charge, or by asking the provider
 * whose charge was refunded; then does whatever that subscription needs. One that is nobody's here is of another business.
 */
export async function followWalletEvent(house: House, provider: string, subject: WalletSubject): Promise<void> {
  const { wallet, store } = house.payments
  if (store?.name === provider && subject.subscription) return followStoreReference(house, subject.subscription)
  if (!wallet || wallet.name !== provider) return
  const back = subject.refund ? await wallet.fetchRefund(subject.refund) : null
  const charge = subject.charge ?? back?.chargeId ?? null
  const named = subject.subscription ?? (charge && (await subscriptionOfCharge(house, provider, charge)))
  const reference = named ?? (charge && (await wallet.subscriptionOf(charge)))
  if (reference === null) return
  // Before anything else of ours is given back of the same charge.
  const isBooked = back === null || (await bookWalletReturn(house, wallet, back))
  await settleWalletSubscription(house, wallet, reference)
  if (!isBooked) await bookWalletReturn(house, wallet, back)
}

/** The provider's name of the subscription that a charge was booked for, or that it is in suspense for; null: not known here. */
async function subscriptionOfCharge({ db }: House, provider: string, charge: string): Promise<string | null> {
  const { rows } = await sql<{ reference: string | null }>`
    select s.provider_reference as reference from payment_attempts a
      join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription
      where a.provider = ${provider} and a.provider_reference = ${charge}
    union all select details->>'subscription' from suspense
      where provider = ${provider} and kind = 'charge' and reference = ${charge}
    limit 1`.execute(db)
  return rows[0]?.reference ?? null
}
