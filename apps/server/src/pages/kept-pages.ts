import { EVERY_PUBLICATION } from '@kiosk/domain/surrogate-keys'
import { LRUCache } from 'lru-cache'

/**
 * What is known about a kept page: what it depends on besides its key, what it shows (its surrogate keys), and its size.
 */
export type Kept = { varies: readonly string[]; shows: readonly string[]; bytes: number }
/** A page that somebody asks for. `key` null: it is not kept. `factOf` returns what a page may depend on besides its key. */
export type Wanted = { key: string | null; factOf(name: string): string }
/**
 * A rendered page for everybody with its key and facts; without `isKept` it is only for those who wait for it; `isOld`: something
 * that it may show has changed meanwhile. Otherwise what is for the first visitor alone; `isAlways`: nobody needs to wait for the
 * next one.
 */
export type Rendered<Page, Own> = { page: Page; isKept: boolean; isOld?: true } | { own: Own; isAlways?: boolean }
/** Renders a page; may throw at once if this visitor may not have one rendered. */
export type Render<Page, Own> = () => Promise<Rendered<Page, Own>>
/** `render`: for a visitor who waits; `renew`: for nobody in particular. */
export type Renderer<Page, Own> = { render: Render<Page, Own>; renew: Render<Page, Own> }
/** An addition: the surrogate keys of the pages that show it, and its time in milliseconds since 1970. */
export type Addition = { touches: readonly string[] | 'everything'; at: number }

/** A page in memory, in the order of the last eviction. */
type Entry<Page, Own> = {
  page: Page
  /** Requests after this time render it again. Milliseconds since 1970. */
  staleFrom: number
  /** It is not sent after this time. */
  until: number
  /** An addition has touched it. */
  outdated: boolean
  requests: number
  /** Value of `requests` when pages were last evicted. */
  requestsBefore: number
  /** Requests since it was last rendered, and half of those before. */
  demand: number
  requestedAt: number
  /** It was requested shortly before it expires, and has to be rendered again. */
  due: boolean
  /** The last request for it, with which it is rendered again. */
  wanted: Wanted
  renew: Render<Page, Own>
}
type Rendering<Page, Own> = {
  key: string
  made: Promise<Rendered<Page, Own>>
  /** What was added since it began, oldest first. */
  additions: Addition[]
  /** Pages have been removed since it began: what it shows may no longer be allowed. */
  removed: boolean
}

/** Maximum age of a page, so that offers end on time. */
const CACHED_FOR_MS = 60_000
/** How long an outdated page is still sent while it is rendered again: a change is seen within a second. */
export const STALE_MS = 800
/** How long before it expires a page is rendered again if it is requested then and was requested before. */
export const RENEWED_BEFORE_MS = 15_000
/** Maximum number of pages that are rendered again after an addition, before anybody asks for them. */
const MOST_RENEWED = 50
/** A page that was requested once is rendered again after two additions. */
const LEAST_DEMAND = 0.5
/** How long after its last request a page is still rendered again. */
const RENEWED_FOR_MS = 2 * CACHED_FOR_MS
/** Maximum number of keys for which the other dependencies of their pages are remembered. */
const MOST_REMEMBERED = 10_000

/**
 * Pages that are rendered once for many visitors. Each is kept for a minute at most, and rendered again when something is added
 * (ADR-0257). A page is rendered once, however many wait for it.
 */
export class KeptPages<Page extends Kept, Own> {
  readonly #now: () => number
  readonly #mostBytes: number
  readonly #staleMs: number
  readonly #inherit: (page: Page, former: Page) => Page
  readonly #pages = new Map<string, Entry<Page, Own>>()
  /** The other dependencies of a key's pages, learned from the first one that was rendered. */
  readonly #varies = new LRUCache<string, readonly string[]>({ max: MOST_REMEMBERED })
  /** Keys whose pages were recently found to be for one visitor each. */
  readonly #alone = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: CACHED_FOR_MS, perf: Date })
  readonly #underWay = new Map<string, Rendering<Page, Own>>()
  /**
   * Requests answered by a page that was kept, by one that was outdated, and by one that was rendered for another visitor; and
   * pages that were rendered.
   */
  readonly counts = { kept: 0, stale: 0, shared: 0, rendered: 0 }
  /**
   * Pages that were rendered for nobody in particular, and pages that were not kept because they are for one visitor or failed.
   */
  readonly renderings = { renewed: 0, single: 0 }
  #bytes = 0
  #renewing = false

