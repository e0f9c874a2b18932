import type { IncomingMessage, ServerResponse } from 'node:http'
import { carriesToken } from '@kiosk/domain/accounts/token-parameters'
import { addressOf } from '@kiosk/domain/addresses'
import { bringsPersonalCookie, type Look, lookOf, type PageVariant, variantKey, variantOf } from '@kiosk/domain/page-variant'
import { EVERY_PUBLICATION } from '@kiosk/domain/surrogate-keys'
import { LRUCache } from 'lru-cache'
import type { PageDictionaries } from './dictionary/page-dictionaries.ts'
import { type RenderedPage, renderedPage, sendPage } from './rendered-page.ts'

/** A page in the cache, in the order of the last eviction. */
type KeptPage = RenderedPage & {
  /** From this time on it is rendered again when it is requested. Milliseconds since 1970. */
  staleFrom: number
  /** It is not sent from this time on. */
  until: number
  /** An addition has touched it. */
  outdated: boolean
  requests: number
  /** Value of `requests` when pages were last evicted. */
  requestsBefore: number
  /** Requests since it was last rendered, and half of those before. */
  demand: number
  /** What it was first requested as, for rendering it again. */
  shared: SharedPage
  renew: Render
}
/** Something was added: the surrogate keys of the pages that show it, and when. Milliseconds since 1970. */
export type Addition = { touches: readonly string[] | 'everything'; at: number }
/**
 * Renders a page; may throw at once if this visitor may not have one rendered. A response that is not for everybody is sent to
 * the visitor for whom it was rendered alone.
 */
export type Render = () => Promise<Response>
/** `render`: for a visitor who waits; `renew`: for nobody in particular. */
export type Renderer = { render: Render; renew: Render }
type Rendering = {
  key: string
  /** A response is for the first visitor only. */
  made: Promise<RenderedPage | Response>
  /** What was added since it began, oldest first. */
  additions: Addition[]
  /** Pages were removed since it began: what it shows may not be shown any more. */
  removed: boolean
}
/** A page that is the same for every visitor with its key and look; `key` null: the address is too long to be cached. */
export type SharedPage = { key: string | null; look: Look }

/** Maximum age of a page, so that offers end on time. */
const CACHED_FOR_MS = 60_000
/** How long an outdated page is still sent while it is rendered again: a change is seen within a second. */
export const STALE_MS = 800
/** How long before the end of its time a page is rendered again when it is requested. */
export const RENEWED_BEFORE_MS = 15_000
/** Maximum number of pages that are rendered again after an addition, before anybody asks for them. */
const MOST_RENEWED = 50
/** A page that was requested once is rendered again after two additions. */
const LEAST_DEMAND = 0.5
/** Maximum number of addresses of which is remembered what of the look they depend on. */
const MOST_VARYING = 10_000
/** Total size of the uncompressed pages; their compressed forms take a third more. */
const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_ADDRESS_CHARACTERS = 500
/** Longest header whose variant is remembered. */
const LONGEST_HEADERS_CHARACTERS = 500
/** This page redirects to the previous one: its response depends on more than the variant. */
const READS_REFERRER = addressOf('logout')
/** Maximum number of remembered combinations of headers. */
const MOST_VARIANTS = 5_000

/**
 * Rendered pages for visitors, one for each language and market, filled with the look of each visitor (ADR-0279); requests with a
 * session never use the cache. However many visitors wait for a page, it is rendered once (ADR-0257).
 */
export class PageCache {
  readonly #now: () => number
  readonly #dictionaries: PageDictionaries | undefined
  readonly #pages = new Map<string, KeptPage>()
  /** What of the look the page of a key is rendered for, by the key without it. */
  readonly #varies = new LRUCache<string, RenderedPage['varies']>({ max: MOST_VARYING })
  readonly #underWay = new Map<string, Rendering>()
  /**
   * Requests answered by a page that was kept, by one that was outdated, and by one that was rendered for another visitor; and
   * pages that were rendered.
   */
  readonly counts = { kept: 0, stale: 0, shared: 0, rendered: 0 }
  #bytes = 0
  #renewing = false
  /** Variants by headers, because browsers send the same headers with every request. */
  readonly #variants = new Map<string, { variant: PageVariant; look: Look; suffix: string } | null>()

  constructor({ now = Date.now, dictionaries }: { now?: () => number; dictionaries?: PageDictionaries } = {}) {
    this.#now = now
    this.#dictionaries = dictionaries
  }

