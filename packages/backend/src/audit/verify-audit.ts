import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

type AuditState = {
  entries: number
  /** The last entry. Kept elsewhere, it later proves that no entry was removed. */
  head: { id: number; hash: string } | null
  /** The first entry that was changed, or that follows a missing one; null = the chain is unbroken. */
  firstWrong: number | null
}

/** Recomputes the hash of every entry and compares it, and each entry's predecessor. */
export async function verifyAudit(db: Kysely<DB>): Promise<AuditState> {
  const { rows } = await sql<{ entries: number; first_wrong: number | null }>`
    select count(*)::int as entries, min(id) filter (where wrong)::bigint as first_wrong from (
      select id, hash is distinct from audit_hash(audit_entries)
          or previous_hash is distinct from coalesce(lag(hash) over by_id, sha256(''::bytea))
          or id is distinct from row_number() over by_id as wrong
      from audit_entries window by_id as (order by id)) as checked`.execute(db)
  const head = await db.selectFrom('audit_entries').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  const { entries, first_wrong } = rows[0]!
  return {
    entries,
    head: head ? { id: head.id, hash: head.hash.toString('hex') } : null,
    firstWrong: first_wrong === null ? null : Number(first_wrong),
  }
}

/** Returns whether the entry has the hash that was printed earlier: the entries up to it are the same as then. */
export async function hasHead(db: Kysely<DB>, { id, hash }: { id: number; hash: string }): Promise<boolean> {
  const found = await db.selectFrom('audit_entries').select('hash').where('id', '=', id).executeTakeFirst()
  return found?.hash.toString('hex') === hash.toLowerCase()
}
