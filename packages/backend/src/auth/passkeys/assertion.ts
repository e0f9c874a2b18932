import { ApiError } from '@kiosk/domain/errors'
import { type VerifiedAuthenticationResponse, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { RequestContext } from '../../http/handler.ts'
import { networkLimit } from '../network-limits.ts'
import { authenticationIn, checked, relyingParty, spendChallenge, userHandle } from './webauthn.ts'

/** `use` stores the new counter in the transaction of the action the passkey authorises. */
type Assertion = { accountId: number; use(trx: Transaction<DB>): Promise<void> }

/**
 * Finds the account of a passkey that signed one of our challenges.
 * @param forAccount only passkeys and challenges of this account count; null = sign-in
 * @throws ApiError wrong_input, passkey_rejected, too_many_requests
 */
export async function assertionOf(call: RequestContext, credential: string, forAccount: number | null): Promise<Assertion> {
  const { ctx } = call
  const { passkey, verified } = await verifyAssertion(call, credential, {
    forAccount,
    find: (credentialId) =>
      ctx.db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .$if(forAccount !== null, (query) => query.where('account_id', '=', forAccount!))
        .executeTakeFirst(),
    handleOf: ({ account_id }) => userHandle(ctx, account_id),
  })
  return {
    accountId: passkey.account_id,
    async use(trx) {
      const used = await trx
        .updateTable('passkeys')
        .set({ counter: verified.newCounter, backed_up: verified.credentialBackedUp, last_used_at: ctx.now() })
        .where('id', '=', passkey.id)
        .where('counter', '=', passkey.counter)
        .returning('id')
        .executeTakeFirst()
      // The passkey was removed, or used by a copy, since it was read.
      if (!used) throw new ApiError('passkey_rejected')
    },
  }
}

type StoredPasskey = { public_key: Buffer; counter: number }

/**
 * Verifies that a stored passkey signed one of our challenges.
 * @throws ApiError wrong_input, passkey_rejected, too_many_requests
 */
export async function verifyAssertion<Passkey extends StoredPasskey>(
  call: Pick<RequestContext, 'ctx' | 'visitor'>,
  credential: string,
  owner: {
    /** Only challenges of this account count; null = sign-in. */
    forAccount: number | null
    find(credentialId: Buffer): Promise<Passkey | undefined>
    /** The authenticator's user handle for the owner of a passkey. */
    handleOf(passkey: Passkey): Promise<Uint8Array<ArrayBuffer>>
  },
): Promise<{ passkey: Passkey; verified: VerifiedAuthenticationResponse['authenticationInfo'] }> {
  const { ctx, visitor } = call
  const limit = networkLimit(ctx.rateLimits, 'passkey', visitor.address)
  await limit.consume()
  const response = authenticationIn(credential)
  const { id: rpId, origin } = relyingParty(ctx)
  const passkey = await owner.find(Buffer.from(response.id, 'base64url'))
  if (!passkey) throw new ApiError('passkey_rejected')
  const handle = response.response.userHandle
  if (handle && handle !== isoBase64URL.fromBuffer(await owner.handleOf(passkey))) throw new ApiError('passkey_rejected')
  const { authenticationInfo } = await checked(call, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(ctx, challenge, owner.forAccount),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
    }),
  )
  await limit.reset()
  return { passkey, verified: authenticationInfo }
}
