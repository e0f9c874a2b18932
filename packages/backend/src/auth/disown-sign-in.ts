import { disownSignIn as declared } from '@kiosk/domain/accounts/session-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { lockAccount } from '../accounts/queries.ts'
import { undoSince } from '../accounts/undo-changes.ts'
import { defineHandler } from '../http/handler.ts'
import { issueToken, ownerOfToken, redeemToken } from './one-time-tokens.ts'
import { revokeAccess } from './revoke-access.ts'
import { recordBoundedEvent, recordSecurityEvent } from './security-events.ts'

/**
 * "This wasn't me" from the new-device e-mail: ends all sessions, makes that device and later new ones unknown, disables the
 * password, and restores the address and sign-in methods from before that sign-in. Access then requires the token of this
 * response or the link of a password reset e-mail.
 */
export const disownSignIn = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const now = ctx.now()
  const owner = await ownerOfToken(ctx.db, 'disown', input.token)
  if (owner === null) {
    await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'disown' } })
    throw new ApiError('token_invalid', 'token')
  }
  return ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    const redeemed = await redeemToken(trx, 'disown', input.token, now)
    if (!account || redeemed === 'unknown') throw new ApiError('token_invalid', 'token')
    if (typeof redeemed === 'string') throw new ApiError('token_expired', 'token')
    await revokeAccess(trx, account.id, now)
    const { deviceId = null, eventId } = redeemed.data as { deviceId?: number; eventId: number }
    await trx
      .deleteFrom('devices')
      .where('account_id', '=', account.id)
      .where(sql<boolean>`(id = ${deviceId} or created_at >= (select at from security_events where id = ${eventId}))`)
      .execute()
    // The next sign-in on a new device is reported at once.
    const unknownPassword = { password_hash: null, new_device_email_at: null }
    await trx.updateTable('accounts').set(unknownPassword).where('id', '=', account.id).execute()
    await undoSince(trx, account.id, eventId, now)
    await recordSecurityEvent(trx, call, { kind: 'sign-in.disowned', accountId: account.id })
    return { choosePassword: await issueToken(trx, { purpose: 'recovery', accountId: account.id, now }) }
  })
})
