import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DB, SuspenseActs } from '../database/schema.ts'
import type { House } from '../house.ts'

/** Where money in suspense was booked: names and numbers only. */
export type Booked = Record<string, string | number | null>

/** What was decided about money in suspense, or became of it. */
export type SuspenseAct = {
  act: 'assigned' | 'booked' | 'return-requested' | 'returned' | 'return-failed'
  /** Name of the operator; "kiosk" for what happens by itself. */
  actor: string
  why: string
  details?: Booked
}

/** Writes down an act; acts are never changed. */
export async function noteSuspenseAct(
  trx: Transaction<DB>,
  { now }: Pick<House, 'now'>,
  suspenseId: number,
  { act, actor, why, details = {} }: SuspenseAct,
): Promise<void> {
  await trx
    .insertInto('suspense_acts')
    .values({ suspense_id: suspenseId, act, actor, why, details: JSON.stringify(details), at: now() })
    .execute()
}

/** Everything that was decided about it, the oldest first. */
export function historyOfSuspense(db: Kysely<DB>, suspenseId: number): Promise<Selectable<SuspenseActs>[]> {
  return db.selectFrom('suspense_acts').selectAll().where('suspense_id', '=', suspenseId).orderBy('id').execute()
}
