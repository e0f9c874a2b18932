import type { AppContext } from '../context.ts'
import { isEqualSecret } from '../is-equal-secret.ts'
import { keyedHash } from '../keyed-hash.ts'

type Of = Pick<AppContext, 'secret'>

/**
 * Returns the token of the links that unsubscribe the recipient of a newsletter. It is signed, not stored, so that the links work as
 * long as the account exists.
 */
export async function unsubscribeToken(ctx: Of, recipientId: number): Promise<string> {
  return `${recipientId.toString(36)}.${await signatureOf(ctx, recipientId)}`
}

/** Returns the recipient whose token this is; null if it is not one of ours. */
export async function recipientOf(ctx: Of, token: string): Promise<number | null> {
  const [, id, signature] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !signature) return null
  const recipientId = Number.parseInt(id, 36)
  return isEqualSecret(signature, await signatureOf(ctx, recipientId)) ? recipientId : null
}

async function signatureOf({ secret }: Of, recipientId: number): Promise<string> {
  return keyedHash(await secret(), `newsletter recipient ${recipientId}`)
}
