// What lists have in common that grow while one scrolls: nothing in view moves (ADR-0383). The element below such a list is its
// end, with a link to the next page.

/** Returns whether the end of a list is in view or at most so many screens below it, and the link below the list is not in view. */
export const isNear = (list: Element, link: Element, screens: number): boolean =>
  list.getBoundingClientRect().bottom < innerHeight * (1 + screens) && link.getBoundingClientRect().top > innerHeight

/** Returns whether a visible element in the list, `end` or an element after it has the keyboard focus. */
export function hasKeyboardFocus(end: HTMLElement): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body || !focused.matches(':focus-visible')) return false
  const isBehind = (end.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  if (!isBehind && focused !== end && !end.previousElementSibling?.contains(focused)) return false
  const { top, bottom } = focused.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Resolves when new entries have their real heights: after the next frame. */
export const nextFrame = (): Promise<unknown> => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))

/** Shows the first new entry of a list; for the keyboard it takes the focus. */
export function showNew(entry: Element, byKeyboard: boolean): void {
  if (byKeyboard) entry.querySelector('a')?.focus()
  else entry.scrollIntoView({ block: 'center' })
}

/** Replaces the end of a list that is complete. */
export function finish(list: Element, end: HTMLElement, ...content: Node[]): void {
  // A new element directly below the list. It keeps the footer out of view, which otherwise would move up into it.
  const finished = end.cloneNode() as HTMLElement
  delete finished.dataset.endless
  finished.style.minBlockSize = `${Math.max(0, innerHeight - list.getBoundingClientRect().bottom)}px`
  finished.append(...content)
  end.replaceWith(finished)
}
