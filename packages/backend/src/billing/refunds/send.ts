import type { Money } from '@kiosk/domain/money'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { BillingContext } from '../../context.ts'
import { refundCharge, severalAtOnce } from '../provider-calls.ts'
import { settleRefund } from './settle.ts'

/** A refund without a response after this time is sent again with the same id; a pending one is polled daily. */
const TIMEOUT_MS = 60_000
const POLLED_EVERY_MS = DAY_MS

/** Sends waiting refunds and those interrupted by a crash; a provider refunds an id once. */
export async function sendRefunds(ctx: BillingContext, batch = 100): Promise<number> {
  const { db, now } = ctx
  // While a provider answers slowly, refunds are due again before a batch is done; each is sent once in a run.
  const dueAt = now().getTime()
  const before = (milliseconds: number) => new Date(dueAt - milliseconds)
  let sent = 0
  for (;;) {
    const { rows } = await sql<{ id: string; amount: number; currency: string; provider: string; reference: string }>`
      update refunds set state = 'sent', sent_at = ${now()} from payment_attempts a
      where a.id = refunds.attempt_id and refunds.id in (
        select id from refunds where state = 'created' or (state in ('sent', 'unknown')
          and sent_at < case when provider_reference is null then ${before(TIMEOUT_MS)}::timestamptz else ${before(POLLED_EVERY_MS)}::timestamptz end)
        order by created_at limit ${batch} for update skip locked)
      returning refunds.id, refunds.amount, a.currency, a.provider, a.provider_reference as reference`.execute(db)
    await severalAtOnce(rows, (each) => sendRefund(ctx, each))
    sent += rows.length
    if (rows.length < batch) return sent
  }
}

async function sendRefund(
  ctx: BillingContext,
  {
    id,
    amount,
    currency,
    provider,
    reference,
  }: { id: string; amount: number; currency: string; provider: string; reference: string },
): Promise<void> {
  const money = { minor: amount, currency: currency as Money['currency'] }
  const requested = refundCharge(ctx, { provider, reference }, id, money)
  if (!requested) {
    ctx.log.error(
      { event: 'refund.provider-not-configured', refund: id, provider },
      'refund is pending: its provider is not configured',
    )
    return
  }
  const { state, reference: ofRefund } = await requested.catch((error: unknown) => {
    ctx.log.error({ event: 'refund.interrupted', err: error, refund: id }, 'refund was interrupted, will retry')
    return { state: 'unknown' as const, reference: null }
  })
  if (state === 'succeeded' || state === 'failed') return settleRefund(ctx, id, state, ofRefund)
  await ctx.db
    .updateTable('refunds')
    .set({ state: state === 'unknown' ? 'unknown' : 'sent', ...(ofRefund && { provider_reference: ofRefund }) })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'unknown'])
    .execute()
}
