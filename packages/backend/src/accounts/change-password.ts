import { changePassword as declared } from '@kiosk/domain/accounts/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { createSession } from '../auth/create-session.ts'
import { callerOf, hashPassword } from '../auth/passwords.ts'
import { requirePassword } from '../auth/require-password.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { recordSecurityEvent } from '../auth/security-events.ts'
import { defineHandler } from '../http/handler.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { changeAccount } from './change-account.ts'
import { accountById } from './queries.ts'

export const changePassword = defineHandler(declared, 'personal', async (call) => {
  const { oldPassword, newPassword } = call.input
  const { db, now } = call.ctx
  const before = await accountById(db, call.session.account!.id)
  if (!before) throw new ApiError('not_signed_in')
  if (before.password_hash === null) throw new ApiError('no_password')
  await requirePassword(call, before.password_hash, oldPassword, 'oldPassword')
  const password_hash = await hashPassword(newPassword, callerOf(call, true))
  await changeAccount(call, async (trx, account, { remembered }) => {
    // Changed by another request since the check above.
    if (account.password_hash !== before.password_hash) throw new ApiError('password_wrong', 'oldPassword')
    await trx.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await revokeAccess(trx, account.id, now())
    await createSession(trx, account.id, call, { remembered, byPassword: true })
    await recordSecurityEvent(trx, call, { kind: 'password.changed', accountId: account.id })
    await enqueue(trx, 'letter', { letter: 'password-changed', accountId: account.id })
  })
  return undefined
})
