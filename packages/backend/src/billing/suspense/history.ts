import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB, SuspenseActions } from '../../db/schema.ts'

/** Description of where money in suspense was applied: names and numbers only. */
export type Booked = Record<string, string | number | null>

/** Decision about money in suspense, or its result. */
export type SuspenseAct = {
  act: 'assigned' | 'booked' | 'return-requested' | 'returned' | 'return-failed'
  /** Name of the operator; "kiosk" for automatic entries. */
  actor: string
  why: string
  details?: Booked
}

/** Appends a history entry; entries are never changed. */
export async function noteSuspenseAct(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  suspenseId: number,
  { act, actor, why, details = {} }: SuspenseAct,
): Promise<void> {
  await trx
    .insertInto('suspense_actions')
    .values({ suspense_id: suspenseId, act, actor, why, details: JSON.stringify(details), at: now() })
    .execute()
}

/** Lists history entries of a suspense row, oldest first. */
export function historyOfSuspense(db: Kysely<DB>, suspenseId: number): Promise<Selectable<SuspenseActions>[]> {
  return db.selectFrom('suspense_actions').selectAll().where('suspense_id', '=', suspenseId).orderBy('id').execute()
}
