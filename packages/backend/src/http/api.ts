import { createHash } from 'node:crypto'
import { API_BASE } from '@kiosk/contract/route'
import { SUPPORT_HEADER } from '@kiosk/domain/accounts/limits'
import { allowsPasswords, basicChallenge } from '@kiosk/domain/basic-auth'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { search } from '@kiosk/domain/catalogue/endpoints'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import { successStatus } from '@kiosk/domain/endpoint'
import { ApiError } from '@kiosk/domain/errors'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { localeOf, preferredLanguage } from '@kiosk/domain/locale'
import { providerWebhook } from '@kiosk/domain/payments/provider-endpoints'
import { searchInIssue } from '@kiosk/domain/reading/endpoints'
import { marketOf, regionOf } from '@kiosk/domain/regions'
import { requestIdIn } from '@kiosk/domain/request-id'
import { WholeAnswer } from '@kiosk/domain/whole-response'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { requireMeantAccount } from '../auth/account-reference.ts'
import { bearerTokenIn, findBearerSession } from '../auth/bearer-sessions.ts'
import { sessionCookies } from '../auth/cookies.ts'
import { sampledLimitEvents } from '../auth/limit-events.ts'
import { createOpdsSessions } from '../auth/opds-sessions.ts'
import { findSession, findViewSession, planIdOf, type Session, visitorSession } from '../auth/session.ts'
import type { Config } from '../config.ts'
import type { OpenContext } from '../create-context.ts'
import { inTime, isAccountGone } from '../db/unavailable.ts'
import { isEqualSecret } from '../is-equal-secret.ts'
import { asCall } from './call-span.ts'
import { crossOrigin } from './cors.ts'
import { endpoints } from './endpoints.ts'
import { formBody } from './form-body.ts'
import type { ClientInfo, RequestContext, Route } from './handler.ts'
import { docsPage } from './openapi/docs-page.ts'
import { describeApi } from './openapi/openapi.ts'
import { reject } from './reject.ts'
import { rejectUnexpected } from './reject-unexpected.ts'
import { createRequestLimits, type Load } from './request-limits.ts'
import { ResponseCache } from './response-cache.ts'
import { TooMany } from './too-many-requests.ts'
import { rejectForNow, TryLater } from './try-later.ts'

export type { ClientInfo }

export type Api = {
  /** Handles all requests under `API_BASE`; never throws. */
  fetch(request: Request, visitor: ClientInfo): Promise<Response>
  close(): Promise<void>
}

/** `requestsPerMinute`: reads of one address; 0 = no limits, undefined = the default. */
export type ApiConfig = Pick<Config, 'token' | 'requestsPerMinute'>

type Env = { Bindings: { visitor: ClientInfo; requestId: string } }

/**
 * Time to look up a session, which everything else in a request waits for: longer than a migration locks a table at a time
 * (`MIGRATION_LIMITS`), and short enough that a reader gets an explanation soon.
 */
const SESSION_MS = 2_500

const PUBLIC_FILES = { 'cache-control': cacheControl('apiDescription'), 'access-control-allow-origin': '*' }

