import type { Transaction } from 'kysely'
import { forgetPendingAddress } from '../accounts/email-change.ts'
import { endSupportOf } from '../accounts/support-access.ts'
import type { DB } from '../db/schema.ts'
import { endSessions } from './create-session.ts'
import { endTokens } from './one-time-tokens.ts'

/** Purposes of tokens that would give access despite a new password. */
const signInMethods = ['recovery', 'verification', 'session', 'sso', 'social', 'terms', 'second-factor', 'link'] as const

/**
 * Ends all sessions and pending sign-ins of an account, and the permission for the staff to look at it. Also cancels a pending
 * address change: owners who did not request it change their password after the e-mail about it.
 */
export async function revokeAccess(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await endSessions(trx, accountId)
  await endSupportOf(trx, accountId, now)
  for (const purpose of signInMethods) await endTokens(trx, purpose, accountId, now)
  await forgetPendingAddress(trx, accountId, now)
}
