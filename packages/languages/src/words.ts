import { FALLBACK_LANGUAGE, type Language } from '@kiosk/domain/locale'
import { unbroken } from './typography.ts'

/** The words of one domain in the three languages, keyed as the specification names them: `ERROR.WRONG_INPUT`. */
export type Bundle = Record<Language, Record<string, string>>
export type Words = Record<string, string>
export type Values = Record<string, string | number>

/** Declares a bundle: the compiler asks all three languages for the same keys; each is set as its typography asks. */
export function bundle<const Key extends string>(
  words: Record<Language, Record<Key, string>>,
): Record<Language, Record<Key, string>> {
  return { de: unbroken(words.de, 'de'), en: unbroken(words.en, 'en'), fr: unbroken(words.fr, 'fr') }
}

export type MissingWords = (missing: { key: string; language: Language }) => void

/**
 * Words of several bundles in one language (section 8 and 9): the language's own, else English, else the key itself.
 * `missing` hears of every key that the language lacks.
 */
export function wordsIn(language: Language, bundles: readonly Bundle[], missing: MissingWords = logMissing): Words {
  const chosen = bundles.map((each) => chosenFrom(each, language))
  for (const { lacking } of chosen) for (const key of lacking) missing({ key, language })
  return Object.assign({}, ...chosen.map(({ words }) => words))
}

/** Words as one text: a table of hundreds would be taken apart and put together with every page. */
export type PackedWords = string
export function packed(words: Words): PackedWords {
  return JSON.stringify(words)
}

const unpackedBefore = new Map<PackedWords, Words>()
const MOST_UNPACKED = 500

export function unpacked(words: PackedWords): Words {
  const known = unpackedBefore.get(words)
  if (known) return known
  if (unpackedBefore.size >= MOST_UNPACKED) unpackedBefore.clear()
  const table: Words = JSON.parse(words)
  unpackedBefore.set(words, table)
  return table
}

type Chosen = { words: Words; lacking: string[] }
const chosenBefore = new WeakMap<Bundle, Map<Language, Chosen>>()

/** Bundles are constants: what of one is shown in a language is found once. */
function chosenFrom(bundle: Bundle, language: Language): Chosen {
  const known = chosenBefore.get(bundle) ?? new Map<Language, Chosen>()
  chosenBefore.set(bundle, known)
  const before = known.get(language)
  if (before) return before
  const chosen: Chosen = { words: {}, lacking: [] }
  for (const key of new Set(Object.values(bundle).flatMap(Object.keys))) {
    const own = bundle[language][key]
    if (own === undefined) chosen.lacking.push(key)
    chosen.words[key] = own ?? bundle[FALLBACK_LANGUAGE][key] ?? key
  }
  known.set(language, chosen)
  return chosen
}

/**
 * The text of a key: `{name}` is filled from `values`; with a number `count`, `KEY_one` or `KEY_other` (Intl.PluralRules)
 * stands before `KEY`. A key without words shows itself.
 */
export function text(words: Words, key: string, values: Values = {}, language: Language | undefined = undefined): string {
  const plural = typeof values.count === 'number' ? `${key}_${pluralOf(values.count, language)}` : key
  const found = words[plural] ?? words[`${key}_other`] ?? words[key] ?? key
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
  console.warn(JSON.stringify({ level: 'warn', event: 'missing translation', key, language }))
}
