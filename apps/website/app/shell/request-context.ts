import type { ApiClient, ApiFetch } from '@kiosk/api-client/api-client'
import { API_BASE } from '@kiosk/contract/route'
import { launchOffer, webinfo } from '@kiosk/contract/routes'
import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { type IdentityProviderName, shownProviders } from '@kiosk/domain/accounts/identity-providers'
import { bringsSession, withoutSession } from '@kiosk/domain/accounts/session-cookie'
import { carriesToken } from '@kiosk/domain/accounts/token-parameters'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { type Attribution, attributionIn } from '@kiosk/domain/campaigns/attribution'
import type { TextDocument } from '@kiosk/domain/content/text-document'
import type { DeviceKind } from '@kiosk/domain/device-kind'
import { isFetchedAhead, isSameAhead } from '@kiosk/domain/fetched-ahead'
import { isLanguage, type Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { pageAt } from '@kiosk/domain/page-at'
import { pagePath } from '@kiosk/domain/page-path'
import type { PageTemplate, Values } from '@kiosk/domain/page-template'
import {
  bringsPersonalCookie,
  type Consent,
  type Look,
  lookOf,
  partnerConsent,
  type Theme,
  variantOf,
} from '@kiosk/domain/page-variant'
import { type Bundle, type Messages, messagesIn, type PackedMessages, packMessages } from '@kiosk/i18n/translate'
import { createContext, type RouterContextProvider, redirectDocument } from 'react-router'
import { apiClient } from '../api-client.ts'
import { apiErrorIn } from '../api-error.ts'
import type { Log } from '../log.ts'
import { ShownOnPage } from '../surrogate-keys.ts'
import type { Opened } from './content-security.ts'
import { PageSlots } from './page-slots.ts'
import { isStaticPage } from './static-pages.ts'
import { visitorLookups, type Who } from './visitor-lookups.ts'

export type Environment = { name: string; devSystem: boolean }
/** The reader's part of the page of the shelf: its script with other assets, and the token of its API calls. */
export type ReaderPart = { token: string; assets(): { script: string; modules: string[]; styles: string[] } }
/** Data that the server passes with every request; see `server.ts`. Without `reader`, the shelf has no downloads. */
export type WebsiteOptions = {
  api: ApiFetch
  operator: Operator
  environment: Environment
  webapp: string
  publicUrl: string
  shippedDocument: ShippedDocument
  log: Log
  /** Identity providers that are configured: keys with a value. */
  identity?: Partial<Record<IdentityProviderName, unknown>> | undefined
  reader?: ReaderPart | undefined
  readerPages?: ReaderPages | undefined
}
/**
 * Returns the values with which a page is filled for one reader. It is called when a page is sent, for another reader than the
 * one for whom it was rendered, so `argument` has what it needs to know about the page. `user`: the reader's own data.
 */
export type ReaderLookup<V extends Values> = (ctx: RequestContext, user: UserData, argument: string) => Promise<V>
type PendingLookup = { lookUp: ReaderLookup<Values>; argument: string }
/**
 * A page for all readers who share with the first one what it depends on: complete except for its slots. `shows`: its surrogate
 * keys; `varies`: the facts on which it depends besides its key. The size of the header fields is not counted.
 */
export type ReaderPage = {
  template: PageTemplate
  headers: readonly (readonly [name: string, value: string])[]
  lookups: readonly PendingLookup[]
  varies: readonly string[]
  shows: readonly string[]
  bytes: number
}

/** Pages for signed-in readers, which the server keeps. `api`: with which one is rendered again when nobody waits for it. */
type ReaderPages = { pages: KeptPages<ReaderPage>; api: ApiFetch }
/** Keeps pages, see `kept-pages.ts` of the server. */
export type KeptPages<Page> = {
  get(wanted: WantedPage, renew: () => Promise<RenderedPage<Page>>): Page | undefined
  render(wanted: WantedPage, renderer: Record<'render' | 'renew', () => Promise<RenderedPage<Page>>>): Promise<RenderedPage<Page>>
}
export type WantedPage = { key: string; factOf(name: string): string }
/** A page for many, or what is for one reader. */
export type RenderedPage<Page> = { page: Page; isKept: boolean } | { own: unknown; isAlways?: boolean }
/** Reads a text shipped with the product, for use if the API fails. Throws for an unknown key. */
type ShippedDocument = (key: string, language: Language) => TextDocument

export type { Consent, Theme }

/** Context of a request for loaders and actions. Server only. */
export type RequestContext = ApiClient & {
  language: Language
  /** Chosen by cookie, which overrides `?lang=`. */
  languageChosen: boolean
  /** The look of this visitor, with which slots of the page are filled. */
  look: Look
  /** Mark of the slots of this page; null = it is rendered for this look. */
  mark: string | null
  /** Reading one of these three limits the page to visitors with the same value. */
  readonly theme: Theme
  readonly consent: Consent
  readonly device: DeviceKind
  /** The parts of the look that were read. */
  varies: Set<keyof Look>
  /** Name of the requested page; null if no page has this path. */
  page: Page | null
  /** Requested path and query, without `.data`. */
  path: string
  /** Attribution from this address. */
  attribution: Attribution
  operator: Operator
  /** Identity providers that the newsstand shows. */
  identityProviders: readonly IdentityProviderName[]
  environment: Environment
  webapp: string
  publicUrl: string
  reader: ReaderPart | null
  shippedDocument: ShippedDocument
  log: Log
  requestId: string
  /** An API call failed or was limited: the page may be incomplete and must not be cached. */
  incomplete: boolean
  /** Records which publications touch the page. */
  shown: ShownOnPage
  /** The session could not be looked up: the visitor looks signed out, but may be signed in. */
  sessionUnknown: boolean
  /** Reference of the account named in the submitted form: the API rejects calls for any other. Null = no such form. */
  account: string | null
  /** Seconds until the API may be called again; null = unknown. */
  retryAfter: string | null
  /** Additional origins for this page; see content-security.ts. */
  opened: Opened
  /** Set for a page that may be kept for other readers, too; see page-slots.ts. */
  slots: PageSlots | null
  /** What is looked up about the reader when the page is sent. */
  lookups: PendingLookup[]
  /** Cookies that the API set (session, device), forwarded with the response. */
  cookies: string[]
  /** Calls without the visitor's session, for feeds and other data that are equal for everyone in a country. */
  asAnyone: ApiClient
  /**
   * Visitor and session, loaded from the API once per request; on failure an anonymous visitor from the detected region,
   * else from Austria.
   */
  who(): Promise<Who>
  /**
   * Like `who`, for pages that depend on the login: a failed session lookup does not count as signed out.
   * @throws the API error, if there is a session
   */
  whoForSure(): Promise<Who>
  /**
   * Returns what a page shows about a signed-in reader, for `useSlots`. Null if the page is rendered for many readers: their data
   * is looked up when it is sent.
   */
  ofReader<V extends Values>(lookUp: ReaderLookup<V>, argument?: string): Promise<V | null>
  /** Whether the reader may get the offer for new readers; false if the API fails. */
  launchOffered(): Promise<boolean>
  words(...bundles: Bundle[]): Messages
  /** The same, packed for a page with a framework script. */
  packedWords(...bundles: Bundle[]): PackedMessages
}

const requestContextKey = createContext<RequestContext>()

/** Returns the context of a loader or action: `const { call, language, words } = requestContext(context)`. */
export function requestContext(context: Readonly<RouterContextProvider>): RequestContext {
  return context.get(requestContextKey)
}

/** Creates the context of a request. `language` follows ADR-0170: cookie, else ?lang=, else Accept-Language, else German. */
export function createRequestContext(
  context: RouterContextProvider,
  request: Request,
  requestId: string,
  options: WebsiteOptions,
): RequestContext {
  const { cookie, userAgent, language, ...variant } = variantOfRequest(request, options.operator)
  const onFailure = (retryAfter: string | null) => {
    ctx.incomplete = true
    ctx.retryAfter ??= retryAfter
  }
  const shown = new ShownOnPage()
  const hasSession = bringsSession(cookie)
  const url = new URL(request.url)
  const path = pagePath(url)
  const page = pageAt(path.replace(/\?.*/s, ''))
  const mark = isStaticPage(page) ? crypto.randomUUID() : null
  const slots = mark && options.readerPages && hasSession && isForReaders(request, page) ? new PageSlots(mark) : null
  const varies = new Set<keyof Look>()
  const api: ApiFetch = async (address, init) => {
    const answer = await options.api(address, init)
    if (slots && !isSameForReaders(address, answer)) slots.personal = true
    return answer
  }
  const { log } = options
  const client = apiClient(api, {
    log,
    language,
    cookie,
    authorization: url.pathname.startsWith('/opds/issues/') ? request.headers.get('authorization') : null,
    userAgent,
    account: () => ctx.account,
    onCookie: (each) => ctx.cookies.push(each),
    onFailure,
    shown,
  })
  const { forgetVisitor, ...visitor } = visitorLookups(client, hasSession, () => ctx)
  const ctx: RequestContext = {
    ...client,
    ...visitor,
    call: callOf(client, path, forgetVisitor),
    asAnyone: apiClient(api, { log, language, cookie: null, onFailure, shown }),
    language,
    languageChosen: variant.languageChosen,
    look: lookOf(variant),
    mark,
    get theme() {
      varies.add('theme')
      return variant.theme
    },
    get consent() {
      for (const each of ['answered', 'social', 'ads'] as const) varies.add(each)
      return variant.consent
    },
    get device() {
      varies.add('device')
      return variant.device
    },
    varies,
    page,
    path,
    attribution: attributionIn(path),
    operator: options.operator,
    identityProviders: shownProviders(options.operator, options.identity ?? {}),
    environment: options.environment,
    webapp: options.webapp,
    publicUrl: options.publicUrl,
    reader: options.reader ?? null,
    shippedDocument: options.shippedDocument,
    log,
    requestId,
    incomplete: false,
    shown,
    sessionUnknown: false,
    account: null,
    retryAfter: null,
    opened: {},
    slots,
    lookups: [],
    cookies: [],
    ofReader: async (lookUp, argument = '') => {
      const { user } = await ctx.who()
      if (!slots?.user) return lookUp(ctx, user, argument)
      ctx.lookups.push({ lookUp, argument })
      return null
    },
    words: (...bundles) => messagesIn(language, bundles),
    packedWords: (...bundles) => packedIn(language, bundles),
  }
  context.set(requestContextKey, ctx)
  return ctx
}

/** Returns language and look, from cookies, headers and address of a request. */
function variantOfRequest(request: Request, { advertisingPartner }: Operator) {
  const [cookie, userAgent] = [request.headers.get('cookie'), request.headers.get('user-agent')]
  const headers = { cookie, userAgent, acceptLanguage: request.headers.get('accept-language') }
  const variant = variantOf(headers, null, partnerConsent(advertisingPartner))
  const requested = new URL(request.url).searchParams.get('lang')
  const language = !variant.languageChosen && isLanguage(requested) ? requested : variant.language
  return { ...variant, cookie, userAgent, language }
}

/** Returns the `call` of a page at `path`. After a change, the visitor is looked up again. */
function callOf(client: ApiClient, path: string, forgetVisitor: () => void): ApiClient['call'] {
  return (endpoint, ...options) =>
    client
      .call(endpoint, ...options)
      .catch((thrown: unknown) => {
        // The session has ended meanwhile: redirect to the login and back.
        if (apiErrorIn(thrown)?.code === 'not_signed_in') throw redirectDocument(addressOf('login', { redirect: path }))
        throw thrown
      })
      .finally(() => {
        if (endpoint.method !== 'GET') forgetVisitor()
      })
}

/** Returns whether a page may be kept for readers: a public page without a framework script, to which nothing was handed over. */
function isForReaders(request: Request, page: Page | null): boolean {
  if (request.method !== 'GET' || page === null || pages[page].access !== 'public' || !isStaticPage(page)) return false
  if (isForRouter(request) || carriesToken(request.url)) return false
  if (isFetchedAhead(request.headers) && !isSameAhead(page)) return false
  return !bringsPersonalCookie(withoutSession(request.headers.get('cookie')))
}

/** Whether the router asks for the data of a page, whose path is the same. */
function isForRouter(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url)
  return pathname.endsWith('.data') || searchParams.has('_routes')
}

/**
 * Returns whether all readers for whom the facts of a page are equal get this answer of the API. What every page looks up about
 * the reader is among the facts.
 */
function isSameForReaders(address: string, { ok, headers }: Response): boolean {
  const path = address.slice(API_BASE.length)
  if (path === webinfo.path || path === launchOffer.path) return true
  return ok && (headers.get('cache-control') ?? '').includes('public')
}

const packedCache: { language: Language; bundles: readonly Bundle[]; words: PackedMessages }[] = []

/** Packs messages; cached, because screens use the same few bundles. */
function packedIn(language: Language, bundles: readonly Bundle[]): PackedMessages {
  const known = packedCache.find(
    (each) =>
      each.language === language &&
      each.bundles.length === bundles.length &&
      bundles.every((one, at) => one === each.bundles[at]),
  )
  if (known) return known.words
  const words = packMessages(messagesIn(language, bundles))
  packedCache.push({ language, bundles, words })
  return words
}
