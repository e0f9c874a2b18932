import type { PublishedValues } from '@kiosk/domain/operator'

/** A text of the company's details, by its name in `operator.json`. */
export type CompanyField = {
  path: string
  type?: 'email' | 'tel' | 'url' | 'date'
  lines?: number
  isRequired?: true
  /** The same in German, English and French. */
  inLanguages?: true
  /** An empty field stands for null. */
  isNullable?: true
}

/** Entries that are alike; `empty` is a new one. */
export type CompanyList = {
  path: 'socialLinks' | 'quotes' | 'legal.providers'
  fields: readonly CompanyField[]
  empty: Record<string, unknown>
}

const WORDS = { de: '', en: '', fr: '' }

/** The parts of the form, in its order. */
export const COMPANY_PARTS: readonly { key: string; fields: readonly CompanyField[]; list?: CompanyList }[] = [
  {
    key: 'website',
    fields: [
      { path: 'siteName', isRequired: true },
      { path: 'mail.from', type: 'email', isRequired: true },
    ],
  },
  {
    key: 'company',
    fields: [
      { path: 'company.name', isRequired: true },
      { path: 'company.street', isRequired: true },
      { path: 'company.postcode', isRequired: true },
      { path: 'company.town', isRequired: true },
      { path: 'company.country', isRequired: true },
      { path: 'company.director', isRequired: true },
      { path: 'company.mail', type: 'email', isRequired: true },
      { path: 'company.phone', type: 'tel', isRequired: true },
      { path: 'company.register' },
      { path: 'company.vatId' },
      { path: 'company.swissVatId' },
      { path: 'company.creditorId' },
    ],
  },
  {
    key: 'legal',
    fields: [
      { path: 'legal.ownership', isRequired: true },
      { path: 'legal.supervisoryAuthority' },
      { path: 'legal.chamber' },
      { path: 'legal.responsibleEditor' },
      { path: 'legal.disputeResolution', inLanguages: true, lines: 3, isRequired: true },
    ],
  },
  {
    key: 'privacy',
    fields: [
      { path: 'legal.hosting', isRequired: true },
      { path: 'legal.paymentProviders', isRequired: true },
      { path: 'legal.dataProtectionOfficer' },
    ],
    list: {
      path: 'legal.providers',
      fields: [
        { path: 'name', isRequired: true },
        { path: 'policy', type: 'url', isRequired: true },
        { path: 'purpose', inLanguages: true, lines: 2 },
      ],
      empty: { name: '', purpose: WORDS, policy: '' },
    },
  },
  {
    key: 'accessibility',
    fields: [
      { path: 'legal.accessibility.assessedOn', type: 'date', isRequired: true },
      { path: 'legal.accessibility.method', inLanguages: true, lines: 3, isRequired: true },
    ],
  },
  {
    key: 'contacts',
    fields: [
      { path: 'contacts.press', isRequired: true },
      { path: 'contacts.publishers', isRequired: true },
      { path: 'contacts.advertisers', isRequired: true },
    ],
  },
  {
    key: 'home',
    fields: [
      { path: 'audience', inLanguages: true, lines: 2 },
      { path: 'videos.at', isNullable: true },
      { path: 'videos.de', isNullable: true },
      { path: 'videos.ch', isNullable: true },
      { path: 'videos.lu', isNullable: true },
      { path: 'stores.apple', isNullable: true },
      { path: 'stores.google', isNullable: true },
      { path: 'stores.apk', isNullable: true },
    ],
  },
  {
    key: 'social',
    fields: [],
    list: {
      path: 'socialLinks',
      fields: [
        { path: 'name', isRequired: true },
        { path: 'address', type: 'url', isRequired: true },
      ],
      empty: { name: '', address: '' },
    },
  },
  {
    key: 'quotes',
    fields: [],
    list: {
      path: 'quotes',
      fields: [
        { path: 'testmonial', inLanguages: true, lines: 3 },
        { path: 'reference', inLanguages: true },
      ],
      empty: { testmonial: WORDS, reference: WORDS },
    },
  },
]

/** Returns the values as the server takes them: without spaces around texts, and quotes numbered in their order. */
export function sentValues(values: PublishedValues): PublishedValues {
  const trimmed = withoutSpaces(values) as PublishedValues
  return { ...trimmed, quotes: trimmed.quotes.map((quote, place) => ({ ...quote, id: place + 1 })) }
}

function withoutSpaces(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(withoutSpaces)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutSpaces(part)]))
}
