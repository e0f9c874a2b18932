import { z } from 'zod'
import { contrast } from '../contrast.ts'
import { isDay } from '../iso-time.ts'
import { plainMoney } from '../money.ts'
import { ownPath } from '../own-path.ts'
import { requireRegion } from '../regions.ts'
import { planById, plans } from '../subscriptions/plans.ts'
import { CAMPAIGN_IMAGES, CAMPAIGN_KEY, type Campaign } from './campaign.ts'

/** Messages of the issues are the problems of `campaign-problems.ts`. */
const Colour = z.string('colour').regex(/^#[0-9a-f]{6}$/, 'colour')
const Day = z.string('day').refine(isDay, 'day')
const Region = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], 'market')
const OwnPath = z.string('ownPath').refine((path) => ownPath(path) !== null, 'ownPath')
const Line = z.string().trim().min(1).max(200)
const Count = z.number('count').int('count').positive('count')
const Months = z.number('months').int('months').min(1, 'months').max(24, 'months')
const PriceMinor = z.number('price').int('price').min(0, 'price')

/** Its message is the code of a fault in a campaign's file; a field of a form uses `CAMPAIGN_KEY` with a message of its own. */
export const CampaignKey = z.string().regex(CAMPAIGN_KEY, 'key')

const PromoFact = z.strictObject({ title: Line, contentHTML: z.string().min(1).max(1000) })
const Rating = z.strictObject({
  name: Line,
  stars: z.number('stars').int('stars').min(4, 'stars').max(5, 'stars'),
  content: z.string().min(1).max(500),
})
const Quote = z.strictObject({ id: z.number().int(), testmonial: z.string().min(1).max(500), reference: Line })

const Words = z.strictObject({
  title: Line,
  description: z.string().min(20).max(400),
  eyebrow: Line,
  headline: Line,
  promise: z.string().min(1).max(600),
  steps: z
    .array(z.strictObject({ title: Line, text: z.string().min(1).max(400) }))
    .min(1)
    .max(6)
    .optional(),
  facts: z.array(PromoFact).max(12).optional(),
  ratings: z.array(Rating).max(12).optional(),
  quotes: z.array(Quote).max(12).optional(),
  smallPrint: z.string().max(2000).optional(),
})

const Offer = z
  .strictObject({
    region: Region,
    id: z.number('plan').int('plan'),
    voucherPrice: PriceMinor,
    duration: Months,
    voucherCode: z.string('code').regex(/^[A-Z0-9-]{3,40}$/, 'code'),
    numberOfMagazines: Count.optional(),
    regularPrice: PriceMinor.positive('price').optional(),
    utmParameters: z.record(z.string().regex(/^utm_[a-z]{1,40}$/, 'utmName'), z.string().max(300)).optional(),
  })
  .superRefine(({ region, id, voucherPrice }, context) => {
    const plan = planById(id)
    if (plan?.region !== region) {
      const known = plans.filter((each) => each.region === region).map((each) => `${each.subscriptionId} ${each.tier}`)
      context.addIssue({ code: 'custom', path: ['id'], message: 'planNotSold', params: { plans: known.join(', ') } })
    } else if (voucherPrice >= plan.price) {
      const price = plainMoney({ minor: plan.price, currency: requireRegion(region).currency })
      context.addIssue({ code: 'custom', path: ['voucherPrice'], message: 'lowersNothing', params: { price } })
    }
  })

/** Schema of a campaign's data file. */
export const CampaignInput = z
  .strictObject({
    key: CampaignKey,
    partner: Line.nullable(),
    colours: z.strictObject({ paper: Colour, ink: Colour, accent: Colour, onAccent: Colour }),
    picture: z.enum(CAMPAIGN_IMAGES),
    secondPicture: z.enum(CAMPAIGN_IMAGES).optional(),
    market: Region.optional(),
    collaboration: z.boolean().optional(),
    covers: z.boolean().optional(),
    offers: z.array(Offer).max(4),
    redirects: z.array(z.strictObject({ region: Region, to: OwnPath })).optional(),
    withoutOffer: OwnPath.optional(),
    fallbackCount: Count.optional(),
    from: Day.optional(),
    until: Day.optional(),
    words: z.strictObject({ de: Words, en: Words, fr: Words }),
  })
  .superRefine(({ colours, offers, from, until }, context) => {
    const pairs = [
      ['ink', 'paper'],
      ['onAccent', 'accent'],
    ] as const
    for (const [text, ground] of pairs)
      if (contrast(colours[text], colours[ground]) < 4.5)
        context.addIssue({ code: 'custom', path: ['colours', text], message: 'contrast' })
    for (const name of ['region', 'voucherCode'] as const)
      for (const [place, offer] of offers.entries())
        if (offers.findIndex((each) => each[name] === offer[name]) < place)
          context.addIssue({ code: 'custom', path: ['offers', place, name], message: `${name}Twice` })
    if (isDay(from ?? '') && isDay(until ?? '') && until! < from!)
      context.addIssue({ code: 'custom', path: ['until'], message: 'endsBeforeBegin' })
  }) satisfies z.ZodType<Campaign>
