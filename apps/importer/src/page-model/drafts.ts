import { plain } from '../articles/headline.ts'
import type { OutlineEntry } from '../pdf/read-outline.ts'
import { NUMBERED } from '../text/note-marks.ts'
import { lineText } from '../text/page-text.ts'
import { bareAuthorsIn } from './authors.ts'
import { type Block, blockOf, isSmallPrint, longestOf } from './blocks.ts'
import { around, sharedAcross, widthOf } from './geometry.ts'
import { ENDS_SENTENCE, isInterrupted, isNameOfLetters, jumpedFrom, jumpIn } from './phrases.ts'

/** An entry of the outline; `y` is the fraction of the page from its top, if the outline has a position. */
export type PlacedEntry = OutlineEntry & { y: number | null }

/**
 * A part of an article on one page, or on pages that follow one another. `named`: by the outline; `goesOn` and `comesFrom`: the
 * page that is printed there, and the word by which the other part is found.
 */
export type Draft = {
  headline: Block[]
  kicker: Block | null
  blocks: Block[]
  page: number
  named: string | null
  goesOn: { page: number; word: string } | null
  comesFrom: { page: number; word: string } | null
}

/** Returns the entries of the outline's highest level with more than one entry: that level lists the articles. */
export function articleEntries(outline: readonly PlacedEntry[]): PlacedEntry[] {
  const levels = [...new Set(outline.map(({ level }) => level))].sort((a, b) => a - b)
  const level = levels.find((each) => outline.filter((entry) => entry.level === each).length >= 2)
  return outline.filter((entry) => entry.level === level)
}

/**
 * Marks where the outline says that articles begin. Headings that look like none of those it names divide articles. Returns the
 * pages with the marks by block.
 */
export function withOutline(
  pages: readonly Block[][],
  entries: readonly PlacedEntry[],
  heightOf: (page: number) => number,
): { pages: Block[][]; named: Map<Block, string> } {
  const named = new Map<Block, string>()
  const styles = new Set<string>()
  const marked = pages.map((blocks) => [...blocks])
  for (const entry of entries) {
    const blocks = marked[entry.page - 1]
    if (!blocks) continue
    const found = blockOfHeadline(blocks, entry.headline)
    if (found) {
      styles.add(found.style)
      found.role = 'headline'
      named.set(found, entry.headline)
      continue
    }
    const top = entry.y === null ? 0 : entry.y * heightOf(entry.page)
    const at = entry.y === null ? blocks[0] : blocks.find(({ edges }) => (edges.top + edges.bottom) / 2 >= top)
    if (at && !named.has(at)) named.set(at, entry.headline)
  }
  for (const blocks of marked)
    for (const block of blocks)
      if (block.role === 'headline' && !named.has(block) && !styles.has(block.style) && !isHeadOfBox(block, blocks, named))
        block.role = 'crosshead'
  // A crosshead has no deck: what is bold below it is another one.
  for (const blocks of marked)
    for (const [index, block] of blocks.entries()) {
      const isBelow = block.role === 'deck' && blocks[index - 1]?.role === 'crosshead'
      if (isBelow && block.bold && !named.has(block) && !ENDS_SENTENCE.test(block.text)) block.role = 'crosshead'
    }
  return { pages: marked, named }
}

/** Shorter text in a box is a part of the article around it. Characters. */
const LEAST_IN_BOX_CHARACTERS = 250

/** Whether a heading is the first of a box with an article of its own: outlines often leave those out. */
function isHeadOfBox(block: Block, blocks: readonly Block[], named: ReadonlyMap<Block, string>): boolean {
  if (block.frame === null) return false
  const inside = blocks.filter(({ frame }) => frame === block.frame)
  if (inside.some((each) => named.has(each))) return false
  const first = inside.findIndex(({ role }) => role !== 'kicker' && role !== 'caption' && role !== 'credit')
  const text = inside.filter(({ role }) => role === 'body').reduce((sum, { text }) => sum + text.length, 0)
  return inside[first] === block && text >= LEAST_IN_BOX_CHARACTERS
}

