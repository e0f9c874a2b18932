import { createHmac } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import { MINUTE_MS } from '@kiosk/domain/time'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { RequestContext } from '../../http/handler.ts'
import { issueToken, redeemToken } from '../one-time-tokens.ts'

/** Time to answer a challenge in the dialog of the browser. */
export const PASSKEY_TIMEOUT_MS = 5 * MINUTE_MS

/** Returns the relying party: the host of the public address. */
export function relyingParty({ publicUrl }: Pick<AppContext, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Derives the user handle of an account for authenticators; it does not identify the person. */
export async function userHandle(ctx: Pick<AppContext, 'secret'>, accountId: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    createHmac('sha256', await ctx.secret())
      .update(`passkey user|${accountId}`)
      .digest(),
  )
}

/** Creates a challenge, a one-time token of 256 random bits stored as a hash. `accountId` null: for sign-in. */
export async function newChallenge(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  accountId: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  return isoBase64URL.toBuffer(await issueToken(db, { purpose: 'passkey', accountId, now: now() }))
}

/** Spends a challenge, even for the wrong account; false = unknown, used, expired or of another account. */
export async function spendChallenge(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  challenge: string,
  accountId: number | null,
): Promise<boolean> {
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
    throw new ApiError('wrong_input', 'credential')
  }
}

export const registrationIn = (credential: string) => parsed(Registration, credential) as RegistrationResponseJSON
export const authenticationIn = (credential: string) => parsed(Authentication, credential) as AuthenticationResponseJSON

/**
 * Removes the attestation statement of a registration. We request none, and browsers then send none. An attacker might: for an
 * Android key, the library fetches the revocation list named in the certificate before it checks the certificate, so anybody
 * could make this server request any URL.
 * @throws Error if the response has no attestation object
 */
export function withoutAttestation({ response, ...rest }: RegistrationResponseJSON): RegistrationResponseJSON {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const noAttestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', attestation.get('authData')],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(noAttestation as Parameters<typeof isoCBOR.encode>[0]))
  return { ...rest, response: { ...response, attestationObject } }
}

/** Verifies a response. The library throws the reason for every invalid one, which goes to the log and not to the client. */
export async function checked<T extends { verified: boolean }>(
  { ctx }: Pick<RequestContext, 'ctx'>,
  verify: () => Promise<T>,
): Promise<T> {
  try {
    const result = await verify()
    if (result.verified) return result
    ctx.log.info({ event: 'passkey.rejected', reason: 'signature' }, 'passkey rejected')
  } catch (error) {
    if (error instanceof ApiError) throw error
    ctx.log.info({ event: 'passkey.rejected', reason: String((error as Error).message).slice(0, 200) }, 'passkey rejected')
  }
  throw new ApiError('passkey_rejected')
}
