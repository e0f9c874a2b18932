import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { acceptanceOf } from './contracts.ts'
import { endContracts } from './end-contracts.ts'
import { giveBackPaid } from './give-back-paid.ts'

/** A contract that is locked. */
type Withdrawn = { id: number; account_id: number; subscription_id: number; starts_at: Date }

/**
 * Carries out a withdrawal: the contract ends now, and what was paid goes back with corrections of its invoices. Whoever asked
 * to begin at once pays for the days until `at`; without that, everything goes back. Who may withdraw is decided before.
 * @param at when the withdrawal was received
 */
export async function withdrawContract(trx: Transaction<DB>, house: House, contract: Withdrawn, at: Date): Promise<void> {
  const now = house.now()
  const paysForDays = (await acceptanceOf(trx, contract.account_id, contract))?.policy === 'kept'
  await endContracts(trx, [contract.id], now)
  await trx.updateTable('subscriptions').set({ cancelled_at: now }).where('id', '=', contract.id).execute()
  await giveBackPaid(trx, house, contract.id, { share: paysForDays ? 'unused' : 'whole', at, reason: 'withdrawal' })
}
