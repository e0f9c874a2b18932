import { FALLBACK_LANGUAGE, type Language } from '@kiosk/domain/locale'
import { unbroken } from './typography.ts'

/** The messages of one part of the product in each language, by key: `ERROR.WRONG_INPUT`. */
export type Bundle = Record<Language, Record<string, string>>
export type Messages = Record<string, string>
export type Values = Record<string, string | number>

/** Declares a bundle: the compiler requires the same keys in all languages. Adds the no-break spaces of each language. */
export function bundle<const Key extends string>(
  messages: Record<Language, Record<Key, string>>,
): Record<Language, Record<Key, string>> {
  return { de: unbroken(messages.de, 'de'), en: unbroken(messages.en, 'en'), fr: unbroken(messages.fr, 'fr') }
}

type MissingMessages = (missing: { key: string; language: Language }) => void

/**
 * Returns messages of several bundles in one language; a missing one is in English, else its key.
 * @param missing called for every key that is missing in the language
 */
export function messagesIn(language: Language, bundles: readonly Bundle[], missing: MissingMessages = logMissing): Messages {
  const chosen = bundles.map((each) => chosenFrom(each, language))
  for (const { missingKeys } of chosen) for (const key of missingKeys) missing({ key, language })
  return Object.assign({}, ...chosen.map(({ messages }) => messages))
}

/** Messages as one string: a table of hundreds would be serialised and parsed with every page. */
export type PackedMessages = string
export function packMessages(messages: Messages): PackedMessages {
  return JSON.stringify(messages)
}

const unpackedTables = new Map<PackedMessages, Messages>()
const MOST_UNPACKED = 500

export function unpackMessages(packed: PackedMessages): Messages {
  const known = unpackedTables.get(packed)
  if (known) return known
  if (unpackedTables.size >= MOST_UNPACKED) unpackedTables.clear()
  const table: Messages = JSON.parse(packed)
  unpackedTables.set(packed, table)
  return table
}

type Chosen = { messages: Messages; missingKeys: string[] }
const chosenTables = new WeakMap<Bundle, Map<Language, Chosen>>()

/** Bundles are constants, so each is resolved once per language. */
function chosenFrom(bundle: Bundle, language: Language): Chosen {
  const known = chosenTables.get(bundle) ?? new Map<Language, Chosen>()
  chosenTables.set(bundle, known)
  const before = known.get(language)
  if (before) return before
  const chosen: Chosen = { messages: {}, missingKeys: [] }
  for (const key of new Set(Object.values(bundle).flatMap(Object.keys))) {
    const own = bundle[language][key]
    if (own === undefined) chosen.missingKeys.push(key)
    chosen.messages[key] = own ?? bundle[FALLBACK_LANGUAGE][key] ?? key
  }
  known.set(language, chosen)
  return chosen
}

/**
 * Returns the message of a key; the key itself if there is none. `values` replace placeholders like `{name}`. A number `count`
 * selects `KEY_one` or `KEY_other` (Intl.PluralRules) before `KEY`.
 */
export function t(messages: Messages, key: string, values: Values = {}, language: Language | undefined = undefined): string {
  const plural = typeof values.count === 'number' ? `${key}_${pluralOf(values.count, language)}` : key
  const chosen = messages[plural]
  // French counts 0 as singular, but a message without the number says "one".
  const fits = values.count !== 0 || chosen?.includes('{count}')
  const found = (fits ? chosen : undefined) ?? messages[`${key}_other`] ?? messages[key] ?? key
  if (!found.includes('{')) return found
  return found.replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot))
}

const rules = new Map<Language | undefined, Intl.PluralRules>()
function pluralOf(count: number, language: Language | undefined): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known.select(count)
}

const logged = new Set<string>()
function logMissing({ key, language }: { key: string; language: Language }): void {
  if (logged.has(`${language}:${key}`)) return
  logged.add(`${language}:${key}`)
  console.warn(JSON.stringify({ level: 'warn', event: 'i18n.translation-missing', key, language }))
}
