import { EVERY_PUBLICATION } from '@kiosk/domain/surrogate-keys'
import { LRUCache } from 'lru-cache'
import type { Addition } from './page-cache.ts'

/** Maximum age of a page, so that offers end on time. */
const CACHED_FOR_MS = 60_000
const MOST_BYTES = 32 * 1024 * 1024

/** What is kept: the website's pages, with their surrogate keys and sizes. */
type Kept = { shows: readonly string[]; bytes: number }

/**
 * Pages for signed-in readers, which the website makes and fills with what is of one reader (ADR-0275). A change removes them at
 * once.
 */
export class ReaderPages<Page extends Kept = Kept> {
  /** Increases with every change: a page that was begun before is not kept. */
  generation = 0
  readonly #pages = new LRUCache<string, Page>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
    ttl: CACHED_FOR_MS,
    perf: Date,
  })
  /** Requests answered by a page that was kept, and pages that were rendered and kept. */
  readonly counts = { kept: 0, rendered: 0 }

  get(key: string): Page | undefined {
    const page = this.#pages.get(key)
    if (page && page.bytes > 0) this.counts.kept++
    return page
  }

  keep(key: string, page: Page, generation: number): void {
    if (generation !== this.generation) return
    this.#pages.set(key, page)
    if (page.bytes > 0) this.counts.rendered++
  }

  forget(): void {
    this.generation++
    this.#pages.clear()
  }

  /** Removes the pages that an addition touches. */
  outdate({ touches }: Pick<Addition, 'touches'>): void {
    this.generation++
    for (const [key, { shows }] of this.#pages.entries())
      if (touches === 'everything' || shows.some((each) => each === EVERY_PUBLICATION || touches.includes(each)))
        this.#pages.delete(key)
  }
}
