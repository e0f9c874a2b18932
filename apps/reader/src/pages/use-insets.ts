import { useMemo, useRef } from 'react'
import type { Place } from './spreads.ts'
import { THUMBNAILS_HEIGHT_PIXELS } from './thumbnails.tsx'

/** Heights reserved for the bars and a margin; `document.css` places the first image between them. */
const BARS_HEIGHTS_PIXELS = { top: 58, bottom: 62 }
/** Width below which the tools have a bar of their own below the lower one (`bars.module.css`), and its height. */
const NARROW_PIXELS = 480
const TOOLS_HEIGHT_PIXELS = 56
/** Height below which the bars would take too much of the page and are hidden until requested. */
export const LOW_PIXELS = 480

type Covering = {
  frame: { width: number; height: number }
  /** The bars are shown. */
  bars: boolean
  thumbnails: boolean
  /** Height of the notice. Pixels. */
  notice: number
  /** Height of the bar of reading aloud. Pixels. */
  listening: number
  place: Place
}

/** Returns how much of the frame is covered above and below the pages. Pixels. */
export function useInsets({ frame, bars, thumbnails, notice, listening, place }: Covering) {
  const noticeRoom = useRoomUntilTurned(notice, place)
  const base = frame.height < LOW_PIXELS && !bars ? { top: 0, bottom: 0 } : BARS_HEIGHTS_PIXELS
  const tools = frame.width < NARROW_PIXELS ? TOOLS_HEIGHT_PIXELS : 0
  const over = (thumbnails ? THUMBNAILS_HEIGHT_PIXELS : 0) + noticeRoom
  const bottom = base.bottom + (over > 0 ? over + tools : 0) + listening
  return useMemo(() => ({ top: base.top, bottom }), [base.top, bottom])
}

/** Returns the height of a notice. Once it has gone, its space stays free until another page is shown, so that nothing jumps. */
function useRoomUntilTurned(height: number, place: Place): number {
  const last = useRef({ height, place })
  if (height > 0 || last.current.place !== place) last.current = { height, place }
  return last.current.height
}
