import type { Money } from '@kiosk/domain/money'
import type { House } from '../house.ts'

/**
 * What of an amount is waived because the provider charges nothing so small: all of it, or nothing. Minor units.
 * @param provider who is to charge it; one that is not set up says nothing of small amounts
 */
export function waivedOf(
  { payments }: Pick<House, 'payments'>,
  provider: string,
  { minor, currency }: { minor: number; currency: Money['currency'] },
): number {
  const smallest = payments.card?.name === provider ? payments.card.minimum(currency) : 0
  return minor < smallest ? minor : 0
}
