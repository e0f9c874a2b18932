type Part = { text: string; heading: boolean; table?: unknown }

/** Returns the letters and digits of a text, for comparisons. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]+/gu, '')
}

const NAMED_CHARACTERS = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    laquo: '«',
    raquo: '»',
    bdquo: '„',
    ldquo: '“',
    rdquo: '”',
    lsquo: '‘',
    rsquo: '’',
  }),
)

/** Returns a title of an outline with the characters that it has as in HTML: "&mdash;" is "—". */
export const decodedTitle = (title: string) =>
  title.replace(/&(\w+);/g, (whole, name: string) => NAMED_CHARACTERS.get(name) ?? whole)

/** Maximum number of paragraphs of a headline. */
const HEADLINE_PARTS = 3
const LONGEST_RUBRIC_CHARACTERS = 40

/**
 * Returns the printed headline if the outline has shortened it, and the paragraphs without it, because it is shown above them.
 * Removes the section in capitals next to it as well.
 */
export function headlineApart<P extends Part>(parts: readonly P[], known: string): { headline: string; rest: P[] } {
  const printed = parts[0]
  const whole = printed?.heading ? printed.text.replace(/\s*\[\d+\]$/, '') : ''
  if (whole && letters(whole).startsWith(letters(known)) && letters(known).length >= 4)
    return { headline: whole, rest: withoutRubric(parts.slice(1)) }
  const plainHeadline = plain(known)
  const first = parts.findIndex(({ text }) => plain(text) !== '' && !plainHeadline.includes(plain(text)))
  const from = first <= HEADLINE_PARTS ? first : 0
  return { headline: known, rest: withoutRubric(parts.filter(({ text }, index) => index >= from || text === '')) }
}

/** Numbers in outlines are often those of an earlier issue, so they do not distinguish headlines. */
const letters = (text: string) => plain(text).replace(/\d+/g, '')

/** Removes rubrics at the beginning and at the end; one at the end may belong to the next article. */
function withoutRubric<P extends Part>(parts: readonly P[]): P[] {
  return parts.filter((part, index) => !((index === 0 || index === parts.length - 1) && isRubric(part)))
}

const isRubric = ({ text, table }: Part) =>
  !table && text.length <= LONGEST_RUBRIC_CHARACTERS && /\p{Lu}{3}/u.test(text) && !/\p{Ll}|[.!?]$/u.test(text)
