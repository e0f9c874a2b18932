import { rights } from '@kiosk/domain/reading/rights'
import { readerInfo as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { DEVICES } from '@kiosk/domain/subscriptions/tariffs'
import { serve } from '../endpoint.ts'
import { tierOf } from '../session/session.ts'
import { readingDevices } from './device-limit.ts'

export const readerInfo = serve(declared, 'personal', async (call) => {
  const { session, house } = call
  const tier = tierOf(session)
  const counted = await readingDevices(house.db, session.account!.id, house.now())
  return {
    tier,
    promo: session.reader === 'PROMO',
    rights: { magazine: rights.magazine[session.reader], newspaper: rights.newspaper[session.reader] },
    devices: { limit: DEVICES[tier], used: counted.length, thisOneCounts: counted.some(({ id }) => id === session.deviceId) },
  }
})
