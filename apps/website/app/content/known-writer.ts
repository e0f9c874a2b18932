import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { firstnameOf } from '@kiosk/domain/accounts/rules'

/** Prefills the form for a signed-in user; a first name derived from the email address does not count as a name. */
export function knownWriter({ firstname, lastname, email }: UserData): { name?: string; email?: string } {
  if (!email) return {}
  const ownName = firstname === firstnameOf({ firstname: '', email }) ? '' : firstname
  return { name: [ownName, lastname].filter(Boolean).join(' '), email }
}
