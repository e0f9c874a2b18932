import { spokenRange, textBlocks } from '../article/text-blocks.ts'
import type { SpokenPlace } from './speech.ts'

const NAME = 'spoken'
/** Minimum distance of the sentence from the viewport edges, as a fraction of the visible height. */
const COMFORT = 0.18

/** Highlights the spoken sentence if its text is on the screen and scrolls it into view. */
export function highlightSentence(place: SpokenPlace | null): void {
  CSS.highlights?.delete(NAME)
  for (const each of document.querySelectorAll('[data-spoken]')) each.removeAttribute('data-spoken')
  if (!place) return
  const root = document.querySelector(`[data-readout="${CSS.escape(place.id)}"]`)
  const block = root && textBlocks(root)[place.block]
  const range = block && spokenRange(block, place.start, place.end)
  if (!block || !range) return
  block.setAttribute('data-spoken', range.toString())
  CSS.highlights?.set(NAME, new Highlight(range))
  bringIntoSight(range, block)
}

function bringIntoSight(range: Range, block: Element) {
  const scroller = block.closest('[role="document"]')
  if (!scroller) return
  const [seen, sentence] = [scroller.getBoundingClientRect(), range.getBoundingClientRect()]
  const margin = seen.height * COMFORT
  if (sentence.top >= seen.top + margin / 2 && sentence.bottom <= seen.bottom - margin) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  scroller.scrollBy({ top: sentence.top - seen.top - margin, behavior: still ? 'instant' : 'smooth' })
}
