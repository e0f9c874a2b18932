import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../context.ts'

type Of = Pick<AppContext, 'operator' | 'secret'>

/**
 * Returns the bounce address of an e-mail to an account ("bounces+1x-8f…@example.org"): it identifies the account and is signed
 * against forgery. Undefined without a bounce mailbox.
 */
export async function bounceAddress(ctx: Of, accountId: number, email: string): Promise<string | undefined> {
  const { bounces } = ctx.operator.mail
  if (!bounces) return undefined
  const at = bounces.lastIndexOf('@')
  const mark = `${accountId.toString(36)}-${await signatureOf(ctx, accountId, email)}`
  return `${bounces.slice(0, at)}+${mark}${bounces.slice(at)}`
}

/** Returns the account that a bounce address names, unverified: `isBounceOf` checks the signature. */
export function accountIn(text: string): { accountId: number; signature: string } | null {
  const [, id, signature] = /\+([0-9a-z]{1,11})-([0-9a-f]{20})@/i.exec(text) ?? []
  return id && signature ? { accountId: Number.parseInt(id, 36), signature: signature.toLowerCase() } : null
}

/** Whether a signature is ours, for an e-mail to this address of this account. */
export async function isBounceOf(ctx: Of, signature: string, accountId: number, email: string): Promise<boolean> {
  const own = Buffer.from(await signatureOf(ctx, accountId, email))
  const options = Buffer.from(signature)
  return own.length === options.length && timingSafeEqual(own, options)
}

/** Lower case only: mail servers may change the case. */
async function signatureOf({ secret }: Of, accountId: number, email: string): Promise<string> {
  return createHmac('sha256', await secret())
    .update(`bounce ${accountId} ${email.toLowerCase()}`)
    .digest('hex')
    .slice(0, 20)
}
