import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { IssueDetails } from '../catalogue/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { PAYMENT_METHODS } from '../payments/limits.ts'
import { CampaignInput } from './campaign-input.ts'
import { sampleCampaign } from './sample-campaign.ts'

export const campaignDetails = endpoint(routes.campaignDetails, {
  summary: 'Texts of a campaign; with `issue`, including the details of that issue',
  access: 'anyone',
  params: z.object({
    campaignKey: z
      .string()
      .max(100)
      .meta({ examples: ['ostern'] }),
  }),
  query: z.object({
    issue: z
      .string()
      .max(64)
      .optional()
      .meta({ examples: ['k2m4q8x0a1b2'] }),
  }),
  output: z.object({
    key: z.string(),
    headline: z.string(),
    description: z.string(),
    metaData: z.object({ title: z.string(), description: z.string() }),
    details: IssueDetails.shape.details.optional(),
    readersReadIssues: IssueDetails.shape.readersReadIssues.optional(),
  }),
  errors: ['wrong_input', 'not_found'],
})

export const campaignPage = endpoint(routes.campaignPage, {
  summary:
    'A campaign page imported by the operator; built-in ones belong to the website. It has offers from its first to its last day',
  access: 'anyone',
  isExtension: true,
  params: z.object({
    key: z
      .string()
      .max(60)
      .meta({ examples: ['sommerlesen'] }),
  }),
  output: CampaignInput.meta({ examples: [sampleCampaign] }),
  errors: ['wrong_input', 'not_found'],
})

/** Subscription offer. Prices are minor units of the region's currency per 30 days, tax included. */
export const Offer = z
  .object({
    subscriptionId: z.number(),
    shortNameDefault: z.enum(['FREE', 'MAGZ', 'PREMIUM']),
    /** Price without any offer. */
    normalPrice: z.number(),
    /** Locale for formatting prices: "de_DE". */
    locale: z.string(),
    /** Price of the first charge, with the running offer. */
    price: z.number(),
    specialOffer: z.boolean(),
    specialOfferPrice: z.number().nullable(),
    /** Text of the badge, in the caller's language. */
    specialOfferTitle: z.string(),
    /** Days. */
    specialOfferLength: z.number().nullable(),
    specialOfferBgColor: z.string(),
    specialOfferColor: z.string(),
    /** ISO 8601; null = not set. */
    endTime: z.string().nullable(),
    voucherCode: z.string(),
    numberOfDevices: z.number(),
    cancelable: z.boolean(),
    magazineCoverKeys: z.array(z.string()),
    magazineImageUrl: z.string(),
    newspaperImageUrl: z.string(),
    mobileImageUrl: z.string(),
    /** Extension: payment methods for a new subscription; empty = it cannot be bought at present. */
    methods: z.array(z.enum(PAYMENT_METHODS)),
  })
  .meta({ id: 'Offer' })
export type Offer = z.infer<typeof Offer>

export const campaignPricing = endpoint(routes.campaignPricing, {
  summary: 'Offers of the visitor’s region, with the lowest paid price',
  access: 'anyone',
  inSupportView: true,
  output: z.object({ campaignDtoList: z.array(Offer), lowestPrice: z.number() }),
  errors: [],
})

export const planPricing = endpoint(routes.planPricing, {
  summary: 'The offer of one plan, in any region',
  access: 'anyone',
  params: z.object({
    subscriptionId: z.coerce
      .number()
      .int()
      .min(1)
      .max(9999)
      .meta({ examples: [2] }),
  }),
  output: Offer,
  errors: ['wrong_input', 'not_found'],
})
