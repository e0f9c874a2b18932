import type { AuditAction } from '@kiosk/domain/staff/audit-actions'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Actor } from './actor.ts'

type AuditedChange = {
  action: AuditAction
  /** `name`: what a person recognises; for a reader the number of the account, never a name or an address. */
  subject: { kind: string; id: string | number; name: string }
  /** The changed values; absent = there was nothing before, or there is nothing after. */
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  reason?: string | undefined
}

/**
 * Records a change in the audit log, in the transaction that makes it. Call it as the last step: entries are a chain, so from
 * here to the commit all other audited changes wait.
 * @param actor undefined: the server, a job or a reader makes the change, which is not recorded
 */
export async function recordAudit(
  trx: Transaction<DB>,
  actor: Actor | undefined,
  at: Date,
  { action, subject, before, after, reason }: AuditedChange,
): Promise<void> {
  if (!actor) return
  // Id and hashes are set by the trigger.
  await sql`insert into audit_entries
      (at, actor_kind, staff_id, actor, source, action, subject_kind, subject_id, subject, before, after, reason)
    values (${at}, ${actor.kind}, ${actor.kind === 'staff' ? actor.staffId : null}, ${actor.name}, ${actor.source}, ${action},
      ${subject.kind}, ${String(subject.id)}, ${subject.name}, ${json(before)}, ${json(after)}, ${reason ?? null})`.execute(trx)
}

/** The subject of a change of a reader's account. */
export const accountSubject = (id: number) => ({ kind: 'account', id, name: String(id) })

const json = (values: Record<string, unknown> | undefined) => (values ? JSON.stringify(values) : null)
