import { disownSignIn as declared } from '@kiosk/domain/accounts/session-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { serve } from '../endpoint.ts'
import { issueToken, ownerOfToken, redeemToken } from '../session/one-time-tokens.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../session/security-events.ts'
import { lockAccount } from './queries.ts'
import { shutOut } from './shut-out.ts'
import { undoSince } from './undo-since.ts'

/**
 * "This wasn't me", from the email about a new device: everybody is out, that device and those that were new after it are
 * unknown again, the password that somebody else knows counts no more, and the account has its address and its ways in of
 * before that sign-in again. What opens it next is the token of the answer, or the link of a recovery email.
 */
export const disownSignIn = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const now = house.now()
  const owner = await ownerOfToken(house.db, 'disown', input.token)
  if (owner === null) {
    await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'disown' } })
    throw new Refusal('token_invalid', 'token')
  }
  return house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    const redeemed = await redeemToken(trx, 'disown', input.token, now)
    if (!account || redeemed === 'unknown') throw new Refusal('token_invalid', 'token')
    if (typeof redeemed === 'string') throw new Refusal('token_expired', 'token')
    await shutOut(trx, account.id, now)
    const { deviceId = null, eventId } = redeemed.data as { deviceId?: number; eventId: number }
    await trx
      .deleteFrom('devices')
      .where('account_id', '=', account.id)
      .where(sql<boolean>`(id = ${deviceId} or created_at >= (select at from security_events where id = ${eventId}))`)
      .execute()
    // The next sign-in on a new device is told at once.
    const unknownPassword = { password_hash: null, new_device_email_at: null }
    await trx.updateTable('accounts').set(unknownPassword).where('id', '=', account.id).execute()
    await undoSince(trx, account.id, eventId, now)
    await recordSecurityEvent(trx, call, { kind: 'sign-in.disowned', accountId: account.id })
    return { choosePassword: await issueToken(trx, { purpose: 'recovery', accountId: account.id, now }) }
  })
})
