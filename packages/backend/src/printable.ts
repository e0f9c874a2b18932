/** Makes untrusted text safe for a terminal: replaces control characters and bidirectional controls with spaces. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
}

/** Makes untrusted text safe for a cell of a table, as `printable` and `guardFormulas` do. */
export const tableCell = (text: string): string => guardFormulas(printable(text))

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula: at the beginning of a field, and after a semicolon or a
 * line break, because spreadsheets in German and French separate by semicolons and do not recognise quotes after the first comma.
 */
export function guardFormulas(text: string): string {
  return text.replace(/(^|[;\r\n])(?=[^\S\r\n]*[=+\-@\t\r'])/g, "$1'")
}

/** Returns the original text of `guardFormulas`, which also puts an apostrophe before apostrophes to make this possible. */
export function unguardFormulas(text: string): string {
  return text.replace(/(^|[;\r\n])'(?=[^\S\r\n]*[=+\-@\t\r'])/g, '$1')
}

/** Quotes a field of a CSV file. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
