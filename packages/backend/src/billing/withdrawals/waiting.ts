import type { DeclaredTermination } from '@kiosk/domain/payments/termination-endpoints'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { presentTermination } from './present.ts'

/**
 * Returns the cancellation and the withdrawal of a subscription that wait for their confirmation or for the operator: at most one
 * of each, because strangers can send more. A confirmed one comes first, then the latest.
 */
export async function waitingTerminations(db: Kysely<DB>, subscription: number): Promise<DeclaredTermination[]> {
  const waiting = await db
    .selectFrom('termination_declarations')
    .selectAll()
    .distinctOn('kind')
    .where('subscription_id', '=', subscription)
    .where('applied_at', 'is', null)
    .orderBy('kind')
    .orderBy((of) => of('confirmed_at', 'is', null))
    .orderBy('received_at', 'desc')
    .execute()
  return Promise.all(waiting.map((each) => presentTermination(db, each)))
}
