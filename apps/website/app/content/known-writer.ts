import type { UserData } from '@kiosk/domain/accounts/endpoints'

/** What the form need not ask of somebody who is signed in; the part of an address that stands in for a first name is no name. */
export function knownWriter({ firstname, lastname, email }: UserData): { name?: string; email?: string } {
  if (!email) return {}
  const ownName = firstname === email.split('@')[0] ? '' : firstname
  return { name: [ownName, lastname].filter(Boolean).join(' '), email }
}
