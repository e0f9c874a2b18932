import { dateLocales, type Language } from '@kiosk/domain/locale'
import { formatMoney } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import type { Words } from '@kiosk/languages/words'
import { momentIn } from './moment.ts'

/** Where the same lies as a file. */
export const EXPORT_FILE = '/user/account/export.json'

/** Data as it is told to people; null = nothing there. */
export type Told = string | null | { list: Told[] } | { facts: [label: string, value: Told][] }
type How = { words: Words; language: Language; within?: string }

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
const AMOUNTS = new Set(['net', 'tax', 'gross', 'amount'])
/** Who issues an invoice is no data of its reader; the file has it. */
const OF_OTHERS = new Set(['seller'])

/** What a part of the data is called, `within` something or anywhere; one without words by its own name, read as words. */
export function nameOf(name: string, words: Words, within = ''): string {
  return words[`EXPORT.${within}/${name}`] ?? words[`EXPORT.${name}`] ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** Moments, switches, codes and names of anything in the words of the language; what is empty is left out. */
export function toldOf(value: unknown, how: How): Told {
  const { words, language } = how
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return words[value ? 'EXPORT.YES' : 'EXPORT.NO'] ?? String(value)
  if (typeof value === 'string') return writtenOut(value, language)
  if (Array.isArray(value)) return value.length === 0 ? null : { list: value.map((each) => toldOf(each, how)) }
  if (typeof value !== 'object') return String(value)
  // An event says what its kind means.
  const isEvent = 'what' in value && 'kind' in value
  const within = isEvent ? 'event' : how.within
  const inner = within === undefined ? how : { ...how, within }
  const facts = Object.entries(value).flatMap(([name, each]): [string, Told][] => {
    if (OF_OTHERS.has(name) || (isEvent && name === 'kind')) return []
    const told = inWords(name, each, { ...value }, how) ?? toldOf(each, inner)
    return told === null ? [] : [[nameOf(name, words, within), told]]
  })
  return facts.length === 0 ? null : { facts }
}

/** What a code, an amount or a number of ours stands for; null where it says enough by itself. */
function inWords(name: string, value: unknown, beside: Record<string, unknown>, { words, language }: How): string | null {
  if (typeof value === 'string')
    return words[`EXPORT.${name}.${value}`] ?? (name === 'country' ? countryIn(value, language) : null)
  if (typeof value !== 'number') return null
  if (AMOUNTS.has(name) && (beside.currency === 'EUR' || beside.currency === 'CHF'))
    return formatMoney({ minor: value, currency: beside.currency })
  if (name === 'regionId') return countryIn(regionById(value)?.country ?? '', language)
  if (name !== 'subscriptionId' && name !== 'tariff') return null
  return tariffs.find(({ subscriptionId }) => subscriptionId === value)?.tier ?? null
}

function countryIn(code: string, language: Language): string | null {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? null) : null
}

function writtenOut(value: string, language: Language): string {
  if (MOMENT.test(value)) return momentIn(language, value)
  if (!DAY.test(value) || Number.isNaN(Date.parse(value))) return value
  return new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
}
