import { passkeyLogin as declared, passkeyLoginOptions as declaredOptions } from '@kiosk/domain/accounts/second-factor-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { lockAccount } from '../../accounts/queries.ts'
import { defineHandler } from '../../http/handler.ts'
import { markSharedDevice } from '../shared-device.ts'
import { answerOf, completeSignIn } from '../sign-in.ts'
import { assertionOf } from './assertion.ts'
import { newChallenge, PASSKEY_TIMEOUT_MS, relyingParty } from './webauthn.ts'

/** Returns options that name no account: the browser offers its passkeys for this site. */
export const passkeyLoginOptions = defineHandler(declaredOptions, 'personal', async ({ ctx, session }) => {
  // A signed-in reader confirms with a passkey of this account, see `user/security/confirm`.
  const challenge = await newChallenge(ctx, session.account?.id ?? null)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge,
    userVerification: 'required',
    timeout: PASSKEY_TIMEOUT_MS,
  })
  return { ...options }
})

export const passkeyLogin = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const { accountId, use } = await assertionOf(call, input.credential, null)
  const answer = await ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account?.verified_at) throw new ApiError('passkey_rejected')
    await use(trx)
    // A passkey is both factors: possession and user verification.
    const remembered = input.remainSignedIn && !input.sharedDevice
    const how = { remembered, byPassword: false, byProvider: true, secondFactor: true }
    return completeSignIn(trx, account, call, how)
  })
  markSharedDevice(call, input.sharedDevice)
  return answerOf(answer, call)
})
