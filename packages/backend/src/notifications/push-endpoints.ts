import { createHash } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/reading/shelf-endpoints'
import { changeAccount } from '../accounts/change-account.ts'
import { areBrowserKeys } from '../adapters/push/encrypt-message.ts'
import { defineHandler } from '../http/handler.ts'
import { addressOfDevice, subscribeDevice, unsubscribeDevice } from './push-subscriptions.ts'

export const pushState = defineHandler(declared.pushState, 'personal', async ({ ctx, session }) => {
  const address = session.deviceId === null ? undefined : await addressOfDevice(ctx.db, session.deviceId)
  return {
    key: (await ctx.pushSender()).publicKey,
    told: address ? createHash('sha256').update(address.endpoint).digest('hex') : null,
  }
})

export const subscribePush = defineHandler(declared.subscribePush, 'personal', async (call) => {
  const { input, ctx } = call
  if (!areBrowserKeys(input)) throw new ApiError('wrong_input', 'p256dh')
  await changeAccount(call, async (trx, account, { device_id }) => {
    if (device_id === null) throw new ApiError('not_signed_in')
    await subscribeDevice(trx, { ...input, accountId: account.id, deviceId: device_id, now: ctx.now() })
  })
  return undefined
})

export const unsubscribePush = defineHandler(declared.unsubscribePush, 'personal', async ({ ctx, session }) => {
  if (session.deviceId !== null) await unsubscribeDevice(ctx.db, session.deviceId)
  return undefined
})
