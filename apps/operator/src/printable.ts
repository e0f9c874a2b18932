/** What strangers typed, for a terminal: nothing in it steers the screen or turns the direction of writing. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
}

/** The same for a column of a table that a spreadsheet may open: never a formula. */
export function tableCell(text: string): string {
  const words = printable(text)
  return /^\s*[=+\-@]/.test(words) ? `'${words}` : words
}
