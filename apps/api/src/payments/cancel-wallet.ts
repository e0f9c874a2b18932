import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { type Asking, serve } from '../endpoint.ts'
import { liveSubscription } from './buy.ts'
import { cancelAtWallet } from './cancel-at-wallet.ts'
import { chargerOf } from './store-subscriptions.ts'

export const cancelWallet = serve(declared.cancelWallet, 'personal', (call) => cancel(call, ORDER_TYPE.wallet))
export const cancelStore = serve(declared.cancelStore, 'personal', (call) => cancel(call, ORDER_TYPE.google))

/** Cancels where the contract is charged; it may be read until the end of what is paid. */
async function cancel({ house, session }: Asking, orderType: number): Promise<undefined> {
  const { db, log } = house
  const live = await liveSubscription(db, session.account!.id)
  if (live?.order_type !== orderType || live.provider_reference === null) throw new Refusal('not_found')
  if (!chargerOf(house, orderType)) throw new Refusal('unavailable')
  if (live.auto_renew) {
    try {
      await cancelAtWallet(house, live.id)
    } catch (error) {
      log.warn({ err: error, subscription: live.id }, 'a wallet did not cancel')
      throw new Refusal('unavailable')
    }
  }
  return undefined
}
