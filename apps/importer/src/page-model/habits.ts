// What earlier issues of a title show: one more witness for the roles of what is printed (ADR-0340).
import { plain } from '../articles/headline.ts'
import { kindOfMostLetters } from '../text/most-letters.ts'
import { authorsIn, bareAuthorsIn } from './authors.ts'
import { type Block, fontOf } from './blocks.ts'

/** Roles that a font can be taught by hand. */
export type TaughtRole = 'headline' | 'crosshead' | 'byline'
/** Weights of the roles of a font: found in earlier issues, and taught by corrections of people. */
export type FontHabit = { found: Partial<Record<Block['role'], number>>; taught: Partial<Record<TaughtRole, number>> }
/**
 * What earlier issues of a title show. `fonts` by `fontOf`; `sections`, `dropped` (headlines of what is not an article) by their
 * letters; `leads`: words before the names of authors; `furniture` by `furnitureKey`, with the size in points.
 */
export type Habits = {
  fonts: ReadonlyMap<string, FontHabit>
  sections: ReadonlySet<string>
  dropped: ReadonlySet<string>
  leads: readonly string[]
  furniture: ReadonlyMap<string, number>
}

export const NO_HABITS: Habits = {
  fonts: new Map(),
  sections: new Set(),
  dropped: new Set(),
  leads: [],
  furniture: new Map(),
}

/** Whether nothing is known about a title. */
export const isWithoutHabits = ({ fonts, sections, dropped, leads, furniture }: Habits): boolean =>
  fonts.size + sections.size + dropped.size + leads.length + furniture.size === 0

/**
 * Maximum number of blocks of this issue that count for the role of their font, so that many corrections by hand can outweigh
 * them.
 */
const MOST_OF_PAGES = 10
/** A font has the role that has this share of all weights. */
const CLEAR_SHARE = 0.7
const LONGEST_CHARACTERS = { byline: 90, headline: 150, section: 60 }
/** Maximum number of lines of a block. */
const MOST_LINES = { byline: 2, headline: 4 }
/** Number of blocks below a headline among which authors are looked for, and below a section among which its headline is. */
const BELOW = { authors: 5, section: 3 }

const HEADINGS = new Set<Block['role']>(['headline', 'crosshead', 'deck', 'kicker', 'byline', 'quotation'])

/**
 * Changes roles by what is usual for the title, where the pages of this issue do not clearly say otherwise. Returns the authors of
 * blocks that name them.
 */
export function applyHabits(pages: readonly Block[][], habits: Habits): Map<Block, string> {
  const signed = new Map<Block, string>()
  if (habits.fonts.size === 0 && habits.sections.size === 0) return signed
  const usual = usualRoles(pages, habits)
  // The font of the text says nothing about roles.
  usual.delete(kindOfMostLetters(pages.flat(), fontOf, ({ text }) => text) ?? '')
  for (const blocks of pages) {
    for (const [index, block] of blocks.entries()) {
      const role = usual.get(fontOf(block))
      if (!role) continue
      const isTaught = (habits.fonts.get(fontOf(block))!.taught[role as TaughtRole] ?? 0) > 0
      if (role === 'headline' && canBeHeadline(block, blocks[index + 1], isTaught)) block.role = 'headline'
      if (role === 'crosshead' && block.role === 'headline') block.role = 'crosshead'
    }
    markSections(blocks, habits)
    for (const [block, authors] of authorsBelow(blocks, usual, habits)) {
      block.role = 'byline'
      signed.set(block, authors)
    }
  }
  return signed
}

