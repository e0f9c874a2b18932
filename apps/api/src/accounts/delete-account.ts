import { deleteAccount as declared } from '@kiosk/domain/accounts/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { forgetInBrowser } from '../session/shared-device.ts'
import { changeAccount } from './change-account.ts'
import { demandConfirmed } from './demand-confirmed.ts'
import { demandPassword } from './demand-password.ts'
import { accountById, hasContract } from './queries.ts'
import { requestErasure } from './request-erasure.ts'

export const deleteAccount = serve(declared, 'personal', async (call) => {
  const { house, session, input } = call
  const before = await accountById(house.db, session.account!.id)
  if (!before) throw new Refusal('not_signed_in')
  // Nobody types a password to hear that it cannot be.
  if (await hasContract(house.db, before.id, house.now())) throw new Refusal('contract_active')
  if (input.password && before.password_hash !== null)
    await demandPassword(call, before.password_hash, input.password, 'password')
  else demandConfirmed(call, before)
  await changeAccount(call, async (trx, account) => {
    // Changed elsewhere since it was looked at: whoever changed it means this request, too.
    if (account.password_hash !== before.password_hash) throw new Refusal('password_wrong', 'password')
    // Before its sessions end.
    await recordSecurityEvent(trx, call, { kind: 'account.erasure-requested', accountId: account.id })
    await requestErasure(trx, account, house)
  })
  forgetInBrowser(call, true)
  return undefined
})
