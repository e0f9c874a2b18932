/** Maximum number of paragraphs between the headline and the author's name. */
const NEAR_THE_TOP = 4
const LONGEST_BYLINE_CHARACTERS = 90
/** A name has lower-case letters or is an initial; words in capitals next to it are the section. */
const NAME = String.raw`(?:\p{Lu}[\p{L}’'-]*\p{Ll}[\p{L}’'-]*|\p{Lu}\.)`
/** "Von Mara Auer", "Text: Jo Lind und Eva Steg", "By Maud Ellery", "Par Léonie Marceval". */
const BYLINE = new RegExp(
  `^(?:von|by|par|(?:text|texte|words|interview)(?:\\s+(?:von|by|de))?\\s?:?)\\s+((?:${NAME})(?:(?:\\s+|\\s*,\\s*|\\s+(?:und|and|et|&)\\s+)(?:(?:von|van|de|der|du|la|le)\\s+)*${NAME}){1,7})(?:\\s+[\\p{Lu}\\s·|–-]+)?$`,
  'u',
)

/** Separates the byline from the paragraphs of an article. Returns the names only, without "Von" or "By". */
export function bylineApart<Part extends { text: string }>(parts: readonly Part[]): { byline: string; rest: Part[] } {
  for (const [index, { text }] of parts.slice(0, NEAR_THE_TOP).entries()) {
    const first = text.slice(0, 1).toLowerCase() + text.slice(1)
    const byline = text.length <= LONGEST_BYLINE_CHARACTERS ? BYLINE.exec(first)?.[1] : undefined
    if (byline) return { byline, rest: parts.toSpliced(index, 1) }
  }
  return { byline: '', rest: [...parts] }
}
