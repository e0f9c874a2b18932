import { plain } from '../articles/headline.ts'
import { lineText } from '../text/page-text.ts'
import type { Block } from './blocks.ts'
import { edgesOf, sharedDown } from './geometry.ts'
import { HEADING, isSentence } from './headings.ts'
import type { OrderedPage } from './placed-line.ts'

/**
 * Limits for the name of a newspaper: its size as a multiple of the text's, its lower edge as a share of the page's height, and
 * the longest line beside it.
 */
const MASTHEAD = { size: 2.2, lowest: 0.3, characters: 90 }
const YEAR = /\b(?:1[89]|20)\d\d\b/u

/**
 * Marks the name of a newspaper above its front page, and its date: the largest heading, above all others and without text, with a
 * line that has a year beside it, or printed at the head of other pages, too.
 */
export function markMasthead([front = []]: readonly Block[][], pages: readonly OrderedPage[], body: number): void {
  const headings = front.filter(({ role }) => role === 'headline')
  const [name, next] = headings.toSorted((a, b) => a.edges.top - b.edges.top)
  if (!name || !next || name.lines.length > 2 || name.edges.bottom > MASTHEAD.lowest * pages[0]!.height) return
  // The name itself can be a running head.
  const isLargest = [...headings, ...pages[0]!.heads].every(({ size }) => size <= name.size)
  if (name.size < MASTHEAD.size * body || !isLargest || next.size < HEADING.larger * body) return
  // The headline of an article has a deck below it, or pictures and other articles beside it.
  if (isSentence(next.text) || pages[0]!.pictures.some((box) => sharedDown(edgesOf(box, pages[0]!), name.edges) > 0)) return
  const above = front.filter((block) => block !== name && block.edges.bottom < next.edges.top + 0.5 * next.size)
  const small = above.filter(({ size, text }) => size <= body * 1.05 && text.length <= MASTHEAD.characters)
  if (above.some((block) => !small.includes(block) && block.role === 'body' && block.edges.top > name.edges.bottom)) return
  const dates = small.filter(({ text, edges }) => YEAR.test(text) && -sharedDown(edges, name.edges) < 1.5 * name.size)
  const said = plain(name.text)
  const isRepeated = pages.some(
    ({ heads, feet }, index) => index > 0 && [...heads, ...feet].some(({ line }) => plain(lineText(line)).includes(said)),
  )
  // The date of a newspaper can be a running head of its other pages. Above the headline of an article, it is one of a journal.
  const isDated =
    dates.length > 0 ||
    pages[0]!.heads.some(({ line, box }) => YEAR.test(lineText(line)) && edgesOf(box, pages[0]!).top > name.edges.top)
  if (!isDated && !(isRepeated && said.length >= 4)) return
  for (const block of [name, ...dates]) block.role = 'furniture'
}
