import { RECOVERY_CODES } from '@kiosk/domain/accounts/limits'
import type { Transaction } from 'kysely'
import { callerOf, isPassword } from '../auth/passwords.ts'
import { hashOfRecoveryCode, newRecoveryCode, plainRecoveryCode, printedRecoveryCode } from '../auth/recovery-codes.ts'
import { encryptTotpSecret, newTotpSecret, readTotp, stepOfCode } from '../auth/totp.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import type { DeskRequest } from './desk-request.ts'
import { lockStaff, type StaffRow } from './staff-queries.ts'

/** Name of the owner of encrypted and hashed credentials, different from those of readers. */
export const ownerOf = (staffId: number) => `staff ${staffId}`

/** Returns whether the password is right; takes equally long if there is no such person. */
export function isStaffPassword(
  staff: StaffRow | undefined,
  password: string,
  call: Pick<DeskRequest, 'visitor'>,
): Promise<boolean> {
  return isPassword(staff?.disabled_at ? null : (staff?.password_hash ?? null), password, callerOf(call))
}

/** Id of no member of staff. */
export const NOBODY = 0

/**
 * Accepts a code of the authenticator app or a recovery code, each once, even with concurrent calls. Makes the same statements
 * whether or not there is such a person with an app, and whether or not the code is right, because their time would tell.
 */
export async function acceptStaffCode(trx: Transaction<DB>, ctx: AppContext, staffId: number, code: string): Promise<boolean> {
  const staff = await lockStaff(trx, staffId)
  const secret = staff?.totp_enabled_at && !staff.disabled_at ? staff.totp_secret : null
  const personId = secret === null ? NOBODY : staffId
  const owner = ownerOf(staffId)
  const plain = plainRecoveryCode(code)
  if (plain !== null) {
    const spent = await trx
      .updateTable('staff_recovery_codes')
      .set({ used_at: ctx.now() })
      .where('staff_id', '=', personId)
      .where('code_hash', '=', await hashOfRecoveryCode(ctx, owner, plain))
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return spent !== undefined
  }
  const totp = await readTotp(ctx, { owner, label: owner }, secret ?? (await encryptTotpSecret(ctx, owner, newTotpSecret())))
  const step = stepOfCode(totp, code, ctx.now()) ?? 0
  const accepted = await trx
    .updateTable('staff')
    .set({ totp_last_step: step })
    .where('id', '=', personId)
    .where('totp_last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return accepted !== undefined
}

/** Replaces the recovery codes with ten new ones; only their hashes are stored. */
export async function newStaffRecoveryCodes(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'secret'>,
  staffId: number,
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode())
  await trx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  const rows = await Promise.all(
    [...codes].map(async (plain) => ({ staff_id: staffId, code_hash: await hashOfRecoveryCode(ctx, ownerOf(staffId), plain) })),
  )
  await trx.insertInto('staff_recovery_codes').values(rows).execute()
  return [...codes].map(printedRecoveryCode)
}
