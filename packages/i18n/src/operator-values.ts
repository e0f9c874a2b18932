import type { IdentityProviderName } from '@kiosk/domain/accounts/identity-providers'
import { formatDay } from '@kiosk/domain/date-format'
import { escapeHtml } from '@kiosk/domain/escape-html'
import { type Language, localeOf } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import type { PaymentMethod } from '@kiosk/domain/payments/limits'
import type { Region } from '@kiosk/domain/regions'
import { linkIdentityMessages } from './messages/link-identity.ts'
import { privacyMessages } from './messages/privacy.ts'
import { subscriptionMessages } from './messages/subscriptions.ts'
import { termsMessages } from './messages/terms.ts'
import { withdrawalPolicyMessages } from './messages/withdrawal-policy.ts'
import { t } from './translate.ts'

/** Placeholders that texts may contain: `{site}`, `{mail}`. */
const operatorValueNames = [
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
  'audience',
  'publishers',
  'publishersAddress',
  'advertisers',
  'advertisersAddress',
  'hosting',
  'providers',
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
  'paymentMethods',
  'debitTerms',
  'cookieConsent',
  'providerSignIn',
  'withdrawalMeaning',
  'withdrawalCosts',
  'withdrawalLoss',
] as const
export type OperatorValues = Record<(typeof operatorValueNames)[number], string>

/**
 * `counts`: magazines and issues as shown. `methods`: how a new subscription of the market can be paid; none: sales are closed,
 * or this is unknown. `providers`: identity providers with which readers can sign in. `market`: the reader's market.
 */
export function operatorValues(
  { siteName, company, contacts, legal, withdrawal, audience, advertisingPartner }: Operator,
  counts: { magazines: number; issues: number },
  language: Language,
  {
    methods,
    providers,
    market,
  }: { methods: readonly PaymentMethod[]; providers: readonly IdentityProviderName[]; market: Pick<Region, 'country'> },
): OperatorValues {
  const locale = localeOf(language, market)
  const number = new Intl.NumberFormat(locale)
  const policy: Record<string, string> = withdrawalPolicyMessages[language]
  // A policy without costs or losses has no text about them.
  const policyText = (key: string) => policy[`WITHDRAWAL.${withdrawal}.${key}`] ?? ''
  const payment: Record<string, string> = subscriptionMessages[language]
  const methodNames = methods.map((method) => payment[`SUBSCRIPTIONS.${method}`]!)
  const providerNames = providers.map((provider) => linkIdentityMessages[language][`LINK_IDENTITY.${provider}`])
  const oneOf = new Intl.ListFormat(language, { type: 'disjunction' })
  const privacy = privacyMessages[language]
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
    audience: audience[language],
    publishers: shown(contacts.publishers),
    publishersAddress: contacts.publishers,
    advertisers: shown(contacts.advertisers),
    advertisersAddress: contacts.advertisers,
    hosting: legal.hosting,
    providers: legal.providers.map((provider) => providerPart(provider, language)).join('\n'),
    paymentProviders: legal.paymentProviders,
    logDays: String(legal.logDays),
    dataProtectionOfficer: legal.dataProtectionOfficer,
    supervisoryAuthority: legal.supervisoryAuthority,
    chamber: legal.chamber,
    ownership: legal.ownership,
    responsibleEditor: legal.responsibleEditor,
    disputeResolution: legal.disputeResolution[language],
    accessibilityMethod: legal.accessibility.method[language],
    accessibilityDate: legal.accessibility.assessedOn && formatDay(locale, legal.accessibility.assessedOn),
    paymentMethods:
      methods.length === 0 ? '' : t(payment, 'SUBSCRIPTIONS.METHODS', { methods: oneOf.format(methodNames) }, language),
    debitTerms: methods.includes('DD') ? termsMessages[language]['TERMS.DEBIT'] : '',
    // Without either, there is nothing that visitors could consent to (ADR-0360).
    cookieConsent: privacy[providers.length > 0 || advertisingPartner ? 'PRIVACY.CONSENT_ASKED' : 'PRIVACY.NO_CONSENT_ASKED'],
    providerSignIn:
      providers.length === 0 ? '' : t(privacy, 'PRIVACY.PROVIDERS', { providers: oneOf.format(providerNames) }, language),
    withdrawalMeaning: policyText('MEANING'),
    withdrawalCosts: policyText('COSTS'),
    withdrawalLoss: policyText('LOSS'),
  }
}

/** Returns an entry of the list of companies in the text `thirdparty`. HTML. */
function providerPart({ name, purpose, policy }: Operator['legal']['providers'][number], language: Language): string {
  const host = escapeHtml(new URL(policy).host)
  return `<h2>${escapeHtml(name)}</h2>\n<p>${escapeHtml(purpose[language])}</p>\n<p><a href="${escapeHtml(policy)}">${host}</a></p>`
}

function shown(address: string): string {
  return address.replace(/^mailto:/, '')
}

/** Placeholders, also in the address of a link, where Markdown encodes the braces as `%7B` and `%7D`. */
const SLOT = /(?:\{|%7B)(\w+)(?:\}|%7D)/g

/** A paragraph that states the number of titles. */
const COUNTING_PARAGRAPH = /<p>[^<]*\{magazines\}[^<]*<\/p>/g

/** The list of companies replaces a whole paragraph. */
const PROVIDERS_PARAGRAPH = /<p>\{providers\}<\/p>/g

/**
 * Fills the placeholders of HTML with values, which are escaped; unknown names stay. Removes paragraphs that are then empty,
 * paragraphs that state the number of titles of a newsstand with fewer than ten, and headings without content below them.
 */
export function filledHtml(html: string, values: OperatorValues): string {
  const counted = /^\d$/.test(values.magazines) ? html.replace(COUNTING_PARAGRAPH, '') : html
  const listed = counted.replace(PROVIDERS_PARAGRAPH, () => values.providers)
  const filled = listed.replace(SLOT, (slot, name: string) => (isName(name) ? escapeHtml(values[name]) : slot))
  return filled === html ? html : filled.replaceAll('<p></p>', '').replace(/<h2>[^<]*<\/h2>\s*(?=<h2>|$)/g, '')
}

/** Fills the placeholders of a line of text. */
export function filledLine(line: string, values: OperatorValues): string {
  return line.replace(SLOT, (slot, name: string) => (isName(name) ? values[name] : slot))
}

/** Returns names in braces that have no value. */
export function unknownSlots(text: string): string[] {
  return [...text.matchAll(SLOT)].map(([, name = '']) => name).filter((name) => !isName(name))
}

function isName(name: string): name is keyof OperatorValues {
  return (operatorValueNames as readonly string[]).includes(name)
}