/** Returns the block that begins with a headline; it is divided if the text goes on in it. Null if there is none. */
function blockOfHeadline(blocks: Block[], headline: string): Block | null {
  const wanted = plain(headline)
  const begins = (text: string) => text.length >= 4 && (wanted.startsWith(text) || text.startsWith(wanted))
  const candidates = blocks.flatMap((block) =>
    (block.table ? [] : block.lines).map((line, index) => ({ block, index, text: plain(lineText(line.line)) })),
  )
  const matching = candidates
    .filter(({ text }) => begins(text))
    .map((candidate) => ({ ...candidate, ...extentOf(candidate, wanted) }))
  // Two headlines can begin with the same line.
  const whole = matching.filter(({ block, length }) => block.role === 'headline' && length === wanted.length)
  const best = (whole.length > 0 ? whole : matching).toSorted((a, b) => b.block.size - a.block.size)[0]
  if (!best) return null
  const { block, index, end } = best
  // A block in the style of the headline alone is the whole headline, whatever of it the outline has.
  if (index === 0 && (end === block.lines.length || block.role === 'headline')) return block
  const parts = [block.lines.slice(0, index), block.lines.slice(index, end), block.lines.slice(end)]
  const made = parts.map((lines, at) => (lines.length ? { ...blockOf(lines, at === 0 && block.opens), role: block.role } : null))
  blocks.splice(blocks.indexOf(block), 1, ...made.filter((each) => each !== null))
  if (made[2]) made[2].role = 'body'
  return made[1]!
}

/** Returns before which line of its block a headline ends that begins with a line, and how many characters of it are found. */
function extentOf(
  { block, index, text }: { block: Block; index: number; text: string },
  wanted: string,
): { end: number; length: number } {
  let said = text
  let end = index + 1
  for (; end < block.lines.length; end++) {
    const more = said + plain(lineText(block.lines[end]!.line))
    if (!wanted.startsWith(more)) break
    said = more
  }
  return { end, length: Math.min(said.length, wanted.length) }
}

const KEPT = new Set<Block['role']>(['body', 'table', 'code', 'deck', 'byline', 'crosshead', 'caption', 'quotation'])

/** Divides the blocks of an issue into drafts of articles: each begins with a headline, or where the outline says so. */
export function draftsOf(pages: readonly Block[][], named: ReadonlyMap<Block, string>): Draft[] {
  const drafts: Draft[] = []
  let main: Draft | null = null
  for (const [index, blocks] of pages.entries()) {
    main = openOn(index, main, drafts, firstText(blocks))
    const inFrames = new Map<number, Draft | null>()
    let kicker: Block | null = null
    let from: Draft['comesFrom'] = null
    let before: Block | null = null
    let interrupted: Draft | null = null
    const begin = (block: Block, headline: Block[]): Draft => {
      const draft: Draft = {
        headline,
        kicker,
        blocks: [],
        page: block.page,
        named: named.get(block) ?? null,
        goesOn: null,
        comesFrom: from,
      }
      drafts.push(draft)
      kicker = null
      from = null
      return draft
    }
    const margin = notesInMargin(blocks)
    for (const block of blocks) {
      const { frame } = block
      if (margin.has(block)) continue
      let current: Draft | null = frame === null ? main : (inFrames.get(frame) ?? null)
      const keep = (draft: Draft | null) => {
        if (frame === null) main = draft
        else inFrames.set(frame, draft)
      }
      if (named.has(block) || block.role === 'headline') {
        const isMore =
          current &&
          !named.has(block) &&
          current.blocks.length === 0 &&
          current.page === block.page &&
          isSameHeadline(before, block)
        if (isMore) current!.headline.push(block)
        else {
          current = begin(block, block.role === 'headline' ? [block] : [])
          if (block.role !== 'headline' && KEPT.has(block.role)) current.blocks.push(block)
          keep(current)
        }
      } else if (block.role === 'kicker') {
        kicker = block
        if (opensSection(block, blocks)) keep(null)
      } else if (block.role === 'jump') {
        if (current) current.goesOn = jumpIn(block.text)
        if (isInterrupted(block.text)) {
          interrupted = current
          keep(null)
        }
      } else if (block.role === 'jumped') {
        from = jumpedFrom(block.text)
        if (current && current.blocks.length === 0 && current.page === block.page) {
          current.comesFrom = from
          from = null
        } else keep(null)
      } else if (!current && interrupted && isNoteBelow(block, interrupted)) interrupted.blocks.push(block)
      else if (KEPT.has(block.role)) {
        if (!current && from) {
          current = begin(block, [])
          keep(current)
        }
        // A box without a headline is part of the article around it.
        const home = current ?? (frame === null ? null : main)
        home?.blocks.push(block)
      }
      before = block
    }
  }
  return drafts
}

