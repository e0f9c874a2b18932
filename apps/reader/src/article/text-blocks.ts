/** Elements with running text; a block is one that contains no other, or a table row with everything in its cells. */
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, dt, dd, pre, tr, table > caption'
/**
 * Elements that are not read aloud: those that are not text, program code, the heads of tables, which their rows repeat, captions
 * of pictures, notes, and marked elements.
 */
const SILENT =
  'script, style, template, pre, iframe, object, svg, math, noscript, thead, figure, aside, [role=doc-footnote], [data-silent]'

/**
 * Returns the blocks of a text that are read aloud, in order. They are the same in parsed HTML, which is read aloud, and in the DOM, which is
 * highlighted.
 */
export function textBlocks(root: ParentNode): Element[] {
  return [...root.querySelectorAll(BLOCKS)].filter(
    (block) => isInnermost(block) && !block.closest(SILENT) && !isCaption(block) && block.textContent.trim() !== '',
  )
}

const isInnermost = (block: Element) =>
  !block.parentElement?.closest('tr') && (block.localName === 'tr' || !block.querySelector(BLOCKS))

/** Marks of notes in a text: before and after it is rendered. */
const NOTE_MARKS = 'a[href^="#note="], [role=doc-noteref]'

/**
 * Returns what is said for a block. Marks of notes become spaces, so that all other words keep their positions; a table row names
 * the column of each cell.
 */
export function spokenText(block: Element): string {
  if (block instanceof HTMLTableRowElement) return spokenRow(block)
  return textIn(block, '')
}

/** Returns the text of an element, with spaces for the marks of notes. `between`: what is put between the blocks in it. */
function textIn(element: Element, between: '' | ' '): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let text = ''
  let last: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const said = node.nodeValue ?? ''
    const block = node.parentElement?.closest(BLOCKS)
    if (block !== last) text += between
    last = block
    text += node.parentElement?.closest(NOTE_MARKS) ? ' '.repeat(said.length) : said
  }
  return text
}

/** "Wien; Juni: 12; Juli: 14". */
function spokenRow(row: HTMLTableRowElement): string {
  const heads = [...(row.closest('table')?.tHead?.rows ?? [])].at(-1)
  const textOf = (cell: Element | undefined) => (cell ? textIn(cell, ' ').replace(/\s+/g, ' ').trim() : '')
  const cells = [...row.cells].map((cell, at) => {
    const [head, said] = [cell.localName === 'th' ? '' : textOf(heads?.cells[at]), textOf(cell)]
    return head && said ? `${head}: ${said}` : said
  })
  return cells.filter((said) => said !== '').join('; ')
}

/** Returns where a part of what is said for a block is in the block: for a row, all of it; null if there is no such part. */
export function spokenRange(block: Element, start: number, end: number): Range | null {
  if (!(block instanceof HTMLTableRowElement)) return rangeIn(block, start, end)
  const range = document.createRange()
  range.selectNodeContents(block)
  return range
}

/** A paragraph set entirely in italics is the caption of a picture. */
export const isCaption = (node: ChildNode): boolean =>
  node instanceof Element && node.localName === 'p' && node.childNodes.length === 1 && node.firstElementChild?.localName === 'em'

/** Returns a character range in an element as a DOM range; null if the element is shorter. */
function rangeIn(element: Element, start: number, end: number): Range | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let passed = 0
  let started = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (!started && start < passed + length) {
      range.setStart(node, start - passed)
      started = true
    }
    if (started && end <= passed + length) {
      range.setEnd(node, end - passed)
      return range
    }
    passed += length
  }
  return null
}
