import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { endSessions } from '../session/begin-session.ts'
import { endTokens } from '../session/one-time-tokens.ts'
import { forgetPendingAddress } from './address-change.ts'

/** Links and hand-overs that would let somebody in past a new password. */
const waysIn = ['recovery', 'verification', 'session', 'sso', 'social', 'terms', 'second-factor', 'link'] as const

/**
 * Whoever was in the account, or had begun to get in, is out. Who changes the password because of a letter about a strange
 * address means that address too.
 */
export async function shutOut(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await endSessions(trx, accountId)
  for (const purpose of waysIn) await endTokens(trx, purpose, accountId, now)
  await forgetPendingAddress(trx, accountId, now)
}
