import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { firstnameOf } from '@kiosk/domain/accounts/rules'

/** What the form need not ask of somebody who is signed in; the part of an address that stands in for a first name is no name. */
export function knownWriter({ firstname, lastname, email }: UserData): { name?: string; email?: string } {
  if (!email) return {}
  const ownName = firstname === firstnameOf({ firstname: '', email }) ? '' : firstname
  return { name: [ownName, lastname].filter(Boolean).join(' '), email }
}
