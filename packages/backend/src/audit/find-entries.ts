import { addDays } from '@kiosk/domain/day'
import type { AuditEntry } from '@kiosk/domain/staff/audit-endpoints'
import { type Kysely, type Selectable, sql } from 'kysely'
import { startOfDayInVienna } from '../db/in-vienna.ts'
import type { AuditEntries, DB } from '../db/schema.ts'

/** `before`: id of the entry after which a page begins. */
export type AuditFilter = {
  search: string
  action: string
  from?: string | undefined
  to?: string | undefined
  before?: number | undefined
}

/** The words of an entry: the expression of the index `audit_entries_words`. */
const WORDS = sql<string>`lower(' ' || actor || ' ' || source || ' ' || action || ' ' || subject || ' ' || subject_id || ' '
  || coalesce(reason, '') || ' ')`
/** The index contains groups of three letters. */
const SHORTEST_PART_CHARACTERS = 3

/**
 * Finds entries, newest first. `from` and `to` are days in Vienna, both included. Each word of `search` must occur in an entry;
 * one or two letters must be a whole word of it.
 */
export function findEntries(db: Kysely<DB>, { search, action, from, to, before }: AuditFilter) {
  const words = search.split(/\s+/).filter(Boolean)
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .$if(action !== '', (query) => query.where('action', '=', action))
    .$if(from !== undefined, (query) => query.where('at', '>=', startOfDayInVienna(from!)))
    .$if(to !== undefined, (query) => query.where('at', '<', startOfDayInVienna(addDays(to!, 1))))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (select at, id from audit_entries where id = ${before})`),
    )
    .$call((query) =>
      words.reduce((narrowed, word) => narrowed.where(sql<boolean>`${WORDS} like lower(${patternOf(word)})`), query),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
}

function patternOf(word: string): string {
  const literal = word.replace(/[%_\\]/g, '\\$&')
  return word.length < SHORTEST_PART_CHARACTERS ? `% ${literal} %` : `%${literal}%`
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
