/** `followed`: the card that was pressed, and where it stood on the screen (CSS pixels from the top). */
type Remembered = { shown: number; y: number; followed: { uid: string; top: number } | null }
type State = { shelf?: Remembered } | null

/** Quiet time after the last scroll before the place is written down; browsers refuse more than some hundred entries a minute. */
const QUIET = 300

/**
 * How far the list was opened when the visitor left it, kept in this entry of the browser's history and nowhere else;
 * null = newly opened. `goBackTo` scrolls there and gives the focus back to the card that was followed.
 */
export function rememberedShelf(): { shown: number; goBackTo: () => void } | null {
  const remembered = (history.state as State)?.shelf
  if (!remembered) return null
  const goBackTo = () => {
    scrollTo({ top: remembered.y, behavior: 'instant' })
    const link = remembered.followed && linkTo(remembered.followed.uid)
    if (!link || !remembered.followed) return
    scrollBy({ top: link.getBoundingClientRect().top - remembered.followed.top, behavior: 'instant' })
    link.focus({ preventScroll: true })
  }
  return { shown: remembered.shown, goBackTo }
}

/** Keeps the place while the list is on the page; returns what ends it. */
export function rememberShelf(shown: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (followed: Remembered['followed']) => {
    const shelf: Remembered = { shown, y: Math.round(scrollY), followed }
    history.replaceState({ ...(history.state as object | null), shelf }, '')
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => write(null), QUIET)
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
  return () => {
    clearTimeout(timer)
    removeEventListener('scroll', later)
    removeEventListener('click', now, { capture: true })
  }
}

function linkTo(uid: string): HTMLAnchorElement | null {
  return document.querySelector<HTMLAnchorElement>(`[data-issue="${CSS.escape(uid)}"] a`)
}
