import type { ArticleBlock } from './article-blocks.ts'
import type { Inline } from './inline-writer.ts'

/** A link within the article, as `articleBlocks` writes it: the number of the note, and the contents. */
const REFERENCE = /<a href="#note=(\d{1,3})">(.*?)<\/a>/g
const PLACE = /<a href="#noteref=(\d{1,3})">(.*?)<\/a>/g
const NOTE = /^<a href="#noteref=(\d{1,3})">/

/**
 * Writes references to notes and the links back in the form of EPUB, and marks the paragraphs that are notes. Links that lead
 * nowhere become text, so that every target is in the file.
 */
export function linkedNotes(blocks: readonly ArticleBlock[]): ArticleBlock[] {
  const notes = new Map<string, ArticleBlock>()
  for (const block of blocks) {
    const number = block.tag === 'p' && !block.isQuoted ? NOTE.exec(block.inline)?.[1] : undefined
    if (number && !notes.has(number)) notes.set(number, block)
  }
  const referred = new Set<string>()
  const withReferences = (text: string) =>
    text.replace(REFERENCE, (_, number: string, inside: string) => {
      if (!notes.has(number)) return inside
      const id = referred.has(number) ? '' : ` id="noteref-${number}"`
      referred.add(number)
      return `<a epub:type="noteref" role="doc-noteref" href="#note-${number}"${id}>${inside}</a>`
    })
  const isNote = (block: ArticleBlock) => notes.get(NOTE.exec(block.inline)?.[1] ?? '') === block
  const done = blocks.map((block) => (isNote(block) ? block : changed(block, withReferences)))
  return done.map((block, at): ArticleBlock => {
    if (!isNote(blocks[at]!)) return changed(block, (text) => text.replace(PLACE, '$2'))
    let isFirst = true
    const inline = block.inline.replace(REFERENCE, '$2').replace(PLACE, (_, number: string, inside: string) => {
      const isBack = isFirst && referred.has(number)
      isFirst = false
      return isBack ? `<a role="doc-backlink" href="#noteref-${number}">${inside}</a>` : inside
    })
    return { ...block, inline, note: Number(NOTE.exec(block.inline)![1]) }
  })
}

/** Changes the text of a block, and that of all cells of a table. */
function changed(block: ArticleBlock, change: (text: string) => string): ArticleBlock {
  const each = <Part extends Inline>(part: Part): Part => ({ ...part, inline: change(part.inline) })
  if (!block.table) return each(block)
  const { caption, head, body } = block.table
  return {
    ...block,
    table: { caption: caption && each(caption), head: head.map((row) => row.map(each)), body: body.map((row) => row.map(each)) },
  }
}
