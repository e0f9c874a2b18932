import { type ApiClient, type ApiFetch, createApiClient } from '@kiosk/api-client/api-client'
import { ApiError } from '@kiosk/api-client/api-error'
import { ACCOUNT_HEADER } from '@kiosk/domain/accounts/limits'
import { RETRY_AFTER_SECONDS, wordsOfStatus } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { data } from 'react-router'
import sanitizeHtml from 'sanitize-html'
import type { ApiError as ShownError } from './api-error.ts'
import type { Log } from './log.ts'
import type { ShownOnPage } from './surrogate-keys.ts'

/**
 * Creates an API client in the visitor's language for loaders and actions, which throws errors as responses of the router
 * (see `apiErrorIn` in api-error.ts). `cookie` carries the visitor's session. `onFailure` is called with the Retry-After
 * value if the API fails or limits the client, `onCookie` for cookies to set in the browser, `shown` records what a page is made
 * of.
 */
export function apiClient(
  api: ApiFetch,
  visitor: {
    log: Log
    language: Language
    cookie: string | null
    /** Basic credentials of an OPDS client. */
    authorization?: string | null
    userAgent?: string | null
    /** Reference of the expected account; null = any signed-in account. */
    account?: () => string | null
    onFailure?: (retryAfter: string | null) => void
    onCookie?: (cookie: string) => void
    shown?: ShownOnPage
  },
): ApiClient {
  const client = createApiClient({
    fetch: api,
    headers: ({ method }) => {
      const account = method === 'GET' ? null : visitor.account?.()
      return {
        'accept-language': visitor.language,
        ...(visitor.cookie && { cookie: visitor.cookie }),
        ...(visitor.authorization && { authorization: visitor.authorization }),
        ...(account && { [ACCOUNT_HEADER]: account }),
        ...(visitor.userAgent && { 'user-agent': visitor.userAgent }),
      }
    },
    onResponse: ({ headers }) => {
      for (const cookie of headers.getSetCookie()) visitor.onCookie?.(cookie)
    },
  })
  const call: ApiClient['call'] = async (route, ...input) => {
    const { params } = (input[0] ?? {}) as { params?: object }
    // `issues/all` is a list, not an issue with that id.
    if (route.method === 'GET' && Object.values(params ?? {}).includes(LIST)) throw rejected(404, { code: 'not_found' })
    try {
      const answer = await client.call(route, ...input)
      visitor.shown?.add(route, input[0] ?? {}, answer)
      return answer
    } catch (thrown) {
      visitor.shown?.add(route, input[0] ?? {}, undefined)
      // An answer that broke off or cannot be read counts as no answer.
      const error = thrown instanceof ApiError ? thrown : new ApiError(null, '', thrown)
      const { response, status, cause } = error
      if (!response)
        visitor.log.error({ event: 'api.unreachable', path: route.path, reason: String(cause) }, 'the API cannot be reached')
      if (!response || isUnexpected(error))
        visitor.onFailure?.(response ? response.headers.get('retry-after') : String(RETRY_AFTER_SECONDS))
      throw response ? rejected(status, errorMessageIn(error, response)) : rejected(503, { code: 'unavailable' })
    }
  }
  return { ...client, call }
}

/** Last path segment of lists, which is never the name of a single resource. */
const LIST = 'all'

/** Returns whether an error leaves the page incomplete, but perhaps only for the moment. */
function isUnexpected({ status, code }: { status: number; code: string }): boolean {
  return status >= 500 || status === 408 || status === 429 || code === 'token_missing'
}

function rejected(status: number, error: Partial<ShownError>): unknown {
  const words = wordsOfStatus(status) ?? 'ERROR.UNKNOWN'
  const nothing = { code: 'unexpected', message: null, html: null, field: null, requestId: null }
  return data({ apiError: { ...nothing, ...error, status, words } }, { status })
}

/** Maximum length of a plain-text server message that is shown. */
const LONGEST_MESSAGE_CHARACTERS = 500

/** HTML allowed in server messages: emphasis, paragraphs and web links. */
const allowed = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
}

function errorMessageIn({ body }: ApiError, { headers }: Response): Partial<ShownError> {
  const kind = headers.get('content-type') ?? ''
  const requestId = headers.get('x-request-id')
  if (kind.includes('json')) {
    try {
      return { requestId, ...pick(JSON.parse(body)) }
    } catch {
      return { requestId }
    }
  }
  if (body.length === 0 || body.length > LONGEST_MESSAGE_CHARACTERS) return { requestId }
  if (kind.startsWith('text/html')) return { requestId, html: sanitizeHtml(body, allowed) }
  return kind.startsWith('text/plain') ? { requestId, message: body } : { requestId }
}

function pick(json: Record<string, unknown>): Partial<ShownError> {
  const texts = ['code', 'message', 'field', 'requestId'] as const
  return Object.fromEntries(texts.filter((name) => typeof json[name] === 'string').map((name) => [name, json[name]]))
}
