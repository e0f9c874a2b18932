/** A part of a name: with lower-case letters, in capitals, or an initial. */
const NAME = String.raw`(?!(?:UND|AND|ET)\b)(?:\p{Lu}[\p{L}’'-]*\p{L}|\p{Lu}\.(?:\p{Lu}\.)?)`
const PARTICLE = String.raw`(?:(?:von|van|de|der|den|du|la|le|di|da|zu|zum|zur|ten|af|al|el)\s+)*`
const PERSON = String.raw`(?:${PARTICLE}${NAME}(?:\s+${PARTICLE}${NAME}){1,4})`
const AND = String.raw`(?:\s*,\s*(?:(?:und|and|et|&)\s+)?|\s+(?:und|and|et|&|\+|UND|AND|ET)\s+|\s*\/\s*|\s*[·•|]\s*)`
const PEOPLE = `${PERSON}(?:${AND}${PERSON}){0,29}`
const BEFORE = String.raw`(?:von|by|par|texte?s?|words|story|interview|report(?:age)?|aufgezeichnet|propos recueillis|written|eine? \p{L}+)(?:\s+(?:von|by|de|par))?\s*:?\s+`
/** What follows the names: a profession or a place. */
const AFTER = String.raw`(?:(?:\s*[,·•|(]\s*|\s+[–—-]\s+).{2,50})?`
const LED = new RegExp(String.raw`^(?:[–—•·]\s*)?${BEFORE}(${PEOPLE})${AFTER}$`, 'u')
const BARE = new RegExp(String.raw`^(?:[–—•·(]\s*)?(${PEOPLE})(?:,\s*\p{Lu}[\p{L}-]+)?\)?$`, 'u')
const LONGEST_CHARACTERS = 180
/** Papers can have many authors. */
const LONGEST_OF_NAMES_CHARACTERS = 600
/** Words with which no name begins or ends. */
const NO_NAME =
  /(?:^|\s)(?:der|die|das|den|dem|ein|eine|the|an?|les?|la|une?|mit|für|with|for|pour|avec|im|am|in|on|aux?|zum|zur|vom|beim|auf|aus|bei|nach|über|unter|vor|wie|was|wer|wo|von|at|by|from|how|what|why|who|dans|sur|sous|chez|comment|qui|fortsetzung|seite|page|anzeige|foto|photo)(?:\s|$)/iu

/** Marks of institutes and footnotes: "Ida Lind 1,2*". */
const MARKS = /\s*[\d¹²³*∗†‡§¶]+(?:,\s*[\d*∗†‡§¶]+)*/gu

/** Returns the names in a line that says who wrote the article, without "Von" or "By"; null if it says something else. */
export function authorsIn(text: string): string | null {
  if (text.length > LONGEST_CHARACTERS) return null
  const whole = text.replace(/(\p{L})- (?=\p{Lu})/gu, '$1-')
  const first = /^([–—•·]\s*)?(\p{L}+)/u.exec(whole)
  // A sentence can continue with "von" or "by"; a line with names begins with it.
  if (!first || /^\p{Ll}/u.test(first[2]!)) return null
  const led = LED.exec((first[1] ?? '') + first[2]!.toLowerCase() + whole.slice(first[0].length))?.[1]
  return led ? inNormalCase(led) : null
}

/** Returns the names of a line that has nothing else; null if it has something else. Headings can look like names. */
export function bareAuthorsIn(text: string): string | null {
  if (text.length > 2 * LONGEST_OF_NAMES_CHARACTERS) return null
  const names = text.replace(MARKS, '').replace(/- /g, '-').trim()
  if (names.length > LONGEST_OF_NAMES_CHARACTERS || NO_NAME.test(names.replace(/ de la /gu, ' de '))) return null
  const bare = BARE.exec(names)?.[1]
  return bare ? inNormalCase(bare) : null
}

const DATE = String.raw`(?:\d{4}-\d\d|\d{1,2}[./]\s?(?:\d{1,2}|\p{L}+)|\d{1,2}(?:er)?\s+\p{L}+\s+\d{4}|\p{L}+\s+\d{1,2},\s+\d{4})`
const DATED = new RegExp(String.raw`^(${PEOPLE})\s*[·•|–—]\s*${DATE}`, 'u')

