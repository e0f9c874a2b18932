/** A longer text is no word, name, address or password. Characters. */
const LONGEST_CHARACTERS = 1000

/**
 * Returns a text in a normal form of Unicode, NFC by default; one that is too long as it is. Normalising takes time with the square of the
 * number of accents on one letter: two seconds for the 64 KB that a form may have.
 */
export function composed(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.length > LONGEST_CHARACTERS ? text : text.normalize(form)
}
