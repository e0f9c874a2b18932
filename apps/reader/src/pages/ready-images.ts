import type { PageWidth } from '@kiosk/domain/reading/limits'
import type { HeldImage } from './first-images.ts'

/** Maximum decoded images: both pages of a spread, for a double tap and for the maximum zoom. */
export const MOST_READY = 4

type Ready = HeldImage & { uid: string; page: number; image: unknown }

/** Decoded images, most recent last. An image stays decoded while its element exists; evicted ones are garbage-collected. */
let ready: readonly Ready[] = []

export function keepReady(image: Ready): void {
  const others = ready.filter(({ address }) => address !== image.address)
  ready = [...others, image].slice(-MOST_READY)
}

/** Returns the smallest preloaded image of a page with at least this width, which can be shown at once. */
export function readyImage(uid: string, page: number, width: PageWidth): HeldImage | null {
  const fitting = ready.filter((each) => each.uid === uid && each.page === page && each.width >= width)
  const [smallest] = fitting.toSorted((a, b) => a.width - b.width)
  return smallest ? { width: smallest.width, address: smallest.address } : null
}
