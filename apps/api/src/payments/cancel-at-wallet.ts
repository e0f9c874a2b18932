import type { House } from '../house.ts'
import { chargerOf } from './store-subscriptions.ts'

/**
 * Cancels a contract where it is charged; it may be read until the end of what is paid. One that has ended
 * here is charged no more. Once is as good as twice.
 * @throws where the wallet can't be asked or refuses
 */
export async function cancelAtWallet(house: House, contract: number): Promise<void> {
  const { db, now } = house
  const live = await db.selectFrom('subscriptions').selectAll().where('id', '=', contract).executeTakeFirst()
  if (!live || live.provider_reference === null) return
  const wallet = chargerOf(house, live.order_type)
  if (!wallet) throw new Error(`nobody to cancel contract ${contract} at`)
  if (live.state === 'ended') return wallet.cancel(live.provider_reference, 'ended')
  if (live.auto_renew) await wallet.cancel(live.provider_reference, 'cancelled by the customer')
  await db
    .updateTable('subscriptions')
    .set({ auto_renew: false, next_charge_at: null, cancelled_at: live.cancelled_at ?? now() })
    .where('id', '=', contract)
    .execute()
}