  /**
   * @param options `mostBytes`: maximum size of all pages together; `staleMs`: how long an outdated page is still sent;
   * `inherit`: returns a page that takes over what was made from the page that it replaces
   */
  constructor({
    mostBytes,
    staleMs = STALE_MS,
    now = Date.now,
    inherit = (page) => page,
  }: {
    mostBytes: number
    staleMs?: number | undefined
    now?: (() => number) | undefined
    inherit?: (page: Page, former: Page) => Page
  }) {
    this.#mostBytes = mostBytes
    this.#staleMs = staleMs
    this.#now = now
    this.#inherit = inherit
  }

  /** Removes all pages, including those being rendered: nothing that they show may be sent any more. */
  forget(): void {
    this.#pages.clear()
    this.#bytes = 0
    for (const rendering of this.#underWay.values()) rendering.removed = true
    this.#underWay.clear()
  }

  /** Renders the pages that an addition touches again; until that is done, the old ones are sent for at most `staleMs`. */
  outdate(addition: Addition): void {
    const now = this.#now()
    for (const [key, entry] of this.#pages) {
      if (now >= entry.until + CACHED_FOR_MS) this.#drop(key)
      else outdate(entry, addition, this.#staleMs)
    }
    for (const { additions } of this.#underWay.values()) additions.push(addition)
    void this.#renewRequested()
  }

  /**
   * Returns a page that may be sent, which may be an old one while a new one is made.
   * @param renew renders it for nobody in particular, in place of the former function
   */
  get(wanted: Wanted, renew?: Render<Page, Own>): Page | undefined {
    const key = this.#keyOf(wanted)
    const entry = key === null ? undefined : this.#pages.get(key)
    if (!entry || key === null) return undefined
    const now = this.#now()
    entry.demand++
    entry.requestedAt = now
    if (now >= entry.until) {
      // An outdated page is rendered again together with the other outdated ones.
      if (!entry.outdated) this.#drop(key)
      return undefined
    }
    entry.requests++
    if (renew) Object.assign(entry, { wanted, renew })
    this.counts[entry.outdated ? 'stale' : 'kept']++
    if (now >= entry.staleFrom && (entry.outdated || entry.demand > 1)) {
      entry.due = true
      void this.#renewRequested()
    }
    return entry.page
  }

  /**
   * Whether a page is the one that may be sent; counts as `get` only then, because otherwise the same request gets another one.
   */
  isCurrent(wanted: Wanted, page: Page): boolean {
    const key = this.#keyOf(wanted)
    const entry = key === null ? undefined : this.#pages.get(key)
    return entry?.page === page && this.#now() < entry.until && this.get(wanted) === page
  }

  /**
   * Renders a page, or waits if it is already being rendered, and keeps it if it is for everybody. A failure fails everyone who
   * waits.
   */
  async render(wanted: Wanted, renderer: Renderer<Page, Own>): Promise<Rendered<Page, Own>> {
    const key = this.#keyOf(wanted)
    if (key === null || this.#alone.has(wanted.key!)) {
      this.renderings.single++
      return renderer.render()
    }
    const underWay = this.#underWayFor(key)
    if (underWay) {
      const made = await underWay.made
      // It may depend on something that was not known before, and be for other visitors.
      const now = this.#keyOf(wanted)
      const isOurs = now === key || ('page' in made && this.#pages.get(now!)?.page === made.page)
      if (underWay.removed || !isOurs) return this.render(wanted, renderer)
      if ('page' in made) {
        this.counts.shared++
        return made
      }
    }
    return this.#begin(key, wanted, renderer).made
  }

  /** Returns the key of a page with what it depends on. */
  #keyOf({ key, factOf }: Wanted): string | null {
    const varies = key === null ? undefined : this.#varies.get(key)
    if (key === null || !varies) return key
    let whole = key
    for (const name of varies) whole += `|${factOf(name)}`
    return whole
  }

  /** Returns what is being rendered for this page, unless it began so long ago that it is outdated. */
  #underWayFor(key: string): Rendering<Page, Own> | undefined {
    const rendering = this.#underWay.get(key)
    const [first] = rendering?.additions ?? []
    return first && this.#now() >= first.at + this.#staleMs ? undefined : rendering
  }

  /**
   * Renders pages that are due again, and outdated ones before somebody asks for them: the most requested ones first, one at a
   * time, so that visitors who wait for other pages come first. Pages that become due meanwhile follow in the same way.
   */
  async #renewRequested(): Promise<void> {
    if (this.#renewing) return
    this.#renewing = true
    const tried = new Set<Entry<Page, Own>>()
    while (tried.size < MOST_RENEWED) {
      const outdated = [...this.#pages]
        .filter(([, entry]) => this.#isRenewed(entry) && !tried.has(entry))
        .sort(([, one], [, other]) => other.demand - one.demand)
      if (outdated.length === 0) break
      for (const [key, entry] of outdated.slice(0, MOST_RENEWED - tried.size)) {
        tried.add(entry)
        // Another page may have replaced it meanwhile.
        if (this.#pages.get(key) === entry && !this.#underWayFor(key)) await this.#renew(key, entry)
      }
    }
    this.#renewing = false
  }

  #isRenewed({ due, outdated, demand, requestedAt }: Entry<Page, Own>): boolean {
    return due || (outdated && demand >= LEAST_DEMAND && this.#now() < requestedAt + RENEWED_FOR_MS)
  }

  /** `renew` reports a failure; the old page stays until it expires, and is not rendered again before that. */
  async #renew(key: string, entry: Entry<Page, Own>): Promise<void> {
    const { wanted, renew } = entry
    entry.due = false
    this.renderings.renewed++
    const made = await this.#begin(key, wanted, { render: renew, renew }).made.catch(() => null)
    if (!made || !('page' in made) || !made.isKept) entry.staleFrom = Number.POSITIVE_INFINITY
  }

  #begin(key: string, wanted: Wanted, { render, renew }: Renderer<Page, Own>): Rendering<Page, Own> {
    const rendered = render()
    this.counts.rendered++
    const finish = async () => {
      try {
        const made = await rendered
        return 'page' in made ? this.#finish(made, rendering, wanted, renew) : this.#leave(made, wanted)
      } finally {
        if (this.#underWay.get(key) === rendering) this.#underWay.delete(key)
      }
    }
    const rendering: Rendering<Page, Own> = { key, made: rendered.then(finish, finish), additions: [], removed: false }
    this.#underWay.set(key, rendering)
    return rendering
  }

  #leave(made: Extract<Rendered<Page, Own>, { own: Own }>, { key }: Wanted): Rendered<Page, Own> {
    this.renderings.single++
    if (made.isAlways) this.#alone.set(key!, true)
    return made
  }

  #finish(
    made: Extract<Rendered<Page, Own>, { page: Page }>,
    rendering: Rendering<Page, Own>,
    wanted: Wanted,
    renew: Render<Page, Own>,
  ): Rendered<Page, Own> {
    if (!made.isKept) {
      this.renderings.single++
      return made
    }
    const { varies } = made.page
    const known = this.#varies.get(wanted.key!) ?? []
    if (varies.some((name) => !known.includes(name))) this.#varies.set(wanted.key!, [...new Set([...known, ...varies])])
    // It is not the newest one if pages were removed meanwhile, or outdated so long ago that another one was begun.
    if (this.#underWay.get(rendering.key) !== rendering) return { ...made, isOld: true }
    const key = this.#keyOf(wanted)!
    const former = this.#pages.get(key)
    const page = former ? this.#inherit(made.page, former.page) : made.page
    const until = this.#now() + CACHED_FOR_MS
    const entry: Entry<Page, Own> = {
      page,
      wanted,
      renew,
      until,
      staleFrom: until - RENEWED_BEFORE_MS,
      outdated: false,
      due: false,
      requests: former?.requests ?? 0,
      requestsBefore: former?.requestsBefore ?? 0,
      demand: (former?.demand ?? 0) / 2,
      requestedAt: former?.requestedAt ?? this.#now(),
    }
    for (const addition of rendering.additions) outdate(entry, addition, this.#staleMs)
    this.#drop(key)
    this.#pages.set(key, entry)
    this.#bytes += page.bytes
    this.#makeRoom()
    return { page, isKept: true, ...(entry.outdated && { isOld: true }) }
  }

  /** Evicts the oldest pages first; one requested again since the last eviction stays, so that invented addresses do not displace real pages. */
  #makeRoom(): void {
    for (const [key, entry] of this.#pages) {
      if (this.#bytes <= this.#mostBytes) break
      if (entry.requests > entry.requestsBefore + 1) {
        entry.requestsBefore = entry.requests
        this.#pages.delete(key)
        this.#pages.set(key, entry)
      } else this.#drop(key)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.page.bytes ?? 0
    this.#pages.delete(key)
  }
}

/** A page that the addition touches is sent until `staleMs` after it at most. */
function outdate(entry: Entry<Kept, unknown>, { touches, at }: Addition, staleMs: number): void {
  const { shows } = entry.page
  const isTouched = touches === 'everything' || shows.some((key) => key === EVERY_PUBLICATION || touches.includes(key))
  if (!isTouched) return
  entry.outdated = true
  entry.staleFrom = Math.min(entry.staleFrom, at)
  entry.until = Math.min(entry.until, at + staleMs)
}
