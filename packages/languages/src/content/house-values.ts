import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { escaped } from './document.ts'
import { withdrawalPolicy } from './withdrawal-policy.ts'

/** Names of what a text of the house may leave open in braces: `{site}`, `{mail}`. */
export const houseValueNames = [
  'site',
  'magazines',
  'issues',
  'company',
  'street',
  'postcode',
  'town',
  'country',
  'register',
  'vatId',
  'director',
  'mail',
  'phone',
  'phoneNumber',
  'publishers',
  'publishersAddress',
  'advertisers',
  'advertisersAddress',
  'hosting',
  'paymentProviders',
  'logDays',
  'dataProtectionOfficer',
  'supervisoryAuthority',
  'chamber',
  'ownership',
  'responsibleEditor',
  'disputeResolution',
  'accessibilityMethod',
  'accessibilityDate',
  'withdrawalMeaning',
  'withdrawalCosts',
  'withdrawalLoss',
] as const
export type HouseValues = Record<(typeof houseValueNames)[number], string>

/** `counts`: magazines and issues as they are shown. */
export function houseValues(
  { siteName, company, contacts, legal, withdrawal }: Operator,
  counts: { magazines: number; issues: number },
  language: Language,
): HouseValues {
  const number = new Intl.NumberFormat(language === 'de' ? 'de-AT' : language)
  const { name, street, postcode, town, country, register, vatId, director, mail, phone } = company
  return {
    site: siteName,
    magazines: number.format(counts.magazines),
    issues: number.format(counts.issues),
    company: name,
    street,
    postcode,
    town,
    country,
    register,
    vatId,
    director,
    mail,
    phone,
    phoneNumber: phone.replaceAll(' ', ''),
    publishers: shown(contacts.publishers),
    publishersAddress: contacts.publishers,
    advertisers: shown(contacts.advertisers),
    advertisersAddress: contacts.advertisers,
    hosting: legal.hosting,
    paymentProviders: legal.paymentProviders,
    logDays: String(legal.logDays),
    dataProtectionOfficer: legal.dataProtectionOfficer,
    supervisoryAuthority: legal.supervisoryAuthority,
    chamber: legal.chamber,
    ownership: legal.ownership,
    responsibleEditor: legal.responsibleEditor,
    disputeResolution: legal.disputeResolution[language],
    accessibilityMethod: legal.accessibility.method[language],
    accessibilityDate: legal.accessibility.assessedOn && dayIn(legal.accessibility.assessedOn, language),
    ...withdrawalPolicy[withdrawal][language],
  }
}

function dayIn(day: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

function shown(address: string): string {
  return address.replace(/^mailto:/, '')
}

/** Places to fill, also in the address of a link, where Markdown writes the braces as `%7B` and `%7D`. */
const SLOT = /(?:\{|%7B)(\w+)(?:\}|%7D)/g

/**
 * HTML with its values, which are text; an unknown name stays as it stands. A paragraph that only an empty value filled goes,
 * and so does a heading without anything below it.
 */
export function filledHtml(html: string, values: HouseValues): string {
  const filled = html.replace(SLOT, (slot, name: string) => (isName(name) ? escaped(values[name]) : slot))
  return filled === html ? html : filled.replaceAll('<p></p>', '').replace(/<h2>[^<]*<\/h2>\s*(?=<h2>|$)/g, '')
}

/** A line of text with its values. */
export function filledLine(line: string, values: HouseValues): string {
  return line.replace(SLOT, (slot, name: string) => (isName(name) ? values[name] : slot))
}

/** Names in braces that nothing fills. */
export function unknownSlots(text: string): string[] {
  return [...text.matchAll(SLOT)].map(([, name = '']) => name).filter((name) => !isName(name))
}

function isName(name: string): name is keyof HouseValues {
  return (houseValueNames as readonly string[]).includes(name)
}
