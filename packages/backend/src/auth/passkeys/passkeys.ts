import { MOST_PASSKEYS } from '@kiosk/domain/accounts/limits'
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from '@kiosk/domain/accounts/second-factor-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import { changeAccount } from '../../accounts/change-account.ts'
import type { DB } from '../../db/schema.ts'
import { defineHandler } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { deviceName } from '../device-name.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { presentPasskey } from './present.ts'
import {
  checked,
  newChallenge,
  PASSKEY_TIMEOUT_MS,
  registrationIn,
  relyingParty,
  spendChallenge,
  userHandle,
  withoutAttestation,
} from './webauthn.ts'

const KNOWN_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof KNOWN_TRANSPORTS)[number]

async function passkeysOf(db: Kysely<DB>, accountId: number) {
  const found = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .execute()
  if (found.length >= MOST_PASSKEYS) throw new ApiError('too_many_passkeys')
  return found
}

export const passkeyOptions = defineHandler(newPasskeyOptions, 'personal', async (call) => {
  requireConfirmed(call)
  const { ctx, session } = call
  const { id, email, firstname } = session.account!
  const held = await passkeysOf(ctx.db, id)
  const options = await generateRegistrationOptions({
    rpName: ctx.operator.siteName,
    rpID: relyingParty(ctx).id,
    userID: await userHandle(ctx, id),
    userName: email,
    userDisplayName: firstname || email,
    challenge: await newChallenge(ctx, id),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // An authenticator that already has a passkey reports it instead of creating another.
    excludeCredentials: held.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transports as Transport[],
    })),
    timeout: PASSKEY_TIMEOUT_MS,
  })
  return { ...options }
})

export const addOnePasskey = defineHandler(addPasskey, 'personal', async (call) => {
  requireConfirmed(call)
  const { ctx, input, request, session } = call
  const response = registrationIn(input.credential)
  const { id: rpId, origin } = relyingParty(ctx)
  const { registrationInfo } = await checked(call, () =>
    verifyRegistrationResponse({
      response: withoutAttestation(response),
      expectedChallenge: (challenge) => spendChallenge(ctx, challenge, session.account!.id),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo) throw new ApiError('passkey_rejected')
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return changeAccount(call, async (trx, account, session) => {
    await passkeysOf(trx, account.id)
    const added = await trx
      .insertInto('passkeys')
      .values({
        account_id: account.id,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).filter((each) => (KNOWN_TRANSPORTS as readonly string[]).includes(each)),
        backup_eligible: credentialDeviceType === 'multiDevice',
        backed_up: credentialBackedUp,
        name: input.name || deviceName(request.headers.get('user-agent')),
        created_at: ctx.now(),
        session_began_at: session.created_at,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!added) throw new ApiError('passkey_rejected')
    await recordSecurityEvent(trx, call, { kind: 'passkey.added', accountId: account.id })
    await enqueue(trx, 'letter', { letter: 'protection-changed', accountId: account.id, change: 'passkey-added' })
    return presentPasskey(added)
  })
})

export const renameOnePasskey = defineHandler(renamePasskey, 'personal', async (call) => {
  const { id, name } = call.input
  await changeAccount(call, async (trx, account) => {
    const named = await trx
      .updateTable('passkeys')
      .set({ name })
      .where('account_id', '=', account.id)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!named) throw new ApiError('not_found', 'id')
  })
  return undefined
})

export const removeOnePasskey = defineHandler(removePasskey, 'personal', async (call) => {
  requireConfirmed(call)
  await changeAccount(call, async (trx, account) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('account_id', '=', account.id)
      .where('id', '=', call.input.id)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new ApiError('not_found', 'id')
    await recordSecurityEvent(trx, call, { kind: 'passkey.removed', accountId: account.id })
    await enqueue(trx, 'letter', { letter: 'protection-changed', accountId: account.id, change: 'passkey-removed' })
  })
  return undefined
})