/** Whether a block is the notes at the foot of the column in which an article is interrupted. */
function isNoteBelow(block: Block, { blocks }: Draft): boolean {
  const text = blocks.findLast(({ role }) => role === 'body')
  return (
    text !== undefined &&
    block.role === 'body' &&
    NUMBERED.test(block.text) &&
    isSmallPrint(block, text.size) &&
    block.page === text.page &&
    block.edges.top >= text.edges.bottom &&
    sharedAcross(block.edges, text.edges) > 0
  )
}

const isPoem = ({ lines }: Block) => lines.every(({ verse }) => verse !== undefined)

/** The end of a text that goes on, whatever else a box may end with: a colon, a comma, a hyphen or a small word. */
const OPEN_TEXT = /[:,;]$|\p{L}[-‐]$|(?:^|\s)\p{Ll}+$/u

/** Whether a page without headlines begins with the name of a section: the text below it, such as an imprint, continues no article. */
const opensSection = (name: Block, blocks: readonly Block[]) =>
  name === blocks[0] && name.frame === null && blocks.every(({ role }) => role !== 'headline')

/** Returns the text at the top of a page, outside of boxes and before the first headline; null if there is none. */
function firstText(blocks: readonly Block[]): Block | null {
  const headline = blocks.findIndex(({ role }) => role === 'headline')
  const above = headline < 0 ? blocks : blocks.slice(0, headline)
  const isText = ({ role, frame, text }: Block) => role === 'body' && frame === null && text.length >= SHORTEST_TEXT_CHARACTERS
  return above.find(isText) ?? null
}

/**
 * Returns the article that goes on on the next page: if its text is set otherwise than what follows, the only other one of its page,
 * also in a box, that is set like that, such as a poem; if the text before it ends with a sentence, another one whose sentence does not,
 * or the one in a box at the foot of the page, if its text is open; after a signed article, another one that is not.
 * @param next text at the top of the next page
 */
