/** Signs of notes, as a part of a class of characters. */
export const NOTE_SIGNS = '*∗†‡¶'
/** What a note can begin with: a number, a sign, or raised numbers, which are characters of their own. */
const MARK = String.raw`(?:\d{1,3}|[${NOTE_SIGNS}]{1,3}|[⁰¹²³⁴-⁹]{1,3})`
const AT_START = new RegExp(`^${MARK}`, 'u')
const AT_END = new RegExp(String.raw`${MARK}(?=[^\p{L}\p{N}${NOTE_SIGNS}]*$)`, 'gu')

/** Begins like a footnote. */
export const NUMBERED = new RegExp(String.raw`^${MARK}(?=[\s\p{L}(„“"'])`, 'u')

const ALONE = new RegExp(`^${MARK}$`, 'u')

/** Whether a text is the mark of a note and nothing else. */
export const isMarkAlone = (text: string) => ALONE.test(text)

/** Returns the mark with which a note begins, as it is printed; null if there is none. */
export const markAtStart = (text: string): string | null => AT_START.exec(text)?.[0] ?? null

/** Puts a space behind the mark with which a note begins. */
export const withSpaceBehindMark = (text: string) => text.replace(new RegExp(String.raw`^(${MARK})(?=\p{L})`, 'u'), '$1 ')

/** Returns the mark of a note at the end of a word, and where in it it begins; null if there is none. */
export function markAtEnd(word: string): { at: number; text: string } | null {
  const last = [...word.matchAll(AT_END)].at(-1)
  return last ? { at: last.index, text: last[0] } : null
}
