import { canonicalEmail } from '../accounts/canonical-email.ts'
import type { Asking } from '../endpoint.ts'
import { TooMany } from '../too-many.ts'
import { knownDevice } from './known-device.ts'
import { networkAttempts } from './network-attempts.ts'

/** `later`: after others were sent lately, this goes out with whatever else is asked for until then. */
export type EmailPace = 'now' | 'later'

/** How long an email waits that is not sent at once. Minutes. */
export const LATER_MINUTES = 10

type Caller = Pick<Asking, 'request' | 'visitor' | 'house'>

/**
 * Counts an email that anybody may cause to an address, and says when it goes. Many of them slow it down, and never stop it:
 * else strangers could keep the owner of the mailbox from it.
 */
export async function emailPace({ house, visitor }: Pick<Asking, 'visitor' | 'house'>, typed: string): Promise<EmailPace> {
  const email = canonicalEmail(typed)
  const ofNetwork = await networkAttempts(house.attempts, 'mail-to', visitor.address, `${email} registered`).count()
  const ofAddress = await house.attempts.count('mail-to-address', email)
  return ofNetwork === null && ofAddress === null ? 'now' : 'later'
}

/**
 * Counts a question about an address: of one network so many an hour, and of one network about one address. A browser that
 * the account was in before is counted by itself. Limits count before anybody looks whether the address is known.
 * @throws TooMany
 */
export async function admitEmailTo(call: Caller, typed: string): Promise<EmailPace> {
  const email = canonicalEmail(typed)
  const { attempts } = call.house
  const device = await knownDevice(call, email)
  const { address } = call.visitor
  if (device === null) await networkAttempts(attempts, 'known-address', address).admit()
  const wait =
    device === null
      ? await networkAttempts(attempts, 'mail-to', address, email).count()
      : await attempts.count('mail-to', `${email} on ${device}`)
  if (wait !== null) throw new TooMany(wait)
  return (await attempts.count('mail-to-address', email)) === null ? 'now' : 'later'
}
