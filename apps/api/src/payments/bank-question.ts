import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { bookDecline } from './book-decline.ts'
import { graceEnd, nextStep, unpaidEnd } from './dunning.ts'
import type { Locked } from './lock-attempts.ts'

/** Who left a card and was asked at once gets an e-mail only where they did not answer for so long. */
const ANSWER_AT_SCREEN_MS = 3_600_000

type Question = Extract<Outcome, { state: 'action' | 'needs-customer' }>

/**
 * A renewal waits for its reader to answer the bank, until the subscription would end unpaid; the first e-mail with the link
 * goes out with it. Told again it keeps its deadline, and only where the question is asked changes. Where nobody wants the
 * renewal any more the deadline is now, so that it is given up at the provider (give-up-questions.ts).
 */
export async function bookQuestion(trx: Transaction<DB>, house: House, attempt: Locked, outcome: Question): Promise<void> {
  const { id: attemptId, account_id: accountId, subscription, starts_at, initiator, answer_by } = attempt
  // A debit is under way already.
  if (attempt.state === 'processing') return
  // Purchases are charged with their buyer at the screen.
  if (attempt.sequence === 1) {
    const { reference } = outcome
    const decline = { state: 'declined', reference, code: 'authentication_failed', text: '', retryable: false } as const
    return bookDecline(trx, house, attempt, decline)
  }
  const { dunning } = house.operator
  const now = house.now()
  const ends = unpaidEnd(dunning, starts_at)
  const isWanted = accountId !== null && attempt.subscription_state !== 'ended' && attempt.auto_renew && ends > now
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
        answer_by: isWanted ? ends : now,
        remind_at: isWanted ? firstReminder : null,
        reminders: isAtScreen ? 0 : 1,
      }),
    })
    .where('id', '=', attemptId)
    .execute()
  if (!isNew || !isWanted) return
  await trx
    .updateTable('subscriptions')
    .set({ state: 'past-due', ends_at: graceEnd(dunning, starts_at), next_charge_at: null })
    .where('id', '=', subscription)
    .execute()
  if (!isAtScreen) await addJob(trx, 'letter', { letter: 'bank-question', accountId, attemptId })
}
