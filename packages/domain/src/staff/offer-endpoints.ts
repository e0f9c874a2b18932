import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { CAMPAIGN_KEY } from '../campaigns/campaign.ts'
import { CampaignInput, CampaignKey } from '../campaigns/campaign-input.ts'
import { Day } from '../day-input.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'
import { PreviewVisitor } from './front-endpoints.ts'
import { LARGE_BODY_BYTES, LONGEST_CSV_BYTES } from './limits.ts'

const Id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Code = z
  .string()
  .trim()
  .transform((code) => code.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,40}$/, 'VALIDATION.offerCode'))
const Colour = z.string().regex(/^#[0-9a-f]{6}$/)
const Most = z.number().int().min(1).max(999_999)
const Titles = z.object({ de: z.string().max(60), en: z.string().max(60), fr: z.string().max(60) })

/** Minor units of the plan's currency per 30 days; providers charge no less than 50, and 0 is free. */
const VoucherPrice = z
  .number()
  .int()
  .min(0)
  .max(99_999_999)
  .refine((price) => price === 0 || price >= 50, 'VALIDATION.smallestCharge')

/** Days are those of Vienna, `until` is the last one. */
export const VoucherInput = z
  .object({
    code: Code,
    kind: z.enum(['voucher', 'special-offer']),
    plans: z.array(z.int32()).min(1).max(20),
    price: VoucherPrice,
    /** How long the lower price applies; null: three charges. */
    days: Most.nullable(),
    from: Day,
    until: Day.nullable(),
    most: Most.nullable(),
    titles: Titles.nullable(),
    background: Colour.nullable(),
    colour: Colour.nullable(),
  })
  .refine(({ from, until }) => until === null || until >= from, { path: ['until'], message: 'VALIDATION.endsBeforeBegin' })
export type VoucherInput = z.infer<typeof VoucherInput>

export const PromoCodeInput = z
  .object({
    code: Code,
    /** How long reading without advertisements lasts. */
    days: Most,
    from: Day,
    until: Day,
    most: Most.nullable(),
    /** Ids; null: all. */
    markets: z.array(z.number().int().min(1).max(4)).min(1).nullable(),
    titles: Titles,
  })
  .refine(({ from, until }) => until >= from, { path: ['until'], message: 'VALIDATION.endsBeforeBegin' })
export type PromoCodeInput = z.infer<typeof PromoCodeInput>

/** Why a line of a CSV file is rejected; `line` counts from 1, the header. `column` is empty for the whole line. */
const CSV_PROBLEMS = [
  'unreadable',
  'column-unknown',
  'column-missing',
  'too-many-lines',
  'empty',
  'value',
  'ends-before-begin',
  'smallest-charge',
  'twice',
  'exists',
  'plan-unknown',
  'currencies',
  'not-lower',
] as const
export type CsvProblem = (typeof CSV_PROBLEMS)[number]
const CsvFault = z.object({ line: z.number(), column: z.string(), problem: z.enum(CSV_PROBLEMS), value: z.string() })
export type CsvFault = z.infer<typeof CsvFault>
/** With faults, nothing was changed. */
const Imported = z.object({ codes: z.number(), faults: z.array(CsvFault), moreFaults: z.number() })
const Import = z.object({ csv: z.string().max(LONGEST_CSV_BYTES), reason: Reason })

const ListQuery = z.object({
  /** Part of the code, or the whole code. */
  search: z.string().trim().max(40).default(''),
  state: z.enum(['all', 'running', 'over']).default('all'),
  /** Code of the last row of the page before. */
  after: z.string().max(40).optional(),
})
/** `draft`: it was never published. */
const CAMPAIGN_STATES = ['draft', 'later', 'running', 'over'] as const
const CodeState = z.enum(['later', 'running', 'used-up', 'over'])
export type CodeState = z.infer<typeof CodeState>

const Price = z.object({ price: z.number(), from: Day })
const PlanPrices = z.object({
  id: z.number(),
  tier: z.string(),
  country: z.string(),
  currency: z.enum(['EUR', 'CHF']),
  /** Today's price. */
  price: z.number(),
  /** Day since which it applies; null: the built-in price. */
  since: Day.nullable(),
  later: z.array(Price),
  /** Number of running subscriptions. */
  subscriptions: z.number(),
})
export type PlanPrices = z.infer<typeof PlanPrices>
const TaxRate = z.object({
  country: z.string(),
  /** Today's rate, in hundredths of a percent. */
  rate: z.number(),
  since: Day.nullable(),
  later: z.array(z.object({ rate: z.number(), from: Day })),
})
export type TaxRate = z.infer<typeof TaxRate>

export const prices = deskEndpoint(routes.prices, {
  summary: 'Prices of the plans and tax rates of the markets, today and later. Days are those of Vienna',
  access: 'offers.read',
  output: z.object({ today: Day, plans: z.array(PlanPrices), taxes: z.array(TaxRate) }),
  errors: [],
})
export const setPlanPrice = deskEndpoint(routes.setPlanPrice, {
  summary: 'Sets the price of a plan for purchases from a day on; running subscriptions keep theirs',
  access: 'offers.write',
  confirmed: true,
  body: z.object({
    plan: Id,
    price: z.number().int().min(50).max(99_999_999),
    from: Day,
    /** Saves the price even if no plan at the wallet charges it; the wallet is then not offered. */
    withoutWallet: z.boolean().default(false),
    reason: Reason,
  }),
  errors: ['wrong_input', 'not_found', 'time_is_past', 'wallet_plan_missing'],
})
export const withdrawPlanPrice = deskEndpoint(routes.withdrawPlanPrice, {
  summary: 'Withdraws a price that does not apply yet',
  access: 'offers.write',
  confirmed: true,
  body: z.object({ plan: Id, from: Day, reason: Reason }),
  errors: ['wrong_input', 'not_found', 'price_in_force'],
})
export const setCountryTax = deskEndpoint(routes.setCountryTax, {
  summary: 'Sets the tax rate of a market from a day on',
  access: 'offers.write',
  confirmed: true,
  body: z.object({
    country: z.enum(['AT', 'DE', 'CH', 'LU']),
    /** Hundredths of a percent. */
    rate: z.number().int().min(0).max(5000),
    from: Day,
    reason: Reason,
  }),
  errors: ['wrong_input'],
})

const Voucher = z.object({
  code: z.string(),
  kind: z.string(),
  plans: z.array(z.number()),
  price: z.number(),
  days: z.number().nullable(),
  from: Day,
  until: Day.nullable(),
  most: z.number().nullable(),
  redeemed: z.number(),
  state: CodeState,
  title: z.string(),
})
export type Voucher = z.infer<typeof Voucher>

export const vouchers = deskEndpoint(routes.vouchers, {
  summary: 'Vouchers and special offers by code; without the permission codes.list, the one whose whole code is searched',
  access: 'codes.find',
  query: ListQuery,
  output: z.object({ vouchers: z.array(Voucher), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const addVoucher = deskEndpoint(routes.addVoucher, {
  summary: 'Adds a voucher or a special offer',
  access: 'offers.write',
  confirmed: true,
  body: z.object({ voucher: VoucherInput, reason: Reason }),
  output: Imported,
  errors: ['wrong_input'],
})
export const endVoucher = deskEndpoint(routes.endVoucher, {
  summary: 'Ends a voucher; readers who have redeemed it keep the lower price',
  access: 'offers.write',
  confirmed: true,
  params: z.object({ code: Code }),
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found', 'voucher_of_campaign'],
})
export const exportVouchers = deskEndpoint(routes.exportVouchers, {
  summary: 'Vouchers and special offers as CSV, with what was redeemed',
  access: 'codes.export',
  query: ListQuery.omit({ after: true }),
  produces: 'text/csv',
  errors: ['wrong_input'],
})
export const importVouchers = deskEndpoint(routes.importVouchers, {
  summary: 'Adds all vouchers of a CSV file, or none if a line is wrong',
  access: 'offers.write',
  confirmed: true,
  longestBodyBytes: LARGE_BODY_BYTES,
  body: Import,
  output: Imported,
  errors: ['wrong_input', 'body_too_large'],
})

const PromoCode = z.object({
  code: z.string(),
  days: z.number(),
  from: Day,
  until: Day,
  most: z.number().nullable(),
  redeemed: z.number(),
  markets: z.array(z.number()).nullable(),
  state: CodeState,
  title: z.string(),
})
export type PromoCode = z.infer<typeof PromoCode>

export const promoCodes = deskEndpoint(routes.promoCodes, {
  summary: 'Promo codes by code; without the permission codes.list, the one whose whole code is searched',
  access: 'codes.find',
  query: ListQuery,
  output: z.object({ promoCodes: z.array(PromoCode), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const addPromoCode = deskEndpoint(routes.addPromoCode, {
  summary: 'Adds a promo code',
  access: 'offers.write',
  confirmed: true,
  body: z.object({ promoCode: PromoCodeInput, reason: Reason }),
  output: Imported,
  errors: ['wrong_input'],
})
export const endPromoCode = deskEndpoint(routes.endPromoCode, {
  summary: 'Ends a promo code; readers who have redeemed it keep what they have',
  access: 'offers.write',
  confirmed: true,
  params: z.object({ code: Code }),
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found'],
})
export const exportPromoCodes = deskEndpoint(routes.exportPromoCodes, {
  summary: 'Promo codes as CSV, with what was redeemed',
  access: 'codes.export',
  query: ListQuery.omit({ after: true }),
  produces: 'text/csv',
  errors: ['wrong_input'],
})
export const importPromoCodes = deskEndpoint(routes.importPromoCodes, {
  summary: 'Adds all promo codes of a CSV file, or none if a line is wrong',
  access: 'offers.write',
  confirmed: true,
  longestBodyBytes: LARGE_BODY_BYTES,
  body: Import,
  output: Imported,
  errors: ['wrong_input', 'body_too_large'],
})

const Campaign = z.object({
  key: z.string(),
  /** Title of the page, in the language of the person; empty if it is not written yet. The same applies to other parts of a draft. */
  title: z.string(),
  partner: z.string().nullable(),
  state: z.enum(CAMPAIGN_STATES),
  publishedAt: z.string().nullable(),
  /** When the unpublished draft was saved. */
  draftAt: z.string().nullable(),
  from: Day.nullable(),
  /** Last day, or the day on which it was ended: before its first day if it never began. */
  until: Day.nullable(),
  offers: z.array(z.object({ plan: z.number(), price: z.number(), code: z.string(), redeemed: z.number() })),
})
export type Campaign = z.infer<typeof Campaign>

const CampaignFile = z.string().min(1).max(100_000)
/** `path`: `words.fr.headline`, empty for the whole file. `message` is in the language of the person. */
const Fault = z.object({ path: z.string(), isMissing: z.boolean(), message: z.string() })
export type CampaignFaultShown = z.infer<typeof Fault>
/** A campaign as in its file, which may be incomplete. */
const AnyCampaign = z.record(z.string(), z.unknown())
const KeyParams = z.object({ key: CampaignKey })

export const campaigns = deskEndpoint(routes.campaigns, {
  summary: 'Campaigns and drafts, with what the vouchers have sold',
  access: 'offers.read',
  output: z.object({ campaigns: z.array(Campaign) }),
  errors: [],
})
export const campaignFile = deskEndpoint(routes.campaignFile, {
  summary: 'A campaign: as it is published, and as its draft',
  access: 'offers.read',
  params: KeyParams,
  output: z.object({
    published: z
      .object({
        campaign: AnyCampaign,
        /** When it was published, or ended since. */
        at: z.string(),
        /** Its last day is over, or it was ended. */
        isOver: z.boolean(),
        /** Keys of other published campaigns that redirect visitors to it. */
        redirectedFrom: z.array(z.string()),
      })
      .nullable(),
    draft: z.object({ campaign: AnyCampaign, at: z.string(), revision: z.number() }).nullable(),
  }),
  errors: ['wrong_input', 'not_found'],
})
export const checkCampaign = deskEndpoint(routes.checkCampaign, {
  summary: 'Reads the file of a campaign, YAML or JSON, and lists its faults. Changes nothing',
  access: 'offers.read',
  body: z.object({ yaml: CampaignFile }),
  output: z.object({
    /** null: the file cannot be read. */
    campaign: AnyCampaign.nullable(),
    /** The same as YAML. */
    yaml: z.string(),
    faults: z.array(Fault),
  }),
  errors: ['wrong_input'],
})
export const publishCampaign = deskEndpoint(routes.publishCampaign, {
  summary: 'Publishes the file of a campaign, YAML or JSON, with its vouchers, or replaces it. With faults, nothing was changed',
  access: 'offers.write',
  confirmed: true,
  body: z.object({
    yaml: CampaignFile,
    reason: Reason,
    /** When the version that the person saw was published, so that no other version is replaced; null = it was not published. */
    seen: z.iso.datetime().nullable().optional(),
  }),
  output: z.object({ key: z.string().nullable(), faults: z.array(Fault) }),
  errors: ['wrong_input', 'changed_meanwhile'],
})
export const addCampaignDraft = deskEndpoint(routes.addCampaignDraft, {
  summary: 'Adds a draft, empty or as a copy of another campaign',
  access: 'offers.write',
  body: z.object({ key: z.string().regex(CAMPAIGN_KEY, 'VALIDATION.campaignKey'), copied: CampaignKey.nullable() }),
  errors: ['wrong_input', 'not_found', 'campaign_key_taken'],
})
export const saveCampaignDraft = deskEndpoint(routes.saveCampaignDraft, {
  summary: 'Saves a draft, which may be incomplete; nothing is published',
  access: 'offers.write',
  params: KeyParams,
  body: z.object({
    campaign: AnyCampaign,
    /** Revision of the draft that was changed; 0 = the published campaign was changed. */
    revision: z.number().int().min(0).max(999_999_999),
  }),
  output: z.object({ revision: z.number() }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
export const deleteCampaignDraft = deskEndpoint(routes.deleteCampaignDraft, {
  summary: 'Deletes a draft; what is published stays',
  access: 'offers.write',
  params: KeyParams,
  errors: ['wrong_input', 'not_found'],
})
/** Path of the page that shows an unpublished campaign; takes a form with the body of `previewCampaign`. */
export const CAMPAIGN_PREVIEW_PATH = '/desk/preview/campaign'
export const previewCampaign = deskEndpoint(routes.previewCampaign, {
  summary: `Checks what ${CAMPAIGN_PREVIEW_PATH} is asked for: the page of a campaign that is not published. Changes nothing`,
  access: 'offers.read',
  body: z.object({
    /** As JSON. Texts of other languages may be missing. */
    campaign: CampaignFile,
    ...PreviewVisitor.shape,
  }),
  output: z.object({ campaign: CampaignInput, ...PreviewVisitor.shape }),
  errors: ['wrong_input'],
})
export const endCampaign = deskEndpoint(routes.endCampaign, {
  summary: 'Ends a campaign and its vouchers at once; its page stays and says that it is over',
  access: 'offers.write',
  confirmed: true,
  params: KeyParams,
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found'],
})
export const removeCampaign = deskEndpoint(routes.removeCampaign, {
  summary: 'Removes the page of a campaign and ends its vouchers; its content stays as a draft',
  access: 'offers.write',
  confirmed: true,
  params: KeyParams,
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found'],
})
