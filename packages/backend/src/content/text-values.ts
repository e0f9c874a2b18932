import { shownProviders } from '@kiosk/domain/accounts/identity-providers'
import { shownCounts } from '@kiosk/domain/catalogue/limits'
import type { Language } from '@kiosk/domain/locale'
import { marketOf } from '@kiosk/domain/regions'
import { type OperatorValues, operatorValues } from '@kiosk/i18n/operator-values'
import { methodsIn } from '../billing/checkout/carts.ts'
import type { AppContext } from '../context.ts'

/** Returns the values of the placeholders in texts for a market. `counts`: titles and issues that the newsstand has there. */
export function textValues(
  ctx: Pick<AppContext, 'operator' | 'payments' | 'identity'>,
  counts: Parameters<typeof shownCounts>[0],
  language: Language,
  region: number,
): OperatorValues {
  return operatorValues(ctx.operator, shownCounts(counts), language, {
    methods: methodsIn(ctx, region),
    providers: shownProviders(ctx.operator, ctx.identity),
    market: marketOf({ region_id: region }),
  })
}
