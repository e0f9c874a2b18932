import type { Endpoint } from '@kiosk/domain/endpoint'
import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import type { Region } from '@kiosk/domain/regions'
import type { z } from 'zod'
import type { Session } from '../auth/session.ts'
import type { AppContext } from '../context.ts'

/** Where a request comes from. `country` is ISO 3166-1 alpha-2, null where nobody knows. */
export type ClientInfo = {
  address: string
  country: string | null
  /** False: a page that many will get asks in this process, on nobody's account. Default: calls count against the address. */
  counted?: boolean
  /** Aborted when the client has gone before the answer. */
  gone?: AbortSignal
}

/** One request, as far as it is the same for every endpoint. */
export type RequestContext = {
  request: Request
  visitor: ClientInfo
  language: Language
  region: Region
  /** The visitor is in one of the markets. */
  regionActive: boolean
  session: Session
  /** Headers that go out with the answer: cookies. */
  reply: Headers
  ctx: AppContext
  /** The caller has used up what `limited` of the endpoint counts: the answer holds less. */
  limited?: boolean
  /** Of the catalogue: says that the answer was made in a hurry and may be another a moment later, so that it is not kept. */
  doNotKeep?: () => void
}

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends Record<Name, z.ZodObject> ? z.output<E[Name]> : unknown
/** A call of an endpoint: the request and its checked input, path, query and body in one. */
export type Call<E extends Endpoint> = RequestContext & { input: Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> }
type Answer<E extends Endpoint> = E extends { output: z.ZodType } ? z.input<E['output']> | Response : Response | undefined

export type Route = {
  declared: Endpoint
  /** Public answers of the catalogue are kept until it changes; `personal` ones belong to one visitor. */
  audience: 'catalogue' | 'personal'
  /** Of the catalogue: counts a call, also where its answer is kept; true = this caller gets the answer that holds less. */
  limited?: ((call: RequestContext & { input: Record<string, unknown> }) => Promise<boolean>) | undefined
  parse(parts: { params: unknown; query: unknown; body: unknown }): Record<string, unknown>
  handle(call: RequestContext & { input: Record<string, unknown> }): Promise<unknown>
}

/** Ties a handler to its declaration. */
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
      ...checked(declared.params, parts.params),
      ...checked(declared.query, parts.query),
      ...checked(declared.body, parts.body),
    }),
    handle: (call) => handle(call as unknown as Call<E>),
    limited: limited && ((call) => limited((call as unknown as Call<E>).input, call)),
  }
}

function checked(schema: z.ZodObject | undefined, value: unknown): Record<string, unknown> {
  if (!schema) return {}
  for (const [name, each] of Object.entries(value as Record<string, unknown>)) {
    // No text of ours holds it, and PostgreSQL takes it for a broken one.
    if (typeof each === 'string' && each.includes('\0')) throw new ApiError('wrong_input', name)
  }
  const { success, data, error } = schema.safeParse(value)
  if (!success) {
    const [first] = error.issues
    const exact = first?.message.startsWith('VALIDATION.') ? first.message : undefined
    throw new ApiError('wrong_input', String(first?.path[0] ?? ''), exact)
  }
  return data
}

/** A 204 in place of the declared answer; what it means is the declaration's `nothing`. */
export function nothing(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })
}
