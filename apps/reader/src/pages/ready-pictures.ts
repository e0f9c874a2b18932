import type { PageWidth } from '@kiosk/domain/reading/terms'
import type { HeldPicture } from './first-pictures.ts'

/** Pictures kept decoded ahead of need: both pages of a spread, as a double tap and as the largest zoom want them. */
export const MOST_READY = 4

type Ready = HeldPicture & { uid: string; page: number; image: unknown }

/** The latest last. A picture is at hand as long as its element lives; the browser frees what falls out here. */
let ready: readonly Ready[] = []

export function keepReady(picture: Ready): void {
  const others = ready.filter(({ address }) => address !== picture.address)
  ready = [...others, picture].slice(-MOST_READY)
}

/** The smallest ready picture of a page that is at least so wide: it can be shown at once. */
export function readyPicture(uid: string, page: number, wanted: PageWidth): HeldPicture | null {
  const fitting = ready.filter((each) => each.uid === uid && each.page === page && each.width >= wanted)
  const [smallest] = fitting.toSorted((a, b) => a.width - b.width)
  return smallest ? { width: smallest.width, address: smallest.address } : null
}
