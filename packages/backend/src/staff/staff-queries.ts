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
