type Part = { text: string; heading: boolean }

/** Letters and digits of a text, to compare it by. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]+/gu, '')
}

/** How many paragraphs the headline may be set in. */
const HEADLINE_PARTS = 3
const LONGEST_RUBRIC = 40

/**
 * The headline as it is printed where the outline cut it, and the paragraphs without it: it stands above them anyway. The
 * rubric in capitals beside it goes too.
 */
export function headlineApart<P extends Part>(parts: readonly P[], known: string): { headline: string; rest: P[] } {
  const printed = parts[0]
  const whole = printed?.heading ? printed.text.replace(/\s*\[\d+\]$/, '') : ''
  if (whole && letters(whole).startsWith(letters(known)) && letters(known).length >= 4)
    return { headline: whole, rest: withoutRubric(parts.slice(1)) }
  const wanted = plain(known)
  const first = parts.findIndex(({ text }) => plain(text) !== '' && !wanted.includes(plain(text)))
  return { headline: known, rest: withoutRubric(first > 0 && first <= HEADLINE_PARTS ? parts.slice(first) : [...parts]) }
}

/** Outlines count issues on, and forget to: numbers do not tell headlines apart. */
const letters = (text: string) => plain(text).replace(/\d+/g, '')

/** Those of the next article may stand at the end. */
function withoutRubric<P extends Part>(parts: readonly P[]): P[] {
  return parts.filter((part, index) => !((index === 0 || index === parts.length - 1) && isRubric(part)))
}

const isRubric = ({ text }: Part) => text.length <= LONGEST_RUBRIC && /\p{Lu}{3}/u.test(text) && !/\p{Ll}|[.!?]$/u.test(text)
