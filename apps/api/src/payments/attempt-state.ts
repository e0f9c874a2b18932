import { Refusal } from '@kiosk/domain/errors'
import { attemptState as declared } from '@kiosk/domain/payments/endpoints'
import type { Database } from '../database/connect.ts'
import { serve } from '../endpoint.ts'

const states = {
  created: 'waiting',
  sent: 'waiting',
  unknown: 'waiting',
  action: 'waiting',
  processing: 'processing',
  succeeded: 'succeeded',
  declined: 'failed',
} as const

export const attemptState = serve(declared, 'personal', async ({ house, session, input }) => {
  const found = await stateOf(house.db, session.account!.id, input.id)
  if (!found) throw new Refusal('not_found', 'id')
  return found
})

type State = { state: 'waiting' | 'processing' | 'succeeded' | 'failed'; reason: string | null; returnText: string | null }

/** What became of an attempt of an account, or of leaving payment data for a cart; null = there is none. */
async function stateOf(db: Database, accountId: number, id: string): Promise<(State & { subscription: number }) | null> {
  if (!isUuid(id)) return null
  const attempt = await attemptOf(db, accountId, id)
  if (attempt) {
    const { state, decline_text: returnText, tariff: subscription, is_late } = attempt
    // Its money came all the same, and goes back: that is what counts for who paid it.
    const reason = state === 'declined' && is_late ? 'late' : attempt.decline_code
    const returned = reason !== null && state === 'succeeded'
    return { state: returned ? 'failed' : states[state as keyof typeof states], reason, returnText, subscription }
  }
  const approval = await approvedOf(db, accountId, id)
  if (approval) return approval
  const setup = await setupOf(db, accountId, id)
  if (!setup) return null
  const { failure_code: reason, failure_text: returnText, subscription_id: subscription } = setup
  return { state: reason ? 'failed' : 'waiting', reason, returnText, subscription }
}

/** Why a checkout of an account has failed, and for which tariff; null = it has not. */
export async function unsuccessfulOf(db: Database, accountId: number, id: string) {
  const found = await stateOf(db, accountId, id)
  return found?.state === 'failed' ? { reason: found.reason, tariff: found.subscription } : null
}

export function isUuid(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
}

/** An attempt of an account. */
export function attemptOf(db: Database, accountId: number, id: string) {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription')
    .select([
      'payment_attempts.state',
      'payment_attempts.action',
      'decline_code',
      'decline_text',
      'subscriptions.subscription_id as tariff',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('refunds').select('id').whereRef('attempt_id', '=', 'payment_attempts.id').where('reason', '=', 'stray'),
      ).as('is_late'),
    )
    .where('payment_attempts.id', '=', id)
    .where('invoices.account_id', '=', accountId)
    .executeTakeFirst()
}

/** What an account approved at the wallet: it waits until the wallet has made it active; then it has begun, unless its charge failed. */
async function approvedOf(db: Database, accountId: number, id: string): Promise<(State & { subscription: number }) | undefined> {
  const approval = await db
    .selectFrom('wallet_approvals')
    .select(['plan_id', 'contract_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('wallet_subscriptions')
          .select('reference')
          .where('approval_id', '=', id)
          .where('state', 'in', ['refused', 'closed']),
      ).as('is_refused'),
    )
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!approval) return undefined
  const none = { reason: null, returnText: null, subscription: approval.plan_id }
  if (approval.contract_id === null) return { ...none, state: approval.is_refused ? 'failed' : 'waiting' }
  const contract = await db
    .selectFrom('subscriptions')
    .select('state')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('periods')
          .select('id')
          .where('subscription', '=', approval.contract_id)
          .where('state', 'in', ['paid', 'refunded']),
      ).as('was_paid'),
    )
    .where('id', '=', approval.contract_id)
    .executeTakeFirstOrThrow()
  const isUndone = contract.state === 'ended' && !contract.was_paid
  return isUndone ? { ...none, state: 'failed', reason: 'declined' } : { ...none, state: 'succeeded' }
}

/** Leaving payment data for a cart ended before there was an attempt. */
function setupOf(db: Database, accountId: number, id: string) {
  return db
    .selectFrom('setup_sessions')
    .innerJoin('carts', 'carts.id', 'setup_sessions.cart_id')
    .select(['setup_sessions.failure_code', 'setup_sessions.failure_text', 'carts.subscription_id'])
    .where('setup_sessions.id', '=', id)
    .where('setup_sessions.account_id', '=', accountId)
    .executeTakeFirst()
}