function openOn(page: number, main: Draft | null, drafts: readonly Draft[], next: Block | null): Draft | null {
  const textOf = ({ blocks }: Draft) =>
    blocks.filter((block) => block.page === page && (block.role === 'body' || block.role === 'deck'))
  const looksLike = (draft: Draft, text: Block) =>
    textOf(draft).some((block) => block.style === text.style && (isPoem(block) || !isPoem(text)))
  const ofPage = drafts.filter(({ blocks }) => blocks.at(-1)?.page === page)
  if (next && main && !looksLike(main, next)) {
    const [same, ...others] = ofPage.filter((draft) => draft !== main && draft.goesOn === null && looksLike(draft, next))
    if (same && others.length === 0) return same
  }
  const named = next && main && otherThatNames(next, main, ofPage, page)
  if (named) return named
  const lastOf = ({ blocks }: Draft) => {
    const text = blocks.filter((block) => block.role === 'body' && block.frame === null && block.page === page)
    const usual = longestOf(text)
    return usual && usual.text.length >= SHORTEST_TEXT_CHARACTERS ? text.findLast(({ style }) => style === usual.style)! : null
  }
  const isSigned = (draft: Draft) => {
    const last = draft.blocks.findLast(({ frame, page: of, role }) => frame === null && of === page && role !== 'caption')
    return [lastOf(draft), last].some(
      (block) => block && (/\)$/u.test(block.text) || bareAuthorsIn(lineText(block.lines.at(-1)!.line)) !== null),
    )
  }
  const goesOn = ofPage.filter((draft) => draft.goesOn === null && lastOf(draft) !== null && !isSigned(draft))
  const lowest = drafts.flatMap(textOf).reduce((most, { edges }) => Math.max(most, edges.bottom), 0)
  const isOpenAtFoot = (draft: Draft) => {
    const last = textOf(draft).at(-1)
    const isAtFoot = last !== undefined && last.frame !== null && lowest - last.edges.bottom < last.size
    return isAtFoot && draft.goesOn === null && looksLike(draft, next!) && OPEN_TEXT.test(last.text)
  }
  const isOpen = (draft: Draft) => goesOn.includes(draft) && !ENDS_SENTENCE.test(lastOf(draft)!.text)
  if (main && isOpen(main)) return main
  const open = goesOn.findLast(isOpen) ?? (next && ofPage.find((draft) => draft !== main && isOpenAtFoot(draft)))
  if (open || !main || !isSigned(main)) return open ?? main
  return goesOn.toSorted((a, b) => lastOf(b)!.edges.bottom - lastOf(a)!.edges.bottom)[0] ?? main
}

/** Names that the next page has from one article and not from the other one, so that it is the first that goes on. */
const LEAST_NAMES = 3
/** A word with a capital letter within a sentence. */
const NAME = /(?<=[\p{Ll}\p{N},;]\s)\p{Lu}\p{Ll}{3,}/gu

/**
 * Returns the article of a page whose names the next text has, and none that only the article has that ends with a sentence and would go on
 * otherwise.
 */
function otherThatNames(next: Block, main: Draft, ofPage: readonly Draft[], page: number): Draft | null {
  const textOf = ({ blocks }: Draft) => blocks.filter((block) => block.page === page && block.role === 'body')
  const isClosed = (draft: Draft) => ENDS_SENTENCE.test(textOf(draft).at(-1)?.text ?? '')
  if (!isClosed(main)) return null
  const namesOf = (blocks: readonly Block[]) => new Set(blocks.flatMap(({ text }) => text.match(NAME) ?? []))
  const [said, ofMain] = [namesOf([next]), namesOf([...main.headline, ...main.blocks])]
  const others = ofPage.filter((draft) => {
    if (draft === main || draft.goesOn !== null) return false
    const own = namesOf([...draft.headline, ...draft.blocks])
    const names = [...said].filter((name) => own.has(name) !== ofMain.has(name))
    return names.length >= LEAST_NAMES && names.every((name) => own.has(name))
  })
  return others.length === 1 ? others[0]! : null
}

/** A shorter block at the top of a page can be a running head. Characters. */
const SHORTEST_TEXT_CHARACTERS = 80

/**
 * Notes in the margin are smaller than the single column of text beside them. Their size and distance are relative to its size; `text` is
 * its share of the width.
 */
const MARGIN = { size: 0.95, gap: 0.8, text: 0.6 }

/**
 * Returns notes in the margin to the left of a headline and below it: those that are ordered before it, and small print beside a single
 * column.
 */
