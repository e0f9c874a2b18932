import { z } from 'zod'
import { Dunning } from './payments/dunning-input.ts'
import { WITHDRAWAL_POLICIES } from './payments/limits.ts'
import { MOST_MESSAGES_PER_MINUTE } from './staff/limits.ts'

const WebAddress = z.url({ protocol: /^https?$/ })
const LinkTarget = z.union([WebAddress, z.string().regex(/^(mailto:.+|\/(?!\/).*)$/)])

/** A sentence in each language; '' = omitted. */
const InLanguages = z
  .strictObject({ de: z.string().default(''), en: z.string().default(''), fr: z.string().default('') })
  .prefault({})

/** null: no offer in this market. */
const VoucherCode = z
  .string()
  .regex(/^[A-Z0-9-]{3,40}$/)
  .nullable()

/**
 * Rules for a price increase in a market (ADR-0105). `consent`: readers who agree pay it; `object`: readers who are
 * notified and do not cancel pay it; `keep`: running subscriptions keep their price. `withoutConsent`: what happens without
 * agreement.
 */
const PriceRise = z
  .strictObject({
    rule: z.enum(['consent', 'object', 'keep']).default('consent'),
    withoutConsent: z.enum(['end', 'keep']).default('keep'),
  })
  .prefault({})

const AccountNumber = z.string().regex(/^\d{3,9}$/)
/** Exports for bookkeeping in the DATEV format (ADR-0210). */
export const Bookkeeping = z.strictObject({
  /** Numbers of the tax adviser and of the client at DATEV. */
  consultant: z.number().int().min(1001).max(9_999_999),
  client: z.number().int().min(1).max(99_999),
  /** Month in which the fiscal year begins. */
  fiscalYearMonth: z.number().int().min(1).max(12).default(1),
  /** Digits of the numbers of accounts. */
  accountLength: z.number().int().min(4).max(8).default(4),
  /** Standard chart whose numbers apply where `accounts` names none. `own`: `accounts` names all. */
  chart: z.enum(['SKR03', 'SKR04', 'own']).default('own'),
  /** Numbers by account of the ledger ("revenue:AT", "tax:AT", "cash:stripe") or by its kind ("cash", "fees"). */
  accounts: z.record(z.string().regex(/^[a-z-]+(:[A-Za-z-]+)?$/), AccountNumber).default({}),
  /**
   * Those of the accounts to which DATEV would add tax by itself. The export tells it not to, because net and tax are posted
   * apart.
   */
  automaticAccounts: z.array(AccountNumber).default([]),
})
export type Bookkeeping = z.infer<typeof Bookkeeping>

/** Settings that an operator must provide (ADR-0170): `operator.json`, checked at start. */
export const Operator = z.strictObject({
  /** true while the values are those of the demonstration; production refuses to start with them. */
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
    /** Number in the Swiss VAT register; '' = not registered there. */
    swissVatId: z.string().default(''),
    /** Creditor identifier of SEPA debits; '' = SEPA is disabled. */
    creditorId: z.string().default(''),
    director: z.string(),
    mail: z.email(),
    phone: z.string(),
  }),
  /** Security contact in `/.well-known/security.txt`; null = the company's mail address. */
  securityContact: LinkTarget.nullable().default(null),
  /**
   * `from`: the From address of every mail, in a domain that the mail server may send for. `bounces`: return address of
   * undeliverable mails, with a unique suffix per mail ("bounces+…@example.org"), read by `kiosk bounces`. Without it
   * bounces return to `from`.
   */
  mail: z.strictObject({ from: z.email(), bounces: z.email().optional() }),
  /** Rate at which newsletters are sent, unless another one is chosen. Keep it below the limits of the mail provider. */
  newsletter: z
    .strictObject({ messagesPerMinute: z.number().int().min(1).max(MOST_MESSAGES_PER_MINUTE).default(600) })
    .prefault({}),
  contacts: z.strictObject({ press: LinkTarget, publishers: LinkTarget, advertisers: LinkTarget }),
  /** Pages of the apps in the stores; `apk`: download address of the Android app without a store. null = there is none. */
  stores: z.strictObject({ apple: LinkTarget.nullable(), google: LinkTarget.nullable(), apk: LinkTarget.nullable() }),
  socialLinks: z.array(z.strictObject({ name: z.string(), address: WebAddress })),
  /** A video per market, loaded only after a click: address of an mp4, or null. */
  videos: z.strictObject({
    at: LinkTarget.nullable(),
    de: LinkTarget.nullable(),
    ch: LinkTarget.nullable(),
    lu: LinkTarget.nullable(),
  }),
  /**
   * Quotes of readers or the press on the home page, each with its source. Without any, the section is left out. Field names as
   * the specification spells them.
   */
  quotes: z
    .array(z.strictObject({ id: z.number().int(), testmonial: InLanguages, reference: InLanguages }))
    .max(12)
    .default([]),
  /** How many readers there are, and who says so: a sentence of the page "About"; '' = omitted. */
  audience: InLanguages,
  /**
   * Origins of the mobile apps that may call the API from a browser, without a trailing slash. From another site they sign
   * in with bearer tokens (`websession/token`), because browsers send no cookies there.
   */
  appOrigins: z.array(z.string().regex(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i)),
  /** Link that opens an issue in the app; `{uid}` is a placeholder. */
  inAppLink: z.string(),
  /**
   * Advertising partner for the reader: used only for readers with advertisements who consented, in a sandboxed frame of
   * this size (CSS pixels). null = house advertisements only.
   */
  advertisingPartner: z
    .strictObject({
      name: z.string().min(1).max(60),
      /** Page shown in the frame; it receives no data about reader or issue. */
      address: z.url({ protocol: /^https$/ }),
      /** The partner's privacy policy, linked next to the consent and the frame. */
      policy: WebAddress,
      width: z.number().int().min(120).max(728),
      height: z.number().int().min(50).max(600),
    })
    .nullable()
    .default(null),
  /** Legal information by page; '' hides a line. Production requires the values checked by `missingLegal`. */
  legal: z
    .strictObject({
      /** Data centre: name and country. */
      hosting: z.string().default(''),
      /** Configured payment providers, with their country. */
      paymentProviders: z.string().default(''),
      /** Companies that receive data of readers, each with the purpose and its privacy policy, as /thirdparty lists them. */
      providers: z.array(z.strictObject({ name: z.string().min(1), purpose: InLanguages, policy: WebAddress })).default([]),
      /** Retention of log files at the hosting provider. Days. */
      logDays: z.number().int().min(1).max(400).default(30),
      /** Name and address of the data protection officer, if there is one. */
      dataProtectionOfficer: z.string().default(''),
      /** § 5 ECG: supervisory authority, chamber or professional association. */
      supervisoryAuthority: z.string().default(''),
      chamber: z.string().default(''),
      /** § 25 MedienG: owners of the media owner. */
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
  /** Whether a buyer who begins to read at once keeps or gives up the right of withdrawal (ADR-0082). */
  withdrawal: z.enum(WITHDRAWAL_POLICIES).default('kept'),
  /** Schedule for unpaid renewals: retries, reminders, grace period, and end of the subscription. */
  dunning: Dunning.prefault({}),
  /** Rules for price increases of running subscriptions, by market. */
  priceRise: z.strictObject({ at: PriceRise, de: PriceRise, ch: PriceRise, lu: PriceRise }).prefault({}),
  /** DATEV exports; null = none. */
  bookkeeping: Bookkeeping.nullable().default(null),
  reading: z.strictObject({ anonymousPages: z.number().int().min(0) }),
  /**
   * The offer for new readers: the premium plan at its special price for a number of days, with one voucher code per
   * market.
   */
  launchOffer: z.strictObject({
    days: z.number().int().min(1),
    voucherCodes: z.strictObject({ at: VoucherCode, de: VoucherCode, ch: VoucherCode, lu: VoucherCode }),
  }),
})
export type Operator = z.infer<typeof Operator>

