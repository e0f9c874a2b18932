import { deleteAccount as declared } from '@kiosk/domain/accounts/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { requireConfirmed } from '../auth/require-confirmed.ts'
import { requirePassword } from '../auth/require-password.ts'
import { recordSecurityEvent } from '../auth/security-events.ts'
import { forgetInBrowser } from '../auth/shared-device.ts'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { accountById, hasSubscription } from './queries.ts'
import { requestErasure } from './request-erasure.ts'

export const deleteAccount = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, input } = call
  const before = await accountById(ctx.db, session.account!.id)
  if (!before) throw new ApiError('not_signed_in')
  // Checked first, so that nobody enters a password in vain.
  if (await hasSubscription(ctx.db, before.id, ctx.now())) throw new ApiError('contract_active')
  if (input.password && before.password_hash !== null)
    await requirePassword(call, before.password_hash, input.password, 'password')
  else requireConfirmed(call, before)
  await changeAccount(call, async (trx, account) => {
    // Another request changed the password since it was read; that invalidates this request.
    if (account.password_hash !== before.password_hash) throw new ApiError('password_wrong', 'password')
    // Recorded before `requestErasure` ends the session.
    await recordSecurityEvent(trx, call, { kind: 'account.erasure-requested', accountId: account.id })
    await requestErasure(trx, account, ctx)
  })
  forgetInBrowser(call, true)
  return undefined
})
