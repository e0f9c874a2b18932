import type { IncomingMessage, ServerResponse } from 'node:http'
import { carriesToken } from '@kiosk/domain/accounts/token-parameters'
import { addressOf } from '@kiosk/domain/addresses'
import { bringsPersonalCookie, type Look, lookOf, type PageVariant, variantKey, variantOf } from '@kiosk/domain/page-variant'
import type { PageDictionaries } from '../dictionary/page-dictionaries.ts'
import { type CdnHeaders, createCdnHeaders } from '../http/cdn-headers.ts'
import { type Addition, KeptPages, type Rendered, type Wanted } from './kept-pages.ts'
import { type RenderedPage, renderedPage, sendPage } from './rendered-page.ts'

/**
 * Renders a page; may throw at once if this visitor may not have one rendered. A response that is not for everybody is sent only
 * to the visitor for whom it was rendered.
 */
export type Render = () => Promise<Response>
/** `render`: for a visitor who waits; `renew`: for nobody in particular. */
export type Renderer = { render: Render; renew: Render }
/** A page that is the same for every visitor with its key and look; `key` null: the address is too long to be cached. */
type SharedPage = { key: string | null; look: Look }

/** Total size of the pages in memory, estimated. */
const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_ADDRESS_CHARACTERS = 500
/** Maximum length of a header whose variant is remembered. */
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
  readonly #dictionaries: PageDictionaries | undefined
  readonly #cdn: CdnHeaders
  readonly #partner: string | null
  readonly #now: () => number
  readonly #pages: KeptPages<RenderedPage, Response>
  /** Variants by headers, because browsers send the same headers with every request. */
  readonly #variants = new Map<string, { variant: PageVariant; look: Look; suffix: string } | null>()

  constructor({
    now = Date.now,
    dictionaries,
    cdn = createCdnHeaders(null),
    partner = null,
  }: {
    now?: () => number
    dictionaries?: PageDictionaries
    cdn?: CdnHeaders
    /** The `partnerConsent` of the newsstand. */
    partner?: string | null
  } = {}) {
    this.#dictionaries = dictionaries
    this.#cdn = cdn
    this.#partner = partner
    this.#now = now
    this.#pages = new KeptPages({
      now,
      mostBytes: MOST_BYTES,
      // A CDN would keep an outdated page for its full lifetime. It asks once for everyone who waits, so they can wait for the
      // new one.
      staleMs: cdn.isUsed ? 0 : undefined,
      // The same bytes need not be compressed again.
      inherit: (page, { etag, filled }) => (etag === page.etag ? { ...page, filled } : page),
    })
  }

  get counts() {
    return this.#pages.counts
  }

  get renderings() {
    return this.#pages.renderings
  }

  /** Removes all pages, including those being rendered: nothing that they show may be sent any more. */
  forget(): void {
    this.#pages.forget()
  }

  /** Renders the pages that an addition touches again; until that is done, the old ones are sent for a moment. */
  outdate(addition: Addition): void {
    this.#pages.outdate(addition)
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
      const variant = bringsPersonalCookie(cookie)
        ? null
        : variantOf({ cookie, acceptLanguage, userAgent }, country, this.#partner)
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

  /**
   * Answers from the cache; false = there is no page. While a new page is made, the old one is sent. `begin`: see `sendPage`.
   */
  answer(
    shared: SharedPage,
    request: IncomingMessage,
    response: ServerResponse,
    begin?: () => (() => void) | undefined,
  ): boolean {
    const page = this.#pages.get(wanted(shared))
    if (page) this.send(page, shared, request, response, begin)
    return page !== undefined
  }

  /** Sends a page that was rendered; `begin`: see `sendPage`. */
  send(
    page: RenderedPage,
    { look }: SharedPage,
    request: IncomingMessage,
    response: ServerResponse,
    begin?: () => (() => void) | undefined,
  ): void {
    sendPage(page, { look, more: this.#cdn.ofPage(page, this.#now()) }, request, response, begin)
  }

  /**
   * Renders a page, or waits if it is already being rendered, and keeps it if it is for everybody. A failure fails everyone who
   * waits.
   * @returns a response if it is for this visitor only
   */
  async render(shared: SharedPage, { render, renew }: Renderer): Promise<RenderedPage | Response> {
    const from = (each: Render) => () => each().then((response) => this.#read(response))
    const made = await this.#pages.render(wanted(shared), { render: from(render), renew: from(renew) })
    if ('own' in made) return made.own
    return made.isOld ? { ...made.page, isOld: true } : made.page
  }

  async #read(response: Response): Promise<Rendered<RenderedPage, Response>> {
    const isKept = isForEverybody(response)
    if (!isKept && !isFailure(response)) return { own: response }
    return { page: await renderedPage(response, this.#dictionaries, this.#now()), isKept }
  }
}

function wanted({ key, look }: SharedPage): Wanted {
  return { key, factOf: (name) => look[name as keyof Look] }
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

/** Whether the website failed, regardless of who the page was rendered for. */
function isFailure({ status, headers }: Response): boolean {
  return status >= 500 && !headers.has('set-cookie')
}