/** Creates the HTTP API of a context. It has no port: the server passes requests to it. Close it before the context. */
export function createHttpApi({ ctx, publicCtx, viewCtx }: Omit<OpenContext, 'close'>, config: ApiConfig): Api {
  const { db, log, operator, publicUrl, secret } = ctx
  const responses = new ResponseCache()
  ctx.catalogueCache.onChange(() => responses.forget())
  const requestLimits = createRequestLimits({ db: publicCtx.db, secret, readsPerMinute: config.requestsPerMinute, log })
  const origins = crossOrigin({ appOrigins: operator.appOrigins, publicUrl })

  const cookies = sessionCookies(publicUrl)
  const programs = createOpdsSessions()
  async function answer(route: Route, context: Context<Env>): Promise<Response> {
    const { raw: request } = context.req
    const { visitor } = context.env
    if (visitor.support && !isViewable(route)) throw new ApiError('view_only')
    await consume(loadOf(route), visitor, request)
    if (route.declared.access !== 'link') requireToken(request)
    const writes = request.method !== 'GET' && request.method !== 'HEAD'
    if (writes) visitor.sessionsOfPage = undefined
    const bearer = bearerTokenIn(request)
    // Foreign pages cannot send a bearer token: that requires a preflight, which is allowed only for apps.
    if (writes && bearer === null) origins.demandOwnOrigin(request, route.declared)
    const { region, active } = regionOf(visitor.country ?? 'AT')
    const language = preferredLanguage(request.headers.get('accept-language'))
    const token = cookies.sessionIn(request)
    const ofReader = writes || token !== null || request.headers.has('authorization')
    const requestCtx = visitor.support ? viewCtx : ofReader ? ctx : publicCtx
    const locale = localeOf(language, region)
    const req = { request, visitor, language, locale, region, regionActive: active, reply: new Headers(), ctx: requestCtx }
    const ofBearer = bearer === null ? visitorSession : await inTime(findBearerSession(db, bearer, ctx.now()), SESSION_MS)
    const asProgram = ofBearer.account === null && route.declared.programs && request.headers.has('authorization')
    const sessionOfCaller = () => {
      if (visitor.support) return findViewSession(viewCtx.db, visitor.support.grantId, ctx.now())
      if (visitor.preview) return { ...visitorSession, reader: visitor.preview.reader }
      if (asProgram) return programs.sessionOf({ ...req, session: visitorSession })
      return bearer === null ? sessionOfToken(token, visitor) : ofBearer
    }
    const session = await sessionOfCaller()
    // The reader has ended the support view.
    if (visitor.support && session.account === null) throw new ApiError('view_only')
    // An app must learn that its token has expired instead of being treated as a visitor. It may still request a new token.
    const needsLivingToken = bearer !== null && !route.declared.path.startsWith('websession/')
    const needsAccount = route.declared.access === 'session' || needsLivingToken
    if (needsAccount && session.account === null) throw new ApiError('not_signed_in')
    if (writes) await requireMeantAccount(request, session, ctx)
    const input = route.parse({
      params: context.req.param(),
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: writes ? await formBody(request, route.declared) : {},
    })
    const call = { ...req, session, input }
    if (session.account) call.locale = localeOf(language, marketOf(session.account))
    const answered = await (route.audience === 'catalogue' ? answerToAll(route, call) : answerToOne(route, call))
    // An open page learns from its next call that support may look at the account.
    if (session.supportUntil) answered.headers.set(SUPPORT_HEADER, session.supportUntil.toISOString())
    return answered
  }

  /** Looks up the session of a cookie, once for all calls of a page. */
  function sessionOfToken(token: string | null, { sessionsOfPage }: ClientInfo): Promise<Session> {
    if (token === null) return findSession(db, token, ctx.now())
    const session = sessionsOfPage?.get(token) ?? inTime(findSession(db, token, ctx.now()), SESSION_MS)
    sessionsOfPage?.set(token, session)
    return session
  }

  /** Gives one response to all callers with the same country, market of the account, language and plan: cached, with an ETag. */
  async function answerToAll(route: Route, call: RequestContext & { input: Record<string, unknown> }): Promise<Response> {
    const { request, visitor, language, session } = call
    const limited = (await route.limited?.(call)) ?? false
    const market = session.account?.region_id
    const seenAs = [visitor.country, market, language, session.reader, planIdOf(session), session.showsAgeRestricted, limited]
    const key = JSON.stringify([route.declared.path, call.input, ...seenAs])
    const keep: ResponseCache['get'] = (kept, make) => (visitor.preview ? make() : responses.get(kept, make))
    const { body, etag } = await keep(key, async () => {
      const made = JSON.stringify(await route.handle({ ...call, limited }))
      return { body: made, etag: `"${createHash('sha1').update(made).digest('base64url')}"` }
    })
    const headers = {
      'content-type': 'application/json',
      'content-language': language,
      'cache-control': cacheControl(visitor.preview ? 'personal' : limited ? 'limitedCall' : 'catalogueCall'),
      vary: 'Accept-Language, X-Api-Token',
      etag,
    }
    if (sameAs(etag, request.headers.get('if-none-match'))) return new Response(null, { status: 304, headers })
    return new WholeAnswer(body, { headers })
  }

  async function answerToOne(route: Route, call: RequestContext & { input: Record<string, unknown> }): Promise<Response> {
    const made = await route.handle(call)
    const headers = made instanceof Response ? made.headers : new Headers()
    for (const [name, value] of call.reply) headers.append(name, value)
    if (made instanceof Response) return made
    headers.set('cache-control', cacheControl('personal'))
    headers.set('content-language', call.language)
    if (made === undefined) return withoutBody(route.declared, headers)
    headers.set('content-type', 'application/json')
    return new WholeAnswer(JSON.stringify(made), { headers })
  }

  async function consume(load: Load, { address, counted }: ClientInfo, { headers }: Request): Promise<void> {
    if (counted === false) return
    const seconds = await requestLimits.wait(load, address, isFetchedAhead(headers))
    if (seconds !== null) throw new TooMany(seconds)
  }

  function requireToken(request: Request): void {
    if (!isEqualSecret(request.headers.get('x-api-token') ?? '', config.token)) throw new ApiError('token_missing')
  }

  const hono = new Hono<Env>()
  for (const route of Object.values(endpoints).flat()) {
    const path = API_BASE + route.declared.path.replace(/\{(\w+)\}/g, ':$1')
    hono.on(route.declared.method, path, (context) => asCall(route.declared, () => answer(route, context)))
  }
  addDescriptions(hono, ctx, consume)
  hono.options('*', ({ req }) => origins.preflight(req.raw))
  hono.notFound(async (context) => {
    await consume('read', context.env.visitor, context.req.raw)
    throw new ApiError('not_found')
  })
  hono.onError(rejections(ctx))

  return {
    async fetch(request, visitor) {
      const requestId = requestIdIn(request.headers)
      const response = await hono.fetch(request, { visitor, requestId })
      const { headers } = response
      headers.set('x-request-id', requestId)
      headers.set('x-content-type-options', 'nosniff')
      headers.set('referrer-policy', 'strict-origin-when-cross-origin')
      if (!headers.has('content-security-policy'))
        headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      origins.permit(request, headers)
      return response
    },
    async close() {
      requestLimits.close()
    },
  }
}