function notesInMargin(blocks: readonly Block[]): Set<Block> {
  const index = blocks.findIndex(({ role }) => role === 'headline')
  const headline = blocks[index]
  if (!headline) return new Set()
  const width = widthOf(blocks.map(({ edges }) => edges).reduce(around))
  const isMargin = ({ edges, frame }: Block) =>
    frame === null && edges.top > headline.edges.bottom && widthOf(edges) < 0.3 * width && edges.right < headline.edges.left
  const [notes, others] = [blocks.filter(isMargin), blocks.filter((block) => !isMargin(block))]
  const text = longestOf(others.filter(({ role }) => role === 'body'))
  const isBesideColumn =
    text &&
    widthOf(text.edges) > MARGIN.text * width &&
    notes.every(({ size, edges }) => size <= MARGIN.size * text.size && edges.right < text.edges.left - MARGIN.gap * text.size) &&
    others.every(({ role, edges }) => role === 'furniture' || edges.left >= headline.edges.left - headline.size)
  if (isBesideColumn) return new Set(notes)
  const before = blocks.slice(0, index)
  return new Set(before.every(isMargin) ? before : [])
}

/** Whether a heading is another line of the headline above it. */
function isSameHeadline(before: Block | null, block: Block): boolean {
  if (before?.role !== 'headline' || before.frame !== block.frame) return false
  const gap = block.edges.top - before.edges.bottom
  return gap > -0.5 * block.size && gap < 1.2 * block.size && sharedAcross(before.edges, block.edges) > 0
}

/** Longest text of a brief and of a letter, without its heading. */
const MOST_OF_BRIEF_CHARACTERS = 900
const MOST_OF_LETTER_CHARACTERS = 4000

/**
 * Divides drafts that are lists of short items under a common heading, such as "In brief": every item has a heading of its own,
 * and there is no text before the first one. A column of letters can have a single one.
 */
export function itemsApart(drafts: readonly Draft[]): Draft[] {
  return drafts.flatMap((draft) => {
    const text = draft.blocks.filter(({ role }) => role !== 'caption')
    const areLetters = isNameOfLetters(draft.headline.map((block) => block.text).join(' '))
    // Below the name of the column, the headline of a letter is set like a deck; who wrote it is set like a crosshead.
    const isHeading = (block: Block) =>
      areLetters
        ? (block.role === 'crosshead' && bareAuthorsIn(block.text) === null) ||
          (block === text[0] && block.role === 'deck' && block.bold)
        : block.role === 'crosshead'
    const headings = text.filter(isHeading)
    if (headings.length < (areLetters ? 1 : 2) || !isHeading(text[0]!) || draft.named !== null) return [draft]
    const items: Draft[] = []
    for (const block of draft.blocks) {
      if (isHeading(block))
        items.push({ ...draft, headline: [block], kicker: draft.headline[0] ?? null, blocks: [], page: block.page, goesOn: null })
      else items.at(-1)?.blocks.push(block)
    }
    const lengths = items.map(({ blocks }) => blocks.reduce((sum, block) => sum + block.text.length, 0))
    const most = areLetters ? MOST_OF_LETTER_CHARACTERS : MOST_OF_BRIEF_CHARACTERS
    return lengths.every((length) => length > 0 && length <= most) ? items : [draft]
  })
}

/** Parts of articles on one page among which the other part of an article is looked for. */
const MOST_CANDIDATES = 200
/** Of them, those that are kept for one part: others may fit these better. */
const MOST_PAIRS_OF_PART = 8

/** Two parts that may belong together. */
type Pair = { part: Draft; other: Draft; score: number }

