import type { Kysely, Selectable, Transaction } from 'kysely'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import type { DB, Staff } from '../db/schema.ts'

export type StaffRow = Selectable<Staff>

/** Returns the form in which an address is stored and compared. */
export function staffEmail(email: string): string {
  return canonicalEmail(email).toLowerCase()
}

export function staffByEmail(db: Kysely<DB>, email: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('email', '=', staffEmail(email)).executeTakeFirst()
}

/** Locks one member of staff. */
export function lockStaff(trx: Transaction<DB>, id: number): Promise<StaffRow | undefined> {
  return trx.selectFrom('staff').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Returns whether a person has a password or a passkey, as everybody does who has accepted the last invitation. */
export async function hasWayIn(db: Kysely<DB>, { id, password_hash }: Pick<StaffRow, 'id' | 'password_hash'>): Promise<boolean> {
  if (password_hash !== null) return true
  const passkey = await db.selectFrom('staff_passkeys').select('id').where('staff_id', '=', id).limit(1).executeTakeFirst()
  return passkey !== undefined
}

/** Returns whether an owner can sign in at the desk, and invite others there. */
export async function hasOwner(db: Kysely<DB>): Promise<boolean> {
  const owner = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('joined_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** Returns how the first owner gets in; null if there is one. Everybody else is invited at the desk. */
export async function noOwnerNotice(db: Kysely<DB>): Promise<string | null> {
  if (await hasOwner(db)) return null
  return 'No owner can sign in at the desk yet. This prints a link for the first one:\n  npm run kiosk -- staff invite you@example.org'
}
