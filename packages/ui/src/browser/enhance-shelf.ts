/** Windows up to this width scroll a focused place to the start of the row. */
const ADJUSTED = '(max-width: 1500px)'
/** Part of the visible row that a button scrolls by. */
const TURNED = 0.85

/** Measures a row, and returns a function that shows its buttons accordingly. */
type Measure = () => () => void

const measures = new WeakMap<Element, Measure>()
/**
 * Observes all rows. It also reports a row when it is laid out for the first time, which for a section further down is when it
 * comes near.
 */
let observer: ResizeObserver | undefined

/** Measures all rows before changing any: after each change, the next measurement would lay out the page again. */
function showButtons(entries: ResizeObserverEntry[]): void {
  for (const show of entries.map(({ target }) => measures.get(target)!())) show()
}

/** Makes a row (`shelf.tsx`) scroll by its buttons, which it shows if there is something to scroll, and by arrow keys. */
export function enhanceShelf(shelf: HTMLElement): void {
  const row = shelf.querySelector('ul')
  const [back, forward] = shelf.querySelectorAll<HTMLButtonElement>(':scope > :first-child button')
  if (!row || !back || !forward || shelf.dataset.enhanced !== undefined) return
  shelf.dataset.enhanced = ''

  const measure = () => {
    const { scrollWidth, clientWidth, scrollLeft } = row
    const most = scrollWidth - clientWidth
    return () => {
      back.parentElement!.hidden = most <= 8
      back.disabled = scrollLeft < 8
      forward.disabled = scrollLeft > most - 8
    }
  }
  row.addEventListener('scroll', () => measure()(), { passive: true })
  measures.set(row, measure)
  observer ??= new ResizeObserver(showButtons)
  observer.observe(row)

  const turn = (direction: 1 | -1) => row.scrollBy({ left: direction * row.clientWidth * TURNED })
  back.addEventListener('click', () => turn(-1))
  forward.addEventListener('click', () => turn(1))
  row.addEventListener('keydown', (event) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (direction === 0) return
    const links = [...row.querySelectorAll<HTMLElement>('a[href], button')]
    const next = links[links.indexOf(document.activeElement as HTMLElement) + direction]
    if (!next) return
    event.preventDefault()
    const adjusted = matchMedia(ADJUSTED).matches
    next.focus({ preventScroll: adjusted })
    if (adjusted) next.closest('li')?.scrollIntoView({ inline: 'start', block: 'nearest' })
  })
}
