/** A word or phrase of a search. `exact` = in quotes: no compounds, no correction. */
export type Term = { text: string; exact: boolean; excluded: boolean }
/** All groups must hold, of each group any term. */
export type AskedWords = Term[][]

const MOST_TERMS = 12

/** What somebody typed: words, "phrases in quotes", -excluded ones, `or` between two. Signs alone ask for nothing. */
export function askedWords(typed: string): AskedWords {
  const groups: AskedWords = []
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
 * How many words could each have been asked for by itself: one, and one more for each alternative and each excluded word.
 * Words that must all be there are one question, whose answer tells less.
 */
export function questionsIn(asked: AskedWords): number {
  const alternatives = asked.reduce((sum, any) => sum + any.length - 1, 0)
  const excluded = asked.filter((any) => any.some((term) => term.excluded)).length
  return 1 + alternatives + excluded
}

/** Letters and digits of the scripts that write with capitals: a word ends where none of them follows. */
const IN_WORDS = '0-9A-Za-zªµºÀ-ÖØ-öø-ʯͰ-ҁҊ-֏'

export type ExactForms = {
  /** Regular expressions of PostgreSQL for what stands in quotes: a page has to hold all of them. */
  required: string[]
  /** The same for everything that was typed, in quotes or not: pages that hold it so are better. */
  preferred: string[]
}

/** What was typed, letter by letter: with its accents, unstemmed, capital or not. */
export function exactForms(asked: AskedWords): ExactForms {
  const groups = asked.map((any) => any.filter(({ excluded }) => !excluded)).filter((any) => any.length > 0)
  const pattern = (any: AskedWords[number]) =>
    `(^|[^${IN_WORDS}])(${any.map(({ text }) => letters(text)).join('|')})($|[^${IN_WORDS}])`
  return {
    required: groups.filter((any) => any.every(({ exact }) => exact)).map(pattern),
    preferred: groups.map(pattern),
  }
}

/** Whether nothing was typed but quotes, besides what is excluded. */
export function isAllExact(asked: AskedWords): boolean {
  return asked.flat().every(({ exact, excluded }) => exact || excluded)
}

/** The words of terms as they are written, in lower case. */
export function wordsIn(asked: readonly (readonly Pick<Term, 'text'>[])[]): string[] {
  return asked.flat().flatMap(
    ({ text }) =>
      text
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  )
}

function letters(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.map((word) => [...word].map(eitherCase).join('')).join(`[^${IN_WORDS}]+`)
}

function eitherCase(letter: string): string {
  const ways = [...new Set([letter.toLowerCase(), letter.toUpperCase()])]
  return ways.length > 1 ? `(${ways.join('|')})` : letter
}

/** A word as it may stand on a page: as typed, ä as ae and ae as ä (the index knows ä as a). */
export function spellingsOf(text: string): string[] {
  const plain = text.normalize('NFC')
  const written = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' } as Record<string, string>
  const spelledOut = plain.replace(/[äöüÄÖÜ]/g, (letter) => written[letter] as string)
  const drawnTogether = plain.replace(/([aou])e/gi, '$1')
  return [...new Set([plain, spelledOut, drawnTogether])]
}

/** Words that may be a slip of the pen: neither quoted nor excluded, letters only. */
export function correctable(asked: AskedWords): string[] {
  return asked.flat().flatMap(({ text, exact, excluded }) => (!exact && !excluded && /^\p{L}{4,30}$/u.test(text) ? [text] : []))
}

/** What was typed with some of its words replaced. */
export function replaceWords(typed: string, by: ReadonlyMap<string, string>): string {
  return typed.replace(/"[^"]*"|\S+/g, (word) => by.get(word) ?? word)
}

/** Lower case, without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}
