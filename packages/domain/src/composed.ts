/** A longer text is not a word, name, address or password. */
const LONGEST_CHARACTERS = 1000

/**
 * Returns a text in a Unicode normal form, NFC by default; returns a text that is too long unchanged. The time for normalising
 * grows with the square of the number of accents on one letter: two seconds for the 64 KB that a form may have.
 */
export function composed(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.length > LONGEST_CHARACTERS ? text : text.normalize(form)
}
