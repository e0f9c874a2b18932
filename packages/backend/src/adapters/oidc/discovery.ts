import { HOUR_MS } from '@kiosk/domain/time'
import { createRemoteJWKSet, customFetch } from 'jose'
import * as openid from 'openid-client'
import { limitedFetch } from '../limited-fetch.ts'
import { appleSecret } from './apple-secret.ts'

/** Settings of one provider. */
export type OpenidSettings = {
  issuer: string
  clientId: string
  /** Additional audiences of id tokens that our apps may send. */
  appIds?: readonly string[]
} & ({ clientSecret: string } | { teamId: string; keyId: string; privateKey: string })

/** Differences between the two providers. */
export const ways = {
  facebook: {
    scope: 'openid email',
    responseMode: undefined,
    // Facebook's discovery document has neither the token endpoint nor PKCE support.
    tokenEndpoint: 'https://graph.facebook.com/oauth/access_token',
    takesChallenge: true,
  },
  apple: { scope: 'name email', responseMode: 'form_post', tokenEndpoint: undefined, takesChallenge: false },
} as const

/** Timeout of a request to a provider. */
const TIMEOUT_SECONDS = 5
const CONFIGURATION_MAX_AGE_MS = HOUR_MS

/**
 * Returns a function that gives the configuration of a provider and its keys. The discovery document is requested at the first
 * call and cached for an hour.
 * @param keysAtMostEvery minimum milliseconds between two requests for unknown keys
 */
export function discovery(settings: OpenidSettings, way: (typeof ways)[keyof typeof ways], keysAtMostEvery: number) {
  const call = limitedFetch()
  const callWith: openid.CustomFetch = (address, { body, ...rest }) =>
    call(address, { ...rest, ...(body !== undefined && { body }) })
  const plain = new URL(settings.issuer).protocol === 'http:'
  let known: { since: number; found: ReturnType<typeof discover> } | undefined

  async function discover() {
    const authentication =
      'clientSecret' in settings ? openid.ClientSecretPost(settings.clientSecret) : appleSecret(settings, settings.clientId)
    const execute = plain ? [openid.allowInsecureRequests] : []
    const discovered = await openid.discovery(new URL(settings.issuer), settings.clientId, undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      execute,
      [openid.customFetch]: callWith,
    })
    const { supportsPKCE: _, ...metadata } = discovered.serverMetadata()
    const token_endpoint = metadata.token_endpoint ?? way.tokenEndpoint
    const config = new openid.Configuration(
      { ...metadata, ...(token_endpoint && { token_endpoint }) },
      settings.clientId,
      undefined,
      authentication,
    )
    config.timeout = TIMEOUT_SECONDS
    config[openid.customFetch] = callWith
    if (plain) openid.allowInsecureRequests(config)
    const address = new URL(metadata.jwks_uri ?? '')
    if (address.protocol !== 'https:' && !plain) throw new Error('keys of the provider are not at a secure address')
    const keys = createRemoteJWKSet(address, {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
      cooldownDuration: keysAtMostEvery,
      [customFetch]: call,
    })
    return { config, keys, challenge: way.takesChallenge || discovered.serverMetadata().supportsPKCE() }
  }

  return () => {
    if (known && performance.now() - known.since < CONFIGURATION_MAX_AGE_MS) return known.found
    const found = discover()
    known = { since: performance.now(), found }
    found.catch(() => {
      known = undefined
    })
    return found
  }
}
