import { type RefObject, useEffect, useRef } from 'react'
import { opensElsewhere } from '../shell/opens-elsewhere.ts'
import type { ViewControl } from './use-view.ts'
import { type Content, type Frame, overflow, type Point } from './zoom.ts'

type Gestures = {
  /** Turns at once; returns false at either end. */
  turn(direction: 1 | -1): boolean
  /** Called for a single tap once a double tap is ruled out (at the edges, immediately). */
  tap(at: Point, target: Element): void
  doubleTap(at: Point): void
  /** Returns whether a tap here waits for a second one. */
  waits(at: Point): boolean
  /** Called when a zoom may follow: on the first tap of two, a second finger, or the wheel. */
  mayZoom(): void
}

type Options = Gestures & {
  stage: RefObject<HTMLElement | null>
  /** The track of slides; follows the finger while swiping. */
  track: RefObject<HTMLElement | null>
  view: ViewControl
  content: Content
  frame: Frame
  wheel: 'turn' | 'zoom'
}

/** Maximum movement within a tap, in pixels, and time between the taps of a double tap, in milliseconds. */
const TAP_MOVEMENT_PIXELS = 9
const DOUBLE_TAP_MS = 260
/** Minimum time between two turns by wheel, so that one long scroll turns once. */
const WHEEL_PAUSE_MS = 320

type Motion = 'pending' | 'pan' | 'swipe' | 'pinch' | 'none'

/** Handles touch, pen, mouse and wheel gestures of the viewport: turn, pan, pinch, tap. */
export function useGestures(options: Options): void {
  const latest = useRef(options)
  latest.current = options
  const { stage } = options
  useEffect(() => {
    const element = stage.current
    if (!element) return
    return listen(element, () => latest.current)
  }, [stage])
}

