import { MOST_SIGN_INS } from '@kiosk/domain/accounts/limits'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Ends sign-ins of an account beyond the maximum, and removes such devices without one: those used least recently. Lists of both
 * are read and shown as a whole, so without a bound one account could occupy a server (ADR-0352). `trx` must hold the lock on the
 * account. Locks sessions before devices, in the order in which their use is recorded.
 */
export async function boundSignIns(trx: Transaction<DB>, accountId: number): Promise<void> {
  await sql`with ended as (delete from sessions where id in (
      select id from sessions where account_id = ${accountId} order by last_seen_at desc, id desc offset ${MOST_SIGN_INS})
    returning device_id)
    delete from push_subscriptions using ended where push_subscriptions.device_id = ended.device_id`.execute(trx)
  await sql`delete from devices where id in (
    select id from devices where account_id = ${accountId} and not exists (select from sessions where device_id = devices.id)
    order by last_access desc, id desc offset ${MOST_SIGN_INS})`.execute(trx)
}
