/** Signs of notes, as a part of a class of characters. */
export const NOTE_SIGNS = '*∗†‡¶'
/** What a note can begin with: a number, a sign, or raised numbers, which are characters of their own. */
const MARK = String.raw`(?:\d{1,3}|[${NOTE_SIGNS}]{1,3}|[⁰¹²³⁴-⁹]{1,3})`
/** A number right before a year: "331973" is note 33, which begins with 1973. */
const BEFORE_YEAR = String.raw`\d{1,3}(?=(?:1[5-9]|20)\d\d(?!\d))`
const AT_START = new RegExp(`^(?:${BEFORE_YEAR}|${MARK})`, 'u')
const AT_END = new RegExp(String.raw`${MARK}(?=[^\p{L}\p{N}${NOTE_SIGNS}]*$)`, 'gu')

/** Begins like a footnote. */
export const NUMBERED = new RegExp(String.raw`^${MARK}(?=[\s\p{L}(„“"'])`, 'u')

const ALONE = new RegExp(`^${MARK}$`, 'u')

const NUMBERED_BEFORE_YEAR = new RegExp(`^${BEFORE_YEAR}`, 'u')

/** Whether a text begins with a number and a year that touches it: a note if the one before has the number before. */
export const beginsBeforeYear = (text: string) => NUMBERED_BEFORE_YEAR.test(text)

/** Whether a text is the mark of a note and nothing else. */
export const isMarkAlone = (text: string) => ALONE.test(text)

/** Returns the mark with which a note begins, as it is printed; null if there is none. */
export const markAtStart = (text: string): string | null => AT_START.exec(text)?.[0] ?? null

const BEFORE_TEXT = new RegExp(String.raw`^(?:${BEFORE_YEAR}|${MARK}(?=\p{L}))`, 'u')

/**
 * Returns the mark at the beginning of a word that joins the mark of a note and the first word of its text without a space; null
 * for other words.
 */
export const markBeforeText = (word: string): string | null => BEFORE_TEXT.exec(word)?.[0] ?? null

/** Returns the mark of a note at the end of a word, and where it begins; null if there is none. */
export function markAtEnd(word: string): { at: number; text: string } | null {
  const last = [...word.matchAll(AT_END)].at(-1)
  return last ? { at: last.index, text: last[0] } : null
}
