/** Makes untrusted text safe for a terminal: replaces control characters and bidirectional controls by spaces. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
}

/** Makes untrusted text safe for a cell of a table: a spreadsheet does not read it as a formula. */
export function tableCell(text: string): string {
  const words = printable(text)
  return /^\s*[=+\-@]/.test(words) ? `'${words}` : words
}

/** Quotes a field of a CSV file. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
