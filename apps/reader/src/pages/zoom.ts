/** Pixels of the window in which pages are seen; `top` and `bottom` stay free of the fitted page. */
export type Frame = { width: number; height: number; top: number; bottom: number }
/** Pixels of one stop at scale 1, where all of it fits. */
export type Content = { width: number; height: number }
/** The content's left upper corner in the frame and its enlargement; 1 = fit page. */
export type View = { scale: number; x: number; y: number }
export type Point = { x: number; y: number }

export const LARGEST_SCALE = 6
/** How much a double tap enlarges. */
const DOUBLE_TAP_SCALE = 2.2
/** How much more it does where the page is as wide as the window already. */
const DOUBLE_TAP_BEYOND_WIDTH = 1.6
/** Seconds after which a let-go page has lost 63 % of its speed. */
const GLIDE = 0.26

/** Size at which a stop of these proportions (width / height) fits the frame. */
export function fitted(frame: Frame, proportions: number): Content {
  const height = Math.max(1, frame.height - frame.top - frame.bottom)
  const width = Math.max(1, Math.min(frame.width, height * proportions))
  return { width, height: width / proportions }
}

/** The enlargement at which the content is as wide as the frame; never below 1. */
export const widthScale = (content: Content, frame: Frame) => Math.min(LARGEST_SCALE, Math.max(1, frame.width / content.width))

/** The enlargement to which a double tap leads: columns become readable, and a page that can fills the window's width. */
export function doubleTapScale(content: Content, frame: Frame, fit: 'page' | 'width'): number {
  const wide = widthScale(content, frame)
  return Math.max(DOUBLE_TAP_SCALE, wide > 1.3 ? wide : 0) * (fit === 'width' ? DOUBLE_TAP_BEYOND_WIDTH : 1)
}

/** The nearest view that leaves no gap: centred where the content is smaller than the frame, within its edges otherwise. */
export function clamped(view: View, content: Content, frame: Frame): View {
  return {
    scale: view.scale,
    x: within(view.x, content.width * view.scale, 0, frame.width),
    y: within(view.y, content.height * view.scale, frame.top, frame.height - frame.bottom),
  }
}

function within(at: number, size: number, from: number, to: number): number {
  if (size <= to - from) return (from + to - size) / 2
  return Math.min(from, Math.max(to - size, at))
}

const middleOfFrame = (frame: Frame): Point => ({ x: frame.width / 2, y: (frame.top + frame.height - frame.bottom) / 2 })

/** What of the content lies in the middle of the frame, as fractions of it. */
export function middleOf(view: View, content: Content, frame: Frame): Point {
  const middle = middleOfFrame(frame)
  return { x: (middle.x - view.x) / (content.width * view.scale), y: (middle.y - view.y) / (content.height * view.scale) }
}

/** The view with this point of the content in the middle of the frame, as far as the edges allow. */
export function centredOn(point: Point, scale: number, content: Content, frame: Frame): View {
  const middle = middleOfFrame(frame)
  const at = { x: middle.x - point.x * content.width * scale, y: middle.y - point.y * content.height * scale }
  return clamped({ scale, ...at }, content, frame)
}

/** The whole stop in the middle of the frame. */
export const pageView = (content: Content, frame: Frame): View => clamped({ scale: 1, x: 0, y: 0 }, content, frame)
/** As wide as the frame, seen from its top. */
export const widthView = (content: Content, frame: Frame): View =>
  clamped({ scale: widthScale(content, frame), x: 0, y: frame.top }, content, frame)

/** Enlarges by `factor` so that what lies under `focal` stays there, as far as the edges allow. */
export function zoomedAround(view: View, focal: Point, factor: number, content: Content, frame: Frame): View {
  const scale = Math.min(LARGEST_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return clamped({ scale, x: focal.x - (focal.x - view.x) * ratio, y: focal.y - (focal.y - view.y) * ratio }, content, frame)
}

export function moved(view: View, by: Point, content: Content, frame: Frame): View {
  return clamped({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, content, frame)
}

/** Whether there is more of the content than the frame shows, on either axis. */
export function overflow(view: View, content: Content, frame: Frame): { x: boolean; y: boolean } {
  return {
    x: content.width * view.scale > frame.width + 1,
    y: content.height * view.scale > frame.height - frame.top - frame.bottom + 1,
  }
}

/** How far a page let go at `speed` (pixels a second) has glided after `seconds`. */
export const glided = (speed: number, seconds: number) => speed * GLIDE * (1 - Math.exp(-seconds / GLIDE))

/** The view in which a box (fractions of the content) is in sight, moved as little as needed. */
export function bringingIntoSight(
  view: View,
  box: { x: number; y: number; width: number; height: number },
  content: Content,
  frame: Frame,
): View {
  const [width, height] = [content.width * view.scale, content.height * view.scale]
  const margin = 48
  const shift = (from: number, to: number, low: number, high: number) =>
    from < low + margin ? low + margin - from : to > high - margin ? high - margin - to : 0
  const x = shift(view.x + box.x * width, view.x + (box.x + box.width) * width, 0, frame.width)
  const y = shift(view.y + box.y * height, view.y + (box.y + box.height) * height, frame.top, frame.height - frame.bottom)
  return moved(view, { x, y }, content, frame)
}
