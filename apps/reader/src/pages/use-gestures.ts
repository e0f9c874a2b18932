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
/** Minimum time of a long press, which selects text and is no tap. */
const LONG_PRESS_MS = 500
/** Time before the release over which the speed is measured. */
const SPEED_OVER_MS = 90
/** Minimum time between two turns by wheel, so that one long scroll turns once. */
const WHEEL_PAUSE_MS = 320

type Motion = 'pending' | 'pan' | 'swipe' | 'pinch' | 'none'
type Moment = Point & { time: number }
/** The beginning of a gesture. `selecting`: with the mouse on text; `hadSelection`: there was selected text. */
type Start = Moment & { target: Element; selecting: boolean; hadSelection: boolean }

/** Handles touch, pen, mouse and wheel gestures of the viewport: turn, pan, pinch, tap. */
export function useGestures(options: Options): void {
  const latest = useRef(options)
  latest.current = options
  const { stage } = options
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const ending = new AbortController()
    listenToPointers(element, () => latest.current, ending.signal)
    listenToWheel(element, () => latest.current, ending.signal)
    return () => ending.abort()
  }, [stage])
}

/** Handles fingers, pen and mouse until the signal. */
function listenToPointers(element: HTMLElement, now: () => Options, signal: AbortSignal): void {
  const tapped = tapHandler(now, signal)
  const pointers = new Map<number, Point>()
  let motion: Motion = 'none'
  let start: Start = { x: 0, y: 0, time: 0, target: element, selecting: false, hadSelection: false }
  let recent: Moment[] = []

  function down(event: PointerEvent) {
    const target = event.target as Element
    if (event.button !== 0 || target.closest('button, input, a:not([data-article])')) return
    if (opensElsewhere(event) && target.closest('a')) return
    const { view, track, waits, mayZoom } = now()
    view.stop()
    const at = pointIn(element, event)
    pointers.set(event.pointerId, at)
    if (pointers.size === 2 || waits(at)) mayZoom()
    if (pointers.size === 2) {
      if (motion === 'swipe') moveTrack(track.current, 0, true)
      motion = 'pinch'
      return
    }
    const selecting = event.pointerType === 'mouse' && target.closest('[aria-hidden] > span') !== null
    start = { ...at, time: event.timeStamp, target, selecting, hadSelection: hasSelection() }
    recent = [start]
    motion = 'pending'
  }

  function move(event: PointerEvent) {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const at = pointIn(element, event)
    pointers.set(event.pointerId, at)
    const { view, track } = now()
    if (motion === 'pinch') {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1]
      return pinch(view, other, before, at)
    }
    if (motion === 'pending') {
      if (Math.hypot(at.x - start.x, at.y - start.y) < TAP_MOVEMENT_PIXELS) return
      motion = motionOf(event, at, start, now())
      if (motion !== 'none') element.setPointerCapture(event.pointerId)
      if (motion === 'pan') getSelection()?.removeAllRanges()
    }
    if (motion === 'pan') view.moveBy({ x: at.x - before.x, y: at.y - before.y })
    if (motion === 'swipe') moveTrack(track.current, at.x - start.x, false)
    recent = [...recent.filter((each) => event.timeStamp - each.time < SPEED_OVER_MS), { ...at, time: event.timeStamp }]
  }

  function up(event: PointerEvent) {
    const at = pointers.get(event.pointerId)
    if (!at || !pointers.delete(event.pointerId)) return
    const ended = motion
    motion = 'none'
    if (ended === 'pinch') return
    const speed = speedOf(recent, { ...at, time: event.timeStamp })
    const { view, track } = now()
    if (event.type === 'pointercancel') moveTrack(track.current, 0, true)
    else if (ended === 'pan') view.glide(speed)
    else if (ended === 'swipe') endSwipe(at.x - start.x, speed.x, now())
    else if (ended === 'pending' && event.timeStamp - start.time < LONG_PRESS_MS) tapped(at, start)
  }

  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  // Double taps zoom the page; the browser would select a word as well.
  element.addEventListener('mousedown', (event) => event.detail > 1 && event.preventDefault(), { signal })
}

