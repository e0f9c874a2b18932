import { NUMBERED } from '../text/note-marks.ts'
import type { Draft } from './article-draft.ts'
import { type Block, isSmallPrint, longestOf } from './blocks.ts'
import { around, sharedAcross, widthOf } from './geometry.ts'
import { firstText, openOn } from './open-draft.ts'
import { isInterrupted, jumpedFrom, jumpIn } from './phrases.ts'

const KEPT = new Set<Block['role']>(['body', 'table', 'code', 'deck', 'byline', 'crosshead', 'caption', 'quotation'])

/** Divides the blocks of an issue into drafts of articles: each begins with a headline, or where the outline says so. */
export function draftsOf(pages: readonly Block[][], named: ReadonlyMap<Block, string>): Draft[] {
  const drafts: Draft[] = []
  let main: Draft | null = null
  for (const [index, blocks] of pages.entries()) {
    const page = new DividedPage(blocks, { main: openOn(index, main, drafts, firstText(blocks)), drafts, named })
    const margin = notesInMargin(blocks)
    for (const block of blocks) if (!margin.has(block)) page.add(block)
    main = page.main
  }
  return drafts
}

/** A page that is divided block by block. Text in a box belongs to the article that began there. */
class DividedPage {
  /** The article outside boxes to which the next text belongs; null = none. */
  main: Draft | null
  readonly #inFrames = new Map<number, Draft | null>()
  readonly #blocks: readonly Block[]
  readonly #drafts: Draft[]
  readonly #named: ReadonlyMap<Block, string>
  #before: Block | null = null
  /** Belong to the article that begins next. */
  #kicker: Block | null = null
  #comesFrom: Draft['comesFrom'] = null
  /** The article whose end is printed elsewhere. */
  #interrupted: Draft | null = null

  /** @param issue `main`: the article of the page before that continues; `drafts`: gets the articles that begin */
  constructor(
    blocks: readonly Block[],
    { main, drafts, named }: { main: Draft | null; drafts: Draft[]; named: ReadonlyMap<Block, string> },
  ) {
    this.#blocks = blocks
    this.main = main
    this.#drafts = drafts
    this.#named = named
  }

  add(block: Block): void {
    if (block.role === 'headline' || this.#named.has(block)) this.#addHeadline(block)
    else if (block.role === 'kicker') this.#addKicker(block)
    else if (block.role === 'jump') this.#addJump(block)
    else if (block.role === 'jumped') this.#addJumped(block)
    else if (KEPT.has(block.role)) this.#addText(block)
    this.#before = block
  }

  #addHeadline(block: Block): void {
    const current = this.#articleAt(block)
    if (current && !this.#named.has(block) && isEmptyOn(current, block) && isSameHeadline(this.#before, block))
      current.headline.push(block)
    else if (block.role === 'headline') this.#begin(block, [block])
    else {
      const { blocks } = this.#begin(block, [])
      if (KEPT.has(block.role)) blocks.push(block)
    }
  }

  #addKicker(block: Block): void {
    this.#kicker = block
    if (opensSection(block, this.#blocks)) this.#setArticle(block, null)
  }

  #addJump(block: Block): void {
    const current = this.#articleAt(block)
    if (current) current.goesOn = jumpIn(block.text)
    if (!isInterrupted(block.text)) return
    this.#interrupted = current
    this.#setArticle(block, null)
  }

  #addJumped(block: Block): void {
    const current = this.#articleAt(block)
    const from = jumpedFrom(block.text)
    if (current && isEmptyOn(current, block)) {
      current.comesFrom = from
      this.#comesFrom = null
    } else {
      this.#comesFrom = from
      this.#setArticle(block, null)
    }
  }

  #addText(block: Block): void {
    const current = this.#articleAt(block)
    if (current) current.blocks.push(block)
    else if (this.#interrupted && isNoteBelow(block, this.#interrupted)) this.#interrupted.blocks.push(block)
    else if (this.#comesFrom) this.#begin(block, []).blocks.push(block)
    // A box without a headline is part of the article around it.
    else if (block.frame !== null) this.main?.blocks.push(block)
  }

  #articleAt({ frame }: Block): Draft | null {
    return frame === null ? this.main : (this.#inFrames.get(frame) ?? null)
  }

  #setArticle({ frame }: Block, draft: Draft | null): void {
    if (frame === null) this.main = draft
    else this.#inFrames.set(frame, draft)
  }

  #begin(block: Block, headline: Block[]): Draft {
    const draft: Draft = {
      headline,
      kicker: this.#kicker,
      blocks: [],
      page: block.page,
      named: this.#named.get(block) ?? null,
      goesOn: null,
      comesFrom: this.#comesFrom,
    }
    this.#drafts.push(draft)
    this.#setArticle(block, draft)
    this.#kicker = null
    this.#comesFrom = null
    return draft
  }
}

/** Whether an article has begun on the page of a block, and has no text yet. */
const isEmptyOn = (draft: Draft, { page }: Block): boolean => draft.blocks.length === 0 && draft.page === page

/** Whether a block contains the notes at the foot of the column in which an article is interrupted. */
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

/** Whether a page without headlines begins with the name of a section: the text below it, such as an imprint, continues no article. */
const opensSection = (name: Block, blocks: readonly Block[]) =>
  name === blocks[0] && name.frame === null && blocks.every(({ role }) => role !== 'headline')

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
