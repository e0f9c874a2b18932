import { identityStart as declared } from '@kiosk/domain/accounts/session-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { ownPath } from '@kiosk/domain/own-path'
import { serve } from '../endpoint.ts'
import { identityBrowser } from '../session/identity-browser.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { randomToken } from '../session/random-token.ts'
import { deniedAtProvider, returnAddress, toLogin } from './identity-return.ts'

export const identityStart = serve(declared, 'personal', async (call) => {
  const { house, input, request, reply, visitor } = call
  const provider = house.identity[input.provider]
  if (!provider) throw new Refusal('unavailable')
  const redirect = ownPath(input.redirect)
  if (isLinkedFromElsewhere(request)) return toLogin(house, { redirect })
  await networkAttempts(house.attempts, 'identity', visitor.address).admit()

  const browser = identityBrowser(input.provider, call).remember()
  const data = {
    provider: input.provider,
    nonce: randomToken().token,
    verifier: randomToken().token,
    redirect,
    browser: browser.mark,
  }
  const state = await issueToken(house.db, { purpose: 'identity', accountId: null, data, now: house.now() })
  try {
    const address = await provider.authorizationUrl({ ...data, state, redirectUri: returnAddress(house, input.provider) })
    reply.append('set-cookie', browser.cookie)
    return new Response(null, { status: 303, headers: { location: address.href, 'cache-control': 'no-store' } })
  } catch (error) {
    return deniedAtProvider(call, input.provider, error, redirect)
  }
})

/** Nobody is sent to a provider by a foreign page: who comes from one finds the buttons on the login page. */
function isLinkedFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
