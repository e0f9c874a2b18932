import { randomUUID } from 'node:crypto'
import { DESK_API_BASE } from '@kiosk/contract/route'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError, type ErrorCode } from '@kiosk/domain/errors'
import { preferredLanguage } from '@kiosk/domain/locale'
import type { DeskEndpoint } from '@kiosk/domain/staff/desk-endpoint'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { Hono } from 'hono'
import { recordBoundedEvent } from '../auth/security-events.ts'
import type { AppContext } from '../context.ts'
import { NOT_STORED } from '../db/not-stored.ts'
import { isNestedDeeper } from '../nesting.ts'
import type { DeskRoute } from '../staff/desk-handler.ts'
import type { DeskRequest } from '../staff/desk-request.ts'
import { actorOf, deskCookie, findStaffSession, isConfirmed, type StaffSession } from '../staff/staff-session.ts'
import { asCall } from './call-span.ts'
import { deskEndpoints } from './desk-endpoints.ts'
import { readAtMost } from './form-body.ts'
import { type ClientInfo, readInput } from './handler.ts'
import { reject } from './reject.ts'
import { rejectUnexpected } from './reject-unexpected.ts'
import { TooMany } from './too-many-requests.ts'
import { rejectForNow, TryLater } from './try-later.ts'

/** Longest JSON body. */
const LONGEST_BODY_BYTES = 256 * 1024
/** Rejections that are recorded as security events: the answers to guesses and attempts. */
const RECORDED: ReadonlySet<ErrorCode> = new Set([
  'wrong_credentials',
  'passkey_rejected',
  'code_wrong',
  'invitation_invalid',
  'too_many_requests',
  'not_permitted',
  'foreign_origin',
])

type Env = { Bindings: { visitor: ClientInfo; requestId: string } }
/** Handles all requests under `DESK_API_BASE`; never throws. */
export type DeskApi = (request: Request, visitor: ClientInfo) => Promise<Response>

/**
 * Creates the API of the desk. It knows only sessions of staff: a reader's cookie or token is not a session here. Without the
 * permission that a call requires, the answer is 403 before its input is read.
 */
export function createDeskApi(ctx: AppContext): DeskApi {
  const cookie = deskCookie(ctx.publicUrl)
  const ownOrigin = new URL(ctx.publicUrl).origin

  async function answer(
    { declared, handle }: DeskRoute,
    request: Request,
    env: Env['Bindings'],
    params: object,
  ): Promise<Response> {
    const isWrite = declared.method !== 'GET'
    if (isWrite) requireOwnOrigin(request, ownOrigin)
    const session = await findStaffSession(ctx.db, cookie.tokenIn(request), ctx.now())
    const permitted = requirePermission(declared, session, ctx.now())
    const input = {
      ...readInput(declared.params, params),
      ...readInput(declared.query, Object.fromEntries(new URL(request.url).searchParams)),
      ...readInput(
        declared.body,
        isWrite && !declared.raw ? await jsonBody(request, declared.longestBodyBytes ?? LONGEST_BODY_BYTES) : {},
      ),
    }
    const language = session?.language ?? preferredLanguage(request.headers.get('accept-language'))
    const call: DeskRequest = { request, visitor: env.visitor, language, reply: new Headers(), ctx }
    const actor = permitted && actorOf(permitted, call)
    const result = await handle({ ...call, ctx: { ...ctx, actor: actor ?? undefined }, session: permitted, actor, input })
    if (result instanceof Response) return result
    call.reply.set('cache-control', cacheControl('personal'))
    if (result === undefined) return new Response(null, { status: 204, headers: call.reply })
    return Response.json(result, { headers: call.reply })
  }

  async function recordRejection(outcome: ErrorCode, request: Request, visitor: ClientInfo): Promise<void> {
    const event = { kind: 'staff.rejected', details: { outcome } } as const
    await recordBoundedEvent({ request, visitor, ctx }, event).catch((err: unknown) =>
      ctx.log.warn({ event: 'security.event-not-recorded', err }, 'security event could not be recorded'),
    )
  }

  const hono = new Hono<Env>()
  for (const route of deskEndpoints) {
    const path = DESK_API_BASE + route.declared.path.replace(/\{(\w+)\}/g, ':$1')
    hono.on(route.declared.method, path, ({ req, env }) => asCall(route.declared, () => answer(route, req.raw, env, req.param())))
  }
  hono.notFound(() => {
    throw new ApiError('not_found')
  })
  hono.onError(async (error, { req, env }) => {
    if (error instanceof TryLater) return rejectForNow(req.raw, env.requestId)
    if (error instanceof ApiError) {
      if (RECORDED.has(error.code)) await recordRejection(error.code, req.raw, env.visitor)
      const rejected = reject(error.code, req.raw, env.requestId, error)
      if (error instanceof TooMany) rejected.headers.set('retry-after', String(error.seconds))
      return rejected
    }
    return rejectUnexpected(ctx.log, error, { request: req.raw, requestId: env.requestId, path: req.path })
  })

  return async (request, visitor) => {
    const requestId = randomUUID()
    const response = await hono.fetch(request, { visitor, requestId })
    const { headers } = response
    headers.set('x-request-id', requestId)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    headers.set('referrer-policy', 'no-referrer')
    return response
  }
}

/**
 * Returns the session if its role may make the call; null for a call without a session.
 * @throws ApiError not_signed_in, not_permitted, confirmation_required
 */
function requirePermission(declared: DeskEndpoint, session: StaffSession | null, now: Date): StaffSession | null {
  if (declared.access === 'anyone') return session
  if (!session) throw new ApiError('not_signed_in')
  if (declared.access !== 'staff' && !isPermitted(session.role, declared.access)) throw new ApiError('not_permitted')
  if (declared.confirmed && !isConfirmed(session, now)) throw new ApiError('confirmation_required')
  return session
}

/** The cookie is not sent by other sites (SameSite=Strict); this also excludes other origins of the same site. */
function requireOwnOrigin(request: Request, ownOrigin: string): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (origin === ownOrigin || (origin === null && (site === null || site === 'same-origin'))) return
  throw new ApiError('foreign_origin')
}

/**
 * Requires JSON, because forms of other sites can send other content types. @throws ApiError unsupported_body, wrong_input,
 * body_too_large
 */
async function jsonBody(request: Request, longestBytes: number): Promise<unknown> {
  const text = await readAtMost(request, longestBytes)
  if (text === '') return {}
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) throw new ApiError('unsupported_body')
  if (NOT_STORED.test(text)) throw new ApiError('wrong_input')
  const body = parsed(text)
  const deep = Object.entries(body ?? {}).find(([, value]) => isNestedDeeper(value))
  if (deep) throw new ApiError('wrong_input', deep[0], 'VALIDATION.nestedTooDeep')
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('wrong_input')
  }
}
