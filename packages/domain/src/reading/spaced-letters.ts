/** Four or more single letters in a row: a letter-spaced word of a page, such as "V E R K E H R". */
const SPACED_LETTERS = /(?<![\p{L}\p{N}.'’&/-])\p{L}(?: \p{L}){3,}(?![\p{L}\p{N}.'’&/-])/gu

/**
 * Joins letter-spaced words: "I m H e f t" becomes "Im Heft". Single letters of ordinary text, such as initials and "A und B",
 * stay as they are.
 */
export function joinSpacedLetters(text: string): string {
  return text.replace(SPACED_LETTERS, (word) => word.replaceAll(' ', '').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
}
