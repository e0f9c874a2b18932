import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createListeners } from '../shell/listeners.ts'
import {
  type Content,
  centredOn,
  clamped,
  type Frame,
  glided,
  middleOf,
  moved,
  type Point,
  pageView,
  type View,
  widthView,
  zoomedAround,
} from './zoom.ts'

export type Fit = 'page' | 'width'
/** Zoom and position of the current slide, changed without rendering. */
export type ViewControl = {
  sheet: RefObject<HTMLDivElement | null>
  /** Zoom in steps of a tenth, for selecting the image width. */
  scale: number
  now(): View
  /** Shows another view; `smoothly` animates. */
  show(view: View, smoothly?: boolean): void
  zoomAround(focal: Point, factor: number, smoothly?: boolean): void
  /** Moves by pixels; returns false if already at the edge. */
  moveBy(by: Point, smoothly?: boolean): boolean
  /** Lets the released page glide, starting at a speed in pixels per second. */
  glide(speed: Point): void
  stop(): void
  fitAgain(): void
  /** Calls back whenever another view is shown; returns a function that ends this. */
  onMoved(listener: () => void): () => void
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Manages zoom and position of a slide. `stopKey` identifies it: a new slide starts fitted, according to `fit`. */
export function useView(content: Content, frame: Frame, fit: Fit, stopKey: string): ViewControl {
  const sheet = useRef<HTMLDivElement>(null)
  const fittedView = useCallback(
    () => (fit === 'width' ? widthView(content, frame) : pageView(content, frame)),
    [content, frame, fit],
  )
  const view = useRef<View>(fittedView())
  const [scale, setScale] = useState(view.current.scale)
  const gliding = useRef(0)
  const [{ subscribe: onMoved, notify }] = useState(createListeners)

  const control = useMemo(() => {
    const show = (next: View, smoothly = false) => {
      view.current = next
      const element = sheet.current
      if (element) {
        element.style.transition = smoothly && !still() ? 'transform 180ms cubic-bezier(0.2, 0.7, 0.2, 1)' : 'none'
        element.style.transform = transformOf(next)
      }
      setScale(Math.round(next.scale * 10) / 10)
      notify()
    }
    const stop = () => cancelAnimationFrame(gliding.current)
    return {
      sheet,
      now: () => view.current,
      show,
      stop,
      zoomAround: (focal: Point, factor: number, smoothly = false) =>
        show(zoomedAround(view.current, focal, factor, content, frame), smoothly),
      moveBy(by: Point, smoothly = false) {
        const next = moved(view.current, by, content, frame)
        const hasMoved = Math.abs(next.x - view.current.x) + Math.abs(next.y - view.current.y) > 0.5
        if (hasMoved) show(next, smoothly)
        return hasMoved
      },
      glide(speed: Point) {
        stop()
        if (still()) return
        const [start, from] = [performance.now(), view.current]
        const step = (time: number) => {
          const seconds = (time - start) / 1000
          show(clamped({ ...from, x: from.x + glided(speed.x, seconds), y: from.y + glided(speed.y, seconds) }, content, frame))
          if (seconds < 1.2) gliding.current = requestAnimationFrame(step)
        }
        gliding.current = requestAnimationFrame(step)
      },
      fitAgain: () => show(fittedView(), true),
      onMoved,
    }
  }, [content, frame, fittedView, onMoved, notify])

  const shown = useRef({ stopKey, fit, content, frame, fittedScale: view.current.scale })
  useLayoutEffect(() => {
    const before = shown.current
    const fittedNow = fittedView()
    shown.current = { stopKey, fit, content, frame, fittedScale: fittedNow.scale }
    control.stop()
    const same = before.stopKey === stopKey && before.fit === fit
    control.show(same ? preservedView(view.current, before, fittedNow, { content, frame, fit }) : fittedNow)
    return control.stop
  }, [stopKey, fit, control, fittedView, content, frame])

  return useMemo(() => ({ ...control, scale }), [control, scale])
}

/**
 * Returns the view of the same slide in a resized frame: a fitted view stays fitted, a zoomed page keeps its size on the
 * screen.
 */
function preservedView(
  view: View,
  before: { content: Content; frame: Frame; fittedScale: number },
  fittedNow: View,
  { content, frame, fit }: { content: Content; frame: Frame; fit: Fit },
): View {
  const y = view.y + frame.top - before.frame.top
  if (Math.abs(view.scale - before.fittedScale) < 0.02)
    return fit === 'width' ? clamped({ ...fittedNow, y }, content, frame) : fittedNow
  const scale = Math.max(1, (view.scale * before.content.width) / content.width)
  const turned = before.frame.width !== frame.width || before.frame.height !== frame.height
  if (turned) return centredOn(middleOf(view, before.content, before.frame), scale, content, frame)
  return clamped({ scale, x: view.x, y }, content, frame)
}

export const transformOf = ({ scale, x, y }: View) => `translate(${x}px, ${y}px) scale(${scale})`
