import { apiAddress } from '@kiosk/contract/route'
import { providerReturn } from '@kiosk/contract/routes'
import type { Money } from '@kiosk/domain/money'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import { cardProvider, severalAtOnce } from '../provider-calls.ts'
import { type Settled, settleAttempts } from './settle.ts'

/**
 * Sends attempts that are not sent yet and records the results. Marks an attempt before the call, so that a crash in between
 * leaves an attempt that is polled, never one that is sent again with another key.
 */
export async function sendAttempts(ctx: BillingContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const claimed = await claim(ctx, ids)
  const outcomes = await severalAtOnce(claimed, async (each) => ({ attemptId: each.id, outcome: await charge(ctx, each) }))
  await settleAll(ctx, outcomes)
}

/** Settles attempts in one transaction; if that fails, each in its own, so that a faulty attempt does not block the others. */
export async function settleAll(ctx: BillingContext, settled: readonly Settled[]): Promise<void> {
  try {
    await settleAttempts(ctx, settled)
  } catch (error) {
    if (settled.length === 1) throw error
    ctx.log.warn(
      { event: 'charge.batch-not-booked', err: error, attempts: settled.length },
      'outcomes could not be booked together, booking them one by one',
    )
    for (const each of settled) {
      await settleAttempts(ctx, [each]).catch((failed: unknown) => {
        ctx.log.error(
          { event: 'charge.outcome-not-booked', err: failed, attempt: each.attemptId },
          'outcome of a charge could not be booked, will poll again',
        )
      })
    }
  }
}

/** Charges a claimed attempt; the provider charges an id once, however often it is sent. */
export async function charge(ctx: BillingContext, attempt: Claimed): Promise<Outcome> {
  if (attempt.amount === 0) return { state: 'succeeded', reference: `nothing-to-pay-${attempt.id}` }
  if (!attempt.reference || !attempt.active) return attempt.kind === 'DD' ? { ...noMethod, code: 'mandate_cancelled' } : noMethod
  const provider = cardProvider(ctx, attempt.provider)
  if (!provider) {
    // A missing configuration is not a decline: the charge is sent again once the provider is configured.
    ctx.log.error(
      { event: 'charge.provider-not-configured', attempt: attempt.id, provider: attempt.provider },
      'charge is pending: its provider is not configured',
    )
    return { state: 'unknown' }
  }
  const currency = attempt.currency as Money['currency']
  // The attempt was created before small amounts were waived, or for another provider.
  if (attempt.amount < provider.minimum(currency)) return belowMinimum
  try {
    return await provider.charge({
      attemptId: attempt.id,
      money: { minor: attempt.amount, currency },
      methodReference: attempt.reference,
      customerReference: attempt.customer_reference,
      kind: attempt.kind as 'CC' | 'DD',
      initiator: attempt.initiator as 'customer' | 'merchant',
      returnUrl: ctx.publicUrl + apiAddress(providerReturn, { session: attempt.id }),
      description: `${ctx.operator.siteName} ${attempt.invoice_id}`,
    })
  } catch (error) {
    ctx.log.error(
      { event: 'charge.interrupted', err: error, attempt: attempt.id },
      'charge was interrupted, will poll its outcome',
    )
    return { state: 'unknown' }
  }
}

/** The mandate was cancelled or the method was forgotten: no retry, but other payment data may be saved. */
const noMethod = { state: 'declined', reference: null, code: 'declined', text: 'no payment method', retryable: false } as const

/** Below the minimum of the provider: a retry cannot succeed. */
const belowMinimum: Outcome = {
  state: 'declined',
  reference: null,
  code: 'declined',
  text: 'below the minimum of the provider',
  retryable: false,
}

/** Data needed for a charge; `reference` is null without a payment method. */
export type Claimed = Awaited<ReturnType<typeof claim>>[number]

function claim({ db, now }: Pick<AppContext, 'db' | 'now'>, ids: readonly string[]) {
  return db
    .with('claimed', (claiming) =>
      claiming
        .updateTable('payment_attempts')
        .set({ state: 'sent', sent_at: now() })
        .where('id', 'in', (waiting) =>
          waiting
            .selectFrom('payment_attempts as p')
            .select('p.id')
            .where('p.id', 'in', [...ids])
            .where('p.state', '=', 'created')
            .orderBy('p.id')
            .forNoKeyUpdate('p'),
        )
        .where('state', '=', 'created')
        .returning(['id', 'invoice_id', 'amount', 'currency', 'initiator', 'provider', 'payment_method_id']),
    )
    .selectFrom('claimed')
    .leftJoin('payment_methods', 'payment_methods.id', 'claimed.payment_method_id')
    .select([
      'claimed.id',
      'claimed.invoice_id',
      'claimed.amount',
      'claimed.currency',
      'claimed.initiator',
      'claimed.provider',
      'payment_methods.reference',
      'payment_methods.customer_reference',
      'payment_methods.kind',
      'payment_methods.active',
    ])
    .execute()
}
