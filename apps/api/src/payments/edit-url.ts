import { Refusal } from '@kiosk/domain/errors'
import { editUrl as declared } from '@kiosk/domain/payments/endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { serve } from '../endpoint.ts'
import { liveSubscription } from './buy.ts'
import { openSetup } from './setups.ts'

export const editUrl = serve(declared, 'personal', async (call) => {
  const live = await liveSubscription(call.house.db, call.session.account!.id)
  if (live?.order_type !== ORDER_TYPE.own) throw new Refusal('not_found')
  return { url: await openSetup(call, 'edit', null) }
})
