import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { SECOND_MS } from '@kiosk/domain/time'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Declaration } from './apply.ts'

/**
 * Returns the declarations about the subscriptions of an account that wait for their confirmation or for the operator: at most one
 * cancellation and one withdrawal of each subscription, because strangers can send more. A confirmed one comes first, then the
 * latest.
 */
export function waitingDeclarations(db: Kysely<DB>, accountId: number): Promise<Declaration[]> {
  return allWaiting(db, accountId)
    .distinctOn(['d.subscription_id', 'd.kind'])
    .orderBy('d.subscription_id')
    .orderBy('d.kind')
    .orderBy((of) => of('d.confirmed_at', 'is', null))
    .orderBy('d.received_at', 'desc')
    .execute()
}

/** Strangers can send any number of declarations, and each of a page costs a query. */
const MOST_LISTED = 50

/**
 * Returns the declarations about the subscriptions of an account that it can confirm, at most fifty, the oldest first: what a
 * withdrawal refunds depends on its receipt. Once a withdrawal has been carried out, there is none to confirm.
 */
export function confirmableDeclarations(db: Kysely<DB>, accountId: number): Promise<Declaration[]> {
  return allWaiting(db, accountId)
    .where('d.confirmed_at', 'is', null)
    .where('d.outcome', 'in', CONFIRMABLE)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('d.kind', '!=', 'withdraw'),
        not(
          exists(
            selectFrom('termination_declarations as done')
              .select('done.id')
              .whereRef('done.subscription_id', '=', 'd.subscription_id')
              .where('done.kind', '=', 'withdraw')
              .where('done.outcome', '=', 'applied'),
          ),
        ),
      ]),
    )
    .orderBy('d.received_at')
    .orderBy('d.id')
    .limit(MOST_LISTED)
    .execute()
}

/**
 * Leaves out an unconfirmed cancellation if its confirmation would change nothing: it stops no renewal, and leaves no decision to
 * the operator as `applyTermination` does for a special reason, a charge since the receipt, and a subscription that was replaced.
 */
function allWaiting(db: Kysely<DB>, accountId: number) {
  return db
    .selectFrom('termination_declarations as d')
    .innerJoin('subscriptions as s', 's.id', 'd.subscription_id')
    .selectAll('d')
    .where('d.account_id', '=', accountId)
    .where('d.applied_at', 'is', null)
    .where(({ or, and, eb, ref, exists, selectFrom }) =>
      or([
        eb('d.kind', '=', 'withdraw'),
        eb('d.outcome', '!=', 'unconfirmed'),
        and([
          eb('s.state', '!=', 'ended'),
          or([eb('s.auto_renew', '=', true), eb('d.manner', '=', 'extraordinary'), eb('s.ends_at', '>', ref('d.effective_at'))]),
        ]),
        and([
          eb('s.state', '=', 'ended'),
          exists(
            selectFrom('subscriptions as other')
              .select('other.id')
              .whereRef('other.account_id', '=', 's.account_id')
              .where('other.state', '!=', 'ended'),
          ),
        ]),
      ]),
    )
}

/** Outcomes that can be confirmed; for `by-hand`, the confirmation helps the operator to decide. */
const CONFIRMABLE = ['unconfirmed', 'by-hand']

/** Returns whether the owner of a declaration, or an operator for them, can confirm it. */
export function isConfirmable({ account_id, subscription_id, confirmed_at, applied_at, outcome }: Declaration): boolean {
  const isKnown = account_id !== null && subscription_id !== null
  return isKnown && confirmed_at === null && applied_at === null && outcome !== null && CONFIRMABLE.includes(outcome)
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
