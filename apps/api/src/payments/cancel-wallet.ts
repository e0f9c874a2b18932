import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { type Asking, serve } from '../endpoint.ts'
import { liveSubscription } from './buy.ts'
import { walletOf } from './mirror-wallet.ts'

export const cancelWallet = serve(declared.cancelWallet, 'personal', (call) => cancel(call, ORDER_TYPE.wallet))
export const cancelStore = serve(declared.cancelStore, 'personal', (call) => cancel(call, ORDER_TYPE.google))

/** Cancels where the contract is charged; it may be read until the end of what is paid. */
async function cancel({ house, session }: Asking, orderType: number): Promise<undefined> {
  const { db, log, now } = house
  const live = await liveSubscription(db, session.account!.id)
  if (live?.order_type !== orderType || live.provider_reference === null) throw new Refusal('not_found')
  const wallet = walletOf(house, orderType)
  if (!wallet) throw new Refusal('unavailable')
  if (live.auto_renew) {
    try {
      await wallet.cancel(live.provider_reference, 'cancelled by the customer')
    } catch (error) {
      log.warn({ err: error, subscription: live.id }, 'a wallet did not cancel')
      throw new Refusal('unavailable')
    }
  }
  await db
    .updateTable('subscriptions')
    .set({ auto_renew: false, next_charge_at: null, cancelled_at: live.cancelled_at ?? now() })
    .where('id', '=', live.id)
    .execute()
  return undefined
}
