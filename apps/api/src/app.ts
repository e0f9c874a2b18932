import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { search } from '@kiosk/domain/catalogue/endpoints'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import { successStatus } from '@kiosk/domain/endpoint'
import { Refusal } from '@kiosk/domain/errors'
import { preferredLanguage } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { providerWebhook } from '@kiosk/domain/payments/provider-endpoints'
import { searchInIssue } from '@kiosk/domain/reading/endpoints'
import { regionOf } from '@kiosk/domain/regions'
import { basicChallenge, isSafeLine } from '@kiosk/domain/safe-line'
import { WholeAnswer } from '@kiosk/domain/whole-answer'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { type Logger, pino } from 'pino'
import { requireMeantAccount } from './accounts/account-reference.ts'
import { createProgramSessions } from './accounts/program-sessions.ts'
import { API_BASE } from './api-address.ts'
import { Shelf } from './catalogue/shelf.ts'
import { crossOrigin } from './cross-origin.ts'
import { type Database, underside } from './database/connect.ts'
import { isAccountGone, isUnavailable } from './database/unavailable.ts'
import { docsPage } from './description/docs-page.ts'
import { describeApi } from './description/openapi.ts'
import type { Asking, Served, Visitor } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { errorInLog } from './error-in-log.ts'
import { formBody } from './form-body.ts'
import type { House } from './house.ts'
import { houseSecret } from './house-secret.ts'
import { KeptAnswers } from './kept-answers.ts'
import type { Files } from './outside/files/storage.ts'
import type { IdentityProviders } from './outside/identity/identity-provider.ts'
import type { Post } from './outside/mail/post.ts'
import type { DrawCover, DrawPage } from './outside/page-drawing.ts'
import type { PaymentProviders } from './outside/payments/port.ts'
import type { Push } from './outside/push/port.ts'
import { pushKeys } from './outside/push/push-keys.ts'
import { createRateLimits, type Load } from './rate-limits.ts'
import { createDrawing } from './reading/drawing.ts'
import { createDrawnPictures } from './reading/drawn-pictures.ts'
import { refuse } from './refusals.ts'
import { createAttempts } from './session/attempts.ts'
import { bearerTokenIn, findBearerSession } from './session/bearer-sessions.ts'
import { sessionCookies } from './session/cookies.ts'
import { sampledLimitEvents } from './session/limit-events.ts'
import { findSession, visitorSession } from './session/session.ts'
import { TooMany } from './too-many.ts'

export type { Visitor }

export type Api = {
  /** What handlers use, for the jobs of the same house. */
  house: House
  /** Answers everything under `/api/v8/`; never throws. */
  fetch(request: Request, visitor: Visitor): Promise<Response>
  close(): Promise<void>
}

export type Given = {
  db: Database
  /** The same database by other connections, for calls without an account; default: `db`. */
  publicDb?: Database
  /** The same by connections that may wait, for work that takes long; default: `db`. */
  workDb?: Database
  /** Where changes are listened for, on a direct connection; default: the address under `db`. */
  databaseUrl?: string
  files: Files
  operator: Operator
  /** Expected in `X-Api-Token` (decision 5). */
  token: string
  webapp: string
  publicUrl: string
  environment: 'development' | 'staging' | 'production'
  /** Reads of one address; 0 = no limits. */
  requestsPerMinute?: number | undefined
  /** What pictures of pages drawn on demand may weigh together; those not used for longest are deleted beyond. */
  drawnPicturesBytes?: number | undefined
  drawPage?: DrawPage
  drawCover?: DrawCover
  log?: Logger
  post: Post
  push: Push
  /** Who takes the money; nothing is sold where nobody does. */
  payments?: PaymentProviders
  identity?: IdentityProviders
  neutralAnswers?: boolean
  now?: () => Date
}

type Env = { Bindings: { visitor: Visitor; requestId: string } }

/** A database is back, or a lock free, within seconds or not at all. */
const RETRY_AFTER_SECONDS = 5

const DRAWN_PICTURES_BYTES = 20 * 1024 ** 3

const PUBLIC_FILES = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' }

