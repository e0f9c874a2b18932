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
