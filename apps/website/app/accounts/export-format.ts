import { countryName } from '@kiosk/domain/country-name'
import { formatDay, formatMoment } from '@kiosk/domain/date-format'
import type { Language, Locale } from '@kiosk/domain/locale'
import { formatMoney, type Money } from '@kiosk/domain/money'
import { regionById, requireRegion } from '@kiosk/domain/regions'
import { planById, tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import type { Messages } from '@kiosk/i18n/translate'

/** Path of the same data as a JSON file. */
export const EXPORT_FILE = '/user/account/export.json'

/** Data formatted for people; null = empty. */
export type Formatted = string | null | { list: Formatted[] } | { facts: [label: string, value: Formatted][] }
type How = { words: Messages; language: Language; locale: Locale; within?: string }

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/
const AMOUNTS = new Set(['net', 'tax', 'gross', 'amount', 'totalPrice', 'oldPrice', 'newPrice', 'reducedPrice'])
const COUNTRIES = new Set(['country', 'orderedFrom'])
/** Fields that are not personal data of the reader: the issuer of an invoice and its newsstand. The JSON file contains them. */
const OF_OTHERS = new Set(['seller', 'siteName'])

/** Returns the label of a field, looked up within its parent first; without a label, the field's name in readable form. */
export function nameOf(name: string, words: Messages, within = ''): string {
  return words[`EXPORT.${within}/${name}`] ?? words[`EXPORT.${name}`] ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** Formats timestamps, booleans, codes and names in the visitor's language and leaves out empty values. */
export function format(value: unknown, how: How): Formatted {
  const { words, locale } = how
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return words[value ? 'EXPORT.YES' : 'EXPORT.NO'] ?? String(value)
  if (typeof value === 'string') return writtenOut(value, locale)
  if (Array.isArray(value)) return value.length === 0 ? null : { list: value.map((each) => format(each, how)) }
  if (typeof value !== 'object') return String(value)
  // An event is described by the message of its kind.
  const isEvent = 'what' in value && 'kind' in value
  const within = isEvent ? 'event' : how.within
  const facts = Object.entries(value).flatMap(([name, each]): [string, Formatted][] => {
    if (OF_OTHERS.has(name) || (isEvent && name === 'kind')) return []
    const inner = name === 'evidence' ? name : within
    const formatted =
      inWords(name, each, { ...value }, how) ?? format(each, inner === undefined ? how : { ...how, within: inner })
    return formatted === null ? [] : [[nameOf(name, words, within), formatted]]
  })
  return facts.length === 0 ? null : { facts }
}

/** Returns the message for a code, an amount or an id; null if the value needs none. */
function inWords(name: string, value: unknown, beside: Record<string, unknown>, how: How): string | null {
  const { words, language, within } = how
  if (typeof value === 'string') {
    // Reasons of a declined payment have the texts of the page that shows it to a buyer.
    const said = words[`EXPORT.${name}.${value}`] ?? (name === 'reason' ? words[`PAYMENT.REASON_${value}`] : undefined)
    return said ?? (COUNTRIES.has(name) || within === 'evidence' ? countryName(language, value) : null)
  }
  if (typeof value !== 'number') return null
  const currency = currencyOf(beside)
  if (AMOUNTS.has(name) && currency) return formatMoney({ minor: value, currency })
  if (name === 'regionId') return countryName(language, regionById(value)?.country ?? '')
  if (name !== 'subscriptionId' && name !== 'tariff') return null
  return tierOfPlan(value)
}

/** Returns the currency of a record: its own, or that of its plan. */
function currencyOf({ currency, subscriptionId }: Record<string, unknown>): Money['currency'] | undefined {
  if (currency === 'EUR' || currency === 'CHF') return currency
  const plan = typeof subscriptionId === 'number' ? planById(subscriptionId) : undefined
  return plan && requireRegion(plan.region).currency
}

function writtenOut(value: string, locale: Locale): string {
  if (MOMENT.test(value)) return formatMoment(locale, value)
  if (!DATE_PATTERN.test(value) || Number.isNaN(Date.parse(value))) return value
  return formatDay(locale, value)
}
