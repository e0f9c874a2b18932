import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { firstnameOf } from '@kiosk/domain/accounts/rules'
import type { ReaderLookup, RequestContext } from '../shell/request-context.ts'

/** The signed-in user's name and address, to prefill a form. */
export type Sender = { senderName: string; senderEmail: string }
/** For visitors. */
export const NO_SENDER: Sender = { senderName: '', senderEmail: '' }

/** Returns the sender that an account names. A first name derived from the address does not count. */
export function senderIn({ firstname, lastname, email }: UserData): Sender {
  if (!email) return NO_SENDER
  const ownName = firstname === firstnameOf({ firstname: '', email }) ? '' : firstname
  return { senderName: [ownName, lastname].filter(Boolean).join(' '), senderEmail: email }
}

const senderOfReader: ReaderLookup<Sender> = async (_, user) => senderIn(user)

/** Returns the sender for a form, for `useSlots`. */
export async function senderOf(ctx: RequestContext): Promise<Sender | null> {
  const { state } = await ctx.who()
  return state === 'anonymous' ? NO_SENDER : ctx.ofReader(senderOfReader)
}
