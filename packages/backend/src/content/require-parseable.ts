import { ApiError } from '@kiosk/domain/errors'

/** Characters of a paragraph that may begin emphasis, code, a link or a tag. */
const MOST_MARKS = 1000
/** Quotations within each other. */
const MOST_QUOTES = 30
const NESTED_QUOTES = new RegExp(`^(?:[ \\t]*>){${MOST_QUOTES + 1}}`, 'm')

/**
 * Rejects Markdown that nobody writes and that takes the parser seconds, in which the server answers nobody: its time grows
 * with the square of these marks. @throws ApiError wrong_input
 */
export function requireParseable(markdown: string): void {
  const isMarkedTooOften = markdown
    .split(/\n[ \t]*\n/)
    .some((paragraph) => (paragraph.match(/[*_~[\]<`]/g)?.length ?? 0) > MOST_MARKS)
  if (isMarkedTooOften || NESTED_QUOTES.test(markdown)) throw new ApiError('wrong_input', 'markdown')
}
