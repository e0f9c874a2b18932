import { useEffect, useRef } from 'react'
import { ZOOM_STEP } from '../pages/zoom.ts'

export type KeyActions = {
  /** Called for an arrow key, which scrolls the page, or turns it at its edge. */
  arrow(x: -1 | 0 | 1, y: -1 | 0 | 1): void
  screen(direction: 1 | -1): void
  end(which: 'first' | 'last'): void
  zoom(factor: number): void
  fitPage(): void
  fitWidth(): void
  fullscreen(): void
  thumbnails(): void
  outline(): void
  search(): void
  hit(direction: 1 | -1): void
  article(): void
  pageText(): void
  help(): void
  escape(): void
}

/** Keys that act on visible pages: turn, scroll and enlarge them, and show their texts and thumbnails. */
const KEYS_OF_PAGES = /^(Arrow|Page|Home$|End$|[ +=\-0wtaxnN]$)/

/**
 * Handles the reader's keyboard shortcuts, as listed in the help. Fields, open dialogs and browser shortcuts keep theirs.
 * `pages`: pages are shown; keys that act on them are otherwise the browser's.
 */
export function useKeyboard(actions: KeyActions, pages: boolean): void {
  const latest = useRef(actions)
  latest.current = actions
  const shown = useRef(pages)
  shown.current = pages
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event) || document.querySelector('dialog:modal')) return
      if (!shown.current && KEYS_OF_PAGES.test(event.key)) return
      const target = event.target as Element
      // Sliders handle arrows, Home and End; buttons handle Space and Enter.
      if (target.matches('input[type="range"]') && /^(Arrow|Home|End|Page)/.test(event.key)) return
      if (target.closest('button, a, dialog') && (event.key === ' ' || event.key === 'Enter')) return
      if (act(event, latest.current)) event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}

/** What keyboard events of the browser and of React have in common. */
type Pressed = Pick<KeyboardEvent, 'defaultPrevented' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

/**
 * Returns whether a key may be one of the reader's: it has not been handled, it is not the browser's, and nobody is typing or
 * selecting.
 */
export function mayBeShortcut({ defaultPrevented, ctrlKey, metaKey, altKey, target }: Pressed): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  return !(target as Element).closest('input:not([type="range"]), textarea, select')
}

function act(event: KeyboardEvent, actions: KeyActions): boolean {
  switch (event.key) {
    case 'ArrowRight':
      actions.arrow(1, 0)
      break
    case 'ArrowLeft':
      actions.arrow(-1, 0)
      break
    case 'ArrowDown':
      actions.arrow(0, 1)
      break
    case 'ArrowUp':
      actions.arrow(0, -1)
      break
    case 'PageDown':
      actions.screen(1)
      break
    case 'PageUp':
      actions.screen(-1)
      break
    case ' ':
      actions.screen(event.shiftKey ? -1 : 1)
      break
    case 'Home':
      actions.end('first')
      break
    case 'End':
      actions.end('last')
      break
    case '+':
    case '=':
      actions.zoom(ZOOM_STEP)
      break
    case '-':
      actions.zoom(1 / ZOOM_STEP)
      break
    case '0':
      actions.fitPage()
      break
    case 'w':
      actions.fitWidth()
      break
    case 'f':
      actions.fullscreen()
      break
    case 't':
      actions.thumbnails()
      break
    case 'o':
      actions.outline()
      break
    case 's':
    case '/':
      actions.search()
      break
    case 'n':
      actions.hit(1)
      break
    case 'N':
      actions.hit(-1)
      break
    case 'a':
      actions.article()
      break
    case 'x':
      actions.pageText()
      break
    case '?':
      actions.help()
      break
    case 'Escape':
      actions.escape()
      break
    default:
      return false
  }
  return true
}
