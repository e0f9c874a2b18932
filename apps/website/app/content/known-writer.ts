import type { UserData } from '@kiosk/domain/accounts/endpoints'

/** What the form need not ask of somebody who is signed in. */
export function knownWriter({ firstname, lastname, email }: UserData): { name?: string; email?: string } {
  if (!email) return {}
  return { name: [firstname, lastname].filter(Boolean).join(' '), email }
}
