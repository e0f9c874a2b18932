/** The viewport in pixels; `top` and `bottom` stay free of the fitted page. */
export type Frame = { width: number; height: number; top: number; bottom: number }
/** Size of a slide in pixels at scale 1, where all of it fits. */
export type Content = { width: number; height: number }
/** Top left corner of the content in the frame, and its zoom; 1 = fit page. */
export type View = { scale: number; x: number; y: number }
export type Point = { x: number; y: number }

export const LARGEST_SCALE = 6
/** Zoom factor of a key, or of a button. */
export const ZOOM_STEP = 1.4
/** Zoom factor of a double tap. */
const DOUBLE_TAP_SCALE = 2.2
/** Minimum extra factor if the page is already as wide as the window. */
const DOUBLE_TAP_BEYOND_WIDTH = 1.6
/** Time after which a released page has lost 63 % of its speed. */
const GLIDE_SECONDS = 0.26

/** Returns the size at which a slide with this aspect ratio (width / height) fits the frame. */
export function fitted(frame: Frame, proportions: number): Content {
  const height = Math.max(1, frame.height - frame.top - frame.bottom)
  const width = Math.max(1, Math.min(frame.width, height * proportions))
  return { width, height: width / proportions }
}

/** Returns the zoom at which the content is as wide as the frame; at least 1. */
export const widthScale = (content: Content, frame: Frame) => Math.min(LARGEST_SCALE, Math.max(1, frame.width / content.width))

/** Returns the zoom of a double tap, at which columns are readable and the page fills the width of the window if possible. */
export function doubleTapScale(content: Content, frame: Frame, fit: 'page' | 'width'): number {
  const wide = widthScale(content, frame)
  return Math.max(DOUBLE_TAP_SCALE, wide > 1.3 ? wide : 0) * (fit === 'width' ? DOUBLE_TAP_BEYOND_WIDTH : 1)
}

/** Returns the nearest view without gaps: centred if the content is smaller than the frame, otherwise within its edges. */
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

/** Returns the point of the content in the middle of the frame, as fractions. */
export function middleOf(view: View, content: Content, frame: Frame): Point {
  const middle = middleOfFrame(frame)
  return { x: (middle.x - view.x) / (content.width * view.scale), y: (middle.y - view.y) / (content.height * view.scale) }
}

/** Returns the view with a point in the middle of the frame, within the edges. */
export function centredOn(point: Point, scale: number, content: Content, frame: Frame): View {
  const middle = middleOfFrame(frame)
  const at = { x: middle.x - point.x * content.width * scale, y: middle.y - point.y * content.height * scale }
  return clamped({ scale, ...at }, content, frame)
}

/** Returns the view of the whole slide, centred. */
export const pageView = (content: Content, frame: Frame): View => clamped({ scale: 1, x: 0, y: 0 }, content, frame)
/** Returns the view in which the slide is as wide as the frame, from the top. */
export const widthView = (content: Content, frame: Frame): View =>
  clamped({ scale: widthScale(content, frame), x: 0, y: frame.top }, content, frame)

/** Zooms by `factor` and keeps the content under `focal` in place, within the edges. */
export function zoomedAround(view: View, focal: Point, factor: number, content: Content, frame: Frame): View {
  const scale = Math.min(LARGEST_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return clamped({ scale, x: focal.x - (focal.x - view.x) * ratio, y: focal.y - (focal.y - view.y) * ratio }, content, frame)
}

export function moved(view: View, by: Point, content: Content, frame: Frame): View {
  return clamped({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, content, frame)
}

/** Returns whether the content exceeds the frame, per axis. */
export function overflow(view: View, content: Content, frame: Frame): { x: boolean; y: boolean } {
  return {
    x: content.width * view.scale > frame.width + 1,
    y: content.height * view.scale > frame.height - frame.top - frame.bottom + 1,
  }
}

/** Returns the distance that a page released at `speed` (pixels per second) has moved after `seconds`. */
export const glided = (speed: number, seconds: number) => speed * GLIDE_SECONDS * (1 - Math.exp(-seconds / GLIDE_SECONDS))

/** Returns the view in which a box (fractions of the content) is visible, with the least movement. */
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
