import { escapeHtml } from '@kiosk/domain/escape-html'
import type { IssueHit } from '@kiosk/domain/reading/endpoints'
import { MARKS_OF_PAGE, PAGES_OF_SEARCH_IN_ISSUE } from '@kiosk/domain/reading/limits'
import type { Lines, Word } from '../pages/page-text.ts'

/** Number of words shown before and after the first hit of a page. */
const WORDS_AROUND = 9
/** Minimum letters of a term that also matches inside words, since German forms compounds. */
const SHORTEST_INNER_MATCH_LETTERS = 4

type Box = IssueHit['boxes'][number]
type Token = { shown: string; plain: string; stem: string; boxes: Box[] }
/** A word, or a phrase of consecutive words. */
type Term = { words: { plain: string; stem: string }[]; unwanted: boolean }

/** Searches pages offline: every word (or "phrase") must occur on the page; endings and accents are ignored. */
export function searchPages(pages: readonly { page: number; lines: Lines }[], q: string): IssueHit[] {
  const terms = termsOf(q)
  const required = terms.filter(({ unwanted }) => !unwanted)
  if (!required.length) return []
  const hits: IssueHit[] = []
  for (const { page, lines } of pages) {
    if (hits.length >= PAGES_OF_SEARCH_IN_ISSUE) break
    const tokens = tokensOf(lines)
    if (terms.some((term) => term.unwanted && placesOf(term, tokens).length)) continue
    const places = required.map((term) => placesOf(term, tokens))
    if (places.some((each) => !each.length)) continue
    const hit = new Set(places.flat())
    hits.push({
      page,
      snippet: snippetOf(tokens, hit),
      boxes: [...hit]
        .sort((a, b) => a - b)
        .flatMap((at) => tokens[at]!.boxes)
        .slice(0, MARKS_OF_PAGE),
    })
  }
  return hits
}

function termsOf(q: string): Term[] {
  return [...q.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)].flatMap(([, minus, phrase, word]) => {
    const words = (phrase ?? word ?? '')
      .split(/\s+/)
      .map(plainOf)
      .filter(Boolean)
      .map((plain) => ({ plain, stem: stemOf(plain) }))
    return words.length ? [{ words, unwanted: minus === '-' }] : []
  })
}

/** Returns the positions of all words that match a term. */
function placesOf({ words }: Term, tokens: readonly Token[]): number[] {
  const found: number[] = []
  for (let at = 0; at + words.length <= tokens.length; at++) {
    if (words.every((word, index) => matches(tokens[at + index]!, word))) found.push(...words.map((_, index) => at + index))
  }
  return found
}

const matches = (token: Token, word: Term['words'][number]) =>
  token.plain === word.plain ||
  token.stem === word.stem ||
  (word.plain.length >= SHORTEST_INNER_MATCH_LETTERS && (token.plain.includes(word.plain) || token.plain.includes(word.stem)))

/** Returns words in reading order; a hyphenated word is joined and has both boxes. */
function tokensOf(lines: Lines): Token[] {
  const tokens: Token[] = []
  const boxOf = ([, x, y, width, height]: Word): Box => [x, y, width, height]
  let divided = false
  for (const line of lines) {
    for (const [index, word] of line.entries()) {
      const last = tokens.at(-1)
      if (index === 0 && divided && last && /^\p{Ll}/u.test(word[0])) {
        tokens[tokens.length - 1] = token(last.shown.replace(/[-\u00ad]$/, '') + word[0], [...last.boxes, boxOf(word)])
      } else tokens.push(token(word[0], [boxOf(word)]))
    }
    divided = /\p{L}[-\u00ad]$/u.test(tokens.at(-1)?.shown ?? '')
  }
  return tokens
}

function token(shown: string, boxes: Box[]): Token {
  const plain = plainOf(shown)
  return { shown, plain, stem: stemOf(plain), boxes }
}

/** Returns a word in lower case, without accents and punctuation. */
function plainOf(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns a word without the most common suffixes of the three languages. */
function stemOf(plain: string): string {
  if (plain.length < 5) return plain
  return plain.replace(/(?:ungen|ern|em|en|er|es|e|n|s|aux|ing|ed)$/, (ending) =>
    plain.length - ending.length >= 3 ? '' : ending,
  )
}

/** Returns HTML with the hits in `<mark>`. */
function snippetOf(tokens: readonly Token[], hit: ReadonlySet<number>): string {
  const first = Math.min(...hit)
  return tokens
    .slice(Math.max(0, first - WORDS_AROUND), first + WORDS_AROUND + 1)
    .map(({ shown }, index) => {
      const safe = escapeHtml(shown)
      return hit.has(Math.max(0, first - WORDS_AROUND) + index) ? `<mark>${safe}</mark>` : safe
    })
    .join(' ')
}
