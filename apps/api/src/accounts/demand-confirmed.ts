import { FRESH_LOGIN } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import type { Asking } from '../endpoint.ts'

/** Whether password, passkey or identity provider was used in this session a few minutes ago. */
export function isConfirmed({ house, session }: Pick<Asking, 'house' | 'session'>): boolean {
  return session.passwordAt !== null && house.now().getTime() - session.passwordAt.getTime() <= FRESH_LOGIN * 1000
}

/**
 * @param account where it is at hand: one with a password is told so by the field `password`
 * @throws Refusal confirmation_required; see `user/security/confirm`
 */
export function demandConfirmed(
  call: Pick<Asking, 'house' | 'session'>,
  account: { password_hash: string | null } | null = null,
): void {
  if (!isConfirmed(call)) throw new Refusal('confirmation_required', account?.password_hash ? 'password' : undefined)
}
