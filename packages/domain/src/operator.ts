import { z } from 'zod'

const WebAddress = z.url({ protocol: /^https?$/ })
const LinkTarget = z.union([WebAddress, z.string().regex(/^(mailto:.+|\/(?!\/).*)$/)])

/** null: no offer in this market. */
const VoucherCode = z
  .string()
  .regex(/^[A-Z0-9-]{3,40}$/)
  .nullable()

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
  /** Address in the From of every mail; a domain that the mail server may send for. */
  mail: z.strictObject({ from: z.email() }),
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
  /** Origins of the mobile apps that may call the API from a browser. */
  appOrigins: z.array(z.string()),
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
  reading: z.strictObject({ anonymousPages: z.number().int().min(0) }),
  /** What a new reader is offered: the premium tariff at its special price for so many days, by a voucher code a market. */
  launchOffer: z.strictObject({
    days: z.number().int().min(1),
    voucherCodes: z.strictObject({ at: VoucherCode, de: VoucherCode, ch: VoucherCode, lu: VoucherCode }),
  }),
})
export type Operator = z.infer<typeof Operator>