function listen(element: HTMLElement, now: () => Options): () => void {
  const pointers = new Map<number, Point>()
  let motion: Motion = 'none'
  let start = { x: 0, y: 0, time: 0, target: element as Element, selecting: false, hadSelection: false }
  let recent: (Point & { time: number })[] = []
  let lastTap = { x: 0, y: 0, time: 0 }
  let waiting: ReturnType<typeof setTimeout> | undefined
  let wheeled = { sum: 0, turned: 0, time: 0 }

  const within = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const swipeTo = (x: number, smoothly: boolean) => {
    const track = now().track.current
    if (!track) return
    track.style.transition = smoothly ? 'transform 180ms cubic-bezier(0.2, 0.7, 0.2, 1)' : 'none'
    track.style.transform = x ? `translateX(${x}px)` : ''
  }

  function down(event: PointerEvent) {
    const target = event.target as Element
    if (event.button !== 0 || target.closest('button, input, a:not([data-article])')) return
    if (opensElsewhere(event) && target.closest('a')) return
    const { view } = now()
    view.stop()
    const at = within(event)
    pointers.set(event.pointerId, at)
    if (pointers.size === 2 || now().waits(at)) now().mayZoom()
    if (pointers.size === 2) {
      if (motion === 'swipe') swipeTo(0, true)
      motion = 'pinch'
      return
    }
    const selecting = event.pointerType === 'mouse' && target.closest('[aria-hidden] > span') !== null
    start = { ...at, time: event.timeStamp, target, selecting, hadSelection: !(getSelection()?.isCollapsed ?? true) }
    recent = [{ ...at, time: event.timeStamp }]
    motion = 'pending'
  }

  function move(event: PointerEvent) {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const at = within(event)
    pointers.set(event.pointerId, at)
    const { view, content, frame } = now()
    if (motion === 'pinch' && pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1]
      const middle = (point: Point) => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 })
      const apart = (point: Point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y))
      view.moveBy({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 })
      view.zoomAround(middle(at), apart(at) / apart(before))
      return
    }
    if (motion === 'pending') {
      const [dx, dy] = [at.x - start.x, at.y - start.y]
      if (Math.hypot(dx, dy) < TAP_MOVEMENT_PIXELS) return
      const beyond = overflow(view.now(), content, frame)
      const selects = start.selecting || (event.timeStamp - start.time > 500 && !(getSelection()?.isCollapsed ?? true))
      if (selects) motion = 'none'
      else if (event.pointerType === 'mouse') motion = beyond.x || beyond.y ? 'pan' : 'none'
      else if (!beyond.x && Math.abs(dx) > Math.abs(dy)) motion = 'swipe'
      else motion = beyond.x || beyond.y ? 'pan' : 'none'
      if (motion !== 'none') element.setPointerCapture(event.pointerId)
      if (motion === 'pan') getSelection()?.removeAllRanges()
    }
    if (motion === 'pan') view.moveBy({ x: at.x - before.x, y: at.y - before.y })
    if (motion === 'swipe') swipeTo(at.x - start.x, false)
    recent = [...recent.filter((each) => event.timeStamp - each.time < 90), { ...at, time: event.timeStamp }]
  }

  function up(event: PointerEvent) {
    const at = pointers.get(event.pointerId)
    if (!at || !pointers.delete(event.pointerId)) return
    const ended = motion
    if (ended === 'pinch') {
      motion = pointers.size ? 'none' : motion
      return
    }
    motion = 'none'
    const from = recent[0]
    const seconds = from ? Math.max(0.008, (event.timeStamp - from.time) / 1000) : 1
    const speed = from ? { x: (at.x - from.x) / seconds, y: (at.y - from.y) / seconds } : { x: 0, y: 0 }
    const { view, frame } = now()
    if (event.type === 'pointercancel') swipeTo(0, true)
    else if (ended === 'pan') view.glide(speed)
    else if (ended === 'swipe') swiped(at.x - start.x, speed.x, frame.width)
    else if (ended === 'pending' && event.timeStamp - start.time < 500) tapped(at)
  }

  function swiped(distance: number, speed: number, width: number) {
    const far = Math.abs(distance) > width * 0.2 || (Math.abs(speed) > 350 && Math.sign(speed) === Math.sign(distance))
    const direction = distance < 0 ? 1 : -1
    if (far && now().turn(direction)) {
      // The new slide is now the middle one; the track continues from where the finger released it.
      swipeTo(distance + direction * width, false)
      void element.offsetWidth
    }
    swipeTo(0, true)
  }

  function tapped(at: Point) {
    clearTimeout(waiting)
    if (start.hadSelection || !(getSelection()?.isCollapsed ?? true)) return getSelection()?.removeAllRanges()
    const { doubleTap, tap, waits } = now()
    const again = start.time - lastTap.time < DOUBLE_TAP_MS + 80 && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 32
    const { target } = start
    if (again && waits(at)) {
      lastTap = { x: 0, y: 0, time: 0 }
      return doubleTap(at)
    }
    lastTap = { ...at, time: start.time }
    if (!waits(at)) return tap(at, target)
    waiting = setTimeout(() => now().tap(at, target), DOUBLE_TAP_MS)
  }

  function wheel(event: WheelEvent) {
    const { view, wheel, turn } = now()
    event.preventDefault()
    view.stop()
    const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1
    const by = { x: -event.deltaX * unit, y: -event.deltaY * unit }
    if (event.ctrlKey || event.metaKey || wheel === 'zoom') {
      now().mayZoom()
      return view.zoomAround(within(event), Math.exp(Math.max(-60, Math.min(60, by.y)) * 0.006))
    }
    if (event.shiftKey && !by.x) [by.x, by.y] = [by.y, 0]
    const time = event.timeStamp
    if (view.moveBy(by)) {
      wheeled = { sum: 0, turned: time, time }
      return
    }
    const sum = (time - wheeled.time > 200 ? 0 : wheeled.sum) - (Math.abs(by.x) > Math.abs(by.y) ? by.x : by.y)
    const turns = Math.abs(sum) > 60 && time - wheeled.turned > WHEEL_PAUSE_MS
    wheeled = turns ? { sum: 0, turned: time, time } : { ...wheeled, sum, time }
    if (turns) turn(sum > 0 ? 1 : -1)
  }

  // Double taps zoom the page; the browser would select a word as well.
  const noNativeDouble = (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault()
  }
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  element.addEventListener('wheel', wheel, { passive: false })
  element.addEventListener('mousedown', noNativeDouble)
  return () => {
    clearTimeout(waiting)
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', up)
    element.removeEventListener('wheel', wheel)
    element.removeEventListener('mousedown', noNativeDouble)
  }
}
