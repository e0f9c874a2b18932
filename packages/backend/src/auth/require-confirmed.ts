import { FRESH_LOGIN_SECONDS } from '@kiosk/domain/accounts/limits'
import { ApiError } from '@kiosk/domain/errors'
import type { RequestContext } from '../http/handler.ts'

/** Returns whether a password, passkey or identity provider was used in this session in the last minutes. */
export function isConfirmed({ ctx, session }: Pick<RequestContext, 'ctx' | 'session'>): boolean {
  return session.passwordAt !== null && ctx.now().getTime() - session.passwordAt.getTime() <= FRESH_LOGIN_SECONDS * 1000
}

/**
 * Requires a recent confirmation of the session.
 * @param account if it has a password, the error names the field `password`
 * @throws ApiError confirmation_required; see `user/security/confirm`
 */
export function requireConfirmed(
  call: Pick<RequestContext, 'ctx' | 'session'>,
  account: { password_hash: string | null } | null = null,
): void {
  if (!isConfirmed(call)) throw new ApiError('confirmation_required', account?.password_hash ? 'password' : undefined)
}
