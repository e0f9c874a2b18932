import { identityProviderNames } from '@kiosk/domain/accounts/identity-providers'
import { decideIdentity as declared, removeIdentity, waitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { changeAccount } from '../../accounts/change-account.ts'
import { defineHandler } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { endTokens } from '../one-time-tokens.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { forgetWaitingIdentity, linkWaitingIdentity, waitingIdentityHere } from './pending-identity.ts'
import { unlinkIdentity } from './removed-identity.ts'

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

/** Ends logins by a provider, including pending ones, if the account has another sign-in method. */
export const removeOneIdentity = defineHandler(removeIdentity, 'personal', async (call) => {
  const { ctx, input } = call
  await changeAccount(call, async (trx, account) => {
    requireConfirmed(call, account)
    const { id, password_hash } = account
    const hasOther = identityProviderNames.some((each) => each !== input.provider && account[`${each}_id`] !== null)
    const hasPasskey = () => trx.selectFrom('passkeys').select('id').where('account_id', '=', id).executeTakeFirst()
    if (password_hash === null && !hasOther && !(await hasPasskey())) throw new ApiError('no_password')
    if (!(await unlinkIdentity(trx, id, input.provider))) throw new ApiError('not_found', 'provider')
    for (const purpose of ['session', 'terms', 'second-factor'] as const) await endTokens(trx, purpose, id, ctx.now())
    await recordSecurityEvent(trx, call, { kind: 'provider.removed', accountId: id, details: { provider: input.provider } })
    await enqueue(trx, 'letter', { letter: 'protection-changed', accountId: id, change: 'provider-removed' })
  })
  return undefined
})
