import type { Transaction } from 'kysely'
import { lockAccount } from '../accounts/queries.ts'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { revokeAccess } from './revoke-access.ts'
import { hasSecondFactor } from './second-factor.ts'
import { recordSystemEvent } from './security-events.ts'

export type ResetSecondFactor = { hadSecondFactor: boolean; passkeysRemoved: number; passkeysLeft: number }

/**
 * Removes second factor and recovery codes of an owner who lost them, and the passkeys if requested; ends every sign-in and every
 * link that leads to one. The owner gets an e-mail.
 * @returns null if there was nothing to remove
 */
export async function resetSecondFactor(
  trx: Transaction<DB>,
  accountId: number,
  ctx: Pick<AppContext, 'log' | 'now' | 'actor'>,
  { passkeys, reason }: { passkeys: boolean; reason?: string | undefined },
): Promise<ResetSecondFactor | null> {
  // Prevents a passkey or second factor from being added concurrently.
  if (!(await lockAccount(trx, accountId))) return null
  const hadSecondFactor = await hasSecondFactor(trx, accountId)
  const held = await trx.selectFrom('passkeys').select('id').where('account_id', '=', accountId).execute()
  const passkeysRemoved = passkeys ? held.length : 0
  if (!hadSecondFactor && passkeysRemoved === 0) return null
  await trx.deleteFrom('totp_factors').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  if (passkeys) await trx.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
  await revokeAccess(trx, accountId, ctx.now())
  const details = { by: 'operator', passkeys: passkeysRemoved }
  await recordSystemEvent(trx, ctx, { kind: 'second-factor.reset', accountId, details })
  const change = passkeysRemoved > 0 ? 'passkeys-reset' : 'second-factor-reset'
  await enqueue(trx, 'letter', { letter: 'protection-changed', accountId, change })
  await recordAudit(trx, ctx.actor, ctx.now(), {
    action: 'account.second-factor-reset',
    subject: accountSubject(accountId),
    before: { secondFactor: hadSecondFactor, passkeys: held.length },
    after: { secondFactor: false, passkeys: held.length - passkeysRemoved },
    reason,
  })
  return { hadSecondFactor, passkeysRemoved, passkeysLeft: held.length - passkeysRemoved }
}
