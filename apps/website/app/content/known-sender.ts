import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { firstnameOf } from '@kiosk/domain/accounts/rules'
import type { Ask, RequestContext } from '../shell/request-context.ts'

/** Prefilled fields of a form; empty for visitors. */
export type Sender = { senderName: string; senderEmail: string }

/** Returns the signed-in user's name and address, to prefill the form. A first name derived from the address does not count. */
export function knownSender({ firstname, lastname, email }: UserData): { name?: string; email?: string } {
  if (!email) return {}
  const ownName = firstname === firstnameOf({ firstname: '', email }) ? '' : firstname
  return { name: [ownName, lastname].filter(Boolean).join(' '), email }
}

const senderOfReader: Ask<Sender> = async (_, user) => {
  const { name = '', email = '' } = knownSender(user)
  return { senderName: name, senderEmail: email }
}

/** Returns the sender for a form, for `useSlots`. */
export async function senderOf(ctx: RequestContext): Promise<Sender | null> {
  const { state } = await ctx.who()
  return state === 'anonymous' ? { senderName: '', senderEmail: '' } : ctx.ofReader(senderOfReader)
}
