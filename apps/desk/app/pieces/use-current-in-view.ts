import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For links that are one line on phones: the current one is scrolled into the middle, and the page stays where it is. */
export function useCurrentInView<Line extends HTMLElement>(): RefObject<Line | null> {
  const line = useRef<Line>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current link
  useEffect(() => {
    const link = line.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!line.current || !link) return
    const { left, width } = line.current.getBoundingClientRect()
    line.current.scrollLeft += link.left - left - (width - link.width) / 2
  }, [pathname])
  return line
}
