import { createHash } from 'node:crypto'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { successStatus } from '@kiosk/domain/endpoint'
import { WholeAnswer } from '@kiosk/domain/whole-response'
import { planIdOf } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import type { RequestContext, Route } from './handler.ts'
import { ResponseCache } from './response-cache.ts'

type Call = RequestContext & { input: Record<string, unknown> }

/** Calls handlers and turns what they return into responses. Those that are the same for many callers are cached. */
export function createCallAnswers(catalogueCache: AppContext['catalogueCache']) {
  const responses = new ResponseCache()
  catalogueCache.onChange(() => responses.forget())

  /** Gives one response to all callers with the same country, market of the account, language and plan: cached, with an ETag. */
  async function answerToAll(route: Route, call: Call): Promise<Response> {
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

  return (route: Route, call: Call): Promise<Response> =>
    route.audience === 'catalogue' ? answerToAll(route, call) : answerToOne(route, call)
}

async function answerToOne(route: Route, call: Call): Promise<Response> {
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

/** Returns a success without a body: 204, or 200 with `content-length: 0`, which a stream would not have. */
function withoutBody(declared: Route['declared'], headers: Headers): Response {
  return successStatus(declared) === 204 ? new Response(null, { status: 204, headers }) : new WholeAnswer('', { headers })
}

/** Compares ETags weakly, because a proxy that compresses makes them weak. */
function sameAs(etag: string, ifNoneMatch: string | null): boolean {
  return ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false
}
