import { sql } from 'kysely'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { giveUpQuestions } from './give-up-questions.ts'
import { sendRefunds } from './refunds.ts'
import { type Claimed, cardProvider, charge, sendAttempts, settleAll, severalAtOnce } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Whoever made or sent an attempt has so long before another takes it for dead. */
const PATIENCE = MINUTE
/** A buyer who does not answer the bank for so long has walked away. A renewal waits until its own deadline. */
const CHALLENGE_WAITS = HOUR
/** A renewal whose question was asked is asked about so often, lest a message is lost. */
const QUESTION_ASKED_EVERY = HOUR
/** A debit is told of by webhook; lest one is lost, it is asked about so often. */
const DEBIT_ASKED_EVERY = DAY
const BATCH = 200

/**
 * Goes on where others died: attempts never sent are sent, those without an answer are asked about, challenges nobody
 * answered are given up, refunds go out. Any number of workers may do so at once.
 */
export async function recoverPayments(house: House): Promise<void> {
  while ((await sendForgotten(house)) === BATCH);
  await giveUpQuestions(house)
  while ((await askAbout(house)) === BATCH);
  await sendRefunds(house)
}

async function sendForgotten(house: House): Promise<number> {
  const now = house.now().getTime()
  const forgotten = await house.db
    .selectFrom('payment_attempts')
    .select(['id', 'initiator', 'created_at'])
    .where('state', '=', 'created')
    .where('created_at', '<', new Date(now - PATIENCE))
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  // Nobody is charged for a purchase that they have long walked away from.
  const isStale = ({ initiator, created_at }: (typeof forgotten)[number]) =>
    initiator === 'customer' && now - created_at.getTime() > CHALLENGE_WAITS
  await settleAll(
    house,
    forgotten.filter(isStale).map(({ id }) => ({ attemptId: id, outcome: abandoned(null) })),
  )
  await sendAttempts(
    house,
    forgotten.filter((each) => !isStale(each)).map(({ id }) => id),
  )
  return forgotten.length
}

async function askAbout(house: House): Promise<number> {
  const now = house.now().getTime()
  const before = (milliseconds: number) => new Date(now - milliseconds)
  const { rows } = await sql<Lost>`
    with lost as materialized (
      select * from payment_attempts where state in ('sent', 'unknown') and sent_at < ${before(PATIENCE)}
        or state = 'processing' and sent_at < ${before(DEBIT_ASKED_EVERY)}
        or state = 'action' and answer_by is null and sent_at < ${before(CHALLENGE_WAITS)}
        or state = 'action' and answer_by is not null and action is not null and sent_at < ${before(QUESTION_ASKED_EVERY)}
      order by sent_at limit ${BATCH} for update skip locked),
    asked as (update payment_attempts a set sent_at = ${house.now()} from lost where a.id = lost.id)
    select lost.id, lost.invoice_id, lost.amount, lost.currency, lost.initiator, lost.provider, lost.state,
      lost.provider_reference, lost.created_at, lost.answer_by, m.reference, m.customer_reference, m.kind, m.active
    from lost left join payment_methods m on m.id = lost.payment_method_id`.execute(house.db)
  await severalAtOnce(rows, async (lost) => {
    const outcome = await whatBecameOf(house, lost)
    if (outcome.state === 'unknown') return
    await settleAttempts(house, [{ attemptId: lost.id, outcome }]).catch((error: unknown) => {
      house.log.error({ err: error, attempt: lost.id }, 'an outcome could not be booked; it is asked for again')
    })
  })
  return rows.length
}

type Lost = Claimed & { state: string; provider_reference: string | null; created_at: Date; answer_by: Date | null }

async function whatBecameOf(house: House, lost: Lost): Promise<Outcome> {
  if (lost.amount === 0) return charge(house, lost)
  const provider = cardProvider(house, lost.provider)
  if (!provider) return { state: 'unknown' }
  try {
    const known = await provider.fetchState(lost.id, lost.provider_reference)
    const age = house.now().getTime() - lost.created_at.getTime()
    if (known.state === 'absent') {
      // Never heard of: the same key may be sent again, while somebody still wants it.
      return lost.initiator === 'customer' && age > CHALLENGE_WAITS ? abandoned(null) : charge(house, lost)
    }
    const isAsked = known.state === 'action' || known.state === 'needs-customer'
    if (!isAsked || lost.state !== 'action' || lost.answer_by !== null) return known
    // The buyer may still have the bank's page open: from here on nothing is taken, whatever is answered.
    const ended = await provider.giveUp(lost.id, lost.provider_reference)
    return ended.state === 'absent' ? abandoned(known.reference) : ended
  } catch (error) {
    house.log.warn({ err: error, attempt: lost.id }, 'a provider could not be asked')
    return { state: 'unknown' }
  }
}

function abandoned(reference: string | null): Outcome {
  return { state: 'declined', reference, code: 'abandoned', text: '', retryable: false }
}
