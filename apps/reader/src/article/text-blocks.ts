/** Elements with running text; a block is one that contains no other. */
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, dt, dd, pre'
/** What nobody reads aloud: no text, tables, captions, notes, and what is marked. */
const SILENT =
  'script, style, template, iframe, object, svg, math, noscript, table, figure, aside, [role=doc-footnote], [data-silent]'

/**
 * Returns the blocks of a text that are read aloud, in order. They are the same in parsed HTML, which is read aloud, and in the DOM, which is
 * highlighted.
 */
export function textBlocks(root: ParentNode): Element[] {
  return [...root.querySelectorAll(BLOCKS)].filter(
    (block) => !block.querySelector(BLOCKS) && !block.closest(SILENT) && !isCaption(block) && block.textContent.trim() !== '',
  )
}

/** A paragraph set entirely in italics is the caption of a picture. */
function isCaption(block: Element): boolean {
  return block.localName === 'p' && block.childNodes.length === 1 && block.firstElementChild?.localName === 'em'
}

/** Returns a character range in an element as a DOM range; null if the element is shorter. */
export function rangeIn(element: Element, start: number, end: number): Range | null {
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
