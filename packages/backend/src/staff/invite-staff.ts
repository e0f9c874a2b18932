import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { INVITATION_SECONDS } from '@kiosk/domain/staff/limits'
import type { Role } from '@kiosk/domain/staff/roles'
import { SECOND_MS } from '@kiosk/domain/time'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { randomToken } from '../auth/random-token.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { lockStaff, type StaffRow, staffEmail } from './staff-queries.ts'

type Invited = { email: string; name: string; role: Role; language: Language }

/**
 * Invites a person. An existing member of staff loses all sign-in methods and sessions and gets the new role, which also helps
 * those who have lost their device.
 * @throws ApiError last_owner
 */
export async function inviteStaff(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  actor: Actor,
  { email, name, role, language, reason }: Invited & { reason?: string | undefined },
): Promise<number> {
  await lockRoles(trx)
  const address = staffEmail(email)
  const known = await trx.selectFrom('staff').selectAll().where('email', '=', address).forUpdate().executeTakeFirst()
  const values = { name, role, language, disabled_at: null }
  if (known) {
    await endSignIn(trx, known.id)
    await trx.updateTable('staff').set(values).where('id', '=', known.id).execute()
  }
  const { id } =
    known ??
    (await trx
      .insertInto('staff')
      .values({ ...values, email: address, created_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow())
  if (known?.role === 'owner' && role !== 'owner') await requireAnOwner(trx)
  await recordAudit(trx, actor, now(), {
    action: 'staff.invited',
    subject: { kind: 'staff', id, name },
    before: known && { role: known.role, disabled: known.disabled_at !== null },
    after: { role, email: address },
    reason,
  })
  return id
}

/** Creates the link of an invitation, which replaces an earlier one. The database stores only its hash. */
export async function invitationLink(
  db: Kysely<DB>,
  { now, publicUrl }: Pick<AppContext, 'now' | 'publicUrl'>,
  staffId: number,
): Promise<string> {
  const { token, hash } = randomToken()
  await db
    .updateTable('staff')
    .set({ invitation_hash: hash, invitation_expires_at: new Date(now().getTime() + INVITATION_SECONDS * SECOND_MS) })
    .where('id', '=', staffId)
    .execute()
  // The token is in the fragment, which is never sent to a server or in a Referer header.
  return `${publicUrl}/desk/invitation#${token}`
}

/**
 * Changes the role of a member of staff, or whether they may sign in. Somebody who may not has no sessions and no invitation.
 * @throws ApiError not_found, last_owner
 */
export async function changeStaff(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  actor: Actor,
  { id, role, disabled, reason }: { id: number; role: Role; disabled: boolean; reason?: string | undefined },
): Promise<void> {
  await lockRoles(trx)
  const staff = await lockStaff(trx, id)
  if (!staff) throw new ApiError('not_found', 'id')
  if (staff.role === role && (staff.disabled_at !== null) === disabled) return
  await trx
    .updateTable('staff')
    .set({
      role,
      disabled_at: disabled ? (staff.disabled_at ?? now()) : null,
      ...(disabled && { invitation_hash: null, invitation_expires_at: null }),
    })
    .where('id', '=', id)
    .execute()
  if (disabled) await trx.deleteFrom('staff_sessions').where('staff_id', '=', id).execute()
  if (staff.role === 'owner') await requireAnOwner(trx)
  await recordAudit(trx, actor, now(), {
    action: 'staff.changed',
    subject: { kind: 'staff', id, name: staff.name },
    before: { role: staff.role, disabled: staff.disabled_at !== null },
    after: { role, disabled },
    reason,
  })
}

/** Allows one change of roles at a time, so that two owners cannot remove each other. */
export async function lockRoles(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('staff roles'))`.execute(trx)
}

/** @throws ApiError last_owner if nobody could manage staff any more */
async function requireAnOwner(trx: Transaction<DB>): Promise<void> {
  const owner = await trx
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where((where) =>
      where.or([
        where('totp_enabled_at', 'is not', null),
        where.exists(where.selectFrom('staff_passkeys').select('id').whereRef('staff_id', '=', 'staff.id')),
      ]),
    )
    .executeTakeFirst()
  if (!owner) throw new ApiError('last_owner')
}

/** Removes all credentials and sessions of a member of staff. */
async function endSignIn(trx: Transaction<DB>, id: number): Promise<void> {
  const nothing: Partial<StaffRow> = {
    password_hash: null,
    totp_secret: null,
    totp_enabled_at: null,
    totp_last_step: 0,
    invitation_hash: null,
    invitation_expires_at: null,
  }
  await trx.updateTable('staff').set(nothing).where('id', '=', id).execute()
  for (const table of ['staff_passkeys', 'staff_recovery_codes', 'staff_sessions'] as const)
    await trx.deleteFrom(table).where('staff_id', '=', id).execute()
}
