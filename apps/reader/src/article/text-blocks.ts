/** Elements with running text; a block is one that contains no other. */
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, figcaption, td, th, dt, dd, pre, caption'
const SILENT = 'script, style, template, iframe, object, svg, math, noscript, [data-silent]'

/**
 * Returns the blocks of a text in order. They are the same in parsed HTML, which is read aloud, and in the DOM, which is
 * highlighted.
 */
export function textBlocks(root: ParentNode): Element[] {
  return [...root.querySelectorAll(BLOCKS)].filter(
    (block) => !block.querySelector(BLOCKS) && !block.closest(SILENT) && block.textContent.trim() !== '',
  )
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
