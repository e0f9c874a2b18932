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
  const outcomes: Settled[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, claimed.length) }, async () => {
      for (let each = claimed[next++]; each; each = claimed[next++])
        outcomes.push({ attemptId: each.id, outcome: await charge(house, each) })
    }),
  )
  await settleAttempts(house, outcomes)
}

/** Charges an attempt that was claimed; with the same id the provider charges once, however often it is asked. */
export async function charge(house: House, attempt: Claimed): Promise<Outcome> {
  if (attempt.amount === 0) return { state: 'succeeded', reference: `nothing-to-pay-${attempt.id}` }
  const provider = cardProvider(house, attempt.provider)
  if (!provider || !attempt.reference) return declined('declined', 'no payment method')
  try {
    return await provider.charge({
      attemptId: attempt.id,
      money: { minor: attempt.amount, currency: attempt.currency as 'EUR' | 'CHF' },
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

function declined(code: string, text: string): Outcome {
  return { state: 'declined', reference: null, code, text, retryable: false }
}

export type Claimed = Awaited<ReturnType<typeof claim>>[number]

function claim({ db, now }: House, ids: readonly string[]) {
  return db
    .updateTable('payment_attempts')
    .from('payment_methods')
    .set({ state: 'sent', sent_at: now() })
    .whereRef('payment_methods.id', '=', 'payment_attempts.payment_method_id')
    .where('payment_attempts.id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000'])
    .where('state', '=', 'created')
    .returning([
      'payment_attempts.id',
      'payment_attempts.invoice_id',
      'payment_attempts.amount',
      'payment_attempts.currency',
      'payment_attempts.initiator',
      'payment_attempts.provider',
      'payment_methods.reference',
      'payment_methods.customer_reference',
      'payment_methods.kind',
    ])
    .execute()
}
