import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Frame } from './zoom.ts'

/** Returns the size of the viewport and the heights reserved for bars; referentially stable while nothing changes. */
export function useFrame(
  stage: RefObject<HTMLElement | null>,
  insets: { top: number; bottom: number },
  onFrame: (frame: { width: number; height: number }) => void,
): Frame {
  const [size, setSize] = useState(() => ({ width: innerWidth, height: innerHeight }))
  const notify = useRef(onFrame)
  notify.current = onFrame
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      if (width && height) {
        setSize((size) => (size.width === width && size.height === height ? size : { width, height }))
        notify.current({ width, height })
      }
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  return useMemo(() => ({ ...size, top: insets.top, bottom: insets.bottom }), [size, insets.top, insets.bottom])
}
