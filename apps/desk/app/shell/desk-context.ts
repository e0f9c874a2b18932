import { type ApiClient, type ApiFetch, createApiClient } from '@kiosk/api-client/api-client'
import { ApiError } from '@kiosk/api-client/api-error'
import { deskSession } from '@kiosk/contract/desk-routes'
import { RETRY_AFTER_SECONDS } from '@kiosk/domain/errors'
import { type Language, preferredLanguage } from '@kiosk/domain/locale'
import { pagePath } from '@kiosk/domain/page-path'
import type { Me } from '@kiosk/domain/staff/endpoints'
import { isPermitted, type Permission } from '@kiosk/domain/staff/roles'
import { createContext, data, type RouterContextProvider, redirect } from 'react-router'

/** Context of a request for loaders. Server only. */
type DeskContext = Pick<ApiClient, 'call'> & {
  /** Language of the signed-in person, else of the browser. */
  language(): Promise<Language>
  siteName: string
  /** Retry-After of a call that failed, for the response. */
  retryAfter: string | null
  /** The signed-in person; null = nobody. */
  me(): Promise<Me | null>
  /** Whether the signed-in person may do this. */
  may(permission: Permission): Promise<boolean>
}

const deskContextKey = createContext<DeskContext>()

export function deskContext(context: Readonly<RouterContextProvider>): DeskContext {
  return context.get(deskContextKey)
}

/** Returns the redirect to the sign-in that leads back to the page of a request. */
export const signInPath = ({ url }: Request): string => `/sign-in?to=${encodeURIComponent(pagePath(new URL(url)))}`

/** Creates the context of a request: its calls carry the session of the browser. */
export function createDeskContext(
  context: RouterContextProvider,
  request: Request,
  { api, siteName }: { api: ApiFetch; siteName: string },
): DeskContext {
  const cookie = request.headers.get('cookie')
  const client = createApiClient({
    fetch: api,
    headers: { ...(cookie && { cookie }), 'accept-language': request.headers.get('accept-language') ?? '' },
  })
  const noteFailure = ({ status, response }: ApiError) => {
    if (status === 0 || status === 429 || status >= 500)
      ctx.retryAfter ??= response?.headers.get('retry-after') ?? String(RETRY_AFTER_SECONDS)
  }
  const call: ApiClient['call'] = async (route, ...input) => {
    try {
      return await client.call(route, ...input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      noteFailure(error)
      if (error.code === 'not_signed_in') throw redirect(signInPath(request))
      throw data({ code: error.code, body: error.body }, { status: error.status || 503 })
    }
  }
  let me: Promise<Me | null> | undefined
  const loadMe = () =>
    client.call(deskSession).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_signed_in') return null
      if (error instanceof ApiError) noteFailure(error)
      throw data({ code: 'unavailable' }, { status: 503 })
    })
  const ctx: DeskContext = {
    call,
    siteName,
    retryAfter: null,
    me: () => (me ??= loadMe()),
    async may(permission) {
      const person = await ctx.me()
      return person !== null && isPermitted(person.role, permission)
    },
    async language() {
      const person = await ctx.me().catch(() => null)
      return person?.language ?? preferredLanguage(request.headers.get('accept-language'))
    },
  }
  context.set(deskContextKey, ctx)
  return ctx
}
