import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import type { DeclaredTermination } from '@kiosk/domain/payments/termination-endpoints'
import { SECOND_MS } from '@kiosk/domain/time'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { presentTermination } from './present.ts'

/**
 * Returns the cancellation and the withdrawal of a subscription that wait for their confirmation or for the operator: at most one
 * of each, because strangers can send more. A confirmed one comes first, then the latest. Leaves out what nobody confirmed while
 * the link of its receipt was valid, and an unconfirmed cancellation if renewal is off.
 */
export async function waitingTerminations(
  db: Kysely<DB>,
  { id, auto_renew }: { id: number; auto_renew: boolean },
  now: Date,
): Promise<DeclaredTermination[]> {
  const linksFrom = new Date(now.getTime() - TOKEN_TTL_SECONDS.exit * SECOND_MS)
  const waiting = await db
    .selectFrom('termination_declarations')
    .selectAll()
    .distinctOn('kind')
    .where('subscription_id', '=', id)
    .where('applied_at', 'is', null)
    .where(({ or, eb }) => or([eb('confirmed_at', 'is not', null), eb('received_at', '>', linksFrom)]))
    .$if(!auto_renew, (of) => of.where(({ or, eb }) => or([eb('kind', '=', 'withdraw'), eb('outcome', '!=', 'unconfirmed')])))
    .orderBy('kind')
    .orderBy((of) => of('confirmed_at', 'is', null))
    .orderBy('received_at', 'desc')
    .execute()
  return Promise.all(waiting.map((each) => presentTermination(db, each)))
}
