import { addressOf } from '@kiosk/domain/addresses'
import { type Issue, issue as issueCall } from '@kiosk/domain/catalogue/endpoints'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import { type Access, access as accessCall, type Contents, contents as contentsCall } from '@kiosk/domain/reading/endpoints'
import { basicChallenge, isSafeLine } from '@kiosk/domain/safe-line'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { refusalIn } from '../../refusal.ts'
import type { Visit } from '../../shell/visit.ts'
import { orNotFound } from './feed-answer.ts'
import { authenticationType, type OpdsPlace } from './opds.ts'
import { authenticationOf } from './opds-authentication.ts'

/**
 * What a reading program is given, or why not, in its own terms: 404, 429 with the time to wait, 401 with the way to log in,
 * 403 for a closed account.
 */
export async function answerToProgram(visit: Visit, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await orNotFound(answer)
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (refusal?.status === 401) return askToLogIn(visit)
    if (refusal?.code === 'account_inactive') return problem(403, refusal.message ?? '', {})
    if (refusal?.status === 429) return problem(429, refusal.message ?? '', { 'retry-after': '60' })
    throw thrown
  }
}

/** An issue with what the asking account may do with it. */
export async function issueForProgram(
  uid: string | undefined,
  visit: Visit,
): Promise<{ issue: Issue; contents: Contents; access: Access }> {
  const given = { params: { uid: uid ?? '' } }
  const [access, issue, contents] = await Promise.all([
    visit.call(accessCall, given),
    visit.call(issueCall, given),
    visit.call(contentsCall, given),
  ])
  return { issue, contents, access }
}

export function placeOf({ language, operator, publicUrl, webapp }: Visit): OpdsPlace {
  return { publicUrl, webapp, language, siteName: operator.siteName }
}

/** Refuses what the asker may not open: 401 where nobody is logged in, else 403 and why. */
export async function refuseToProgram(visit: Visit, request: Request, because: Access['because']): Promise<Response> {
  const loggedIn = Boolean(request.headers.get('authorization')) || (await visit.whoForSure()).state !== 'anonymous'
  if (!loggedIn) return askToLogIn(visit)
  const words = visit.words(catalogueWords)
  const page = new URL(addressOf(because === 'devices' ? 'devices' : 'subscriptions'), visit.publicUrl).href
  const key = because === 'devices' ? 'CATALOGUE.OPDS_DEVICES' : 'CATALOGUE.OPDS_NOT_IN_TIER'
  return problem(403, words[key] ?? '', { link: `<${page}>; rel="help"; type="text/html"` })
}

/** 401 and the authentication document, as OPDS asks for it; a password is asked for only where it may be sent. */
function askToLogIn(visit: Visit): Response {
  const document = new URL(authenticationAddress, visit.publicUrl).href
  return new Response(JSON.stringify(authenticationOf(visit)), {
    status: 401,
    headers: {
      'cache-control': 'no-store',
      'content-type': `${authenticationType}; charset=utf-8`,
      ...(isSafeLine(visit.publicUrl) && { 'www-authenticate': basicChallenge(visit.operator.siteName) }),
      link: `<${document}>; rel="http://opds-spec.org/auth/document"; type="${authenticationType}"`,
    },
  })
}

/** RFC 9457. */
function problem(status: number, title: string, headers: Record<string, string>): Response {
  return new Response(JSON.stringify({ title, status }), {
    status,
    headers: { ...headers, 'cache-control': 'no-store', 'content-type': 'application/problem+json; charset=utf-8' },
  })
}
