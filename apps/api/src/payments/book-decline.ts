import { GRACE_DAYS, RETRY_AFTER_DAYS } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { dropUnpaid, endContracts } from './end-contracts.ts'
import type { Locked } from './lock-attempts.ts'
import { giveVoucherBack } from './vouchers.ts'

const DAY = 86_400_000
type Decline = Extract<Outcome, { state: 'declined' }>

/**
 * Books a decline. A first purchase is over, as if it had never been; a renewal is tried again on the days of
 * `RETRY_AFTER_DAYS`, or waits for other payment data, while one may read on; then the contract ends.
 */
export async function bookDecline(trx: Transaction<DB>, house: House, attempt: Locked, decline: Decline): Promise<void> {
  const now = house.now()
  const { code, text, retryable, reference } = decline
  await trx
    .updateTable('payment_attempts')
    .set({
      state: 'declined',
      decline_code: code,
      decline_text: text.slice(0, 300),
      retryable,
      settled_at: now,
      action: null,
      ...(reference !== null && { provider_reference: reference }),
    })
    .where('id', '=', attempt.id)
    .execute()
  if (attempt.sequence === 1) return undoPurchase(trx, attempt, now)
  if (attempt.subscription_state === 'ended') return dropUnpaid(trx, [attempt.subscription], now)
  const next = await nextTry(trx, attempt, retryable, now)
  if (next === null || !attempt.auto_renew || attempt.account_id === null) {
    // What was paid before runs to its end, should the clock have gone back.
    await endContracts(trx, [attempt.subscription], attempt.starts_at > now ? attempt.starts_at : now)
    return tellOf(trx, attempt, 'contract-ended')
  }
  await trx
    .updateTable('subscriptions')
    .set({ state: 'past-due', ends_at: graceEndOf(attempt), next_charge_at: next })
    .where('id', '=', attempt.subscription)
    .execute()
  await tellOf(trx, attempt, 'charge-declined')
}

function graceEndOf({ starts_at }: Locked): Date {
  return new Date(starts_at.getTime() + GRACE_DAYS * DAY)
}

/**
 * When a declined renewal is taken up again; null = it is over. What was declined for good is not tried again: at the end of
 * the days of grace it lapses, unless other payment data were left by then (decisions/016).
 */
async function nextTry(trx: Transaction<DB>, attempt: Locked, retryable: boolean, now: Date): Promise<Date | null> {
  if (retryable) {
    const wait = RETRY_AFTER_DAYS[(await triesOf(trx, attempt.invoice_id)) - 1]
    return wait === undefined ? null : new Date(now.getTime() + wait * DAY)
  }
  // Meanwhile others were left: those have not been tried.
  if (attempt.payment_method_id !== attempt.method) return new Date(now.getTime() + RETRY_AFTER_DAYS[0] * DAY)
  const graceEnds = graceEndOf(attempt)
  return graceEnds > now ? graceEnds : null
}

async function tellOf(trx: Transaction<DB>, attempt: Locked, letter: 'charge-declined' | 'contract-ended'): Promise<void> {
  const { account_id: accountId, id: attemptId, subscription: contract } = attempt
  if (accountId === null) return
  if (letter === 'contract-ended') await addJob(trx, 'letter', { letter, accountId, contract })
  else await addJob(trx, 'letter', { letter, accountId, attemptId })
}

async function undoPurchase(trx: Transaction<DB>, attempt: Locked, now: Date): Promise<void> {
  await endContracts(trx, [attempt.subscription], now)
  await giveVoucherBack(trx, attempt.subscription)
  await trx
    .updateTable('carts')
    .set({ state: 'open', attempt_id: null, updated_at: now })
    .where('attempt_id', '=', attempt.id)
    .execute()
  if (attempt.upgrade_from !== null) await resume(trx, attempt.upgrade_from, now)
}

/** An upgrade whose debit failed: what was there before runs on as it was, as far as it was paid. */
async function resume(trx: Transaction<DB>, subscription: number, now: Date): Promise<void> {
  await sql`update subscriptions s set state = 'active', ends_at = p.ends_at, auto_renew = s.cancelled_at is null,
      next_charge_at = case when s.cancelled_at is null then p.ends_at end
    from (select ends_at from periods where subscription = ${subscription} and state = 'paid'
      order by sequence desc limit 1) p
    where s.id = ${subscription} and s.state = 'ended' and p.ends_at > ${now} and s.account_id is not null
      and not exists (select from subscriptions l where l.account_id = s.account_id and l.state in ('active', 'past-due'))`.execute(
    trx,
  )
}

async function triesOf(trx: Transaction<DB>, invoiceId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'declined')
    .executeTakeFirstOrThrow()
  return count
}
