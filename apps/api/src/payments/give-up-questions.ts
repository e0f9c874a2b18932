import { sql } from 'kysely'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { cardProvider, severalAtOnce } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'

/** An attempt that could not be given up is tried again after so long. */
const PATIENCE_MS = 60_000
const BATCH = 200

type Waiting = { id: string; provider: string; provider_reference: string | null }

/**
 * Gives up renewals whose question nobody will answer: the deadline has passed, the subscription has ended or was cancelled,
 * its account was closed, or other payment data were left. First at the provider, so that nothing can be taken any more, then here; one that was
 * answered in the last moment is booked as what it is. Any number of workers may do so at once.
 * @returns how many were taken up
 */
export async function giveUpQuestions(house: House): Promise<number> {
  const now = house.now()
  const { rows } = await sql<Waiting>`
    with waiting as materialized (
      select a.id from payment_attempts a join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription
      where a.state = 'action' and a.answer_by is not null and a.sent_at < ${new Date(now.getTime() - PATIENCE_MS)}
        and ${isOver(now)}
      order by a.id limit ${BATCH} for no key update of a skip locked)
    update payment_attempts a set sent_at = ${now} from waiting where a.id = waiting.id
    returning a.id, a.provider, a.provider_reference`.execute(house.db)
  await severalAtOnce(rows, (each) => giveUp(house, each))
  return rows.length
}

/** The same at once for an account whose payment data were replaced just now. */
export async function giveUpReplacedQuestion(house: House, accountId: number): Promise<void> {
  const { rows } = await sql<Waiting>`select a.id, a.provider, a.provider_reference
    from payment_attempts a join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription
    where s.account_id = ${accountId} and a.state = 'action' and a.answer_by is not null
      and s.payment_method_id is distinct from a.payment_method_id`.execute(house.db)
  await severalAtOnce(rows, (each) => giveUp(house, each))
}

function isOver(now: Date) {
  return sql<boolean>`(a.answer_by <= ${now} or s.state = 'ended' or not s.auto_renew or s.account_id is null
    or s.payment_method_id is distinct from a.payment_method_id
    or exists (select from accounts o where o.id = s.account_id and o.deactivated_at is not null))`
}

async function giveUp(house: House, { id, provider: name, provider_reference: reference }: Waiting): Promise<void> {
  try {
    const known = await cardProvider(house, name)?.giveUp(id, reference)
    if (!known || known.state === 'unknown') return
    await settleAttempts(house, [{ attemptId: id, outcome: known.state === 'absent' ? neverHeard(reference) : known }])
  } catch (error) {
    house.log.warn({ err: error, attempt: id }, 'a question of the bank could not be given up; it is tried again')
  }
}

function neverHeard(reference: string | null): Outcome {
  return { state: 'declined', reference, code: 'abandoned', text: '', retryable: false }
}
