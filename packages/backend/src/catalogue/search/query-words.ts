/** A word or phrase of a query. `exact` = in quotes: no compounds, no correction. */
export type Term = { text: string; exact: boolean; excluded: boolean }
/** All groups must match; within a group any term. */
export type QueryWords = Term[][]

const MOST_TERMS = 12

/**
 * Parses a query: words, "phrases in quotes", -excluded terms, and `or` between two terms. Punctuation alone is an empty query.
 */
export function queryWords(typed: string): QueryWords {
  const groups: QueryWords = []
  let joins = false
  let count = 0
  for (const [, minus, phrase, word] of typed.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    if (word?.toLowerCase() === 'or' && !minus && groups.length > 0) {
      joins = true
      continue
    }
    const text = (phrase ?? word ?? '').trim()
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    if (++count > MOST_TERMS) break
    const term = { text, exact: phrase !== undefined, excluded: minus === '-' }
    const last = groups.at(-1)
    if (joins && last) last.push(term)
    else groups.push([term])
    joins = false
  }
  return groups
}

/**
 * Counts the independent questions in a query: one, plus one per alternative and per excluded word. Words that must all match
 * count as one question, because its answer reveals less.
 */
export function questionsIn(requested: QueryWords): number {
  const alternatives = requested.reduce((sum, any) => sum + any.length - 1, 0)
  const excluded = requested.filter((any) => any.some((term) => term.excluded)).length
  return 1 + alternatives + excluded
}

/** Letters and digits of scripts with capitals. A word ends where none of them follows. */
const IN_WORDS = '0-9A-Za-zªµºÀ-ÖØ-öø-ʯͰ-ҁҊ-֏'

/** Returns PostgreSQL regular expressions for quoted terms, with accents, unstemmed, in any case: a page must match all of them. */
export function exactForms(requested: QueryWords): string[] {
  return wanted(requested)
    .filter((any) => any.every(({ exact }) => exact))
    .map((any) => `(^|[^${IN_WORDS}])(${any.map(({ text }) => patternOf(text)).join('|')})($|[^${IN_WORDS}])`)
}

/**
 * Leaves out terms that the index answers exactly. It knows single words as written, but with ss for ß, and the word pairs of
 * phrases.
 */
export function unknownToIndex(requested: QueryWords): QueryWords {
  return requested.filter((any) => any.some(({ text }) => /ß|ss/i.test(text) || wordsIn([[{ text }]]).length > 1))
}

/** Leaves out excluded terms. */
export function wanted(requested: QueryWords): QueryWords {
  return requested.map((any) => any.filter(({ excluded }) => !excluded)).filter((any) => any.length > 0)
}

/** Whether all terms are quoted, apart from excluded ones. */
export function isAllExact(requested: QueryWords): boolean {
  return requested.flat().every(({ exact, excluded }) => exact || excluded)
}

/** Returns the words of the terms as written, in lower case. */
export function wordsIn(requested: readonly (readonly Pick<Term, 'text'>[])[]): string[] {
  return requested.flat().flatMap(
    ({ text }) =>
      text
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  )
}

function patternOf(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.map((word) => [...word].map(eitherCase).join('')).join(`[^${IN_WORDS}]+`)
}

function eitherCase(letter: string): string {
  const ways = [...new Set([letter.toLowerCase(), letter.toUpperCase()])]
  return ways.length > 1 ? `(${ways.join('|')})` : letter
}

/** Returns the spellings of a word: as typed, ä as ae and ae as ä (the index stores ä as a). */
export function spellingsOf(text: string): string[] {
  const plain = text.normalize('NFC')
  const written = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' } as Record<string, string>
  const spelledOut = plain.replace(/[äöüÄÖÜ]/g, (letter) => written[letter] as string)
  const contracted = plain.replace(/([aou])e/gi, '$1')
  return [...new Set([plain, spelledOut, contracted])]
}

/** Returns words that may contain a typo: neither quoted nor excluded, letters only. */
export function correctable(requested: QueryWords): string[] {
  return requested
    .flat()
    .flatMap(({ text, exact, excluded }) => (!exact && !excluded && /^\p{L}{4,30}$/u.test(text) ? [text] : []))
}

/** Replaces some words of a query. */
export function replaceWords(typed: string, by: ReadonlyMap<string, string>): string {
  return typed.replace(/"[^"]*"|\S+/g, (word) => by.get(word) ?? word)
}

/** Converts to lower case, without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}
