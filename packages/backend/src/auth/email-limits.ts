import { canonicalEmail, mailboxOf } from '../accounts/canonical-email.ts'
import type { RequestContext } from '../http/handler.ts'
import { TooMany } from '../http/too-many-requests.ts'
import { knownDevice } from './known-device.ts'
import { networkLimit } from './network-limits.ts'
import type { RateLimits } from './rate-limits.ts'

/** `later`, `much-later`: delayed because of other recent e-mails; one e-mail answers all requests until then. */
export type EmailPace = 'now' | keyof typeof DELAY_MINUTES

/** Delay of an e-mail that is not sent at once. */
export const DELAY_MINUTES = { later: 10, 'much-later': 60 } as const

type Caller = Pick<RequestContext, 'request' | 'visitor' | 'ctx'>

/**
 * Counts an e-mail that anybody can cause to an address and returns when to send it. Repeated requests delay it but never prevent
 * it; otherwise strangers could keep e-mails from the owner of the mailbox.
 */
export async function emailPace({ ctx, visitor }: Pick<RequestContext, 'visitor' | 'ctx'>, typed: string): Promise<EmailPace> {
  const email = canonicalEmail(typed)
  const ofNetwork = await networkLimit(ctx.rateLimits, 'mail-to', visitor.address, `${email} registered`).count()
  return paceOfAddress(ctx.rateLimits, email, ofNetwork === null)
}

/** With ten minutes between e-mails, a mailbox would get hundreds a day for which its owner has not asked. */
async function paceOfAddress(rateLimits: RateLimits, email: string, mayGoNow = true): Promise<EmailPace> {
  const mailbox = mailboxOf(email)
  const isAmongFirst = (await rateLimits.count('mail-to-address', mailbox)) === null
  const isSent = (mayGoNow && isAmongFirst) || (await rateLimits.count('mail-to-address-delayed', mailbox)) === null
  const ofDay = isSent
    ? await rateLimits.count('mail-to-address-day', mailbox)
    : await rateLimits.checkAll([['mail-to-address-day', mailbox]])
  if (ofDay !== null) return 'much-later'
  return mayGoNow && isAmongFirst ? 'now' : 'later'
}

/**
 * Counts an e-mail to one of the addresses of a mailbox that a network causes. An address is an account of its own, and a delay does not
 * bound the e-mails to thousands of addresses that lead to one person.
 * @returns seconds to wait, or null if allowed
 */
export function countMailbox({ ctx, visitor }: Pick<RequestContext, 'visitor' | 'ctx'>, typed: string): Promise<number | null> {
  return networkLimit(ctx.rateLimits, 'mailbox', visitor.address, mailboxOf(canonicalEmail(typed))).count()
}

/** The same. @throws TooMany */
export async function limitMailbox(call: Pick<RequestContext, 'visitor' | 'ctx'>, typed: string): Promise<void> {
  const wait = await countMailbox(call, typed)
  if (wait !== null) throw new TooMany(wait)
}

/**
 * Counts a request about an address, whether or not it has an account: per network, and per network and address. A browser known
 * to the account has its own counter, and its e-mails wait for no others.
 * @throws TooMany
 */
export async function limitEmailsTo(call: Caller, typed: string): Promise<EmailPace> {
  const email = canonicalEmail(typed)
  const { rateLimits } = call.ctx
  const device = await knownDevice(call, email)
  const { address } = call.visitor
  if (device === null) {
    await networkLimit(rateLimits, 'known-address', address).consume()
    await limitMailbox(call, email)
  }
  const wait =
    device === null
      ? await networkLimit(rateLimits, 'mail-to', address, email).count()
      : await rateLimits.count('mail-to', `${email} on ${device}`)
  if (wait !== null) throw new TooMany(wait)
  return device === null ? paceOfAddress(rateLimits, email) : 'now'
}