  /** Removes all pages, also those that are being rendered: nothing that they show may be sent any more. */
  forget(): void {
    this.#pages.clear()
    this.#bytes = 0
    for (const rendering of this.#underWay.values()) rendering.removed = true
    this.#underWay.clear()
  }

  /** The pages that an addition touches are rendered again; until `STALE_MS` after it they are sent as they are meanwhile. */
  outdate(addition: Addition): void {
    for (const page of this.#pages.values()) outdate(page, addition)
    for (const { additions } of this.#underWay.values()) additions.push(addition)
    void this.#renewRequested()
  }

  /** Returns the shared page that this request is for; null = the response may be personal. */
  sharedPageOf(request: IncomingMessage, country: string | null): (SharedPage & { variant: PageVariant }) | null {
    const { method, url = '/', headers } = request
    if (method !== 'GET' || headers.authorization !== undefined) return null
    // Whether a token is accepted depends on the page from which the visitor comes.
    if (url.startsWith(READS_REFERRER) || carriesToken(url)) return null
    const { cookie = '', 'accept-language': acceptLanguage = '', 'user-agent': userAgent = '' } = headers
    const variantHeaders = `${country}\n${acceptLanguage}\n${userAgent}\n${cookie}`
    let known = this.#variants.get(variantHeaders)
    if (known === undefined) {
      const variant = bringsPersonalCookie(cookie) ? null : variantOf({ cookie, acceptLanguage, userAgent }, country)
      known = variant && { variant, look: lookOf(variant), suffix: variantKey(variant) }
      if (this.#variants.size >= MOST_VARIANTS) this.#variants.clear()
      if (variantHeaders.length <= LONGEST_HEADERS_CHARACTERS) this.#variants.set(variantHeaders, known)
    }
    if (known === null) return null
    const { variant, look, suffix } = known
    // A chosen language overrides the one that the address may name.
    const key = variant.languageChosen && url.includes('?') ? `${url}${suffix}|chosen` : url + suffix
    return { variant, look, key: url.length > LONGEST_ADDRESS_CHARACTERS ? null : key }
  }

  /** Answers from the cache; false = there is no page. An old page is sent, too, while a new one is made. */
  answer(shared: SharedPage, request: IncomingMessage, response: ServerResponse): boolean {
    const key = this.#keyOf(shared)
    const page = key === null ? undefined : this.#pages.get(key)
    if (!page || key === null) return false
    const now = this.#now()
    page.demand++
    if (now >= page.until) {
      // One that is outdated is rendered again with the others that are.
      if (!page.outdated) this.#drop(key)
      return false
    }
    page.requests++
    sendPage(page, shared.look, request, response)
    const isStale = now >= page.staleFrom
    this.counts[page.outdated ? 'stale' : 'kept']++
    if (isStale && !this.#underWayFor(key)) void this.#renew(key, page)
    return true
  }

  /**
   * Renders a page, or waits for it if that is under way, and keeps it if it is for everybody. A failure is that of all who wait.
   * @returns a response if it is for this visitor only
   */
  async render(shared: SharedPage, { render, renew }: Renderer): Promise<RenderedPage | Response> {
    const key = this.#keyOf(shared)
    if (key === null) {
      const response = await render()
      return isForEverybody(response) || isFailure(response) ? renderedPage(response, this.#dictionaries) : response
    }
    const underWay = this.#underWayFor(key)
    if (underWay) {
      const made = await underWay.made
      // It may depend on what was not known before, and be for others.
      const now = this.#keyOf(shared)
      const isOurs = now === key || this.#pages.get(now!) === made
      if (underWay.removed || !isOurs) return this.render(shared, { render, renew })
      if (!(made instanceof Response)) {
        this.counts.shared++
        return made
      }
    }
    return this.#begin(key, shared, { render, renew }).made
  }

  /** Returns the key of a page with what it depends on. */
  #keyOf({ key, look }: SharedPage): string | null {
    const varies = key === null ? undefined : this.#varies.get(key)
    return varies ? `${key}|${varies.map((name) => look[name]).join('|')}` : key
  }

  /** Returns what is being rendered for this page, unless it began so long ago that it is outdated. */
  #underWayFor(key: string): Rendering | undefined {
    const rendering = this.#underWay.get(key)
    const [first] = rendering?.additions ?? []
    return first && this.#now() >= first.at + STALE_MS ? undefined : rendering
  }

  /**
   * Renders outdated pages again before somebody asks for them: those that were requested most, one at a time, so that visitors
   * who wait for other pages come first.
   */
  async #renewRequested(): Promise<void> {
    if (this.#renewing) return
    this.#renewing = true
    const tried = new Set<KeptPage>()
    while (tried.size < MOST_RENEWED) {
      const outdated = [...this.#pages].filter(
        ([key, page]) => page.outdated && page.demand >= LEAST_DEMAND && !tried.has(page) && !this.#underWayFor(key),
      )
      const next = outdated.sort(([, one], [, other]) => other.demand - one.demand)[0]
      if (!next) break
      const [key, page] = next
      tried.add(page)
      await this.#renew(key, page)
    }
    this.#renewing = false
  }

  /** A failure is reported by `renew`; the old page stays for its time. */
  async #renew(key: string, { shared, renew }: KeptPage): Promise<void> {
    await this.#begin(key, shared, { render: renew, renew }).made.catch(() => {})
  }

  #begin(key: string, shared: SharedPage, { render, renew }: Renderer): Rendering {
    const responding = render()
    this.counts.rendered++
    const finish = async () => {
      try {
        return await this.#finish(await responding, rendering, { shared, renew })
      } finally {
        if (this.#underWay.get(key) === rendering) this.#underWay.delete(key)
      }
    }
    const rendering: Rendering = { key, made: responding.then(finish, finish), additions: [], removed: false }
    this.#underWay.set(key, rendering)
    return rendering
  }

  async #finish(
    response: Response,
    rendering: Rendering,
    { shared, renew }: Pick<KeptPage, 'shared' | 'renew'>,
  ): Promise<RenderedPage | Response> {
    const isKept = isForEverybody(response)
    if (!isKept && !isFailure(response)) return response
    const rendered = await renderedPage(response, this.#dictionaries)
    // It is not the newest one if pages were removed meanwhile, or outdated so long ago that another one was begun.
    if (!isKept || this.#underWay.get(rendering.key) !== rendering) return rendered
    if (rendered.varies.length > 0) this.#varies.set(shared.key!, rendered.varies)
    const key = this.#keyOf(shared)!
    const former = this.#pages.get(key)
    const until = this.#now() + CACHED_FOR_MS
    const page: KeptPage = {
      ...rendered,
      // The same bytes need not be compressed again.
      ...(former?.etag === rendered.etag && { filled: former.filled }),
      shared,
      renew,
      until,
      staleFrom: until - RENEWED_BEFORE_MS,
      outdated: false,
      requests: former?.requests ?? 0,
      requestsBefore: former?.requestsBefore ?? 0,
      demand: (former?.demand ?? 0) / 2,
    }
    for (const addition of rendering.additions) outdate(page, addition)
    this.#drop(key)
    this.#pages.set(key, page)
    this.#bytes += page.template.bytes
    this.#makeRoom()
    return page
  }

  /** Evicts the oldest pages first; one requested again since the last eviction stays, so that invented addresses do not displace real pages. */
  #makeRoom(): void {
    for (const [key, page] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) break
      if (page.requests > page.requestsBefore + 1) {
        page.requestsBefore = page.requests
        this.#pages.delete(key)
        this.#pages.set(key, page)
      } else this.#drop(key)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.template.bytes ?? 0
    this.#pages.delete(key)
  }
}

/** A page that the addition touches is sent until `STALE_MS` after it at most. */
function outdate(page: KeptPage, { touches, at }: Addition): void {
  const isTouched = touches === 'everything' || page.shows.some((key) => key === EVERY_PUBLICATION || touches.includes(key))
  if (!isTouched) return
  page.outdated = true
  page.staleFrom = Math.min(page.staleFrom, at)
  page.until = Math.min(page.until, at + STALE_MS)
}

/** Whether a rendered response is the same for everybody: a complete, public HTML page without cookies. */
export function isForEverybody(rendered: Response): boolean {
  return (
    rendered.status === 200 &&
    !rendered.headers.has('set-cookie') &&
    (rendered.headers.get('cache-control') ?? '').includes('public') &&
    (rendered.headers.get('content-type') ?? '').startsWith('text/html')
  )
}

/** Whether the website failed, for whomever the page was rendered. */
function isFailure({ status, headers }: Response): boolean {
  return status >= 500 && !headers.has('set-cookie')
}
