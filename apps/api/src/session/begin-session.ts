import { randomUUID } from 'node:crypto'
import { SESSION_TERM } from '@kiosk/domain/accounts/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { tellAccountNoMore, tellOthersNoMore } from '../reading/push-queries.ts'
import { sessionCookies } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { hashOf, randomToken } from './random-token.ts'
import { endWithBrowser } from './shared-device.ts'

/**
 * Begins a session of an account in `trx`, on the browser's device (decision 15), and ends the one that its cookie held.
 * The cookies go out with the answer.
 * @param how `remembered`: 30 days, else until the browser closes; `byPassword`, `byProvider`: a password was just given, here
 * or to an identity provider
 */
export async function beginSession(
  trx: Transaction<DB>,
  accountId: number,
  call: Pick<Asking, 'request' | 'reply' | 'house' | 'visitor'>,
  how: { remembered: boolean; byPassword: boolean; byProvider?: boolean },
): Promise<{ deviceId: number; isNew: boolean }> {
  const { request, reply, house, visitor } = call
  const appName = deviceName(request.headers.get('user-agent'))
  const country = visitor.country ?? ''
  const cookies = sessionCookies(house.publicUrl)
  const now = house.now()
  const before = cookies.sessionIn(request)
  if (before) await trx.deleteFrom('sessions').where('token_hash', '=', hashOf(before)).execute()
  await endSessionsOfDevice(trx, accountId, cookies.deviceIn(request))

  const { token, hash } = randomToken()
  reply.append('set-cookie', cookies.session(token, how.remembered))
  const device = await rememberDevice(trx, accountId, call)
  const seconds = how.remembered ? SESSION_TERM.remembered : SESSION_TERM.browser
  await trx
    .insertInto('sessions')
    .values({
      token_hash: hash,
      account_id: accountId,
      device_id: device.deviceId,
      app_name: appName,
      country,
      created_at: now,
      remembered: how.remembered,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
      password_at: how.byPassword || how.byProvider ? now : null,
    })
    .execute()
  if (!how.remembered && cookies.sharedIn(request)) endWithBrowser(reply)
  return device
}

/**
 * A browser has one session of an account: a copied device cookie does not make six browsers one device, because each
 * sign-in with it ends the session of the one before. Sessions before devices, in the order in which their use is noted.
 */
async function endSessionsOfDevice(trx: Transaction<DB>, accountId: number, vendorId: string | null): Promise<void> {
  if (vendorId === null) return
  await sql`delete from sessions using devices where devices.id = sessions.device_id and sessions.kind = 'browser'
    and devices.account_id = ${accountId} and devices.vendor_id = ${vendorId}`.execute(trx)
}

/** Makes the browser a device of an account, signed in or not: it is known from then on. The cookie goes out with the answer. */
export async function rememberDevice(
  trx: Transaction<DB>,
  accountId: number,
  { request, reply, house, visitor }: Pick<Asking, 'request' | 'reply' | 'house' | 'visitor'>,
): Promise<{ deviceId: number; isNew: boolean }> {
  const cookies = sessionCookies(house.publicUrl)
  const now = house.now()
  const vendorId = cookies.deviceIn(request) ?? randomUUID()
  const name = deviceName(request.headers.get('user-agent'))
  const country = visitor.country ?? ''
  const { id: deviceId, isNew } = await trx
    .insertInto('devices')
    .values({ account_id: accountId, vendor_id: vendorId, name, country, created_at: now, last_access: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ country, last_access: now }))
    // PostgreSQL: no transaction has deleted or locked a row that was just inserted.
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  await tellOthersNoMore(trx, { accountId, vendorId })
  reply.append('set-cookie', cookies.device(vendorId))
  return { deviceId, isNew }
}

/** Ends every session of an account, but the one given; devices without one hear of no new issues. */
export async function endSessions(trx: Transaction<DB>, accountId: number, except: number | null = null): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .execute()
  await tellAccountNoMore(trx, accountId, except)
}
