import { decideIdentity as declared, waitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { changeAccount } from '../../accounts/change-account.ts'
import { defineHandler } from '../../http/handler.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { forgetWaitingIdentity, linkWaitingIdentity, waitingIdentityHere } from './pending-identity.ts'

export const showWaitingIdentity = defineHandler(waitingIdentity, 'personal', async (call) => ({
  waiting: await waitingIdentityHere(call.ctx.db, call.session.account!.id, call),
}))

/**
 * Links the identity pending in this browser to the signed-in account, or discards it. Only the owner can link it, right after a
 * login.
 */
export const decideIdentity = defineHandler(declared, 'personal', async (call) => {
  const { link } = call.input
  await changeAccount(call, async (trx, account) => {
    if (link) requireConfirmed(call, account)
    const done = await (link ? linkWaitingIdentity : forgetWaitingIdentity)(trx, account.id, call)
    if (!done) throw new ApiError('not_found')
  })
  return { linked: link }
})
