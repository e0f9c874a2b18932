import { localeOf, preferredLanguage } from '@kiosk/domain/locale'
import { regionOf } from '@kiosk/domain/regions'
import { bearerTokenIn, findBearerSession } from '../auth/bearer-sessions.ts'
import { sessionCookies } from '../auth/cookies.ts'
import { createOpdsSessions } from '../auth/opds-sessions.ts'
import { findSession, findViewSession, type Session, visitorSession } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import type { OpenContext } from '../create-context.ts'
import { inTime } from '../db/unavailable.ts'
import type { ClientInfo, RequestContext, Route } from './handler.ts'

/**
 * Time to look up a session, which everything else in a request waits for: longer than a migration locks a table at a time
 * (`MIGRATION_LIMITS`), and short enough that a reader gets an explanation soon.
 */
const SESSION_MS = 2_500

type Caller = Omit<RequestContext, 'session'>

/** Finds out who sends a request: language, market, connections, and then the session. */
export function createCallers({ ctx, publicCtx, viewCtx }: Omit<OpenContext, 'close'>) {
  const { db, publicUrl } = ctx
  const cookies = sessionCookies(publicUrl)
  const programs = createOpdsSessions()

  function callerOf(request: Request, visitor: ClientInfo): Caller {
    const { region, active: regionActive } = regionOf(visitor.country ?? 'AT')
    const language = preferredLanguage(request.headers.get('accept-language'))
    const locale = localeOf(language, region)
    return { request, visitor, language, locale, region, regionActive, reply: new Headers(), ctx: contextOf(request, visitor) }
  }

  /** Chooses the connections: of support views, of readers and everything that writes, or of everybody. */
  function contextOf(request: Request, visitor: ClientInfo): AppContext {
    if (visitor.support) return viewCtx
    const ofReader = isWrite(request) || cookies.sessionIn(request) !== null || request.headers.has('authorization')
    return ofReader ? ctx : publicCtx
  }

  /** @throws ApiError unavailable after `SESSION_MS`; wrong_credentials and others for the password of an OPDS client */
  async function sessionOf(caller: Caller, { declared }: Route): Promise<Session> {
    const { request, visitor } = caller
    if (visitor.support) return findViewSession(viewCtx.db, visitor.support.grantId, ctx.now())
    if (visitor.preview) return { ...visitorSession, reader: visitor.preview.reader }
    const bearer = bearerTokenIn(request)
    const ofBearer = bearer === null ? visitorSession : await inTime(findBearerSession(db, bearer, ctx.now()), SESSION_MS)
    if (ofBearer.account === null && declared.programs && request.headers.has('authorization'))
      return programs.sessionOf({ ...caller, session: visitorSession })
    return bearer === null ? sessionOfCookie(caller) : ofBearer
  }

  /** Looks up the session of a cookie, once for all calls of a page. */
  function sessionOfCookie({ request, visitor: { sessionsOfPage } }: Caller): Promise<Session> {
    const token = cookies.sessionIn(request)
    if (token === null) return findSession(db, token, ctx.now())
    const session = sessionsOfPage?.get(token) ?? inTime(findSession(db, token, ctx.now()), SESSION_MS)
    sessionsOfPage?.set(token, session)
    return session
  }

  return { callerOf, sessionOf }
}

export function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
