import { passkeyLogin as declared, passkeyLoginOptions as declaredOptions } from '@kiosk/domain/accounts/second-factor-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { serve } from '../endpoint.ts'
import { markSharedDevice } from '../session/shared-device.ts'
import { answerOf, letIn } from './let-in.ts'
import { assertionOf } from './passkey-assertion.ts'
import { lockAccount } from './queries.ts'
import { newChallenge, relyingParty } from './webauthn.ts'

/** Nobody says who they are: the browser offers the passkeys that it has for this site. */
export const passkeyLoginOptions = serve(declaredOptions, 'personal', async ({ house, session }) => {
  // Who is signed in confirms with a passkey of this account, see `user/security/confirm`.
  const challenge = await newChallenge(house, session.account?.id ?? null)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(house).id,
    challenge,
    userVerification: 'required',
    timeout: 5 * 60_000,
  })
  return { ...options }
})

export const passkeyLogin = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const { accountId, use } = await assertionOf(call, input.credential, null)
  const answer = await house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account?.verified_at) throw new Refusal('passkey_rejected')
    await use(trx)
    // It has what its owner has and asked for what its owner knows or is: both factors.
    const remembered = input.remainSignedIn && !input.sharedDevice
    const how = { remembered, byPassword: false, byProvider: true, secondFactor: true }
    return letIn(trx, account, call, how)
  })
  markSharedDevice(call, input.sharedDevice)
  return answerOf(answer, call)
})
