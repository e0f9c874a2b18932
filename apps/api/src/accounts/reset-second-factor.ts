import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { recordSystemEvent } from '../session/security-events.ts'
import { lockAccount } from './queries.ts'
import { hasSecondFactor } from './second-factor.ts'
import { shutOut } from './shut-out.ts'

export type ResetSecondFactor = { hadSecondFactor: boolean; passkeysRemoved: number; passkeysLeft: number }

/**
 * For an owner who lost the authenticator app and the recovery codes: removes both, and the passkeys where asked; ends every
 * sign-in and every link that leads to one. The owner gets an email.
 * @returns null where there was nothing to remove; nothing has changed then
 */
export async function resetSecondFactor(
  trx: Transaction<DB>,
  accountId: number,
  house: House,
  { passkeys }: { passkeys: boolean },
): Promise<ResetSecondFactor | null> {
  // Against a passkey that is added, or a second factor that is enabled, at the same moment.
  if (!(await lockAccount(trx, accountId))) return null
  const hadSecondFactor = await hasSecondFactor(trx, accountId)
  const held = await trx.selectFrom('passkeys').select('id').where('account_id', '=', accountId).execute()
  const passkeysRemoved = passkeys ? held.length : 0
  if (!hadSecondFactor && passkeysRemoved === 0) return null
  await trx.deleteFrom('totp_factors').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  if (passkeys) await trx.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
  await shutOut(trx, accountId, house.now())
  const details = { by: 'operator', passkeys: passkeysRemoved }
  await recordSystemEvent(trx, house, { kind: 'second-factor.reset', accountId, details })
  const change = passkeysRemoved > 0 ? 'passkeys-reset' : 'second-factor-reset'
  await addJob(trx, 'letter', { letter: 'protection-changed', accountId, change })
  return { hadSecondFactor, passkeysRemoved, passkeysLeft: held.length - passkeysRemoved }
}
