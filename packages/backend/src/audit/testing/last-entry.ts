import type { Database } from '../../db/connect.ts'

/** Returns the newest entry of the audit log. @throws if there is none */
export function lastEntry(db: Database) {
  return db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
}