/** Returns the names in a line that has them before a date: "Ida Lind · 2013-05-01 · Gardens". */
export const datedAuthorsIn = (text: string) =>
  text.length <= LONGEST_CHARACTERS ? withoutSpaces(DATED.exec(text)?.[1] ?? '') || null : null

const ONE_DATED = new RegExp(String.raw`^(${NAME})\s*[·•|–—]\s*${DATE}`, 'u')

/** Returns a single name before a date, such as a pen name: "Lind · 2013-05-01". It can also be a place. */
export const oneDatedAuthorIn = (text: string) => (text.length <= LONGEST_CHARACTERS ? (ONE_DATED.exec(text)?.[1] ?? null) : null)

const LABEL = '(?:[Aa]uthors?|[Aa]utor(?:in|en|innen)?|[Aa]uteure?s?|[Aa]utrices?)'
const LABELLED = new RegExp(String.raw`(?:^|[:.]\s+|\s)${LABEL}\s*:\s*(${PEOPLE})\s*(?:$|\[)`, 'u')
const OF_CARD = new RegExp(String.raw`(?:^|:\s+)Name:\s*(${PEOPLE})\s*(?:$|\[)`, 'u')
const REST_OF_CARD = /^(?:contact|kontakt|e-?mail|twitter|web(?:site)?)\s*:/iu

/** Returns the names in the lines of an article that say who wrote it: "Author: Ida Lind", or "Name: Ida Lind" above "Contact:". */
export function labelledAuthorsIn(lines: readonly string[]): string | null {
  for (const [index, line] of lines.entries()) {
    if (line.length > LONGEST_CHARACTERS) continue
    const names = LABELLED.exec(line)?.[1] ?? (REST_OF_CARD.test(lines[index + 1] ?? '') ? OF_CARD.exec(line)?.[1] : undefined)
    if (names) return withoutSpaces(names).replace(/(?<=\p{Lu})\p{Lu}{2,}/gu, (part) => part.toLowerCase())
  }
  return null
}

/** Maximum number of paragraphs between the headline and the author's name. */
const NEAR_THE_TOP = 4
const LONGEST_BYLINE_CHARACTERS = 90
/** With lower-case letters, or an initial: words in capitals after the names are the section. */
const IN_LOWER_CASE = String.raw`(?:\p{Lu}[\p{L}’'-]*\p{Ll}[\p{L}’'-]*|\p{Lu}\.)`
/** "Von Mara Auer", "Text: Jo Lind und Eva Steg", "By Maud Ellery", "Par Léonie Marceval". */
const BYLINE = new RegExp(
  String.raw`^(?:von|by|par|(?:text|texte|words|interview)(?:\s+(?:von|by|de))?\s?:?)\s+(${IN_LOWER_CASE}(?:(?:\s+|\s*,\s*|\s+(?:und|and|et|&)\s+)(?:(?:von|van|de|der|du|la|le)\s+)*${IN_LOWER_CASE}){1,7})(?:\s+[\p{Lu}\s·|–-]+)?$`,
  'u',
)

/**
 * Separates the paragraph with the names of the authors from those of an article, even if it begins in lower case: a whole
 * paragraph is not part of a sentence. Returns the names without "Von" or "By".
 */
export function bylineApart<Part extends { text: string }>(parts: readonly Part[]): { byline: string; rest: Part[] } {
  for (const [index, { text }] of parts.slice(0, NEAR_THE_TOP).entries()) {
    const first = text.slice(0, 1).toLowerCase() + text.slice(1)
    const byline = text.length <= LONGEST_BYLINE_CHARACTERS ? BYLINE.exec(first)?.[1] : undefined
    if (byline) return { byline, rest: parts.toSpliced(index, 1) }
  }
  return { byline: '', rest: [...parts] }
}

export const isAuthorLine = (text: string) => authorsIn(text) !== null

/** "Ida Lind , Jo Steg" is "Ida Lind, Jo Steg": raised numbers and signs are between them on the page. */
const withoutSpaces = (names: string) => names.replace(/\s+,/gu, ',')

/** "MARA AUER" is "Mara Auer". */
function inNormalCase(printed: string): string {
  const names = withoutSpaces(printed)
  if (/\p{Ll}{2}/u.test(names)) return names
  return names.replace(/\p{Lu}{2,}/gu, (part) =>
    /^(?:UND|AND|ET)$/.test(part) ? part.toLowerCase() : part[0] + part.slice(1).toLowerCase(),
  )
}
