import { addDays } from '@kiosk/domain/day'
import type { AuditEntry } from '@kiosk/domain/staff/audit-endpoints'
import { type Kysely, type Selectable, sql } from 'kysely'
import { startOfDayInVienna } from '../db/in-vienna.ts'
import type { AuditEntries, DB } from '../db/schema.ts'

export type AuditFilter = { search: string; action: string; from?: string | undefined; to?: string | undefined }

/** Finds entries, newest first. `from` and `to` are days in Vienna, both included. */
export function findEntries(db: Kysely<DB>, { search, action, from, to }: AuditFilter) {
  const words = search.split(/\s+/).filter(Boolean)
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .$if(action !== '', (query) => query.where('action', '=', action))
    .$if(from !== undefined, (query) => query.where('at', '>=', startOfDayInVienna(from!)))
    .$if(to !== undefined, (query) => query.where('at', '<', startOfDayInVienna(addDays(to!, 1))))
    .$call((query) =>
      words.reduce(
        (narrowed, word) =>
          narrowed.where(
            sql<boolean>`position(lower(${word}) in lower(concat_ws(' ', actor, source, action, subject, subject_id, reason))) > 0`,
          ),
        query,
      ),
    )
    .orderBy('id', 'desc')
}

export function presentEntry(entry: Selectable<AuditEntries>): AuditEntry {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actorKind: entry.actor_kind as AuditEntry['actorKind'],
    actor: entry.actor,
    source: entry.source,
    action: entry.action,
    subjectKind: entry.subject_kind,
    subjectId: entry.subject_id,
    subject: entry.subject,
    before: entry.before as AuditEntry['before'],
    after: entry.after as AuditEntry['after'],
    reason: entry.reason,
  }
}
