import { PUSH_DEVICES } from '@kiosk/domain/reading/terms'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { PushAddress } from '../outside/push/port.ts'

type Db = Kysely<DB>
type Told = PushAddress & { accountId: number }

/** Where a device is told; undefined = it is not. */
export async function addressOfDevice(db: Db, deviceId: number): Promise<{ endpoint: string } | undefined> {
  return db.selectFrom('push_addresses').select('endpoint').where('device_id', '=', deviceId).executeTakeFirst()
}

/** A device is told here from now on, nowhere else; whoever was told here before is not. */
export async function tellDevice(trx: Db, given: Told & { deviceId: number; now: Date }): Promise<void> {
  const { accountId, deviceId, endpoint, p256dh, auth, now } = given
  // Two accounts that name one address follow each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(trx)
  await trx.deleteFrom('push_addresses').where('endpoint', '=', endpoint).where('device_id', '<>', deviceId).execute()
  const told = { endpoint, p256dh, auth, at: now }
  await trx
    .insertInto('push_addresses')
    .values({ account_id: accountId, device_id: deviceId, ...told })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(told))
    .execute()
  await sql`delete from push_addresses where id in (
    select id from push_addresses where account_id = ${accountId} order by at desc, id desc offset ${PUSH_DEVICES})`.execute(trx)
}

export async function tellDeviceNoMore(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('push_addresses').where('device_id', '=', deviceId).execute()
}

/** Nobody else who was in on this browser is told there. */
export async function tellOthersNoMore(trx: Db, { accountId, vendorId }: { accountId: number; vendorId: string }): Promise<void> {
  await sql`delete from push_addresses using devices where devices.id = push_addresses.device_id
    and devices.vendor_id = ${vendorId} and devices.account_id <> ${accountId}`.execute(trx)
}

/** No device of an account is told but that of one session. */
export async function tellAccountNoMore(trx: Db, accountId: number, exceptSession: number | null): Promise<void> {
  await sql`delete from push_addresses where account_id = ${accountId} and device_id not in (
    select device_id from sessions where id = ${exceptSession} and device_id is not null)`.execute(trx)
}

export async function pushAddressById(db: Db, id: number): Promise<Told | undefined> {
  return db
    .selectFrom('push_addresses')
    .select(['account_id as accountId', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Nobody listens at an address any more; a newer one of the same device stays. */
export async function forgetPushAddress(db: Db, id: number, endpoint: string): Promise<void> {
  await db.deleteFrom('push_addresses').where('id', '=', id).where('endpoint', '=', endpoint).execute()
}
