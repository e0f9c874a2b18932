import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { SECOND_MS } from '@kiosk/domain/time'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Declaration } from './apply.ts'

/**
 * Returns the declarations about the subscriptions of an account that wait for their confirmation or for the operator: at most one
 * cancellation and one withdrawal of each subscription, because strangers can send more. A confirmed one comes first, then the
 * latest. Leaves out an unconfirmed cancellation if there is no renewal that it could stop.
 */
export function waitingDeclarations(db: Kysely<DB>, accountId: number): Promise<Declaration[]> {
  return db
    .selectFrom('termination_declarations as d')
    .innerJoin('subscriptions as s', 's.id', 'd.subscription_id')
    .selectAll('d')
    .distinctOn(['d.subscription_id', 'd.kind'])
    .where('d.account_id', '=', accountId)
    .where('d.applied_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('d.kind', '=', 'withdraw'),
        eb('d.outcome', '!=', 'unconfirmed'),
        and([eb('s.auto_renew', '=', true), eb('s.state', '!=', 'ended')]),
      ]),
    )
    .orderBy('d.subscription_id')
    .orderBy('d.kind')
    .orderBy((of) => of('d.confirmed_at', 'is', null))
    .orderBy('d.received_at', 'desc')
    .execute()
}

/**
 * Whether a page should mention a waiting declaration unasked. A stranger may have sent one that nobody has confirmed, so it is
 * mentioned only while the link of its receipt is valid.
 */
export function isMentioned(
  { confirmed_at, received_at }: Pick<Declaration, 'confirmed_at' | 'received_at'>,
  now: Date,
): boolean {
  return confirmed_at !== null || now.getTime() - received_at.getTime() < TOKEN_TTL_SECONDS.exit * SECOND_MS
}
