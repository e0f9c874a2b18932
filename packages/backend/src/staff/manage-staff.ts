import {
  changeStaff as changeDeclared,
  inviteStaff as inviteDeclared,
  staff as listDeclared,
} from '@kiosk/domain/staff/endpoints'
import type { Role } from '@kiosk/domain/staff/roles'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineDeskHandler } from './desk-handler.ts'
import { changeStaff, inviteStaff, lockRoles } from './invite-staff.ts'
import { requireSameSession } from './staff-session.ts'

/** Everybody at the desk by name, with those who may no longer sign in at the end. */
export async function listStaff(db: Kysely<DB>) {
  const found = await db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'role', 'disabled_at', 'invitation_expires_at', 'totp_enabled_at'])
    .select([
      sql<boolean>`exists (select from staff_passkeys p where p.staff_id = staff.id)`.as('has_passkey'),
      sql<Date | null>`(select max(last_seen_at) from staff_sessions s where s.staff_id = staff.id)`.as('last_seen_at'),
    ])
    .orderBy(sql`disabled_at is not null`)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return found.map(({ id, name, email, role, disabled_at, totp_enabled_at, has_passkey, ...times }) => ({
    id,
    name,
    email,
    role: role as Role,
    state: disabled_at ? ('disabled' as const) : totp_enabled_at || has_passkey ? ('active' as const) : ('invited' as const),
    invitedUntil: times.invitation_expires_at?.toISOString() ?? null,
    lastSeenAt: times.last_seen_at?.toISOString() ?? null,
  }))
}

export const list = defineDeskHandler(listDeclared, async ({ ctx }) => ({ staff: await listStaff(ctx.db) }))

export const invite = defineDeskHandler(inviteDeclared, async ({ ctx, session, actor, input }) => {
  await roleTransaction(ctx.db, session, async (trx) => {
    const staffId = await inviteStaff(trx, ctx, actor, input)
    await enqueue(trx, 'letter', { letter: 'staff-invitation', staffId })
  })
  return undefined
})

export const change = defineDeskHandler(changeDeclared, async ({ ctx, session, actor, input }) => {
  await roleTransaction(ctx.db, session, (trx) => changeStaff(trx, ctx, actor, input))
  return undefined
})

/** A transaction for changes of roles, unless the session of its call has ended or its role was taken away meanwhile. */
function roleTransaction(
  db: Kysely<DB>,
  session: Parameters<typeof requireSameSession>[1],
  work: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx)
    await requireSameSession(trx, session)
    await work(trx)
  })
}
