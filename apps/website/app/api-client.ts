import { ACCOUNT_HEADER } from '@kiosk/domain/accounts/terms'
import type { Endpoint } from '@kiosk/domain/endpoint'
import { wordsOfStatus } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { data } from 'react-router'
import sanitizeHtml from 'sanitize-html'
import type { z } from 'zod'
import type { Refusal } from './refusal.ts'

/** A call below `/api/v8/`: bound by the server to the visitor's address and country, and to the API token. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

/** What a call answers, by its declaration. */
export type Output<E> = E extends { output: z.ZodType } ? z.output<E['output']> : undefined
type Part<E, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, z.ZodObject>
    ? Record<string, never> extends z.input<E[Name]>
      ? { [N in Name]?: z.input<E[Name]> }
      : { [N in Name]: z.input<E[Name]> }
    : unknown
/** What a call needs, by its declaration: `{ params, query, body }`, each where declared. */
export type Given<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>
type Arguments<E> = Record<string, never> extends Given<E> ? [given?: Given<E>] : [given: Given<E>]

export type ApiClient = {
  /** Calls an endpoint as declared; throws a refusal (see `refusalIn` in refusal.ts) for every status but success. */
  call<E extends Endpoint>(endpoint: E, ...given: Arguments<E>): Promise<Output<E>>
  /** The next part of a list: `nextUrl` of an answer of the same endpoint. */
  follow<E extends Endpoint>(endpoint: E, nextUrl: string): Promise<Output<E>>
}

/** Typed calls in the visitor's language; `cookie` is the visitor's, so that the API knows the session; `onFailure` hears of every answer that says nothing of what was asked (failed, limited, or refused as a program) and of its Retry-After, `onCookie` of cookies that the browser is to keep. */
export function apiClient(
  api: ApiFetch,
  visitor: {
    language: Language
    cookie: string | null
    /** Address and password of a reading program. */
    authorization?: string | null
    userAgent?: string | null
    /** Reference of the account that is meant; null = whoever is signed in. */
    account?: () => string | null
    onFailure?: (retryAfter: string | null) => void
    onCookie?: (cookie: string) => void
  },
): ApiClient {
  async function ask(path: string, init: RequestInit, { output }: Endpoint): Promise<unknown> {
    const headers = new Headers(init.headers)
    headers.set('accept-language', visitor.language)
    headers.set('accept', 'application/json')
    if (visitor.cookie) headers.set('cookie', visitor.cookie)
    if (visitor.authorization) headers.set('authorization', visitor.authorization)
    const account = init.method === 'GET' ? null : visitor.account?.()
    if (account) headers.set(ACCOUNT_HEADER, account)
    if (visitor.userAgent) headers.set('user-agent', visitor.userAgent)
    let response: Response
    try {
      response = await api(path, { ...init, headers })
    } catch (error) {
      console.error(JSON.stringify({ level: 'error', event: 'api unreachable', path: path.split('?')[0], reason: String(error) }))
      visitor.onFailure?.(null)
      throw refused({ status: 503, code: 'unavailable', message: null, html: null, field: null, requestId: null })
    }
    for (const cookie of response.headers.getSetCookie()) visitor.onCookie?.(cookie)
    if (!response.ok) {
      const refusal = await refusalOf(response)
      if (isUnexpected(refusal)) visitor.onFailure?.(response.headers.get('retry-after'))
      throw refused(refusal)
    }
    // Without a declared answer the body of a 200 is empty, and no JSON.
    if (response.status === 204 || !output) return undefined
    return response.json()
  }
  return {
    call: (endpoint, ...[given]) => {
      const { params, query, body } = (given ?? {}) as Record<string, Record<string, unknown> | undefined>
      // `issues/all` is a list and no issue that is called so.
      if (Object.values(params ?? {}).includes(LIST)) return Promise.reject(nothingOfThatName())
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
      const search = formOf(query).toString()
      const init = { method: endpoint.method, ...(body && { body: formOf(body) }) }
      return ask(`/api/v8/${path}${search && `?${search}`}`, init, endpoint) as Promise<never>
    },
    follow: (endpoint, nextUrl) => {
      const { pathname, search } = new URL(nextUrl, 'http://api.invalid')
      if (!pathname.startsWith('/api/v8/')) throw new TypeError(`not a list of the API: ${nextUrl}`)
      return ask(pathname + search, { method: 'GET' }, endpoint) as Promise<never>
    },
  }
}

/** Last segment of addresses that answer a list: never the name of one thing. */
const LIST = 'all'

function nothingOfThatName(): unknown {
  return refused({ status: 404, code: 'not_found', message: null, html: null, field: null, requestId: null })
}

/** A page made without this answer lacks something that the same page has a moment later. */
function isUnexpected({ status, code }: { status: number; code: string }): boolean {
  return status >= 500 || status === 408 || status === 429 || code === 'token_missing'
}

function refused(refusal: Omit<Refusal, 'words'>): unknown {
  const words = wordsOfStatus(refusal.status) ?? 'ERROR.UNKNOWN'
  return data({ refusal: { ...refusal, words } }, { status: refusal.status })
}

/** Longest plain text of a server that is shown to people (section 8). Characters. */
const LONGEST_MESSAGE = 500

/** What is left of a server's HTML: emphasis, paragraphs and links to the web. */
const allowed = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
}

async function refusalOf(response: Response): Promise<Omit<Refusal, 'words'>> {
  const kind = response.headers.get('content-type') ?? ''
  const body = await response.text()
  const refusal = {
    status: response.status,
    code: 'unexpected',
    message: null as string | null,
    html: null as string | null,
    field: null,
    requestId: response.headers.get('x-request-id'),
  }
  if (kind.includes('json')) {
    try {
      return { ...refusal, ...pick(JSON.parse(body)) }
    } catch {
      return refusal
    }
  }
  if (body.length === 0 || body.length > LONGEST_MESSAGE) return refusal
  if (kind.startsWith('text/html')) return { ...refusal, html: sanitizeHtml(body, allowed) }
  return kind.startsWith('text/plain') ? { ...refusal, message: body } : refusal
}

function pick(json: Record<string, unknown>): Partial<Refusal> {
  const texts = ['code', 'message', 'field', 'requestId'] as const
  return Object.fromEntries(texts.filter((name) => typeof json[name] === 'string').map((name) => [name, json[name]]))
}

function formOf(values: Record<string, unknown> | undefined): URLSearchParams {
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
