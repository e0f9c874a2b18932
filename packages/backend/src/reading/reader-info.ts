import { rights } from '@kiosk/domain/reading/rights'
import { readerInfo as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { DEVICES } from '@kiosk/domain/subscriptions/plans'
import { tierOf } from '../auth/session.ts'
import { defineHandler } from '../http/handler.ts'
import { readingDevices } from './device-limit.ts'

export const readerInfo = defineHandler(declared, 'personal', async (call) => {
  const { session, ctx } = call
  const tier = tierOf(session)
  const limit = DEVICES[tier]
  // After a smaller tier, there may be more than the limit.
  const counted = (await readingDevices(ctx.db, session.account!.id, ctx.now())).slice(0, limit)
  return {
    tier,
    promo: session.reader === 'PROMO',
    rights: { magazine: rights.magazine[session.reader], newspaper: rights.newspaper[session.reader] },
    devices: { limit, used: counted.length, thisOneCounts: counted.some(({ id }) => id === session.deviceId) },
  }
})
