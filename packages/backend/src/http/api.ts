import { API_BASE } from '@kiosk/contract/route'
import { SUPPORT_HEADER } from '@kiosk/domain/accounts/limits'
import { allowsPasswords, basicChallenge } from '@kiosk/domain/basic-auth'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { search } from '@kiosk/domain/catalogue/endpoints'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import { ApiError } from '@kiosk/domain/errors'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { localeOf } from '@kiosk/domain/locale'
import { providerWebhook } from '@kiosk/domain/payments/provider-endpoints'
import { searchInIssue } from '@kiosk/domain/reading/endpoints'
import { marketOf } from '@kiosk/domain/regions'
import { requestIdIn } from '@kiosk/domain/request-id'
import { WholeAnswer } from '@kiosk/domain/whole-response'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { requireMeantAccount } from '../auth/account-reference.ts'
import { bearerTokenIn } from '../auth/bearer-sessions.ts'
import { sampledLimitEvents } from '../auth/limit-events.ts'
import type { Session } from '../auth/session.ts'
import type { Config } from '../config.ts'
import type { OpenContext } from '../create-context.ts'
import { isAccountGone } from '../db/unavailable.ts'
import { isEqualSecret } from '../is-equal-secret.ts'
import { createCallAnswers } from './call-answers.ts'
import { asCall } from './call-span.ts'
import { createCallers, isWrite } from './callers.ts'
import { crossOrigin } from './cors.ts'
import { endpoints } from './endpoints.ts'
import { formBody } from './form-body.ts'
import type { ClientInfo, RequestContext, Route } from './handler.ts'
import { docsPage } from './openapi/docs-page.ts'
import { describeApi } from './openapi/openapi.ts'
import { reject } from './reject.ts'
import { rejectUnexpected } from './reject-unexpected.ts'
import { createRequestLimits, type Load } from './request-limits.ts'
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

const PUBLIC_FILES = { 'cache-control': cacheControl('apiDescription'), 'access-control-allow-origin': '*' }

/** Creates the HTTP API of a context. It has no port: the server passes requests to it. Close it before the context. */
export function createHttpApi(context: Omit<OpenContext, 'close'>, config: ApiConfig): Api {
  const { ctx, publicCtx } = context
  const { log, operator, publicUrl, secret } = ctx
  const requestLimits = createRequestLimits({ db: publicCtx.db, secret, readsPerMinute: config.requestsPerMinute, log })
  const origins = crossOrigin({ appOrigins: operator.appOrigins, publicUrl })
  const { callerOf, sessionOf } = createCallers(context)
  const answerCall = createCallAnswers(ctx.catalogueCache)

  async function answer(route: Route, { req, env: { visitor } }: Context<Env>): Promise<Response> {
    const { raw: request } = req
    const { declared } = route
    if (visitor.support && !isViewable(route)) throw new ApiError('view_only')
    await consume(loadOf(route), visitor, request)
    if (declared.access !== 'link') requireToken(request)
    const writes = isWrite(request)
    if (writes) visitor.sessionsOfPage = undefined
    // Foreign pages cannot send a bearer token: that requires a preflight, which is allowed only for apps.
    if (writes && bearerTokenIn(request) === null) origins.requireOwnOrigin(request, declared)

    const caller = callerOf(request, visitor)
    const session = await sessionOf(caller, route)
    requireAccount(session, caller, route)
    if (writes) await requireMeantAccount(request, session, ctx)
    const input = route.parse({
      params: req.param(),
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: writes ? await formBody(request, declared) : {},
    })
    const call = { ...caller, session, input }
    if (session.account) call.locale = localeOf(call.language, marketOf(session.account))
    const answered = await answerCall(route, call)
    // An open page learns from its next call that support may look at the account.
    if (session.supportUntil) answered.headers.set(SUPPORT_HEADER, session.supportUntil.toISOString())
    return answered
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

/** @throws ApiError view_only if the reader has ended the support view; not_signed_in if the call needs an account */
function requireAccount(
  { account }: Session,
  { request, visitor }: Pick<RequestContext, 'request' | 'visitor'>,
  { declared }: Route,
): void {
  if (account !== null) return
  if (visitor.support) throw new ApiError('view_only')
  // An app must learn that its token has expired instead of being treated as a visitor. It may still request a new token.
  const needsLivingToken = bearerTokenIn(request) !== null && !declared.path.startsWith('websession/')
  if (declared.access === 'session' || needsLivingToken) throw new ApiError('not_signed_in')
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
