import { ApiError } from '@kiosk/domain/errors'

/** Characters of a paragraph that may begin emphasis, code, a link, an image or a tag. */
const MOST_MARKS = 1000
/** Quotations and lists within each other. */
const MOST_NESTED = 30
const NESTED = new RegExp(`^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t])){${MOST_NESTED + 1}}`, 'm')
/** Characters without a break that could be the name of an e-mail address. */
const LONGEST_WORD_CHARACTERS = 1000
const LONG_WORD = new RegExp(`[\\w.+-]{${LONGEST_WORD_CHARACTERS + 1}}`)

/**
 * Rejects Markdown that nobody writes and that takes the parser seconds, in which the server answers nobody, or more memory than
 * it has: its time grows with the square of these marks. @throws ApiError wrong_input
 */
export function requireParseable(markdown: string): void {
  const isMarkedTooOften = markdown
    .split(/\n[ \t]*\n/)
    .some((paragraph) => (paragraph.match(/[*_~[\]<`!]/g)?.length ?? 0) > MOST_MARKS)
  if (isMarkedTooOften || NESTED.test(markdown) || LONG_WORD.test(markdown)) throw new ApiError('wrong_input', 'markdown')
}
