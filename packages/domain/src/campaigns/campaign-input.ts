import { z } from 'zod'
import { contrast } from '../contrast.ts'
import { isDay } from '../iso-time.ts'
import { plainMoney } from '../money.ts'
import { ownPath } from '../own-path.ts'
import { regionById } from '../regions.ts'
import { plans } from '../subscriptions/plans.ts'
import { CAMPAIGN_IMAGES, type Campaign } from './campaign.ts'

const Colour = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour like #1c1a17')
const Day = z.string().refine(isDay, 'a day like "2026-12-31"')
const Region = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], '1 AT, 2 DE, 3 CH or 4 LU')
const OwnPath = z.string().refine((path) => ownPath(path) !== null, 'a path of this site, like /home')
const Line = z.string().trim().min(1).max(200)

export const PromoFact = z.strictObject({ title: Line, contentHTML: z.string().min(1).max(1000) })
export const Rating = z.strictObject({ name: Line, stars: z.number().int().min(4).max(5), content: z.string().min(1).max(500) })
export const Quote = z.strictObject({ id: z.number().int(), testmonial: z.string().min(1).max(500), reference: Line })

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
    id: z.number().int(),
    voucherPrice: z.number().int('minor units: 299 for 2,99').min(0),
    duration: z.number().int().min(1).max(24),
    voucherCode: z.string().regex(/^[A-Z0-9-]{3,40}$/, 'capitals, digits and hyphens, like SOMMER-AT'),
    numberOfMagazines: z.number().int().positive().optional(),
    regularPrice: z.number().int().positive().optional(),
    utmParameters: z.record(z.string().regex(/^utm_[a-z]+$/, 'a name like utm_source'), z.string().max(300)).optional(),
  })
  .superRefine(({ region, id, voucherPrice }, context) => {
    const plan = plans.find((each) => each.subscriptionId === id)
    if (plan?.region !== region) {
      const known = plans.filter((each) => each.region === region).map((each) => `${each.subscriptionId} ${each.tier}`)
      context.addIssue({
        code: 'custom',
        path: ['id'],
        message: `not sold in region ${region}; its tariffs: ${known.join(', ')}`,
      })
    } else if (voucherPrice >= plan.price) {
      const price = plainMoney({ minor: plan.price, currency: regionById(region)!.currency })
      context.addIssue({ code: 'custom', path: ['voucherPrice'], message: `lowers nothing: the plan costs ${price}` })
    }
  })

/** Schema of a campaign's data file. */
export const CampaignInput = z
  .strictObject({
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{1,59}$/, 'a path like sommer-2027'),
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
    fallbackCount: z.number().int().positive().optional(),
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
        context.addIssue({ code: 'custom', path: ['colours', text], message: `hard to read on ${ground}: contrast below 4.5` })
    const twice = (name: 'region' | 'voucherCode') => new Set(offers.map((each) => each[name])).size < offers.length
    if (twice('region')) context.addIssue({ code: 'custom', path: ['offers'], message: 'one offer a region' })
    if (twice('voucherCode')) context.addIssue({ code: 'custom', path: ['offers'], message: 'each region has a code of its own' })
    if (from && until && until < from) context.addIssue({ code: 'custom', path: ['until'], message: 'before the first day' })
  }) satisfies z.ZodType<Campaign>
