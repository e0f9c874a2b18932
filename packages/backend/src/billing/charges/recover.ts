import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { BillingContext } from '../../context.ts'
import { cardProvider, severalAtOnce } from '../provider-calls.ts'
import { abandonedOutcome } from './apply-declined.ts'
import { giveUpAt, giveUpAuthentications } from './give-up-authentications.ts'
import { type Claimed, charge, sendAttempts, settleAll } from './send.ts'
import { settleAttempts } from './settle.ts'

/** Time after which an attempt that another worker created or sent counts as interrupted. */
const TIMEOUT_MS = MINUTE_MS
/** A buyer who does not authenticate within this time has left. A renewal waits until its own deadline. */
const CHALLENGE_TIMEOUT_MS = HOUR_MS
/** Webhooks may be lost, so we also poll renewals that wait for bank authentication at this interval. */
const AUTHENTICATION_POLLED_EVERY_MS = HOUR_MS
/** Webhooks may be lost, so we also poll attempts that were given up before their result was known at this interval. */
const GIVEN_UP_POLLED_EVERY_MS = HOUR_MS
/** Webhooks may be lost, so we also poll pending debits at this interval. */
const DEBIT_POLLED_EVERY_MS = DAY_MS
const BATCH_SIZE = 200

/**
 * Recovers interrupted payments: sends attempts that were never sent, gives up abandoned authentications and polls attempts without
 * a result from the provider. Safe to run concurrently.
 * @param pollBatch number of attempts that are polled together
 * @returns `isAway`: the provider was asked for results and gave none
 */
export async function recoverPayments(ctx: BillingContext, pollBatch = BATCH_SIZE): Promise<{ isAway: boolean }> {
  while ((await sendForgotten(ctx)) === BATCH_SIZE);
  await giveUpAuthentications(ctx)
  return pollAttempts(ctx, pollBatch)
}

async function sendForgotten(ctx: BillingContext): Promise<number> {
  const now = ctx.now().getTime()
  const forgotten = await ctx.db
    .selectFrom('payment_attempts')
    .select(['id', 'initiator', 'created_at'])
    .where('state', '=', 'created')
    .where('created_at', '<', new Date(now - TIMEOUT_MS))
    .orderBy('created_at')
    .limit(BATCH_SIZE)
    .execute()
  // An abandoned purchase is not charged later.
  const isStale = ({ initiator, created_at }: (typeof forgotten)[number]) =>
    initiator === 'customer' && now - created_at.getTime() > CHALLENGE_TIMEOUT_MS
  await settleAll(
    ctx,
    forgotten.filter(isStale).map(({ id }) => ({ attemptId: id, outcome: abandonedOutcome(null) })),
  )
  await sendAttempts(
    ctx,
    forgotten.filter((each) => !isStale(each)).map(({ id }) => id),
  )
  return forgotten.length
}

/**
 * Polls every attempt that is due now, once. While a provider answers slowly, attempts are due again before a batch is done, and the
 * run would not end. After a batch in which the provider gave no result, it leaves the others to the next run, which begins with
 * them. Attempts of a provider that is not configured do not count: they take no time.
 */
async function pollAttempts(ctx: BillingContext, most: number): Promise<{ isAway: boolean }> {
  const dueAt = ctx.now().getTime()
  for (;;) {
    const { polled, asked, answered } = await pollSome(ctx, dueAt, most)
    const isAway = asked > 0 && answered === 0
    if (polled < most || isAway) return { isAway }
  }
}

/** @returns number of attempts; of those for which a provider was asked; and of those of them that have a result */
async function pollSome(
  ctx: BillingContext,
  dueAt: number,
  most: number,
): Promise<{ polled: number; asked: number; answered: number }> {
  const before = (milliseconds: number) => new Date(dueAt - milliseconds)
  const { rows } = await sql<Lost>`
    with lost as materialized (
      select * from payment_attempts where state in ('sent', 'unknown') and sent_at < ${before(TIMEOUT_MS)}
        or state = 'processing' and sent_at < ${before(DEBIT_POLLED_EVERY_MS)}
        or state = 'action' and answer_by is null and sent_at < ${before(CHALLENGE_TIMEOUT_MS)}
        or state = 'action' and answer_by is not null and action is not null and sent_at < ${before(AUTHENTICATION_POLLED_EVERY_MS)}
        or outcome_unknown and sent_at < ${before(GIVEN_UP_POLLED_EVERY_MS)}
      order by sent_at limit ${most} for update skip locked),
    asked as (update payment_attempts a set sent_at = ${ctx.now()} from lost where a.id = lost.id)
    select lost.id, lost.invoice_id, lost.amount, lost.currency, lost.initiator, lost.provider, lost.state,
      lost.provider_reference, lost.created_at, lost.answer_by, m.reference, m.customer_reference, m.kind, m.active
    from lost left join payment_methods m on m.id = lost.payment_method_id`.execute(ctx.db)
  let [asked, answered] = [0, 0]
  await severalAtOnce(rows, async (lost) => {
    const isAsked = (lost.amount > 0 || lost.state === 'declined') && cardProvider(ctx, lost.provider) !== null
    if (isAsked) asked++
    const outcome = await outcomeAtProvider(ctx, lost)
    if (outcome.state === 'unknown') return
    if (isAsked) answered++
    await settleAttempts(ctx, [{ attemptId: lost.id, outcome }]).catch((error: unknown) => {
      ctx.log.error(
        { event: 'charge.outcome-not-booked', err: error, attempt: lost.id },
        'outcome of a charge could not be booked, will poll again',
      )
    })
  })
  return { polled: rows.length, asked, answered }
}

type Lost = Claimed & { state: string; provider_reference: string | null; created_at: Date; answer_by: Date | null }

async function outcomeAtProvider(ctx: BillingContext, lost: Lost): Promise<Outcome> {
  const isGivenUp = lost.state === 'declined'
  if (lost.amount === 0 && !isGivenUp) return charge(ctx, lost)
  const provider = cardProvider(ctx, lost.provider)
  if (!provider) return { state: 'unknown' }
  try {
    if (isGivenUp) return await giveUpAt(provider, lost.id, lost.provider_reference)
    const known = await provider.fetchState(lost.id, lost.provider_reference)
    const age = ctx.now().getTime() - lost.created_at.getTime()
    if (known.state === 'absent') {
      // The attempt is unknown to the provider, so it may be sent again with the same key, unless the buyer has left.
      return lost.initiator === 'customer' && age > CHALLENGE_TIMEOUT_MS ? abandonedOutcome(null) : charge(ctx, lost)
    }
    const needsAuthentication = known.state === 'action' || known.state === 'needs-customer'
    if (!needsAuthentication || lost.state !== 'action' || lost.answer_by !== null) return known
    // The bank's page may still be open. After this call nothing is charged, whatever the buyer does there.
    return await giveUpAt(provider, lost.id, lost.provider_reference ?? known.reference)
  } catch (error) {
    ctx.log.warn({ event: 'charge.provider-unreachable', err: error, attempt: lost.id }, 'provider could not be reached')
    return { state: 'unknown' }
  }
}
