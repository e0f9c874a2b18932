import { randomUUID } from 'node:crypto'
import { SESSION_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'
import { unsubscribeAccount, unsubscribeOtherAccounts } from '../notifications/push-subscriptions.ts'
import { sessionCookies } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { hashOf, randomToken } from './random-token.ts'
import { VISIT_GAP_MS } from './session.ts'
import { endWithBrowser } from './shared-device.ts'

/**
 * Creates a session of an account in `trx` on the browser's device (ADR-0171), ends the browser's previous one, and sets the
 * cookies on the response.
 * @param how `remembered`: 30 days, otherwise until the browser closes; `byPassword`, `byProvider`: a password was just given,
 * here or to an identity provider
 */
export async function createSession(
  trx: Transaction<DB>,
  accountId: number,
  call: Pick<RequestContext, 'request' | 'reply' | 'ctx' | 'visitor'>,
  how: { remembered: boolean; byPassword: boolean; byProvider?: boolean },
): Promise<{ deviceId: number; isNew: boolean }> {
  const { request, reply, ctx, visitor } = call
  const appName = deviceName(request.headers.get('user-agent'))
  const country = visitor.country ?? ''
  const cookies = sessionCookies(ctx.publicUrl)
  const now = ctx.now()
  const before = cookies.sessionIn(request)
  if (before) await trx.deleteFrom('sessions').where('token_hash', '=', hashOf(before)).execute()
  await endSessionsOfDevice(trx, accountId, cookies.deviceIn(request))

  const { token, hash } = randomToken()
  reply.append('set-cookie', cookies.session(token, how.remembered))
  const lastVisitAt = await lastVisitOf(trx, accountId, now)
  const device = await rememberDevice(trx, accountId, call)
  const seconds = how.remembered ? SESSION_TTL_SECONDS.remembered : SESSION_TTL_SECONDS.browser
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
      previous_visit_at: lastVisitAt,
      expires_at: new Date(now.getTime() + seconds * 1000),
      password_at: how.byPassword || how.byProvider ? now : null,
    })
    .execute()
  if (!how.remembered && cookies.sharedIn(request)) endWithBrowser(reply)
  return device
}

/** Returns when an account was last used before the current visit, on any device. */
async function lastVisitOf(trx: Transaction<DB>, accountId: number, now: Date): Promise<Date | null> {
  const last = await trx
    .selectFrom('devices')
    .select(({ fn }) => fn.max('last_access').as('at'))
    .where('account_id', '=', accountId)
    .where('last_access', '<', new Date(now.getTime() - VISIT_GAP_MS))
    .executeTakeFirst()
  return last?.at ?? null
}

/**
 * Ends sessions of an account on a device: a browser has only one, and a sign-in with a copied device cookie ends it. Locks
 * sessions before devices, in the order in which their use is recorded.
 */
async function endSessionsOfDevice(trx: Transaction<DB>, accountId: number, vendorId: string | null): Promise<void> {
  if (vendorId === null) return
  await sql`delete from sessions using devices where devices.id = sessions.device_id and sessions.kind = 'browser'
    and devices.account_id = ${accountId} and devices.vendor_id = ${vendorId}`.execute(trx)
}

/** Makes the browser a known device of an account, signed in or not, and sets the cookie on the response. */
export async function rememberDevice(
  trx: Transaction<DB>,
  accountId: number,
  { request, reply, ctx, visitor }: Pick<RequestContext, 'request' | 'reply' | 'ctx' | 'visitor'>,
): Promise<{ deviceId: number; isNew: boolean }> {
  const cookies = sessionCookies(ctx.publicUrl)
  const now = ctx.now()
  const vendorId = cookies.deviceIn(request) ?? randomUUID()
  const name = deviceName(request.headers.get('user-agent'))
  const country = visitor.country ?? ''
  const { id: deviceId, isNew } = await trx
    .insertInto('devices')
    .values({ account_id: accountId, vendor_id: vendorId, name, country, created_at: now, last_access: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ country, last_access: now }))
    // A row inserted in this transaction cannot have been deleted or locked by another.
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  await unsubscribeOtherAccounts(trx, { accountId, vendorId })
  reply.append('set-cookie', cookies.device(vendorId))
  return { deviceId, isNew }
}

/** Ends every session of an account except the given one, and the push subscriptions of devices without a session. */
export async function endSessions(trx: Transaction<DB>, accountId: number, except: number | null = null): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .execute()
  await unsubscribeAccount(trx, accountId, except)
}
