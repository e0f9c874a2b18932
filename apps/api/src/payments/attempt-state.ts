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
  const accountId = session.account!.id
  if (!isUuid(input.id)) throw new Refusal('not_found', 'id')
  const attempt = await attemptOf(house.db, accountId, input.id)
  if (attempt) {
    const { state, decline_code, decline_text, tariff } = attempt
    const returned = decline_code !== null && state === 'succeeded'
    return {
      state: returned ? ('failed' as const) : states[state as keyof typeof states],
      reason: decline_code,
      returnText: decline_text,
      subscription: tariff,
    }
  }
  const setup = await setupOf(house.db, accountId, input.id)
  if (!setup) throw new Refusal('not_found', 'id')
  return {
    state: setup.failure_code ? ('failed' as const) : ('waiting' as const),
    reason: setup.failure_code,
    returnText: setup.failure_text,
    subscription: setup.subscription_id,
  }
})

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
    .where('payment_attempts.id', '=', id)
    .where('invoices.account_id', '=', accountId)
    .executeTakeFirst()
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
