import { GRACE_DAYS, RETRY_AFTER_DAYS } from '@kiosk/domain/payments/terms'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import type { Locked } from './settle-attempts.ts'
import { giveVoucherBack } from './vouchers.ts'

const DAY = 86_400_000
type Decline = Extract<Outcome, { state: 'declined' }>

/**
 * Books a decline. A first purchase is over, as if it had never been; a renewal is tried again on the days of
 * `RETRY_AFTER_DAYS`, while one may read on, and then the contract ends.
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
  const tries = await triesOf(trx, attempt.invoice_id)
  const wait = retryable ? RETRY_AFTER_DAYS[tries - 1] : undefined
  if (wait === undefined || !attempt.auto_renew) return giveUp(trx, attempt, now)
  const grace = new Date(attempt.starts_at.getTime() + GRACE_DAYS * DAY)
  await trx
    .updateTable('subscriptions')
    .set({ state: 'past-due', ends_at: grace, next_charge_at: new Date(now.getTime() + wait * DAY) })
    .where('id', '=', attempt.subscription)
    .execute()
}

async function undoPurchase(trx: Transaction<DB>, attempt: Locked, now: Date): Promise<void> {
  await giveUp(trx, attempt, now)
  await giveVoucherBack(trx, attempt.subscription)
  await trx
    .updateTable('carts')
    .set({ state: 'open', attempt_id: null, updated_at: now })
    .where('attempt_id', '=', attempt.id)
    .execute()
  if (attempt.upgrade_from !== null) await resume(trx, attempt.upgrade_from, now)
}

/** An upgrade that failed after all: what was there before runs on, as far as it was paid. */
async function resume(trx: Transaction<DB>, subscription: number, now: Date): Promise<void> {
  const period = await trx
    .selectFrom('periods')
    .select('ends_at')
    .where('subscription', '=', subscription)
    .where('state', '=', 'paid')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!period || period.ends_at <= now) return
  await trx
    .updateTable('subscriptions')
    .set({ state: 'active', ends_at: period.ends_at, next_charge_at: period.ends_at, auto_renew: true })
    .where('id', '=', subscription)
    .where('state', '=', 'ended')
    .execute()
}

async function giveUp(trx: Transaction<DB>, attempt: Locked, now: Date): Promise<void> {
  await trx.updateTable('periods').set({ state: 'failed' }).where('id', '=', attempt.period_id).execute()
  await trx.updateTable('invoices').set({ state: 'failed' }).where('id', '=', attempt.invoice_id).execute()
  const before = attempt.starts_at < now ? now : attempt.starts_at
  await trx
    .updateTable('subscriptions')
    .set({ state: 'ended', ends_at: attempt.sequence === 1 ? now : before, next_charge_at: null, auto_renew: false })
    .where('id', '=', attempt.subscription)
    .execute()
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
