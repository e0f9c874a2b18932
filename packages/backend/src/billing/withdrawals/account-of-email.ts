import { type Kysely, sql } from 'kysely'
import { writingsOf } from '../../accounts/canonical-email.ts'
import { accountByEmail } from '../../accounts/queries.ts'
import type { DB } from '../../db/schema.ts'

/**
 * Finds the account that has an address, else the last one that had it (`isCurrent` false): declarations from the address are
 * stored with that account and deleted with it.
 */
export async function accountOfAddress(db: Kysely<DB>, email: string): Promise<{ id: number; isCurrent: boolean } | null> {
  const current = await accountByEmail(db, email)
  if (current) return { id: current.id, isCurrent: true }
  const forms = sql.join(writingsOf(email).map((each) => sql`lower(${each}::text)`))
  const { rows } = await sql<{ id: number }>`select account_id as id from address_changes
    where confirmed_at is not null and lower(previous_email) in (${forms})
    order by confirmed_at desc, id desc limit 1`.execute(db)
  return rows[0] ? { id: rows[0].id, isCurrent: false } : null
}
