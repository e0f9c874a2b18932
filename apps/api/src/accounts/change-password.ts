import { changePassword as declared } from '@kiosk/domain/accounts/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { beginSession } from '../session/begin-session.ts'
import { callerOf, hashPassword } from '../session/passwords.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { changeAccount } from './change-account.ts'
import { demandPassword } from './demand-password.ts'
import { accountById } from './queries.ts'
import { shutOut } from './shut-out.ts'

export const changePassword = serve(declared, 'personal', async (call) => {
  const { oldPassword, newPassword } = call.input
  const { db, now } = call.house
  const before = await accountById(db, call.session.account!.id)
  if (!before) throw new Refusal('not_signed_in')
  if (before.password_hash === null) throw new Refusal('no_password')
  await demandPassword(call, before.password_hash, oldPassword, 'oldPassword')
  const password_hash = await hashPassword(newPassword, callerOf(call, true))
  await changeAccount(call, async (trx, account, { remembered }) => {
    // It was changed elsewhere since it was looked at.
    if (account.password_hash !== before.password_hash) throw new Refusal('password_wrong', 'oldPassword')
    await trx.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await shutOut(trx, account.id, now())
    await beginSession(trx, account.id, call, { remembered, byPassword: true })
    await recordSecurityEvent(trx, call, { kind: 'password.changed', accountId: account.id })
    await addJob(trx, 'letter', { letter: 'password-changed', accountId: account.id })
  })
  return undefined
})