/** Returns the role of each font, by this issue, earlier ones and corrections, where it is clear. */
function usualRoles(pages: readonly Block[][], { fonts }: Habits): Map<string, Block['role']> {
  const usual = new Map<string, Block['role']>()
  const here = Map.groupBy(
    pages.flat().filter((block) => fonts.has(fontOf(block))),
    fontOf,
  )
  for (const [font, blocks] of here) {
    const { found, taught } = fonts.get(font)!
    const weights = new Map<Block['role'], number>()
    const add = (role: Block['role'], weight: number) => weights.set(role, (weights.get(role) ?? 0) + weight)
    const counted = blocks.filter(({ role }) => HEADINGS.has(role) || role === 'body')
    const scale = Math.min(1, MOST_OF_PAGES / Math.max(1, counted.length))
    for (const block of counted) add(roleShown(block), scale)
    for (const [role, weight] of Object.entries(found)) add(role as Block['role'], weight)
    for (const [role, weight] of Object.entries(taught)) add(role as Block['role'], weight)
    // What a person corrected had been taken for text, so being taken for text again proves nothing.
    if (Object.keys(taught).length > 0) weights.delete('body')
    const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
    const [role, weight] = [...weights].reduce((most, each) => (each[1] > most[1] ? each : most))
    if (weight >= CLEAR_SHARE * all) usual.set(font, role)
  }
  return usual
}

/** The role of a block. Names alone, for which the articles are searched later, are authors. */
export function roleShown({ role, text, lines }: Block): Block['role'] {
  const isName = role === 'body' && lines.length <= MOST_LINES.byline && (authorsIn(text) ?? bareAuthorsIn(text)) !== null
  return isName ? 'byline' : role
}

/** Whether a block can begin an article: a crosshead, or something else that is short in a font that a person marked so. */
function canBeHeadline(block: Block, next: Block | undefined, isTaught: boolean): boolean {
  if (block.role === 'crosshead') return true
  if (!isTaught || !['body', 'deck', 'quotation', 'kicker'].includes(block.role)) return false
  const { text, lines } = block
  if (text.length > LONGEST_CHARACTERS.headline || lines.length > MOST_LINES.headline || !/\p{L}{2}/u.test(text)) return false
  return !/[.,;:]$/u.test(text) && next !== undefined && next.frame === block.frame
}

/** A section known from earlier issues is not a headline if one follows. */
function markSections(blocks: readonly Block[], { sections }: Habits): void {
  for (const [index, block] of blocks.entries()) {
    if (block.role !== 'headline' && block.role !== 'crosshead') continue
    if (block.text.length > LONGEST_CHARACTERS.section || !sections.has(plain(block.text))) continue
    const below = blocks.slice(index + 1, index + 1 + BELOW.section).filter(({ frame }) => frame === block.frame)
    const end = below.findIndex(({ role }) => role === 'body')
    if (below.slice(0, end < 0 ? undefined : end).some(({ role }) => role === 'headline')) block.role = 'kicker'
  }
}

/** Returns the blocks below headlines that name authors by their font, with the names. */
function authorsBelow(
  blocks: readonly Block[],
  usual: ReadonlyMap<string, Block['role']>,
  { leads }: Habits,
): Map<Block, string> {
  const found = new Map<Block, string>()
  for (const [index, headline] of blocks.entries()) {
    if (headline.role !== 'headline') continue
    const rest = blocks.slice(index + 1, index + 1 + BELOW.authors)
    const end = rest.findIndex(({ role }) => role === 'headline')
    const below = rest.slice(0, end < 0 ? undefined : end).filter(({ frame }) => frame === headline.frame)
    if (below.some((block) => block.role === 'byline' || authorsIn(block.text) !== null)) continue
    const names = below.find((block) => usual.get(fontOf(block)) === 'byline' && isShort(block))
    if (names) found.set(names, namesIn(names.text, leads))
  }
  return found
}

/** A date or a place with a number in the font of authors names nobody. */
const isShort = ({ text, lines, role }: Block) =>
  (role === 'body' || HEADINGS.has(role)) &&
  text.length <= LONGEST_CHARACTERS.byline &&
  lines.length <= MOST_LINES.byline &&
  /\p{Lu}/u.test(text) &&
  !/\d/.test(text) &&
  !/[.!?:;,]$/u.test(text)

function namesIn(text: string, leads: readonly string[]): string {
  const known = authorsIn(text) ?? bareAuthorsIn(text)
  if (known) return known
  const lead = leads.find((each) => text.toLowerCase().startsWith(each.toLowerCase()))
  return text.slice(lead?.length ?? 0).trim()
}
