import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { firstnameOf } from '@kiosk/domain/accounts/rules'

/** Returns the signed-in user's name and address, to prefill the form. A first name derived from the address does not count. */
export function knownSender({ firstname, lastname, email }: UserData): { name?: string; email?: string } {
  if (!email) return {}
  const ownName = firstname === firstnameOf({ firstname: '', email }) ? '' : firstname
  return { name: [ownName, lastname].filter(Boolean).join(' '), email }
}
