import { region as detectedRegion, type UserData, webinfo } from '@kiosk/domain/accounts/endpoints'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { type Trace, traceIn } from '@kiosk/domain/campaigns/trace'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/terms'
import type { DeviceKind } from '@kiosk/domain/device-kind'
import { dateLocales, isLanguage, type Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { type Consent, type Theme, variantOf } from '@kiosk/domain/page-variant'
import { DEFAULT_REGION, type Region, regionById } from '@kiosk/domain/regions'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { type Bundle, type PackedWords, packed, type Words, wordsIn } from '@kiosk/languages/words'
import { createContext, type RouterContextProvider, redirectDocument } from 'react-router'
import { type ApiClient, type ApiFetch, apiClient } from '../api-client.ts'
import { refusalIn } from '../refusal.ts'
import type { Opened } from './content-security.ts'

export type Environment = { name: string; devSystem: boolean }
/** What the server hands to every request: see `server.ts`. */
export type Handed = { api: ApiFetch; operator: Operator; environment: Environment; webapp: string; publicUrl: string }

/** anonymous · free · magz · premium · promo (free, while a promo code is active): the states of every screen. */
export type ReaderState = 'anonymous' | 'free' | 'magz' | 'premium' | 'promo'
export type { Consent, Theme }
/** `known` is false where the API could not say who and where: everything then is Austria's but what section 7 says otherwise. */
export type Who = { user: UserData; state: ReaderState; region: Region; known: boolean }

/** One request of one visitor, as loaders see it. Server only. */
export type Visit = ApiClient & {
  language: Language
  /** By cookie: beats `?lang=`. */
  languageChosen: boolean
  theme: Theme
  consent: Consent
  device: DeviceKind
  /** Name of the page asked for; null where no page has this path. */
  page: Page | null
  /** Path and query as asked for, without `.data`. */
  path: string
  /** Where the visitor came from, as this address tells it. */
  trace: Trace
  operator: Operator
  environment: Environment
  webapp: string
  publicUrl: string
  requestId: string
  /** A call failed or was limited: the page may lack something and must not be kept. */
  lacking: boolean
  /** Reference of the account that the form in hand shows: the API rejects its calls for another one. Null = no such form. */
  account: string | null
  /** Seconds after which the API is to be asked again; null where it did not say so. */
  retryAfter: string | null
  /** What this page alone may load: see content-security.ts. */
  opened: Opened
  /** Cookies that the API gave for the browser (session, device): they go out with the answer. */
  cookies: string[]
  /** Calls without the visitor's session: for what machines read, which is the same for everyone in a country. */
  asAnyone: ApiClient
  /** Asked of the API once a request; a failure gives an anonymous visitor from the detected region, else from Austria. */
  who(): Promise<Who>
  /**
   * The same, for what depends on being signed in: nobody is taken for a stranger because a session could not be looked up.
   * @throws the API's failure, where there is a session
   */
  whoForSure(): Promise<Who>
  words(...bundles: Bundle[]): Words
  /** The same as they travel to a page with a framework script. */
  packedWords(...bundles: Bundle[]): PackedWords
}

const visitContext = createContext<Visit>()

/** The visit of a loader or action: `const { call, language, words } = visitOf(context)`. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext)
}

/** Begins a visit; `language` follows decision 1: cookie, else ?lang=, else Accept-Language, else German. */
export function beginVisit(context: RouterContextProvider, request: Request, requestId: string, handed: Handed): Visit {
  const url = new URL(request.url)
  const cookie = request.headers.get('cookie')
  const userAgent = request.headers.get('user-agent')
  const variant = variantOf({ cookie, userAgent, acceptLanguage: request.headers.get('accept-language') }, null)
  const asked = url.searchParams.get('lang')
  const language = !variant.languageChosen && isLanguage(asked) ? asked : variant.language
  const onFailure = (retryAfter: string | null) => {
    visit.lacking = true
    visit.retryAfter ??= retryAfter
  }
  const client = apiClient(handed.api, {
    language,
    cookie,
    authorization: url.pathname.startsWith('/opds/issues/') ? request.headers.get('authorization') : null,
    userAgent,
    account: () => visit.account,
    onCookie: (each) => visit.cookies.push(each),
    onFailure,
  })
  let who: Promise<Who> | undefined
  /** Why it is not known whose the visitor's session is. */
  let unsure: unknown
  const hasSession = bringsSession(request.headers.get('cookie'))
  const path = pathOf(url)
  const visit: Visit = {
    ...client,
    call: (endpoint, ...given) =>
      client
        .call(endpoint, ...given)
        .catch((thrown: unknown) => {
          // The session ended meanwhile (section 4): the login, and back here.
          if (refusalIn(thrown)?.code === 'not_signed_in') throw redirectDocument(addressOf('login', { redirect: path }))
          throw thrown
        })
        .finally(() => {
          // What was changed may be what the frame says of the visitor.
          if (endpoint.method !== 'GET') {
            who = undefined
            unsure = undefined
          }
        }),
    asAnyone: apiClient(handed.api, { language, cookie: null, onFailure }),
    language,
    languageChosen: variant.languageChosen,
    theme: variant.theme,
    consent: variant.consent,
    device: variant.device,
    page: pageAt(path.replace(/\?.*/s, '')),
    path,
    trace: traceIn(path),
    operator: handed.operator,
    environment: handed.environment,
    webapp: handed.webapp,
    publicUrl: handed.publicUrl,
    requestId,
    lacking: false,
    account: null,
    retryAfter: null,
    opened: {},
    cookies: [],
    who: () => {
      who ??= client.call(webinfo).then(
        (user) => whoIs(user, true),
        (thrown: unknown) => {
          if (hasSession) unsure = thrown
          // Without the session: looking it up once more would take as long and fail again.
          return somebodyIn(visit.asAnyone)
        },
      )
      return who
    },
    whoForSure: async () => {
      const found = await visit.who()
      if (unsure !== undefined) throw unsure
      return found
    },
    words: (...bundles) => wordsIn(language, bundles),
    packedWords: (...bundles) => packedIn(language, bundles),
  }
  context.set(visitContext, visit)
  return visit
}

/** Path and query of a page, also where its data alone is asked for. */
function pathOf(asked: URL): string {
  const { pathname, searchParams, search } = new URL(asked)
  const page = pathname.replace(/(?:_root|_)?\.data$/, '') || '/'
  if (!searchParams.has('_routes')) return page + search
  searchParams.delete('_routes')
  return page + (searchParams.size > 0 ? `?${searchParams}` : '')
}

const packedBefore: { language: Language; bundles: readonly Bundle[]; words: PackedWords }[] = []

/** Screens ask for the same few bundles again and again. */
function packedIn(language: Language, bundles: readonly Bundle[]): PackedWords {
  const known = packedBefore.find(
    (each) =>
      each.language === language &&
      each.bundles.length === bundles.length &&
      bundles.every((one, at) => one === each.bundles[at]),
  )
  if (known) return known.words
  const words = packed(wordsIn(language, bundles))
  packedBefore.push({ language, bundles, words })
  return words
}

/** Every page with the pattern of its address; what is spelled out stands before what is filled in, as in the router. */
const table = Object.entries(pages)
  .map(([page, { path }]) => {
    const pattern = path.replace(/\/$/, '').replace(/\/:\w+(\??)/g, '(/[^/]+)$1')
    return { page: page as Page, slots: path.split(':').length, pattern: new RegExp(`^${pattern}/?$`, 'i') }
  })
  .sort((a, b) => a.slots - b.slots)

/** The page of the table that a path belongs to. */
export function pageAt(pathname: string): Page | null {
  const plain = pathname.includes('%') ? decoded(pathname) : pathname
  return table.find(({ pattern }) => pattern.test(plain))?.page ?? null
}

/** As the router reads addresses: segment by segment, an encoded slash parts nothing. */
function decoded(pathname: string): string {
  try {
    const segments = pathname.split('/').map((each) => decodeURIComponent(each).replaceAll('/', '%2F'))
    return segments.join('/')
  } catch {
    return pathname
  }
}

const nobody: UserData = {
  countryCode: DEFAULT_REGION.country,
  countryName: '',
  regionActive: true,
  regionId: DEFAULT_REGION.id,
  magazineCount: DEFAULT_COUNTS.magazines,
  issueCount: DEFAULT_COUNTS.issues,
}

/** An anonymous visitor of whom at most the region is known (section 7: webinfo first, then GET region, then Austria). */
async function somebodyIn(client: ApiClient): Promise<Who> {
  const found = await client.call(detectedRegion).then(
    ({ id }) => regionById(id),
    () => undefined,
  )
  return whoIs(found ? { ...nobody, regionId: found.id, countryCode: found.country } : nobody, found !== undefined)
}

function whoIs(user: UserData, known: boolean): Who {
  return { user, state: stateOf(user, Date.now()), region: regionById(user.regionId) ?? DEFAULT_REGION, known }
}

/** Logged in = user data has a first name (section 3); `expiryDate` of a promo code is UTC. */
export function stateOf(user: UserData, now: number): ReaderState {
  if (!user.firstname) return 'anonymous'
  if (user.subscription?.paymentRequired) {
    const tier = tariffs.find((tariff) => tariff.subscriptionId === user.subscription?.id)?.tier
    return tier === 'MAGZ' ? 'magz' : 'premium'
  }
  return user.promoCode && expiryOf(user.promoCode) > now ? 'promo' : 'free'
}

type Promo = NonNullable<UserData['promoCode']>

function expiryOf({ expiryDate }: Promo): number {
  return Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(expiryDate) ? expiryDate : `${expiryDate}Z`)
}

/** Until when a promo code runs, in the words of the API, else as the language writes the day in Vienna. */
export function promoUntil(promo: Promo, language: Language): string {
  const day = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' })
  return promo.expiryDateString || day.format(expiryOf(promo))
}
