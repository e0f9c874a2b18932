import { ApiError } from '@kiosk/domain/errors'
import { requireRegion } from '@kiosk/domain/regions'
import * as declared from '@kiosk/domain/staff/price-endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { enqueue } from '../../jobs/enqueue.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { previewCampaign } from '../plans/preview-campaign.ts'
import { beginCampaign, type CampaignError, campaigns, markStopped, ruleIn } from '../plans/price-changes.ts'
import { planOf, pricesAt } from '../plans/prices.ts'

/** The start is rejected if it reaches more readers than the person saw by this share and this number. */
const TOLERANCE = { share: 0.05, readers: 20 }

export const show = defineDeskHandler(declared.deskPrices, async ({ ctx }) => {
  const { db, operator } = ctx
  const now = ctx.now()
  const [prices, started] = await Promise.all([pricesAt(db, now), campaigns(db, now)])
  return {
    prices: plans.map(({ subscriptionId: plan, tier, region }) => {
      const { country, currency } = requireRegion(region)
      return { plan, tier, country, currency, price: prices.get(plan)!, ...ruleIn(operator, country) }
    }),
    campaigns: started.map((each) => {
      const { tier, country, currency } = planOf(each.plan_id)!
      return {
        id: each.id,
        plan: each.plan_id,
        tier,
        country,
        currency,
        price: each.price,
        fromDay: each.from_day,
        rule: each.rule,
        withoutConsent: each.without_consent,
        state: each.stopped_at ? ('stopped' as const) : each.closed_at ? ('closed' as const) : ('runs' as const),
        affected: each.noted,
        informed: each.notified,
        agreed: each.agreed,
        left: each.left,
        paying: each.holds,
      }
    }),
  }
})

export const preview = defineDeskHandler(declared.previewPriceChange, async ({ ctx, input }) => {
  const found = await previewCampaign(ctx, input)
  if ('error' in found) throw rejected(found.error)
  return { ...found, currency: planOf(input.plan)!.currency }
})

/** Starts the campaign if it still reaches about as many readers as the person saw. The billing job sends the notices. */
export const start = defineDeskHandler(declared.startPriceChange, async ({ ctx, input: { reason, readers, ...campaign } }) => {
  const found = await previewCampaign(ctx, campaign)
  if ('error' in found) throw rejected(found.error)
  if (found.readers > readers + Math.max(TOLERANCE.readers, readers * TOLERANCE.share)) throw new ApiError('changed_meanwhile')
  const begun = await beginCampaign(ctx, campaign, reason)
  if ('error' in begun) throw rejected(begun.error)
  await enqueue(ctx.db, 'billing', {}, { key: 'billing' })
  return begun
})

/** The billing job takes back the notices. */
export const stop = defineDeskHandler(declared.stopPriceChange, async ({ ctx, input }) => {
  if (!(await markStopped(ctx, input.id, input.reason))) throw new ApiError('not_found')
  await enqueue(ctx.db, 'billing', {}, { key: 'billing' })
  return undefined
})

const rejected = (error: CampaignError) => new ApiError('price_change_rejected', FIELDS[error], `ERROR.PRICE_CHANGE.${error}`)
const FIELDS: Partial<Record<CampaignError, string>> = {
  'unknown-plan': 'plan',
  'too-soon': 'fromDay',
  'too-late': 'fromDay',
  'above-list': 'price',
}
