import { restoreAccount as declared } from '@kiosk/domain/accounts/endpoints'
import { networkLimit } from '../auth/network-limits.ts'
import { recordSecurityEvent } from '../auth/security-events.ts'
import { defineHandler } from '../http/handler.ts'
import { accountOfRestoreToken, cancelErasure } from './cancel-erasure.ts'
import { isClosedByErasure } from './deactivate-account.ts'

/** Restores an account by its link without signing in: the owner still has the password or identity provider. */
export const restoreAccount = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input, visitor } = call
  await networkLimit(ctx.rateLimits, 'known-address', visitor.address).consume()
  return ctx.db.transaction().execute(async (trx) => {
    const account = await accountOfRestoreToken(trx, input.token, ctx.now())
    await cancelErasure(trx, account.id)
    await recordSecurityEvent(trx, call, { kind: 'account.erasure-cancelled', accountId: account.id })
    return { closed: account.deactivated_at !== null && !isClosedByErasure(account) }
  })
})
