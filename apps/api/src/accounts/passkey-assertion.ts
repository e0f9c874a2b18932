import { Refusal } from '@kiosk/domain/errors'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { authenticationIn, checked, relyingParty, spendChallenge, userHandle } from './webauthn.ts'

/** `use` notes the new counter in the transaction of what the passkey opens. */
export type Assertion = { accountId: number; use(trx: Transaction<DB>): Promise<void> }

/**
 * The account of a passkey that signed a challenge of ours. `forAccount`: the challenge was made for this account's session
 * and only its passkeys count; null = for signing in.
 * @throws Refusal wrong_input, passkey_rejected, too_many_requests
 */
export async function assertionOf(call: Asking, credential: string, forAccount: number | null): Promise<Assertion> {
  const { house, visitor } = call
  const attempts = networkAttempts(house.attempts, 'passkey', visitor.address)
  await attempts.admit()
  const response = authenticationIn(credential)
  const { id: rpId, origin } = relyingParty(house)
  const passkey = await house.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(response.id, 'base64url'))
    .$if(forAccount !== null, (query) => query.where('account_id', '=', forAccount!))
    .executeTakeFirst()
  if (!passkey) throw new Refusal('passkey_rejected')
  const handle = response.response.userHandle
  if (handle && handle !== isoBase64URL.fromBuffer(await userHandle(house, passkey.account_id)))
    throw new Refusal('passkey_rejected')
  const { authenticationInfo } = await checked(call, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(house, challenge, forAccount),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
    }),
  )
  await attempts.forget()
  return {
    accountId: passkey.account_id,
    async use(trx) {
      const used = await trx
        .updateTable('passkeys')
        .set({
          counter: authenticationInfo.newCounter,
          backed_up: authenticationInfo.credentialBackedUp,
          last_used_at: house.now(),
        })
        .where('id', '=', passkey.id)
        .where('counter', '=', passkey.counter)
        .returning('id')
        .executeTakeFirst()
      // Removed, or used by a copy, since it was looked at.
      if (!used) throw new Refusal('passkey_rejected')
    },
  }
}
