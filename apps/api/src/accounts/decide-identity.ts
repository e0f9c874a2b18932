import { decideIdentity as declared, waitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { changeAccount } from './change-account.ts'
import { demandConfirmed } from './demand-confirmed.ts'
import { forgetWaitingIdentity, linkWaitingIdentity, waitingIdentityHere } from './waiting-identity.ts'

export const showWaitingIdentity = serve(waitingIdentity, 'personal', async (call) => ({
  waiting: await waitingIdentityHere(call.house.db, call.session.account!.id, call),
}))

/** Whether a way in that waits in this browser belongs to whoever is signed in: they alone say so, right after their login. */
export const decideIdentity = serve(declared, 'personal', async (call) => {
  const { link } = call.input
  await changeAccount(call, async (trx, account) => {
    if (link) demandConfirmed(call, account)
    const done = await (link ? linkWaitingIdentity : forgetWaitingIdentity)(trx, account.id, call)
    if (!done) throw new Refusal('not_found')
  })
  return { linked: link }
})
