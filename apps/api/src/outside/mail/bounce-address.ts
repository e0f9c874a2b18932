import { createHmac, timingSafeEqual } from 'node:crypto'
import type { House } from '../../house.ts'

type Of = Pick<House, 'operator' | 'secret'>

/**
 * Where a mail to an account comes back to when it cannot be delivered ("bounces+1x-8f…@example.org"): the address says whose mail
 * it was, signed, so that nobody can make one up. Undefined where the operator has no mailbox for that.
 */
export async function bounceAddress(house: Of, accountId: number, email: string): Promise<string | undefined> {
  const { bounces } = house.operator.mail
  if (!bounces) return undefined
  const at = bounces.lastIndexOf('@')
  const mark = `${accountId.toString(36)}-${await signatureOf(house, accountId, email)}`
  return `${bounces.slice(0, at)}+${mark}${bounces.slice(at)}`
}

/** Whose mail came back to an address, as far as it says; whether that is true only `isBounceOf` knows. */
export function accountIn(text: string): { accountId: number; signature: string } | null {
  const [, id, signature] = /\+([0-9a-z]{1,11})-([0-9a-f]{20})@/i.exec(text) ?? []
  return id && signature ? { accountId: Number.parseInt(id, 36), signature: signature.toLowerCase() } : null
}

/** Whether a signature is ours, for a mail to this address of this account. */
export async function isBounceOf(house: Of, signature: string, accountId: number, email: string): Promise<boolean> {
  const own = Buffer.from(await signatureOf(house, accountId, email))
  const given = Buffer.from(signature)
  return own.length === given.length && timingSafeEqual(own, given)
}

/** Letters of one case only: mail servers may change it. */
async function signatureOf({ secret }: Of, accountId: number, email: string): Promise<string> {
  return createHmac('sha256', await secret())
    .update(`bounce ${accountId} ${email.toLowerCase()}`)
    .digest('hex')
    .slice(0, 20)
}