/** Returns what a movement that is too long for a tap begins. */
function motionOf(event: PointerEvent, at: Point, start: Start, { view, content, frame }: Options): Motion {
  const isLongPress = event.timeStamp - start.time > LONG_PRESS_MS
  if (start.selecting || (isLongPress && hasSelection())) return 'none'
  const beyond = overflow(view.now(), content, frame)
  const isHorizontal = Math.abs(at.x - start.x) > Math.abs(at.y - start.y)
  if (event.pointerType !== 'mouse' && isHorizontal && !beyond.x) return 'swipe'
  return beyond.x || beyond.y ? 'pan' : 'none'
}

/** Moves and zooms the page as one finger moves and the other one rests. */
function pinch(view: ViewControl, other: Point, before: Point, at: Point): void {
  const apart = (point: Point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y))
  view.moveBy({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 })
  view.zoomAround({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }, apart(at) / apart(before))
}

/** Turns if the swipe was long or fast enough; otherwise the slide returns. */
function endSwipe(distance: number, speed: number, { track, frame: { width }, turn }: Options): void {
  const far = Math.abs(distance) > width * 0.2 || (Math.abs(speed) > 350 && Math.sign(speed) === Math.sign(distance))
  const direction = distance < 0 ? 1 : -1
  if (far && turn(direction)) {
    // The new slide is now the middle one; the track continues from where the finger released it.
    moveTrack(track.current, distance + direction * width, false)
    void track.current?.offsetWidth
  }
  moveTrack(track.current, 0, true)
}

function moveTrack(track: HTMLElement | null, x: number, smoothly: boolean): void {
  if (!track) return
  track.style.transition = smoothly ? 'transform 180ms cubic-bezier(0.2, 0.7, 0.2, 1)' : 'none'
  track.style.transform = x ? `translateX(${x}px)` : ''
}

/** Returns what handles taps: it tells single from double ones. */
function tapHandler(now: () => Options, signal: AbortSignal): (at: Point, start: Start) => void {
  let last: Moment = { x: 0, y: 0, time: 0 }
  let waiting: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(waiting))
  return (at, { time, target, hadSelection }) => {
    clearTimeout(waiting)
    if (hadSelection || hasSelection()) return getSelection()?.removeAllRanges()
    const { doubleTap, tap, waits } = now()
    const again = time - last.time < DOUBLE_TAP_MS + 80 && Math.hypot(at.x - last.x, at.y - last.y) < 32
    if (again && waits(at)) {
      last = { x: 0, y: 0, time: 0 }
      return doubleTap(at)
    }
    last = { ...at, time }
    if (!waits(at)) return tap(at, target)
    waiting = setTimeout(() => now().tap(at, target), DOUBLE_TAP_MS)
  }
}

/** Handles the wheel until the signal: zooms, moves the page, or turns at its edge. */
function listenToWheel(element: HTMLElement, now: () => Options, signal: AbortSignal): void {
  let wheeled = { sum: 0, turned: 0, time: 0 }
  function wheel(event: WheelEvent) {
    const { view, wheel, turn, mayZoom } = now()
    event.preventDefault()
    view.stop()
    const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1
    const by = { x: -event.deltaX * unit, y: -event.deltaY * unit }
    if (event.ctrlKey || event.metaKey || wheel === 'zoom') {
      mayZoom()
      return view.zoomAround(pointIn(element, event), Math.exp(Math.max(-60, Math.min(60, by.y)) * 0.006))
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
  element.addEventListener('wheel', wheel, { passive: false, signal })
}

function pointIn(element: HTMLElement, event: MouseEvent): Point {
  const box = element.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

const hasSelection = () => !(getSelection()?.isCollapsed ?? true)

/** Returns the speed at the release, in pixels per second. */
function speedOf([from]: readonly Moment[], to: Moment): Point {
  if (!from) return { x: 0, y: 0 }
  const seconds = Math.max(0.008, (to.time - from.time) / 1000)
  return { x: (to.x - from.x) / seconds, y: (to.y - from.y) / seconds }
}
