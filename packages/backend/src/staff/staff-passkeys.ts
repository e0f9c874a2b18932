import { createHmac } from 'node:crypto'
import { MOST_PASSKEYS } from '@kiosk/domain/accounts/limits'
import { ApiError } from '@kiosk/domain/errors'
import { generateAuthenticationOptions, generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Kysely, Transaction } from 'kysely'
import { deviceName } from '../auth/device-name.ts'
import { verifyAssertion } from '../auth/passkeys/assertion.ts'
import {
  checked,
  newChallenge,
  PASSKEY_TIMEOUT_MS,
  registrationIn,
  relyingParty,
  spendChallenge,
  withoutAttestation,
} from '../auth/passkeys/webauthn.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import type { DeskRequest } from './desk-request.ts'

/** The user handle of a member of staff for authenticators, different from those of readers. */
async function staffHandle(ctx: Pick<AppContext, 'secret'>, staffId: number): Promise<Uint8Array<ArrayBuffer>> {
  const digest = createHmac('sha256', await ctx.secret())
    .update(`passkey staff|${staffId}`)
    .digest()
  return new Uint8Array(digest)
}

/** Returns the passkeys of a member of staff who may have another one. @throws ApiError too_many_passkeys */
async function passkeysOf(db: Kysely<DB>, staffId: number) {
  const held = await db.selectFrom('staff_passkeys').select('credential_id').where('staff_id', '=', staffId).execute()
  if (held.length >= MOST_PASSKEYS) throw new ApiError('too_many_passkeys')
  return held
}

/** Options to create a passkey. @throws ApiError too_many_passkeys */
export async function registrationOptions(ctx: AppContext, staff: { id: number; email: string; name: string }) {
  const held = await passkeysOf(ctx.db, staff.id)
  const options = await generateRegistrationOptions({
    rpName: ctx.operator.siteName,
    rpID: relyingParty(ctx).id,
    userID: await staffHandle(ctx, staff.id),
    userName: staff.email,
    userDisplayName: staff.name,
    challenge: await newChallenge(ctx, null),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: held.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
    timeout: PASSKEY_TIMEOUT_MS,
  })
  return { ...options }
}

type VerifiedPasskey = { credential_id: Buffer; public_key: Buffer; counter: number }

/** Verifies a new passkey. @throws ApiError wrong_input, passkey_rejected */
export async function verifyNewPasskey(call: DeskRequest, credential: string): Promise<VerifiedPasskey> {
  const { ctx } = call
  const response = registrationIn(credential)
  const { id: rpId, origin } = relyingParty(ctx)
  const { registrationInfo } = await checked(call, async () =>
    verifyRegistrationResponse({
      response: withoutAttestation(response),
      expectedChallenge: (challenge) => spendChallenge(ctx, challenge, null),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  )
  const { id, publicKey, counter } = registrationInfo!.credential
  return { credential_id: Buffer.from(id, 'base64url'), public_key: Buffer.from(publicKey), counter }
}

/**
 * Stores a verified passkey, named after the device. The caller has locked its owner, so that passkeys added at once are counted.
 * @throws ApiError too_many_passkeys, passkey_rejected if it is stored already
 */
export async function storePasskey(
  trx: Transaction<DB>,
  { request, ctx }: DeskRequest,
  staffId: number,
  verified: VerifiedPasskey,
): Promise<void> {
  await passkeysOf(trx, staffId)
  const name = deviceName(request.headers.get('user-agent'))
  const stored = await trx
    .insertInto('staff_passkeys')
    .values({ ...verified, staff_id: staffId, name, created_at: ctx.now() })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw new ApiError('passkey_rejected')
}

/** Options that name nobody: the browser offers its passkeys for this site. */
export async function signInOptions(ctx: AppContext) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: await newChallenge(ctx, null),
    userVerification: 'required',
    timeout: PASSKEY_TIMEOUT_MS,
  })
  return { ...options }
}

/** `use` stores the new counter in the transaction of what the passkey authorises. */
type StaffAssertion = { staffId: number; use(trx: Transaction<DB>): Promise<void> }

/**
 * Finds the owner of the passkey that signed one of our challenges.
 * @throws ApiError wrong_input, passkey_rejected, too_many_requests
 */
export async function staffAssertion(call: DeskRequest, credential: string): Promise<StaffAssertion> {
  const { ctx } = call
  const { passkey, verified } = await verifyAssertion(call, credential, {
    forAccount: null,
    find: (credentialId) =>
      ctx.db
        .selectFrom('staff_passkeys')
        .innerJoin('staff', 'staff.id', 'staff_passkeys.staff_id')
        .selectAll('staff_passkeys')
        .where('credential_id', '=', credentialId)
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),
    handleOf: ({ staff_id }) => staffHandle(ctx, staff_id),
  })
  return {
    staffId: passkey.staff_id,
    async use(trx) {
      const used = await trx
        .updateTable('staff_passkeys')
        .set({ counter: verified.newCounter, last_used_at: ctx.now() })
        .where('id', '=', passkey.id)
        .where('counter', '=', passkey.counter)
        .returning('id')
        .executeTakeFirst()
      // The passkey was removed, or used by a copy, since it was read.
      if (!used) throw new ApiError('passkey_rejected')
    },
  }
}
