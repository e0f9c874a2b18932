import type { Money } from '@kiosk/domain/money'
import type { AppContext } from '../../context.ts'
import { cardProvider } from '../provider-calls.ts'

/**
 * Returns the part of an amount that is waived because it is below the provider's minimum charge: all or nothing. Minor units.
 * @param provider the provider of the charge; one that is not configured has no minimum
 */
export function waivedAmount(ctx: Pick<AppContext, 'payments'>, provider: string, { minor, currency }: Money): number {
  const smallest = cardProvider(ctx, provider)?.minimum(currency) ?? 0
  return minor < smallest ? minor : 0
}
