import type { House } from '../house.ts'
import type { CardProvider, Outcome } from '../outside/payments/port.ts'
import { type Settled, settleAttempts } from './settle-attempts.ts'

/** So many calls to a provider at once. */
const AT_ONCE = 20

/**
 * Sends attempts that nobody has sent yet, and books what comes back. The attempt is marked before the call: whoever dies
 * in between leaves an attempt that is asked about, never one that is sent a second time under another key.
 */
export async function sendAttempts(house: House, ids: readonly string[]): Promise<void> {
  const claimed = await claim(house, ids)
  const outcomes = await severalAtOnce(claimed, async (each) => ({ attemptId: each.id, outcome: await charge(house, each) }))
  await settleAll(house, outcomes)
}

/** Does the same for each of many, some at once. */
export async function severalAtOnce<Each, Result>(
  many: readonly Each[],
  work: (each: Each) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, many.length) }, async () => {
      while (next < many.length) results.push(await work(many[next++]!))
    }),
  )
  return results
}

/** Books many in one transaction; should that fail, each in its own, so that one that can't be booked holds up no other. */
export async function settleAll(house: House, settled: readonly Settled[]): Promise<void> {
  try {
    await settleAttempts(house, settled)
  } catch (error) {
    if (settled.length === 1) throw error
    house.log.warn({ err: error, attempts: settled.length }, 'outcomes are booked one by one')
    for (const each of settled) {
      await settleAttempts(house, [each]).catch((failed: unknown) => {
        house.log.error({ err: failed, attempt: each.attemptId }, 'an outcome could not be booked; it is asked for again')
      })
    }
  }
}

/** Charges an attempt that was claimed; with the same id the provider charges once, however often it is asked. */
export async function charge(house: House, attempt: Claimed): Promise<Outcome> {
  if (attempt.amount === 0) return { state: 'succeeded', reference: `nothing-to-pay-${attempt.id}` }
  if (!attempt.reference || !attempt.active) return attempt.kind === 'DD' ? { ...noMethod, code: 'mandate_cancelled' } : noMethod
  const provider = cardProvider(house, attempt.provider)
  if (!provider) {
    // A setting that is missing is nobody's decline: it is asked for again once it is there.
    house.log.error({ attempt: attempt.id, provider: attempt.provider }, 'a charge waits for a provider that is not set up')
    return { state: 'unknown' }
  }
  const currency = attempt.currency as 'EUR' | 'CHF'
  // From before such amounts were waived, or for another provider.
  if (attempt.amount < provider.minimum(currency)) return tooLittle
  try {
    return await provider.charge({
      attemptId: attempt.id,
      money: { minor: attempt.amount, currency },
      methodReference: attempt.reference,
      customerReference: attempt.customer_reference,
      kind: attempt.kind as 'CC' | 'DD',
      initiator: attempt.initiator as 'customer' | 'merchant',
      returnUrl: `${house.publicUrl}/api/v8/psp/return/${attempt.id}`,
      description: `${house.operator.siteName} ${attempt.invoice_id}`,
    })
  } catch (error) {
    house.log.error({ err: error, attempt: attempt.id }, 'a charge broke off')
    return { state: 'unknown' }
  }
}

export function cardProvider({ payments }: House, name: string): CardProvider | null {
  return payments.card?.name === name ? payments.card : null
}

/** Its mandate was cancelled, or it was forgotten: nothing to try again, but other payment data may be left. */
const noMethod = { state: 'declined', reference: null, code: 'declined', text: 'no payment method', retryable: false } as const

/** No provider takes it, however often it is tried. */
const tooLittle: Outcome = {
  state: 'declined',
  reference: null,
  code: 'declined',
  text: 'less than is charged',
  retryable: false,
}

/** What a charge needs to know; without a method `reference` is null. */
export type Claimed = Awaited<ReturnType<typeof claim>>[number]

function claim({ db, now }: House, ids: readonly string[]) {
  return db
    .with('claimed', (claiming) =>
      claiming
        .updateTable('payment_attempts')
        .set({ state: 'sent', sent_at: now() })
        .where('id', 'in', (waiting) =>
          waiting
            .selectFrom('payment_attempts as p')
            .select('p.id')
            .where('p.id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000'])
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
