import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type KeptFocus<E> = { ref: RefObject<E | null>; onFocus: () => void; onBlur: () => void }

/**
 * Keeps the focus in a part of the page whose buttons come and go: when the focused one disappears, the first button or link that
 * is left gets the focus, or an element before it with `tabIndex={-1}`. Otherwise keyboards and screen readers would start again
 * at the top of the page. The result are properties of the part's element.
 */
export function useKeptFocus<E extends HTMLElement>(): KeptFocus<E> {
  const ref = useRef<E>(null)
  // React does not report the blur of an element that it removes.
  const had = useRef(false)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) {
      if (had.current) ref.current?.querySelector<HTMLElement>('[tabindex="-1"], button, a[href]')?.focus()
    } else had.current = ref.current?.contains(document.activeElement) ?? false
  })
  // A click on empty space moves no focus, so nothing is blurred; what appears in the part afterwards must not take the focus.
  useEffect(() => {
    const pressed = ({ target }: PointerEvent) => {
      if (!ref.current?.contains(target as Node)) had.current = false
    }
    addEventListener('pointerdown', pressed)
    return () => removeEventListener('pointerdown', pressed)
  }, [])
  return {
    ref,
    onFocus: () => {
      had.current = true
    },
    onBlur: () => {
      had.current = false
    },
  }
}