/** What the public pages, e-mails and invoices say about the operator; an owner changes it at the desk (ADR-0343). */
export const PublishedValues = Operator.pick({
  siteName: true,
  company: true,
  contacts: true,
  stores: true,
  socialLinks: true,
  videos: true,
  quotes: true,
  audience: true,
  legal: true,
}).extend({ mail: Operator.shape.mail.pick({ from: true }) })
export type PublishedValues = z.infer<typeof PublishedValues>

/** Returns those values of the operator. */
export function publishedValuesOf(operator: PublishedValues): PublishedValues {
  const { siteName, mail, company, contacts, stores, socialLinks, videos, quotes, audience, legal } = operator
  return { siteName, mail: { from: mail.from }, company, contacts, stores, socialLinks, videos, quotes, audience, legal }
}

/**
 * Returns the values of `operator.json`, overridden by those of the desk. The address for returned e-mails is always the file's.
 */
export function withPublished(operator: Operator, values: PublishedValues): Operator {
  return { ...operator, ...values, mail: { ...operator.mail, ...values.mail } }
}

/** Returns the empty values that the law requires of every operator, by their names in `operator.json`. */
export function missingLegal({ company, legal }: Pick<Operator, 'company' | 'legal'>): string[] {
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
    'legal.providers': legal.providers.map(({ name }) => name).join(),
    'legal.ownership': legal.ownership,
    'legal.disputeResolution.de': legal.disputeResolution.de,
    'legal.disputeResolution.en': legal.disputeResolution.en,
    'legal.disputeResolution.fr': legal.disputeResolution.fr,
    'legal.accessibility.assessedOn': legal.accessibility.assessedOn,
    'legal.accessibility.method.de': legal.accessibility.method.de,
  }
  return Object.entries(required).flatMap(([name, value]) => (value.trim() ? [] : [name]))
}

/**
 * Matches values made up for the demonstration: those marked as examples, its company, and its voucher codes, which are public.
 */
const SAMPLE =
  /\((?:Beispiel|Beispielzahl|example|sample figure|exemple|chiffre d’exemple)\b|\bexample\.(?:org|com|net)\b|^WILLKOMMEN-(?:AT|DE|CH|LU)$|^Lesehalle Demonstration GmbH$|^Beispielgasse 12$|^\+43 1 000 00 00$/i
/** The day on which nobody assessed the accessibility of the demonstration, by the name of the value. */
const SAMPLE_DAY = { name: 'legal.accessibility.assessedOn', day: '2026-11-22' }

/** Returns the values that are samples of the demonstration, by their names in `operator.json`. */
export function sampleValues(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return SAMPLE.test(value) || (name === SAMPLE_DAY.name && value === SAMPLE_DAY.day) ? [name] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => sampleValues(inner, name === '' ? key : `${name}.${key}`))
}