/** The API of the house. It listens on no port: the server hands it requests. */
export function createApi(given: Given): Api {
  const { db, publicDb = db, workDb = db, now = () => new Date() } = given
  const log = (given.log ?? pino({ level: 'warn' })).child({}, { serializers: { err: errorInLog } })
  const kept = new KeptAnswers()
  const shelf = new Shelf(publicDb, log, given.databaseUrl ?? underside(db).url)
  shelf.onChange(() => kept.forget())
  const secret = houseSecret(publicDb)
  const keysOfPush = pushKeys(publicDb)
  const limits = createRateLimits({ db: publicDb, secret, readsPerMinute: given.requestsPerMinute, log })
  const origins = crossOrigin({ appOrigins: given.operator.appOrigins, publicUrl: given.publicUrl })
  const house: House = {
    db,
    files: given.files,
    operator: given.operator,
    webapp: given.webapp,
    publicUrl: given.publicUrl,
    log,
    now,
    shelf,
    post: given.post,
    push: given.push,
    pushSender: async () => ({ ...(await keysOfPush()), contact: `mailto:${given.operator.company.mail}` }),
    payments: given.payments ?? { card: null, wallet: null, store: null },
    attempts: createAttempts({ db, secret, log }),
    identity: given.identity ?? {},
    neutralAnswers: given.neutralAnswers ?? false,
    environment: given.environment,
    drawPage: given.drawPage,
    drawCover: given.drawCover,
    drawing: createDrawing({ db: workDb, files: given.files, log }),
    drawnPictures: createDrawnPictures({
      db: workDb,
      files: given.files,
      log,
      now,
      mostBytes: given.drawnPicturesBytes ?? DRAWN_PICTURES_BYTES,
    }),
    secret,
  }

  /** The house of calls without an account: they go on where those with one wait for a lock. */
  const publicHouse: House = { ...house, db: publicDb, attempts: createAttempts({ db: publicDb, secret, log }) }

  const cookies = sessionCookies(given.publicUrl)
  const programs = createProgramSessions()
  async function answer(served: Served, context: Context<Env>): Promise<Response> {
    const { raw: request } = context.req
    const { visitor } = context.env
    await admit(loadOf(served), visitor)
    if (served.declared.access !== 'link') demandToken(request)
    const writes = request.method !== 'GET' && request.method !== 'HEAD'
    const bearer = bearerTokenIn(request)
    // No page of others can send a bearer token: that takes a preflight, which is answered for apps alone.
    if (writes && bearer === null) origins.demandOwnOrigin(request, served.declared)
    const { region, active } = regionOf(visitor.country ?? 'AT')
    const language = preferredLanguage(request.headers.get('accept-language'))
    const token = cookies.sessionIn(request)
    const its = writes || token !== null || request.headers.has('authorization') ? house : publicHouse
    const asking = { request, visitor, language, region, regionActive: active, reply: new Headers(), house: its }
    const ofBearer = bearer === null ? visitorSession : await findBearerSession(db, bearer, house.now())
    const asProgram = ofBearer.account === null && served.declared.programs && request.headers.has('authorization')
    const session = asProgram
      ? await programs.sessionOf({ ...asking, session: visitorSession })
      : bearer !== null
        ? ofBearer
        : await findSession(db, token, house.now())
    // An app has to hear that its token has ended, instead of being taken for a visitor; it may still ask for a new one.
    const needsLivingToken = bearer !== null && !served.declared.path.startsWith('websession/')
    const needsAccount = served.declared.access === 'session' || needsLivingToken
    if (needsAccount && session.account === null) throw new Refusal('not_signed_in')
    if (writes) await requireMeantAccount(request, session, house)
    const input = served.parse({
      params: context.req.param(),
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: writes ? await formBody(request, served.declared) : {},
    })
    const call = { ...asking, session, input }
    return served.audience === 'catalogue' ? answerToAll(served, call) : answerToOne(served, call)
  }

  /** The same for everybody of a country, a language and a right: kept, and marked so that nobody fetches it twice. */
  async function answerToAll(served: Served, call: Asking & { input: Record<string, unknown> }): Promise<Response> {
    const { request, visitor, language, session } = call
    const limited = (await served.limited?.(call)) ?? false
    const seenAs = [visitor.country, language, session.reader, session.showsAgeRestricted, limited]
    const key = JSON.stringify([served.declared.path, call.input, ...seenAs])
    const { body, etag, passing } = await kept.get(key, async () => {
      let passing = false
      const doNotKeep = () => {
        passing = true
      }
      const made = JSON.stringify(await served.handle({ ...call, limited, doNotKeep }))
      return { body: made, etag: `"${createHash('sha1').update(made).digest('base64url')}"`, passing }
    })
    const headers = {
      'content-type': 'application/json',
      'content-language': language,
      'cache-control': limited || passing ? 'private, no-cache' : 'public, no-cache',
      vary: 'Accept-Language, X-Api-Token',
      etag,
    }
    if (sameAs(etag, request.headers.get('if-none-match'))) return new Response(null, { status: 304, headers })
    return new WholeAnswer(body, { headers })
  }

  async function answerToOne(served: Served, call: Asking & { input: Record<string, unknown> }): Promise<Response> {
    const made = await served.handle(call)
    const headers = made instanceof Response ? made.headers : new Headers()
    for (const [name, value] of call.reply) headers.append(name, value)
    if (made instanceof Response) return made
    headers.set('cache-control', 'private, no-store')
    headers.set('content-language', call.language)
    if (made === undefined) return withoutBody(served.declared, headers)
    headers.set('content-type', 'application/json')
    return new WholeAnswer(JSON.stringify(made), { headers })
  }

  async function admit(load: Load, { address, counted }: Visitor): Promise<void> {
    if (counted === false) return
    const seconds = await limits.wait(load, address)
    if (seconds !== null) throw new TooMany(seconds)
  }

  const expected = createHash('sha256').update(given.token).digest()
  function demandToken(request: Request): void {
    const token = createHash('sha256')
      .update(request.headers.get('x-api-token') ?? '')
      .digest()
    if (!timingSafeEqual(token, expected)) throw new Refusal('token_missing')
  }

  /** Tells a reading program how to log in; never a page of ours, whose browser would ask for a password. */
  function challenge(headers: Headers): void {
    const document = new URL(authenticationAddress, given.publicUrl).href
    if (isSafeLine(given.publicUrl)) headers.set('www-authenticate', basicChallenge(given.operator.siteName))
    headers.set('link', `<${document}>; rel="http://opds-spec.org/auth/document"; type="application/opds-authentication+json"`)
  }

  const limitEvents = sampledLimitEvents(house)
  function noteLimit(request: Request, visitor: Visitor, route: string): void {
    limitEvents.note({ request, visitor, house }, { route })
  }

  function refusal(error: unknown, context: Context<Env>): Response {
    const { req, env } = context
    // '' where no route has this path.
    const route = routePath(context)
    if (error instanceof Refusal) {
      const refused = refuse(error.code, req.raw, env.requestId, error)
      if (refused.status === 401 && bearerTokenIn(req.raw) !== null) refused.headers.set('www-authenticate', 'Bearer')
      else if (refused.status === 401 && asksAsProgram(req.raw)) challenge(refused.headers)
      if (error instanceof TooMany) {
        noteLimit(req.raw, env.visitor, route)
        refused.headers.set('retry-after', String(error.seconds))
      }
      return refused
    }
    if (isAccountGone(error)) return refuse('not_signed_in', req.raw, env.requestId)
    if (isUnavailable(error)) {
      log.warn({ err: error, requestId: env.requestId, method: req.method, path: route }, 'the database is not available')
      const refused = refuse('unavailable', req.raw, env.requestId)
      refused.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
      return refused
    }
    log.error({ err: error, requestId: env.requestId, method: req.method, path: route }, 'request failed')
    return refuse('unexpected', req.raw, env.requestId)
  }

  const hono = new Hono<Env>()
  for (const served of Object.values(endpoints).flat()) {
    const path = API_BASE + served.declared.path.replace(/\{(\w+)\}/g, ':$1')
    hono.on(served.declared.method, path, (context) => answer(served, context))
  }
  const description = describeApi(endpoints, { title: given.operator.siteName, server: `${given.publicUrl}${API_BASE}` })
  // Made once: writing them takes as long as thirty answers of the catalogue.
  const descriptions = {
    'openapi.json': new WholeAnswer(JSON.stringify(description), {
      headers: { ...PUBLIC_FILES, 'content-type': 'application/json' },
    }),
    docs: docsPage(description),
  }
  for (const [name, page] of Object.entries(descriptions))
    hono.get(`${API_BASE}${name}`, async (context) => {
      await admit('read', context.env.visitor)
      return (await page).clone()
    })
  hono.options('*', ({ req }) => origins.preflight(req.raw))
  hono.notFound(async (context) => {
    await admit('read', context.env.visitor)
    throw new Refusal('not_found')
  })
  hono.onError(refusal)

  return {
    house,
    async fetch(request, visitor) {
      const requestId = requestIdOf(request)
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
      limits.close()
      await shelf.close()
    },
  }
}

/** A 200 goes out with `content-length: 0`: sent as a stream it would have none. */
function withoutBody(declared: Served['declared'], headers: Headers): Response {
  return successStatus(declared) === 204 ? new Response(null, { status: 204, headers }) : new WholeAnswer('', { headers })
}

function loadOf({ declared }: Served): Load {
  // A provider speaks for thousands of customers from one address.
  if (declared === providerWebhook) return 'picture'
  if (declared.method !== 'GET') return 'write'
  if (declared === search || declared === searchInIssue) return 'search'
  return declared.access === 'link' ? 'picture' : 'read'
}

/** A password came along, or the address is one of those that manifests hold. */
function asksAsProgram(request: Request): boolean {
  return request.headers.has('authorization') || new URL(request.url).searchParams.get('program') === '1'
}

/** The caller's own id where it looks like one, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? ''
  return /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/** A weak comparison: compression on the way makes marks weak. */
function sameAs(etag: string, ifNoneMatch: string | null): boolean {
  return ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false
}
