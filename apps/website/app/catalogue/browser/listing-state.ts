/** State of the list. `followed`: the card that was clicked, and its distance from the top of the screen in CSS pixels. */
type Remembered = { shown: number; y: number; followed: { uid: string; top: number } | null }
type State = { shelf?: Remembered } | null

/**
 * Time after the last scroll event before the position is saved, because browsers limit history updates to a few hundred per
 * minute.
 */
const SAVED_AFTER_MS = 300

/**
 * Returns how many issues were shown when the visitor left the list, stored only in this history entry; null = first visit.
 * `goBackTo` restores the scroll position and focuses the followed card.
 */
export function rememberedShelf(): { shown: number; goBackTo: () => void } | null {
  const remembered = (history.state as State)?.shelf
  if (!remembered) return null
  const goBackTo = () => {
    scrollTo({ top: remembered.y, behavior: 'instant' })
    const { followed } = remembered
    const link = followed && linkTo(followed.uid)
    if (!link) return
    const align = () => scrollBy({ top: link.getBoundingClientRect().top - followed.top, behavior: 'instant' })
    align()
    link.focus({ preventScroll: true })
    // Rows that came into view have their real heights in the next frames.
    requestAnimationFrame(() => {
      align()
      requestAnimationFrame(align)
    })
  }
  return { shown: remembered.shown, goBackTo }
}

/** Saves the position from now on. `shown` returns the number of cards. */
export function rememberShelf(shown: () => number): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (followed: Remembered['followed']) => {
    const shelf: Remembered = { shown: shown(), y: Math.round(scrollY), followed }
    history.replaceState({ ...(history.state as object | null), shelf }, '')
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => write(null), SAVED_AFTER_MS)
  }
  const now = (event: MouseEvent) => {
    const uid = (event.target as Element | null)?.closest<HTMLElement>('[data-issue]')?.dataset.issue
    const link = uid && linkTo(uid)
    if (!link) return
    clearTimeout(timer)
    write({ uid, top: Math.round(link.getBoundingClientRect().top) })
  }
  addEventListener('scroll', later, { passive: true })
  addEventListener('click', now, { capture: true })
}

function linkTo(uid: string): HTMLAnchorElement | null {
  return document.querySelector<HTMLAnchorElement>(`[data-issue="${CSS.escape(uid)}"] a`)
}
