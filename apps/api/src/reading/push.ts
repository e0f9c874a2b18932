import { createHash } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/reading/shelf-endpoints'
import { changeAccount } from '../accounts/change-account.ts'
import { serve } from '../endpoint.ts'
import { areBrowserKeys } from '../outside/push/sealed-message.ts'
import { addressOfDevice, tellDevice, tellDeviceNoMore } from './push-queries.ts'

export const pushState = serve(declared.pushState, 'personal', async ({ house, session }) => {
  const address = session.deviceId === null ? undefined : await addressOfDevice(house.db, session.deviceId)
  return {
    key: (await house.pushSender()).publicKey,
    told: address ? createHash('sha256').update(address.endpoint).digest('hex') : null,
  }
})

export const subscribePush = serve(declared.subscribePush, 'personal', async (call) => {
  const { input, house } = call
  if (!areBrowserKeys(input)) throw new Refusal('wrong_input', 'p256dh')
  await changeAccount(call, async (trx, account, { device_id }) => {
    if (device_id === null) throw new Refusal('not_signed_in')
    await tellDevice(trx, { ...input, accountId: account.id, deviceId: device_id, now: house.now() })
  })
  return undefined
})

export const unsubscribePush = serve(declared.unsubscribePush, 'personal', async ({ house, session }) => {
  if (session.deviceId !== null) await tellDeviceNoMore(house.db, session.deviceId)
  return undefined
})