/** Adds the description of the API and the page that shows it. `consume` counts a request. */
function addDescriptions(
  hono: Hono<Env>,
  { operator, publicUrl }: OpenContext['ctx'],
  consume: (load: Load, visitor: ClientInfo, request: Request) => Promise<void>,
): void {
  const description = () => describeApi(endpoints, { title: operator.siteName, server: `${publicUrl}${API_BASE}` })
  const descriptions = {
    'openapi.json': async () =>
      new WholeAnswer(JSON.stringify(description()), { headers: { ...PUBLIC_FILES, 'content-type': 'application/json' } }),
    docs: () => docsPage(description()),
  }
  for (const [name, make] of Object.entries(descriptions)) {
    // Made at the first request and kept: making it takes as long as thirty responses of the catalogue, at each start and in each
    // test.
    let made: Promise<WholeAnswer> | undefined
    hono.get(`${API_BASE}${name}`, async (context) => {
      await consume('read', context.env.visitor, context.req.raw)
      made ??= make().catch((error) => {
        made = undefined
        throw error
      })
      return (await made).clone()
    })
  }
}

/** Returns the handler of errors, which gives each its response. */
function rejections(ctx: OpenContext['ctx']): (error: unknown, context: Context<Env>) => Response {
  const { log, operator, publicUrl } = ctx
  const limitEvents = sampledLimitEvents(ctx)

  /** Tells an OPDS client how to log in; not sent to our own pages, whose browser would ask for a password. */
  function challenge(headers: Headers): void {
    const document = new URL(authenticationAddress, publicUrl).href
    if (allowsPasswords(publicUrl)) headers.set('www-authenticate', basicChallenge(operator.siteName))
    headers.set('link', `<${document}>; rel="http://opds-spec.org/auth/document"; type="application/opds-authentication+json"`)
  }

  return (error, context) => {
    const { req, env } = context
    // '' if no route has this path.
    const route = routePath(context)
    if (error instanceof TryLater) return rejectForNow(req.raw, env.requestId)
    if (error instanceof ApiError) {
      const rejected = reject(error.code, req.raw, env.requestId, error)
      if (rejected.status === 401 && bearerTokenIn(req.raw) !== null) rejected.headers.set('www-authenticate', 'Bearer')
      else if (rejected.status === 401 && asksAsProgram(req.raw)) challenge(rejected.headers)
      if (error instanceof TooMany) {
        limitEvents.note({ request: req.raw, visitor: env.visitor, ctx }, { route })
        rejected.headers.set('retry-after', String(error.seconds))
      }
      return rejected
    }
    if (isAccountGone(error)) return reject('not_signed_in', req.raw, env.requestId)
    return rejectUnexpected(log, error, { request: req.raw, requestId: env.requestId, path: route })
  }
}

/** Returns a success without a body: 204, or 200 with `content-length: 0`, which a stream would not have. */
function withoutBody(declared: Route['declared'], headers: Headers): Response {
  return successStatus(declared) === 204 ? new Response(null, { status: 204, headers }) : new WholeAnswer('', { headers })
}

/** Returns whether a support view may make a call: only what reads, and is declared for it. */
function isViewable({ declared }: Route): boolean {
  return declared.method === 'GET' && declared.inSupportView === true
}

function loadOf({ declared }: Route): Load {
  // A provider sends webhooks of thousands of customers from one address.
  if (declared === providerWebhook) return 'picture'
  if (declared.method !== 'GET') return 'write'
  if (declared === search || declared === searchInIssue) return 'search'
  return declared.access === 'link' ? 'picture' : 'read'
}

/** Whether an OPDS client sent the request: it has a password, or its address is one of those in manifests. */
function asksAsProgram(request: Request): boolean {
  return request.headers.has('authorization') || new URL(request.url).searchParams.get('program') === '1'
}

/** Compares ETags weakly, because a proxy that compresses makes them weak. */
function sameAs(etag: string, ifNoneMatch: string | null): boolean {
  return ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false
}
