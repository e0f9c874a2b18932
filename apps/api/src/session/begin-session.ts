import { randomUUID } from 'node:crypto'
import { SESSION_TERM } from '@kiosk/domain/accounts/terms'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { tellAccountNoMore, tellOthersNoMore } from '../reading/push-queries.ts'
import { sessionCookies } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { hashOf, randomToken } from './random-token.ts'

/**
 * Begins a session of an account in `trx`, on the browser's device (decision 15), and ends the one that its cookie held.
 * The cookies go out with the answer.
 * @param how `remembered`: 30 days, else until the browser closes; `byPassword`, `byProvider`: a password was just given, here
 * or to an identity provider
 */
export async function beginSession(
  trx: Transaction<DB>,
  accountId: number,
  call: Pick<Asking, 'request' | 'reply' | 'house'>,
  how: { remembered: boolean; byPassword: boolean; byProvider?: boolean },
): Promise<void> {
  const { request, reply, house } = call
  const cookies = sessionCookies(house.publicUrl)
  const now = house.now()
  const before = cookies.sessionIn(request)
  if (before) await trx.deleteFrom('sessions').where('token_hash', '=', hashOf(before)).execute()

  const vendorId = cookies.deviceIn(request) ?? randomUUID()
  const device = await trx
    .insertInto('devices')
    .values({ account_id: accountId, vendor_id: vendorId, name: deviceName(request.headers.get('user-agent')), last_access: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ last_access: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellOthersNoMore(trx, { accountId, vendorId })

  const { token, hash } = randomToken()
  const seconds = how.remembered ? SESSION_TERM.remembered : SESSION_TERM.browser
  await trx
    .insertInto('sessions')
    .values({
      token_hash: hash,
      account_id: accountId,
      device_id: device.id,
      remembered: how.remembered,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
      password_at: how.byPassword || how.byProvider ? now : null,
    })
    .execute()
  reply.append('set-cookie', cookies.session(token, how.remembered))
  reply.append('set-cookie', cookies.device(vendorId))
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
