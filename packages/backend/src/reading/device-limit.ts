import { DEVICES } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { deviceHandles } from '../auth/device-handle.ts'
import { tierOf } from '../auth/session.ts'
import type { DB } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'

/** A device counts for this long after it opened an issue (ADR-0171). */
const COUNTS_FOR_MS = 30 * DAY_MS
/** Minimum interval between two updates of a device's last use. */
const SAVED_EVERY_MS = HOUR_MS

/** `vendorId`: the handle of a device, see `deviceHandles`. */
type ReadingDevice = { vendorId: string; name: string; lastReading: string }

/**
 * Reserves one of the account's device places for the current device; at the limit, returns the devices that have read later than
 * it, which hold them all. Visitors and sessions without a device need none. Of two concurrent devices only one gets the last place.
 * When the tier has become a smaller one, the devices that read last keep their places.
 */
export async function takePlace({
  session,
  ctx,
}: RequestContext): Promise<{ taken: true } | { taken: false; devices: ReadingDevice[] }> {
  const { account, deviceId } = session
  if (account === null || deviceId === null) return { taken: true }
  const now = ctx.now()
  const handleOf = await deviceHandles(account.id, ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const held = await trx.selectFrom('devices').select('last_reading_at').where('id', '=', deviceId).executeTakeFirst()
    const since = held?.last_reading_at?.getTime() ?? 0
    if (since > now.getTime() - SAVED_EVERY_MS) return { taken: true }
    // Serialises devices of one account that hold no place: new ones, and those that have not read for `COUNTS_FOR_MS`.
    if (since <= now.getTime() - COUNTS_FOR_MS)
      await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
    const later = (await readingDevices(trx, account.id, now)).filter(
      ({ id, last_reading_at }) => id !== deviceId && last_reading_at.getTime() > since,
    )
    if (later.length >= DEVICES[tierOf(session)])
      return { taken: false, devices: later.map((device) => presentDevice(device, handleOf)) }
    await trx.updateTable('devices').set({ last_reading_at: now }).where('id', '=', deviceId).execute()
    return { taken: true }
  })
}

/** Returns the devices that count against the tier's limit, most recently used first. */
export function readingDevices(trx: Transaction<DB> | RequestContext['ctx']['db'], accountId: number, now: Date) {
  return trx
    .selectFrom('devices')
    .select(['id', 'vendor_id', 'name', sql<Date>`last_reading_at`.as('last_reading_at')])
    .where('account_id', '=', accountId)
    .where('last_reading_at', '>', new Date(now.getTime() - COUNTS_FOR_MS))
    .orderBy('last_reading_at', 'desc')
    .execute()
}

function presentDevice(
  device: { vendor_id: string; name: string; last_reading_at: Date },
  handleOf: (vendorId: string) => string,
): ReadingDevice {
  return { vendorId: handleOf(device.vendor_id), name: device.name, lastReading: device.last_reading_at.toISOString() }
}
