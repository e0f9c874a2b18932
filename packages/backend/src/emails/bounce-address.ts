import { createHmac } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { isEqualSecret } from '../is-equal-secret.ts'

type Of = Pick<AppContext, 'operator' | 'secret'>

/**
 * Returns the bounce address of an e-mail to an account ("bounces+1x-8f…@example.org"): it identifies the account and is signed
 * against forgery. Undefined without a bounce mailbox.
 * @param recipientId row of `newsletter_recipients`, if it is a newsletter
 */
export async function bounceAddress(
  ctx: Of,
  accountId: number,
  email: string,
  recipientId?: number,
): Promise<string | undefined> {
  const { bounces } = ctx.operator.mail
  if (!bounces) return undefined
  const at = bounces.lastIndexOf('@')
  const newsletter = recipientId === undefined ? '' : `-${recipientId.toString(36)}`
  const mark = `${accountId.toString(36)}-${await signatureOf(ctx, accountId, email, recipientId)}${newsletter}`
  return `${bounces.slice(0, at)}+${mark}${bounces.slice(at)}`
}

/** What a bounce address says, unverified: `isBounceOf` checks the signature. */
type BounceMark = { accountId: number; signature: string; recipientId?: number }

/** Returns the account, and the recipient of a newsletter, that a bounce address names. */
export function accountIn(text: string): BounceMark | null {
  const [, id, signature, recipient] = /\+([0-9a-z]{1,11})-([0-9a-f]{20})(?:-([0-9a-z]{1,11}))?@/i.exec(text) ?? []
  if (!id || !signature) return null
  const mark = { accountId: Number.parseInt(id, 36), signature: signature.toLowerCase() }
  return recipient ? { ...mark, recipientId: Number.parseInt(recipient, 36) } : mark
}

/** Whether a signature is ours, for an e-mail to this address of this account. */
export async function isBounceOf(ctx: Of, { signature, accountId, recipientId }: BounceMark, email: string): Promise<boolean> {
  return isEqualSecret(signature, await signatureOf(ctx, accountId, email, recipientId))
}

/** Lower case only: mail servers may change the case. */
async function signatureOf({ secret }: Of, accountId: number, email: string, recipientId?: number): Promise<string> {
  const newsletter = recipientId === undefined ? '' : ` newsletter ${recipientId}`
  return createHmac('sha256', await secret())
    .update(`bounce ${accountId} ${email.toLowerCase()}${newsletter}`)
    .digest('hex')
    .slice(0, 20)
}
