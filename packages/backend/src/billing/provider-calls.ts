import type { Money } from '@kiosk/domain/money'
import pMap from 'p-map'
import type { CardProvider } from '../adapters/payments/port.ts'
import type { AppContext } from '../context.ts'

/** Maximum concurrent calls to a provider. */
export const CONCURRENT_CALLS = 20

/** Returns the card provider of that name; null if it is not configured. */
export function cardProvider({ payments }: Pick<AppContext, 'payments'>, name: string): CardProvider | null {
  return payments.card?.name === name ? payments.card : null
}

/**
 * Asks the provider of a charge, card or wallet, for a refund; it refunds each `refundId` once.
 * @param charge `reference`: the provider's id of it
 * @returns undefined if the provider is not configured
 */
export function refundCharge(
  ctx: Pick<AppContext, 'payments'>,
  charge: { provider: string; reference: string },
  refundId: string,
  money: Money,
): ReturnType<CardProvider['refund']> | undefined {
  const { wallet } = ctx.payments
  const card = cardProvider(ctx, charge.provider)
  if (card) return card.refund({ refundId, attemptReference: charge.reference, money })
  return wallet?.name === charge.provider ? wallet.refund(charge.reference, refundId, money) : undefined
}

/**
 * Runs `work` for every item with limited concurrency; returns the results in the order of the items. A failure does not stop the
 * others: one faulty charge or refund must not block those after it.
 * @throws the error, or an AggregateError of several, once all are done
 */
export async function severalAtOnce<Each, Result>(
  many: readonly Each[],
  work: (each: Each) => Promise<Result>,
): Promise<Result[]> {
  try {
    return await pMap(many, work, { concurrency: CONCURRENT_CALLS, stopOnError: false })
  } catch (error) {
    const { errors } = error as AggregateError
    throw errors.length === 1 ? errors[0] : new AggregateError(errors, `${errors.length} of ${many.length} calls failed`)
  }
}
