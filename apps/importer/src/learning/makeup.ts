import type { Makeup, MakeupRole } from '@kiosk/backend/catalogue/learning/issue-makeup'
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { plain } from '../articles/headline.ts'
import { type Block, fontOf } from '../page-model/blocks.ts'
import { roleShown } from '../page-model/habits.ts'
import type { OrderedPage } from '../page-model/placed-line.ts'
import { lineText } from '../text/page-text.ts'
import { furnitureKey } from '../text/running-heads.ts'

// With these limits an issue takes at most about 25 kB, and usually less than ten.
const MOST_FONTS = 40
const MOST_LINES = 200
const MOST_FURNITURE = 30
/** Number of characters that are kept of a line. */
export const KEPT_CHARACTERS = 80
/** Short text near a heading can be a line of authors. */
const SHORT = { characters: 90, lines: 2, blocksFromHeading: 5 }
/** Lines of names have hardly more than these. Characters. */
const BESIDE_NAMES_CHARACTERS = 40

const COUNTED: Partial<Record<Block['role'], MakeupRole>> = {
  headline: 'headline',
  kicker: 'kicker',
  deck: 'deck',
  byline: 'byline',
  body: 'body',
  crosshead: 'crosshead',
  quotation: 'quotation',
  caption: 'caption',
  credit: 'credit',
  furniture: 'furniture',
}
const HEADINGS = new Set<MakeupRole>(['headline', 'kicker', 'deck', 'byline', 'crosshead', 'quotation'])

/**
 * Returns how an issue is set: its fonts with their roles, its headings and its running heads; null if it has no text.
 * @param read blocks and articles as found without what other issues show
 */
export function makeupOf(
  pages: readonly OrderedPage[],
  { blocks, articles }: { blocks: readonly Block[][]; articles: readonly PublishedArticle[] },
): Makeup | null {
  const roles = new Map(
    blocks.flat().flatMap((block) => {
      const role = COUNTED[roleShown(block)]
      return role ? [[block, role] as const] : []
    }),
  )
  for (const { byline, firstPage } of articles) {
    const names = byline && blocks[firstPage - 1]?.find((block) => roles.get(block) === 'body' && isOfNames(block.text, byline))
    if (names) roles.set(names, 'byline')
  }
  const used = [...Map.groupBy(roles.keys(), fontOf)].sort((one, other) => other[1].length - one[1].length).slice(0, MOST_FONTS)
  if (used.length === 0) return null
  const indexOf = new Map(used.map(([font], index) => [font, index]))
  const lines = blocks.flatMap((ofPage) =>
    ofPage.flatMap((block, index): Makeup['lines'] => {
      const [role, font] = [roles.get(block), indexOf.get(fontOf(block))]
      if (role === undefined || font === undefined) return []
      if (!HEADINGS.has(role) && !(isShort(block) && isNearHeading(ofPage, index, roles))) return []
      return [{ page: block.page, font, role, text: block.text.slice(0, KEPT_CHARACTERS).toWellFormed() }]
    }),
  )
  return {
    shape: 1,
    fonts: used.map(([key, of]) => ({ ...nameAndSize(key), roles: countsOf(of.map((block) => roles.get(block)!)) })),
    lines: lines.slice(0, MOST_LINES),
    furniture: furnitureOf(pages),
  }
}

/** Whether a line has the names of an article's authors and hardly more. */
export const isOfNames = (text: string, names: string) =>
  plain(names).length >= 3 && plain(text).includes(plain(names)) && text.length <= names.length + BESIDE_NAMES_CHARACTERS

const isShort = ({ text, lines }: Block) => text.length <= SHORT.characters && lines.length <= SHORT.lines

const isNearHeading = (blocks: readonly Block[], index: number, roles: ReadonlyMap<Block, MakeupRole>) =>
  blocks
    .slice(Math.max(0, index - SHORT.blocksFromHeading), index + 2)
    .some((block) => ['headline', 'crosshead'].includes(roles.get(block) ?? ''))

/** Divides what `fontOf` returns. */
function nameAndSize(key: string): { font: string; size: number } {
  const at = key.lastIndexOf(' ')
  return { font: key.slice(0, at), size: Number(key.slice(at + 1)) }
}

function countsOf(roles: readonly MakeupRole[]): Partial<Record<MakeupRole, number>> {
  const counts: Partial<Record<MakeupRole, number>> = {}
  for (const role of roles) counts[role] = (counts[role] ?? 0) + 1
  return counts
}

/** Returns the words that are at the head or foot of at least two pages. */
function furnitureOf(pages: readonly OrderedPage[]): Makeup['furniture'] {
  const placed = pages.flatMap(({ heads, feet }, page) =>
    [heads, feet].flatMap((lines, index) =>
      lines.map(({ line, size }) => ({
        page,
        size,
        at: index === 0 ? ('head' as const) : ('foot' as const),
        text: lineText(line),
      })),
    ),
  )
  const written = placed.filter(({ text }) => /\p{L}{3}/u.test(text) && text.length <= KEPT_CHARACTERS)
  return [...Map.groupBy(written, ({ at, text }) => furnitureKey(at, text)).values()]
    .filter((group) => new Set(group.map(({ page }) => page)).size >= 2)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_FURNITURE)
    .map((group) => {
      const { at, text, size } = group[0]!
      return { at, text: text.replace(/\d+/g, '#'), size: Math.round(size * 10) / 10 }
    })
}
