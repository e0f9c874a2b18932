import { restoreAccount as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { accountOfRestoreToken, cancelErasure } from './cancel-erasure.ts'

/** The link brings the account back and signs nobody in: whoever owns it still has its password or its provider. */
export const restoreAccount = serve(declared, 'personal', async (call) => {
  const { house, input, visitor } = call
  await networkAttempts(house.attempts, 'known-address', visitor.address).admit()
  await house.db.transaction().execute(async (trx) => {
    const account = await accountOfRestoreToken(trx, input.token, house.now())
    await cancelErasure(trx, account.id)
    await recordSecurityEvent(trx, call, { kind: 'account.erasure-cancelled', accountId: account.id })
  })
  return undefined
})
