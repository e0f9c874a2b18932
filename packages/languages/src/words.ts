import { FALLBACK_LANGUAGE, type Language } from '@kiosk/domain/locale'

/** The words of one domain in the three languages, keyed as the specification names them: `ERROR.WRONG_INPUT`. */
export type Bundle = Record<Language, Record<string, string>>
export type Words = Record<string, string>
export type Values = Record<string, string | number>

/** Declares a bundle: the compiler asks all three languages for the same keys. */
export function bundle<const Key extends string>(
  words: Record<Language, Record<Key, string>>,
): Record<Language, Record<Key, string>> {
  return words
}

export type MissingWords = (missing: { key: string; language: Language }) => void

/**
 * Words of several bundles in one language (section 8 and 9): the language's own, else English, else the key itself.
 * `missing` hears of every key that the language lacks.
 */
export function wordsIn(language: Language, bundles: readonly Bundle[], missing: MissingWords = logMissing): Words {
  const words: Words = {}
  for (const each of bundles) {
    for (const key of new Set(Object.values(each).flatMap(Object.keys))) {
      const own = each[language][key]
      if (own === undefined) missing({ key, language })
      words[key] = own ?? each[FALLBACK_LANGUAGE][key] ?? key
    }
  }
  return words
}

/**
 * The text of a key: `{name}` is filled from `values`; with a number `count`, `KEY_one` or `KEY_other` (Intl.PluralRules)
 * stands before `KEY`. A key without words shows itself.
 */
export function text(words: Words, key: string, values: Values = {}, language: Language | undefined = undefined): string {
  const plural = typeof values.count === 'number' ? `${key}_${new Intl.PluralRules(language).select(values.count)}` : key
  const found = words[plural] ?? words[`${key}_other`] ?? words[key] ?? key
  if (!found.includes('{')) return found
  return found.replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot))
}

const logged = new Set<string>()
function logMissing({ key, language }: { key: string; language: Language }): void {
  if (logged.has(`${language}:${key}`)) return
  logged.add(`${language}:${key}`)
  console.warn(JSON.stringify({ level: 'warn', event: 'missing translation', key, language }))
}
