import { useCallback, useEffect, useRef, useState } from 'react'

/** Time without mouse or bar activity after which the bars hide. */
const HIDDEN_AFTER_MS = 3500
/** Distance from the upper and lower edge within which the mouse shows the bars. */
const EDGE_PIXELS = 84

type Bars = { shown: boolean; show(): void; hide(): void; toggle(): void }

const inUse = () => document.querySelector('[data-bar]:is(:focus-within, :hover)') !== null

/** Controls the visibility of the bars: hidden while reading, shown by tap, mouse and focus. `pinned` = always shown. */
export function useBars(pinned: boolean): Bars {
  const [shown, setShown] = useState(true)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback(() => {
    setShown(true)
    clearTimeout(leaving.current)
    const leave = () => {
      if (inUse()) leaving.current = setTimeout(leave, HIDDEN_AFTER_MS)
      else setShown(false)
    }
    leaving.current = setTimeout(leave, HIDDEN_AFTER_MS)
  }, [])
  const hide = useCallback(() => {
    if (document.querySelector('[data-bar]:focus-within')) return
    clearTimeout(leaving.current)
    setShown(false)
  }, [])

  useEffect(() => {
    show()
    const near = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && (event.clientY < EDGE_PIXELS || event.clientY > innerHeight - EDGE_PIXELS)) show()
    }
    const focused = (event: FocusEvent) => {
      if ((event.target as Element).closest?.('[data-bar]')) show()
    }
    addEventListener('pointermove', near)
    document.addEventListener('focusin', focused)
    return () => {
      clearTimeout(leaving.current)
      removeEventListener('pointermove', near)
      document.removeEventListener('focusin', focused)
    }
  }, [show])

  const isShown = useRef(shown)
  isShown.current = shown
  const toggle = useCallback(() => (isShown.current ? setShown(false) : show()), [show])
  return { shown: shown || pinned, show, hide, toggle }
}
