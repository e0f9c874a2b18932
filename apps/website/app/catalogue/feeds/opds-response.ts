import { access as accessCall, contents as contentsCall, issue as issueCall } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { allowsPasswords, basicChallenge } from '@kiosk/domain/basic-auth'
import { cacheControl } from '@kiosk/domain/cache-rules'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { apiErrorIn } from '../../api-error.ts'
import type { RequestContext } from '../../shell/request-context.ts'
import { orNotFound } from './feed-response.ts'
import { authenticationType, type OpdsPlace } from './opds.ts'
import { authenticationOf } from './opds-authentication.ts'

/**
 * Answers an OPDS client; turns errors into 404, 429, 401 with the authentication document, or 403 for a
 * closed account.
 */
export async function opdsResponse(ctx: RequestContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await orNotFound(answer)
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (apiError?.status === 401) return askToLogIn(ctx)
    if (apiError?.code === 'account_inactive') return problem(403, apiError.message ?? '', {})
    if (apiError?.status === 429) return problem(429, apiError.message ?? '', {})
    throw thrown
  }
}

/** Loads an issue and the requesting account's rights to it. */
export async function issueForProgram(
  uid: string | undefined,
  ctx: RequestContext,
): Promise<{ issue: Issue; contents: Contents; access: Access }> {
  const options = { params: { uid: uid ?? '' } }
  const [access, issue, contents] = await Promise.all([
    ctx.call(accessCall, options),
    ctx.call(issueCall, options),
    ctx.call(contentsCall, options),
  ])
  return { issue, contents, access }
}

export function placeOf({ language, operator, publicUrl, webapp }: RequestContext): OpdsPlace {
  return { publicUrl, webapp, language, siteName: operator.siteName }
}

/** Rejects a request without access: 401 when signed out, else 403 with the reason. */
export async function rejectOpdsRequest(ctx: RequestContext, request: Request, because: Access['because']): Promise<Response> {
  const loggedIn = Boolean(request.headers.get('authorization')) || (await ctx.whoForSure()).state !== 'anonymous'
  if (!loggedIn) return askToLogIn(ctx)
  const words = ctx.words(catalogueMessages)
  const page = new URL(addressOf(because === 'devices' ? 'devices' : 'subscriptions'), ctx.publicUrl).href
  const key = because === 'devices' ? 'CATALOGUE.OPDS_DEVICES' : 'CATALOGUE.OPDS_NOT_IN_TIER'
  return problem(403, words[key] ?? '', { link: `<${page}>; rel="help"; type="text/html"` })
}

/** Returns 401 with the authentication document, as OPDS requires; requests a password only over a secure connection. */
function askToLogIn(ctx: RequestContext): Response {
  const document = new URL(authenticationAddress, ctx.publicUrl).href
  return new Response(JSON.stringify(authenticationOf(ctx)), {
    status: 401,
    headers: {
      'cache-control': cacheControl('nothing'),
      'content-type': `${authenticationType}; charset=utf-8`,
      ...(allowsPasswords(ctx.publicUrl) && { 'www-authenticate': basicChallenge(ctx.operator.siteName) }),
      link: `<${document}>; rel="http://opds-spec.org/auth/document"; type="${authenticationType}"`,
    },
  })
}

/** Returns a problem document (RFC 9457). */
function problem(status: number, title: string, headers: Record<string, string>): Response {
  return new Response(JSON.stringify({ title, status }), {
    status,
    headers: { ...headers, 'cache-control': cacheControl('nothing'), 'content-type': 'application/problem+json; charset=utf-8' },
  })
}