/** Joins the parts of articles that go on elsewhere. `offset`: what is printed as the number of the first page, minus 1. */
export function joinedByJumps(drafts: readonly Draft[], offset: number): Draft[] {
  const ofPage = Map.groupBy(drafts, ({ page }) => page)
  const onPage = (page: number) =>
    [...new Set([page - offset, page])].flatMap((each) => ofPage.get(each) ?? []).slice(0, MOST_CANDIDATES)
  const scoreOf = jumpScores(offset)
  const best = (pairs: readonly Omit<Pair, 'score'>[], least: number): Pair[] =>
    pairs
      .filter(({ part, other }) => part !== other)
      .map((pair) => ({ ...pair, score: scoreOf(pair.part, pair.other) }))
      .filter(({ score }) => score >= least)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_PAIRS_OF_PART)
  const pairs = drafts
    .flatMap((draft) => {
      const { goesOn, comesFrom } = draft
      const following = goesOn ? onPage(goesOn.page).map((other) => ({ part: draft, other })) : []
      // The line that says that it goes on can be missing, if the headline is the same.
      const before = comesFrom ? onPage(comesFrom.page).filter((part) => part.goesOn === null && hasText(part)) : []
      return [
        ...best(following, 1),
        ...best(
          before.map((part) => ({ part, other: draft })),
          3,
        ),
      ]
    })
    .sort((a, b) => b.score - a.score)
  // The best pairs first: two articles can go on on one page.
  const next = new Map<Draft, Draft>()
  const before = new Map<Draft, Draft>()
  for (const { part, other } of pairs) {
    if (next.has(part) || before.has(other) || firstPart(part, before) === other) continue
    next.set(part, other)
    before.set(other, part)
  }
  for (const draft of drafts) {
    if (before.has(draft)) continue
    for (let part = next.get(draft); part; part = next.get(part)) for (const block of part.blocks) draft.blocks.push(block)
  }
  return drafts.filter((draft) => !before.has(draft))
}

const hasText = ({ blocks }: Draft) => blocks.some(({ role }) => role === 'body')

function firstPart(part: Draft, before: ReadonlyMap<Draft, Draft>): Draft {
  let first = part
  for (let at = before.get(part); at; at = before.get(at)) first = at
  return first
}

/**
 * Returns a function that tells how well a part fits: it says where it comes from, or has the same headline or the catchword in it.
 * `offset`: see `joinedByJumps`.
 */
function jumpScores(offset: number): (part: Draft, other: Draft) => number {
  const textOf = ({ headline, kicker }: Draft) => [...headline, ...(kicker ? [kicker] : [])].map(({ text }) => text).join(' ')
  const ofPart = remembered((part) => {
    const word = part.goesOn?.word ?? ''
    return { word: plain(word), words: longWords(`${textOf(part)} ${word}`) }
  })
  const ofOther = remembered((other) => {
    const said = `${textOf(other)} ${other.comesFrom?.word ?? ''}`
    return { said: plain(said), words: longWords(said) }
  })
  return (part, other) => {
    const [before, after] = [ofPart(part), ofOther(other)]
    const isFrom = other.comesFrom && (other.comesFrom.page - offset === part.page || other.comesFrom.page === part.page)
    const hasWord = part.goesOn?.word && after.said.includes(before.word)
    const alike = similarity(before.words, after.words)
    return (
      (isFrom ? 2 : 0) +
      (hasWord ? 2 : 0) +
      (isSame(before.words, after.words) ? 3 : 1.5) * alike +
      (isOpenTo(part, other) ? 1 : 0)
    )
  }
}

/** Words of the shorter headline from which the other one can be longer, and the share of them that it has. */
const SAME_HEADLINE = { words: 3, share: 0.75 }

/** Whether headlines are one; others that share words count less than a line that says where a part comes from. */
const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  similarity(one, other) >= SAME_HEADLINE.share &&
  (one.size === other.size || Math.min(one.size, other.size) >= SAME_HEADLINE.words)

function remembered<Value>(read: (draft: Draft) => Value): (draft: Draft) => Value {
  const known = new Map<Draft, Value>()
  return (draft) => {
    const value = known.get(draft) ?? read(draft)
    known.set(draft, value)
    return value
  }
}

const longWords = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])

/** Share of the words of the shorter text that the other one has. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size)
  return least === 0 ? 0 : [...one].filter((word) => other.has(word)).length / least
}

/** Whether a sentence that one part leaves open can go on in the other. */
function isOpenTo(part: Draft, other: Draft): boolean {
  const last = part.blocks.findLast(({ role }) => role === 'body')?.text ?? ''
  const first = other.blocks.find(({ role }) => role === 'body')?.text ?? ''
  return last !== '' && !ENDS_SENTENCE.test(last) && /^\p{Ll}/u.test(first)
}
