import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { TryLater } from '../../http/try-later.ts'
import { activeSubscription } from '../subscriptions/create.ts'
import { chargerOf } from '../subscriptions/store-subscriptions.ts'
import { cancelAtWallet } from './cancel-at-provider.ts'

export const cancelWallet = defineHandler(declared.cancelWallet, 'personal', (call) => cancel(call, ORDER_TYPE.wallet))
export const cancelStore = defineHandler(declared.cancelStore, 'personal', (call) => cancel(call, ORDER_TYPE.google))

/** Cancels a subscription at its provider; access continues to the end of the paid period. */
async function cancel({ ctx, session }: RequestContext, orderType: number): Promise<undefined> {
  const { db, log } = ctx
  const active = await activeSubscription(db, session.account!.id)
  if (active?.order_type !== orderType || active.provider_reference === null) throw new ApiError('not_found')
  if (!chargerOf(ctx, orderType)) throw new ApiError('unavailable')
  if (active.auto_renew) {
    try {
      await cancelAtWallet(ctx, active.id, { confirms: true })
    } catch (error) {
      log.warn(
        { event: 'wallet.cancel-failed', err: error, subscription: active.id },
        'subscription could not be cancelled at the wallet, will retry',
      )
      throw new TryLater()
    }
  }
  return undefined
}
