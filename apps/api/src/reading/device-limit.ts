import { DEVICES } from '@kiosk/domain/subscriptions/tariffs'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { deviceHandles } from '../session/device-handle.ts'
import { tierOf } from '../session/session.ts'

/** A device counts for so long after it opened an issue (decision 15). Milliseconds. */
const COUNTS_FOR = 30 * 24 * 3600 * 1000
/** Not every page is noted. Milliseconds. */
const NOTED_EVERY = 3600 * 1000

/** `vendorId`: the handle of a device, see `deviceHandles`. */
export type ReadingDevice = { vendorId: string; name: string; lastReading: string }

/**
 * Takes a place among the account's reading devices for the device in hand; where all are taken, the devices that hold them.
 * Visitors and sessions without a device take none. Of two devices at once one gets the last place.
 */
export async function takePlace({
  session,
  house,
}: Asking): Promise<{ taken: true } | { taken: false; devices: ReadingDevice[] }> {
  const { account, deviceId } = session
  if (account === null || deviceId === null) return { taken: true }
  const now = house.now()
  const handleOf = await deviceHandles(account.id, house)
  return house.db.transaction().execute(async (trx) => {
    const held = await trx.selectFrom('devices').select('last_reading_at').where('id', '=', deviceId).executeTakeFirst()
    const since = held?.last_reading_at?.getTime() ?? 0
    if (since > now.getTime() - NOTED_EVERY) return { taken: true }
    if (since <= now.getTime() - COUNTS_FOR) {
      // Devices of one account take their turn.
      await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
      const others = (await readingDevices(trx, account.id, now)).filter(({ id }) => id !== deviceId)
      if (others.length >= DEVICES[tierOf(session)])
        return { taken: false, devices: others.map((device) => presentDevice(device, handleOf)) }
    }
    await trx.updateTable('devices').set({ last_reading_at: now }).where('id', '=', deviceId).execute()
    return { taken: true }
  })
}

/** Devices that count against the tier's limit, the last used first. */
export function readingDevices(trx: Transaction<DB> | Asking['house']['db'], accountId: number, now: Date) {
  return trx
    .selectFrom('devices')
    .select(['id', 'vendor_id', 'name', sql<Date>`last_reading_at`.as('last_reading_at')])
    .where('account_id', '=', accountId)
    .where('last_reading_at', '>', new Date(now.getTime() - COUNTS_FOR))
    .orderBy('last_reading_at', 'desc')
    .execute()
}

function presentDevice(
  device: { vendor_id: string; name: string; last_reading_at: Date },
  handleOf: (vendorId: string) => string,
): ReadingDevice {
  return { vendorId: handleOf(device.vendor_id), name: device.name, lastReading: device.last_reading_at.toISOString() }
}
