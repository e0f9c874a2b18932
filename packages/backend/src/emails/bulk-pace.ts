import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** Key of the row with the time of the next e-mail of all servers, in the table that counts requests. */
const KEY = 'bulk-emails'
/** More messages than ever wait for their time at once. A next time further away than this comes from a clock that was ahead. */
export const MOST_WAITING = 1_000

/**
 * Reserves the next time at which one of the e-mails to many may be sent, at equal intervals for all servers together.
 * @param perMinute e-mails a minute
 * @returns how long to wait until then. Milliseconds
 */
export async function nextBulkSlot(db: Database, perMinute: number): Promise<number> {
  const stepMs = Math.ceil(MINUTE_MS / perMinute)
  const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { rows } = await sql<{ wait: number }>`
    insert into rate_limits (key, points, expire) values (${KEY}, 0, ${nowMs} + ${stepMs}::bigint)
    on conflict (key) do update set expire = ${stepMs}::bigint + case
      when rate_limits.expire between ${nowMs} and ${nowMs} + ${MOST_WAITING * stepMs}::bigint then rate_limits.expire
      else ${nowMs} end
    returning expire - ${stepMs}::bigint - ${nowMs} as wait`.execute(db)
  return Math.max(0, rows[0]!.wait)
}

/** Waits for the next slot; `perMinute` null: does not. @throws when the signal is aborted */
export async function waitForBulkSlot(db: Database, perMinute: number | null, signal?: AbortSignal): Promise<void> {
  if (perMinute !== null) await pause(await nextBulkSlot(db, perMinute), undefined, { signal })
}
