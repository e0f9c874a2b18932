import { PUSH_DEVICES } from '@kiosk/domain/reading/limits'
import { type Kysely, sql } from 'kysely'
import type { PushAddress } from '../adapters/push/port.ts'
import type { DB } from '../db/schema.ts'

type Db = Kysely<DB>
type Subscription = PushAddress & { accountId: number }

/** Returns the push subscription of a device; undefined = none. */
export async function addressOfDevice(db: Db, deviceId: number): Promise<{ endpoint: string } | undefined> {
  return db.selectFrom('push_subscriptions').select('endpoint').where('device_id', '=', deviceId).executeTakeFirst()
}

/** Subscribes a device; an earlier subscription of the same endpoint is removed. */
export async function subscribeDevice(trx: Db, options: Subscription & { deviceId: number; now: Date }): Promise<void> {
  const { accountId, deviceId, endpoint, p256dh, auth, now } = options
  // Concurrent calls of two accounts with one endpoint are serialised.
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(trx)
  await trx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('device_id', '<>', deviceId).execute()
  const values = { endpoint, p256dh, auth, at: now }
  await trx
    .insertInto('push_subscriptions')
    .values({ account_id: accountId, device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute()
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where account_id = ${accountId} order by at desc, id desc offset ${PUSH_DEVICES})`.execute(
    trx,
  )
}

export async function unsubscribeDevice(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('device_id', '=', deviceId).execute()
}

/** Removes the subscriptions of other accounts in this browser. */
export async function unsubscribeOtherAccounts(
  trx: Db,
  { accountId, vendorId }: { accountId: number; vendorId: string },
): Promise<void> {
  await sql`delete from push_subscriptions using devices where devices.id = push_subscriptions.device_id
    and devices.vendor_id = ${vendorId} and devices.account_id <> ${accountId}`.execute(trx)
}

/** Removes the subscriptions of an account, except that of one session's device. */
export async function unsubscribeAccount(trx: Db, accountId: number, exceptSession: number | null): Promise<void> {
  await sql`delete from push_subscriptions where account_id = ${accountId} and device_id not in (
    select device_id from sessions where id = ${exceptSession} and device_id is not null)`.execute(trx)
}

export async function pushAddressById(db: Db, id: number): Promise<Subscription | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .select(['account_id as accountId', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deletes an expired subscription; a newer one of the same device stays. */
export async function forgetPushAddress(db: Db, id: number, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('endpoint', '=', endpoint).execute()
}
