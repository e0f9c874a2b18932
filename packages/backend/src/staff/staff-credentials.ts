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

/** Accepts a code of the authenticator app or a recovery code, each once, even with concurrent calls. */
export async function acceptStaffCode(trx: Transaction<DB>, ctx: AppContext, staffId: number, code: string): Promise<boolean> {
  const staff = await lockStaff(trx, staffId)
  if (!staff?.totp_secret || !staff.totp_enabled_at || staff.disabled_at) {
    // Takes as long as for a person who has an app.
    const owner = ownerOf(staffId)
    const totp = await readTotp(ctx, { owner, label: owner }, await encryptTotpSecret(ctx, owner, newTotpSecret()))
    stepOfCode(totp, code, ctx.now())
    return false
  }
  const plain = plainRecoveryCode(code)
  if (plain !== null) {
    const spent = await trx
      .updateTable('staff_recovery_codes')
      .set({ used_at: ctx.now() })
      .where('staff_id', '=', staffId)
      .where('code_hash', '=', await hashOfRecoveryCode(ctx, ownerOf(staffId), plain))
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return spent !== undefined
  }
  const totp = await readTotp(ctx, { owner: ownerOf(staffId), label: staff.email }, staff.totp_secret)
  const step = stepOfCode(totp, code, ctx.now())
  if (!step || step <= staff.totp_last_step) return false
  await trx.updateTable('staff').set({ totp_last_step: step }).where('id', '=', staffId).execute()
  return true
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
