import { createHmac } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { Asking } from '../endpoint.ts'
import type { House } from '../house.ts'
import { issueToken, redeemToken } from '../session/one-time-tokens.ts'

/** To whom passkeys belong: the site of the public address. */
export function relyingParty({ publicUrl }: Pick<House, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** The account as authenticators know it: nothing that tells who it is. */
export async function userHandle(house: House, accountId: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    createHmac('sha256', await house.secret())
      .update(`passkey user|${accountId}`)
      .digest(),
  )
}

/** A challenge is a one-time token: 256 random bits of which the database has the hash. `accountId` null: for signing in. */
export async function newChallenge({ db, now }: House, accountId: number | null): Promise<Uint8Array<ArrayBuffer>> {
  return isoBase64URL.toBuffer(await issueToken(db, { purpose: 'passkey', accountId, now: now() }))
}

/** Spends a challenge of ours, whatever comes of it; false = unknown, used, expired or another account's. */
export async function spendChallenge({ db, now }: House, challenge: string, accountId: number | null): Promise<boolean> {
  const spent = await db.transaction().execute((trx) => redeemToken(trx, 'passkey', challenge, now()))
  return typeof spent !== 'string' && spent.accountId === accountId
}

const text = z.string().max(20_000)
const common = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
}
const Registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
const Authentication = z.object({
  ...common,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.nullish() }),
})

function parsed<T>(schema: z.ZodType<T>, credential: string): T {
  try {
    return schema.parse(JSON.parse(credential))
  } catch {
    throw new Refusal('wrong_input', 'credential')
  }
}

export const registrationIn = (credential: string) => parsed(Registration, credential) as RegistrationResponseJSON
export const authenticationIn = (credential: string) => parsed(Authentication, credential) as AuthenticationResponseJSON

/**
 * A registration without what the maker of the authenticator says about it: we ask for nothing of that kind, and a browser
 * that was not asked sends none. The library must not see it either: of an Android key it asks for the revocation list that a
 * certificate names before it looks whose certificate that is, so that anybody could send this server to any address.
 * @throws Error where the answer is no attestation object
 */
export function withoutAttestation({ response, ...rest }: RegistrationResponseJSON): RegistrationResponseJSON {
  const said = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const nothingSaid = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', said.get('authData')],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(nothingSaid as Parameters<typeof isoCBOR.encode>[0]))
  return { ...rest, response: { ...response, attestationObject } }
}

/** The library throws a sentence for everything that is not in order; the log has it, who sent it does not. */
export async function checked<T extends { verified: boolean }>({ house }: Asking, verify: () => Promise<T>): Promise<T> {
  try {
    const result = await verify()
    if (result.verified) return result
    house.log.info({ event: 'passkey.rejected', reason: 'signature' }, 'passkey rejected')
  } catch (error) {
    if (error instanceof Refusal) throw error
    house.log.info({ event: 'passkey.rejected', reason: String((error as Error).message).slice(0, 200) }, 'passkey rejected')
  }
  throw new Refusal('passkey_rejected')
}
