import { ApiError } from '@kiosk/domain/errors'
import { attemptState as declared } from '@kiosk/domain/payments/endpoints'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { isUuid } from '../../db/is-uuid.ts'
import { defineHandler } from '../../http/handler.ts'
import { REJECTION_CODES } from '../wallets/bind.ts'
import { isPendingAtWallet, rejectionOf } from '../wallets/subscription-rows.ts'

/** Most charges of a wallet succeed or fail within this time after the approval. */
const RESULT_WITHIN_MS = MINUTE_MS
/** Time in which page, webhook or list of the wallet report a subscription that was approved. */
const REPORTED_WITHIN_MS = DAY_MS

const states = {
  created: 'waiting',
  sent: 'waiting',
  unknown: 'waiting',
  action: 'waiting',
  processing: 'processing',
  succeeded: 'succeeded',
  declined: 'failed',
} as const

export const attemptState = defineHandler(declared, 'personal', async ({ ctx, session, input }) => {
  const found = await stateOf(ctx, session.account!.id, input.id)
  if (!found) throw new ApiError('not_found', 'id')
  return found
})

type State = { state: 'waiting' | 'processing' | 'succeeded' | 'failed'; reason: string | null; returnText: string | null } & {
  method: 'CC' | 'DD' | 'PP' | null
}

/** Returns the state of an attempt, a wallet approval or a payment setup of an account; null = there is none. */
async function stateOf(
  ctx: Pick<AppContext, 'db' | 'now'>,
  accountId: number,
  id: string,
): Promise<(State & { subscription: number }) | null> {
  if (!isUuid(id)) return null
  const { db } = ctx
  const attempt = await attemptOf(db, accountId, id)
  if (attempt) {
    const { state, decline_text: returnText, plan: subscription, is_late } = attempt
    const method = attempt.kind as State['method']
    // The payment arrived after the decline and is refunded, which payers have to see.
    const reason = state === 'declined' && is_late ? 'late' : attempt.decline_code
    const returned = reason !== null && state === 'succeeded'
    return { state: returned ? 'failed' : states[state as keyof typeof states], reason, returnText, method, subscription }
  }
  const approval = await approvedOf(ctx, accountId, id)
  if (approval) return approval
  const setup = await setupOf(db, accountId, id)
  if (!setup) return null
  const { failure_code: reason, failure_text: returnText, plan_id: subscription } = setup
  const method = setup.kind as State['method']
  return { state: reason ? 'failed' : 'waiting', reason, returnText, method, subscription }
}

/** Returns reason and plan of a failed checkout of an account; null = it has not failed. */
export async function unsuccessfulOf(ctx: Pick<AppContext, 'db' | 'now'>, accountId: number, id: string) {
  const found = await stateOf(ctx, accountId, id)
  return found?.state === 'failed' ? { reason: found.reason, plan: found.subscription } : null
}

/** Finds an attempt of an account. */
export function attemptOf(db: Database, accountId: number, id: string) {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
    .leftJoin('payment_methods', 'payment_methods.id', 'payment_attempts.payment_method_id')
    .select([
      'payment_attempts.state',
      'payment_methods.kind',
      'payment_attempts.action',
      'decline_code',
      'decline_text',
      'subscriptions.plan_id as plan',
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

/**
 * Returns the state of a wallet approval: waiting until the wallet has activated and charged it, at most for `RESULT_WITHIN_MS`
 * after it has begun here, then processing until its charge is known.
 */
async function approvedOf(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  accountId: number,
  id: string,
): Promise<(State & { subscription: number }) | undefined> {
  const approval = await db
    .selectFrom('wallet_approvals')
    .select(['plan_id', 'subscription_id', 'created_at'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!approval) return undefined
  const none = { reason: null, returnText: null, method: 'PP' as const, subscription: approval.plan_id }
  if (approval.subscription_id === null) {
    const rejection = await rejectionOf(db, id)
    if (rejection === undefined) {
      const isNew = now().getTime() - approval.created_at.getTime() < REPORTED_WITHIN_MS
      const isWaiting = isNew || (await isPendingAtWallet({ db, now }, id))
      return isWaiting ? { ...none, state: 'waiting' } : { ...none, state: 'failed', reason: 'abandoned' }
    }
    const isAbandoned = rejection === 'never-approved' || rejection === 'unknown-there'
    const reason = isAbandoned ? 'abandoned' : (REJECTION_CODES[rejection] ?? null)
    return { ...none, state: 'failed', reason }
  }
  const subscription = await db
    .selectFrom('subscriptions')
    .select(['state', 'created_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('periods')
          .select('id')
          .where('subscription_id', '=', approval.subscription_id)
          .where('state', 'in', ['paid', 'refunded']),
      ).as('was_paid'),
    )
    .where('id', '=', approval.subscription_id)
    .executeTakeFirstOrThrow()
  const isUndone = subscription.state === 'ended' && !subscription.was_paid
  if (isUndone) return { ...none, state: 'failed', reason: 'declined' }
  if (subscription.was_paid) return { ...none, state: 'succeeded' }
  const isNew = now().getTime() - subscription.created_at.getTime() < RESULT_WITHIN_MS
  return { ...none, state: isNew ? 'waiting' : 'processing' }
}

/** Finds a payment setup for a cart. */
function setupOf(db: Database, accountId: number, id: string) {
  return db
    .selectFrom('setup_sessions')
    .innerJoin('carts', 'carts.id', 'setup_sessions.cart_id')
    .leftJoin('payment_methods', 'payment_methods.id', 'setup_sessions.payment_method_id')
    .select(['setup_sessions.failure_code', 'setup_sessions.failure_text', 'carts.plan_id', 'payment_methods.kind'])
    .where('setup_sessions.id', '=', id)
    .where('setup_sessions.account_id', '=', accountId)
    .executeTakeFirst()
}
