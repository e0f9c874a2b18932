import { ApiError } from '@kiosk/domain/errors'
import { editUrl as declared } from '@kiosk/domain/payments/endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { defineHandler } from '../../http/handler.ts'
import { activeSubscription } from '../subscriptions/create.ts'
import { openSetup } from './setup-session.ts'

export const editUrl = defineHandler(declared, 'personal', async (call) => {
  const active = await activeSubscription(call.ctx.db, call.session.account!.id)
  if (active?.order_type !== ORDER_TYPE.own) throw new ApiError('not_found')
  return { url: await openSetup(call, 'edit', null) }
})
