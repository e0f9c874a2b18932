import { identityStart as declared } from '@kiosk/domain/accounts/session-endpoints'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import { returnPath } from '@kiosk/domain/return-path'
import { defineHandler } from '../../http/handler.ts'
import { networkLimit } from '../network-limits.ts'
import { issueToken } from '../one-time-tokens.ts'
import { randomToken } from '../random-token.ts'
import { identityBrowser } from './browser-binding.ts'
import { deniedAtProvider, returnAddress, toLogin } from './callback.ts'

export const identityStart = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input, request, reply, visitor } = call
  const provider = ctx.identity[input.provider]
  if (!provider) throw new ApiError('unavailable')
  const redirect = returnPath(input.redirect)
  if (isLinkedFromElsewhere(request)) return toLogin(ctx, { redirect })
  await networkLimit(ctx.rateLimits, 'identity', visitor.address).consume()

  const browser = identityBrowser(input.provider, call).remember()
  const data = {
    provider: input.provider,
    nonce: randomToken().token,
    verifier: randomToken().token,
    redirect,
    browser: browser.mark,
  }
  const state = await issueToken(ctx.db, { purpose: 'identity', accountId: null, data, now: ctx.now() })
  try {
    const address = await provider.authorizationUrl({ ...data, state, redirectUri: returnAddress(ctx, input.provider) })
    reply.append('set-cookie', browser.cookie)
    return new Response(null, { status: 303, headers: { location: address.href, 'cache-control': cacheControl('nothing') } })
  } catch (error) {
    return deniedAtProvider(call, input.provider, error, redirect)
  }
})

/** Returns whether another site linked here: it cannot start a login, its visitors get the login page with the buttons. */
function isLinkedFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
