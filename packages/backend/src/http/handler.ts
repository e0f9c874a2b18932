import { cacheControl } from '@kiosk/domain/cache-rules'
import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import type { Endpoint } from '@kiosk/domain/endpoint'
import { ApiError } from '@kiosk/domain/errors'
import type { Language, Locale } from '@kiosk/domain/locale'
import type { Reader } from '@kiosk/domain/reading/rights'
import type { Region } from '@kiosk/domain/regions'
import type { z } from 'zod'
import type { Session } from '../auth/session.ts'
import type { AppContext } from '../context.ts'

/** Origin of a request. `country` is ISO 3166-1 alpha-2, null = unknown. */
export type ClientInfo = {
  address: string
  country: string | null
  /**
   * The country that a trusted proxy has named in `COUNTRY_HEADER`; it is part of a CDN's cache key. Absent if it was looked up.
   */
  countryInHeader?: string
  /** False: a call for a shared page, which counts against no limit. Default: calls count against the address. */
  counted?: boolean
  /** The server renders a page again for nobody in particular. */
  renews?: boolean
  /** The browser loads a page that nobody has opened yet. */
  ahead?: boolean
  /**
   * For a preview at the desk, never from a request: shows unpublished content as one kind of reader sees it. Nothing is cached.
   */
  preview?: { reader: Reader; row?: { set: string; keys: readonly string[] }; campaign?: Campaign }
  /**
   * For a support view, never from a request: the account that this permission is for. Only calls declared with `inSupportView`
   * are answered, through connections that cannot write.
   */
  support?: { grantId: number }
  /** For the calls of one page that only reads: its sessions by token. A call that changes something discards them. */
  sessionsOfPage?: Map<string, Promise<Session>> | undefined
  /** Aborted when the client disconnects before the response. */
  gone?: AbortSignal
}

/** The parts of a request that all endpoints have. */
export type RequestContext = {
  request: Request
  visitor: ClientInfo
  language: Language
  /** How days and numbers are written: as in the market of the account, or for a visitor as in `region`. */
  locale: Locale
  region: Region
  /** The visitor is in one of the markets. */
  regionActive: boolean
  session: Session
  /** Headers of the response: cookies. */
  reply: Headers
  ctx: AppContext
  /** The caller has exceeded the limit that `limited` of the endpoint counts, so the response is reduced. */
  limited?: boolean
}

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends Record<Name, z.ZodObject> ? z.output<E[Name]> : unknown
/** A call of an endpoint: the request and its validated input from path, query and body. */
export type Call<E extends Endpoint> = RequestContext & { input: Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> }
type Answer<E extends Endpoint> = E extends { output: z.ZodType } ? z.input<E['output']> | Response : Response | undefined

export type Route = {
  declared: Endpoint
  /** `catalogue`: cached until the catalogue changes; `personal`: for one visitor. */
  audience: 'catalogue' | 'personal'
  /** For catalogue calls: counts a call, even if its response is cached; true = this caller gets the reduced response. */
  limited?: ((call: RequestContext & { input: Record<string, unknown> }) => Promise<boolean>) | undefined
  parse(parts: { params: unknown; query: unknown; body: unknown }): Record<string, unknown>
  handle(call: RequestContext & { input: Record<string, unknown> }): Promise<unknown>
}

/** Connects a handler with its declaration. */
export function defineHandler<const E extends Endpoint>(
  declared: E,
  audience: Route['audience'],
  handle: (call: Call<E>) => Promise<Answer<E>>,
  limited?: (input: Call<E>['input'], call: RequestContext) => Promise<boolean>,
): Route {
  return {
    declared,
    audience,
    parse: (parts) => ({
      ...readInput(declared.params, parts.params),
      ...readInput(declared.query, parts.query),
      ...readInput(declared.body, parts.body),
    }),
    handle: (call) => handle(call as unknown as Call<E>),
    limited: limited && ((call) => limited((call as unknown as Call<E>).input, call)),
  }
}

/** Returns the declared fields of path, query or body. @throws ApiError wrong_input with the path of the first wrong field */
export function readInput(schema: z.ZodObject | undefined, value: unknown): Record<string, unknown> {
  if (!schema) return {}
  for (const [name, each] of Object.entries(value ?? {})) {
    // Our texts never contain NUL, and PostgreSQL rejects it.
    if (typeof each === 'string' && each.includes('\0')) throw new ApiError('wrong_input', name)
  }
  const { success, data, error } = schema.safeParse(value)
  if (!success) {
    const [first] = error.issues
    const exact = first?.message.startsWith('VALIDATION.') ? first.message : undefined
    throw new ApiError('wrong_input', first?.path.join('.') ?? '', exact)
  }
  return data
}

/** Returns a 204 instead of the declared response; its meaning is the declaration's `nothing`. */
export function nothing(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': cacheControl('personal') } })
}
