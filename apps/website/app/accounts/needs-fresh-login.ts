import type { ApiError } from '../api-error.ts'

/** Confirmation required if the login is not fresh: the password or, for accounts without one, a new login at the provider. */
type FreshLogin = 'password' | 'login'

/** Returns the confirmation that an error requires; null if the error is about something else. */
export function freshLoginIn(apiError: ApiError): FreshLogin | null {
  if (apiError.code === 'password_wrong') return 'password'
  if (apiError.code !== 'confirmation_required') return null
  return apiError.field === 'password' ? 'password' : 'login'
}
