import { z } from 'zod'
import { Dunning } from './payments/dunning-input.ts'
import { WITHDRAWAL_POLICIES } from './payments/terms.ts'

const WebAddress = z.url({ protocol: /^https?$/ })
const LinkTarget = z.union([WebAddress, z.string().regex(/^(mailto:.+|\/(?!\/).*)$/)])

/** A sentence in each language; '' = nothing is said. */
const InLanguages = z
  .strictObject({ de: z.string().default(''), en: z.string().default(''), fr: z.string().default('') })
  .prefault({})

/** null: no offer in this market. */
const VoucherCode = z
  .string()
  .regex(/^[A-Z0-9-]{3,40}$/)
  .nullable()

/**
 * What a price rise needs in a market (decisions/105). `consent`: who agrees pays it; `object`: who is told and does not cancel
 * pays it; `keep`: running subscriptions keep their price. `withoutConsent`: what becomes of who does not agree.
 */
const PriceRise = z
  .strictObject({
    rule: z.enum(['consent', 'object', 'keep']).default('consent'),
    withoutConsent: z.enum(['end', 'keep']).default('keep'),
  })
  .prefault({})

/** What an operator must set for its own house (decision 7): `operator.json`, checked at start. */
export const Operator = z.strictObject({
  /** true while the values are those of the demonstration; production refuses to start with it. */
  demonstration: z.boolean(),
  siteName: z.string().min(1),
  company: z.strictObject({
    name: z.string(),
    street: z.string(),
    postcode: z.string(),
    town: z.string(),
    country: z.string(),
    register: z.string(),
    vatId: z.string(),
    /** Number in the Swiss register of value added tax; '' = not registered there. */
    swissVatId: z.string().default(''),
    /** Creditor identifier of SEPA debits; '' = none are made. */
    creditorId: z.string().default(''),
    director: z.string(),
    mail: z.email(),
    phone: z.string(),
  }),
  /** Whom to tell of a weakness, in `/.well-known/security.txt`; null = the company's mail address. */
  securityContact: LinkTarget.nullable().default(null),
  /**
   * `from`: address in the From of every mail; a domain that the mail server may send for. `bounces`: where mails that cannot
   * be delivered come back to, each under an address of its own ("bounces+…@example.org"); what arrives there is read by
   * `kiosk bounces`. Without it they come back to `from`.
   */
  mail: z.strictObject({ from: z.email(), bounces: z.email().optional() }),
  contacts: z.strictObject({ press: LinkTarget, publishers: LinkTarget, advertisers: LinkTarget }),
  /** `apk`: where the Android app without a store lies; null while it can't be had. */
  stores: z.strictObject({ apple: LinkTarget, google: LinkTarget, apk: LinkTarget.nullable() }),
  socialLinks: z.array(z.strictObject({ name: z.string(), address: WebAddress })),
  /** A film a market, loaded only after a click: address of an mp4, or null. */
  videos: z.strictObject({
    at: LinkTarget.nullable(),
    de: LinkTarget.nullable(),
    ch: LinkTarget.nullable(),
    lu: LinkTarget.nullable(),
  }),
  /**
   * Origins of the mobile apps that may call the API from a browser, without a slash at the end. At another site than ours
   * they sign in by bearer tokens (`websession/token`), because browsers send no cookies there.
   */
  appOrigins: z.array(z.string().regex(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i)),
  /** Link that opens an issue in the app; `{uid}` is filled. */
  inAppLink: z.string(),
  /**
   * Another house whose advertisements may stand in the reader: asked only of readers with advertisements who agreed to it,
   * in a closed frame of this size (CSS pixels). null = advertisements are the house's own.
   */
  advertisingPartner: z
    .strictObject({
      name: z.string().min(1).max(60),
      /** Page that is shown in the frame; it learns nothing of reader or issue. */
      address: z.url({ protocol: /^https$/ }),
      /** How the partner deals with data, linked beside the consent and the frame. */
      policy: WebAddress,
      width: z.number().int().min(120).max(728),
      height: z.number().int().min(50).max(600),
    })
    .nullable()
    .default(null),
  /** What the law asks a page to say; '' hides a line. Production needs those that `missingLegal` names. */
  legal: z
    .strictObject({
      /** Data centre: name and country. */
      hosting: z.string().default(''),
      /** Those that are set up, with their country. */
      paymentProviders: z.string().default(''),
      /** How long log files are kept where the newsstand runs. Days. */
      logDays: z.number().int().min(1).max(400).default(30),
      /** Name and address of the data protection officer, where there is one. */
      dataProtectionOfficer: z.string().default(''),
      /** § 5 ECG: supervisory authority, chamber or professional association. */
      supervisoryAuthority: z.string().default(''),
      chamber: z.string().default(''),
      /** § 25 MedienG: who owns the media owner. */
      ownership: z.string().default(''),
      /** § 18 (2) MStV: responsible for editorial content, with a German address. */
      responsibleEditor: z.string().default(''),
      /** § 36 VSBG: whether the operator takes part in dispute resolution, in each language. */
      disputeResolution: InLanguages,
      /** When (YYYY-MM-DD) and how the accessibility of the website was assessed. */
      accessibility: z
        .strictObject({ assessedOn: z.union([z.iso.date(), z.literal('')]).default(''), method: InLanguages })
        .prefault({}),
    })
    .prefault({}),
  /** Whether a buyer who begins to read at once keeps the right of withdrawal or gives it up (decisions/082). */
  withdrawal: z.enum(WITHDRAWAL_POLICIES).default('kept'),
  /** When an unpaid renewal is tried again or brought to mind, how long one reads on, and when the subscription ends. */
  dunning: Dunning.prefault({}),
  /** What a price rise for running subscriptions needs, by market. */
  priceRise: z.strictObject({ at: PriceRise, de: PriceRise, ch: PriceRise, lu: PriceRise }).prefault({}),
  reading: z.strictObject({ anonymousPages: z.number().int().min(0) }),
  /** What a new reader is offered: the premium tariff at its special price for so many days, by a voucher code a market. */
  launchOffer: z.strictObject({
    days: z.number().int().min(1),
    voucherCodes: z.strictObject({ at: VoucherCode, de: VoucherCode, ch: VoucherCode, lu: VoucherCode }),
  }),
})
export type Operator = z.infer<typeof Operator>

/** Values that the pages of every operator must have by law and that are empty here, as they are called in `operator.json`. */
export function missingLegal({ company, legal }: Operator): string[] {
  const required = {
    'company.name': company.name,
    'company.street': company.street,
    'company.postcode': company.postcode,
    'company.town': company.town,
    'company.country': company.country,
    'company.director': company.director,
    'company.phone': company.phone,
    'legal.hosting': legal.hosting,
    'legal.paymentProviders': legal.paymentProviders,
    'legal.ownership': legal.ownership,
    'legal.disputeResolution': legal.disputeResolution.de && legal.disputeResolution.en && legal.disputeResolution.fr,
    'legal.accessibility': legal.accessibility.assessedOn && legal.accessibility.method.de,
  }
  return Object.entries(required).flatMap(([name, value]) => (value.trim() ? [] : [name]))
}
