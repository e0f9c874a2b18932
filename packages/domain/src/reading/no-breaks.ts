const NO_BREAK = '\u00a0'

/**
 * Returns a text in which no line ends before punctuation, although a space precedes it ("Vraiment ?", "« oui »"), or between a number
 * and its sign ("12 %"). Each character keeps its position.
 */
export function withNoBreaks(text: string): string {
  return text
    .replace(/ (?=[.,;:!?…]+(?:$|[\s»”"…)]))/g, NO_BREAK)
    .replace(/(^|[\s([])« /g, `$1«${NO_BREAK}`)
    .replace(/ (?=»(?:$|[\s.,;:!?…)\]]))/g, NO_BREAK)
    .replace(/(?<=\d) (?=[%‰€])/g, NO_BREAK)
}
