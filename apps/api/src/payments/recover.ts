import { sql } from 'kysely'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { sendRefunds } from './refunds.ts'
import { cardProvider, charge, sendAttempts } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'

/** Whoever made or sent an attempt has so long before another takes it for dead. Milliseconds. */
const PATIENCE = 60_000
/** A challenge that nobody answers. Milliseconds. */
const CHALLENGE_WAITS = 60 * 60_000
const BATCH = 100

/**
 * Goes on where others died: attempts never sent are sent, those without an answer are asked about, challenges nobody
 * answered are given up, refunds go out. Any number of workers may do so at once.
 */
export async function recoverPayments(house: House): Promise<void> {
  const { db, now } = house
  const before = new Date(now().getTime() - PATIENCE)
  const forgotten = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', '=', 'created')
    .where('created_at', '<', before)
    .limit(BATCH)
    .execute()
  await sendAttempts(
    house,
    forgotten.map(({ id }) => id),
  )
  const { rows } = await sql<Lost>`
    update payment_attempts set sent_at = ${now()} from payment_methods m
    where m.id = payment_method_id and payment_attempts.id in (
      select id from payment_attempts
      where (state in ('sent', 'unknown') and sent_at < ${before})
        or (state = 'action' and sent_at < ${new Date(now().getTime() - CHALLENGE_WAITS)})
      order by sent_at limit ${BATCH} for update skip locked)
    returning payment_attempts.id, invoice_id, amount, currency, initiator, payment_attempts.provider, state, provider_reference,
      m.reference, m.customer_reference, m.kind`.execute(db)
  for (const lost of rows) {
    const outcome = await whatBecameOf(house, lost)
    if (outcome.state !== 'unknown') await settleAttempts(house, [{ attemptId: lost.id, outcome }])
  }
  await sendRefunds(house)
}

type Lost = Parameters<typeof charge>[1] & { state: string; provider_reference: string | null }

async function whatBecameOf(house: House, lost: Lost): Promise<Outcome> {
  if (lost.amount === 0) return charge(house, lost)
  const provider = cardProvider(house, lost.provider)
  if (!provider) return { state: 'unknown' }
  try {
    const known = await provider.fetchState(lost.id, lost.provider_reference)
    // Never heard of: the same key may be sent again.
    if (known.state === 'absent') return charge(house, lost)
    if (known.state === 'action' && lost.state === 'action') {
      return { state: 'declined', reference: known.reference, code: 'abandoned', text: '', retryable: false }
    }
    return known
  } catch (error) {
    house.log.warn({ err: error, attempt: lost.id }, 'a provider could not be asked')
    return { state: 'unknown' }
  }
}
