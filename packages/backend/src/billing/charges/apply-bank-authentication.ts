import { HOUR_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { graceEnd, nextStep, unpaidEnd } from '../renewals/dunning.ts'
import { applyDeclined } from './apply-declined.ts'
import type { Locked } from './lock-attempts.ts'

/** A reader who saves a card and has to authenticate at once gets an e-mail only after this time. */
const ANSWER_AT_SCREEN_MS = HOUR_MS

type AuthenticationRequired = Extract<Outcome, { state: 'action' | 'needs-customer' }>

/**
 * Marks a renewal as waiting for bank authentication until the subscription would end unpaid, and enqueues the first e-mail with
 * the link. A repeated result keeps the deadline and only updates the authentication URL. The deadline of a renewal that is
 * cancelled meanwhile is now, so that it is given up at the provider (give-up-authentications.ts).
 */
export async function applyBankAuthentication(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  attempt: Locked,
  outcome: AuthenticationRequired,
): Promise<void> {
  const { id: attemptId, account_id: accountId, subscription, starts_at, initiator, answer_by } = attempt
  // Late result: the debit is already pending.
  if (attempt.state === 'processing') return
  // Buyers are on the page during a purchase, so they can try again: it counts as declined.
  if (attempt.sequence === 1) {
    const { reference } = outcome
    const decline = { state: 'declined', reference, code: 'authentication_failed', text: '', retryable: false } as const
    return applyDeclined(trx, ctx, attempt, decline, { isGivenUp: true })
  }
  const { dunning } = ctx.operator
  const now = ctx.now()
  const ends = unpaidEnd(dunning, starts_at)
  const isOpen = accountId !== null && attempt.subscription_state !== 'ended' && attempt.auto_renew && ends > now
  const isNew = answer_by === null
  const isAtScreen = initiator === 'customer'
  const firstReminder = isAtScreen ? new Date(now.getTime() + ANSWER_AT_SCREEN_MS) : nextStep(dunning, 'bankQuestion', 0, now)
  await trx
    .updateTable('payment_attempts')
    .set({
      state: 'action',
      provider_reference: outcome.reference,
      action: outcome.state === 'action' ? JSON.stringify({ url: outcome.url, params: outcome.params }) : null,
      ...(isNew && {
        answer_by: isOpen ? ends : now,
        remind_at: isOpen ? firstReminder : null,
        reminders: isAtScreen ? 0 : 1,
      }),
    })
    .where('id', '=', attemptId)
    .execute()
  if (!isNew || !isOpen) return
  await trx
    .updateTable('subscriptions')
    .set({ state: 'past-due', ends_at: graceEnd(dunning, starts_at), next_charge_at: null })
    .where('id', '=', subscription)
    .execute()
  if (!isAtScreen) await enqueue(trx, 'letter', { letter: 'bank-question', accountId, attemptId })
}
