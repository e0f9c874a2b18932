import type { IdentityProviderName } from '@kiosk/domain/accounts/identity-providers'
import { TEXT } from '@kiosk/domain/accounts/limits'
import { nameError } from '@kiosk/domain/accounts/rules'
import { composed } from '@kiosk/domain/composed'
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { discovery, type OpenidSettings, ways } from './discovery.ts'
import type { Handshake, Identity, IdentityProvider } from './port.ts'

/** Maximum age of a token, because it must have been issued for this login. */
const MAX_TOKEN_AGE_SECONDS = 600
const CLOCK_TOLERANCE_SECONDS = 30
/** Minimum time between two requests for unknown keys. */
const MIN_KEY_REFRESH_INTERVAL_MS = 5_000

/**
 * Connects to an OpenID Connect provider. Its discovery document is requested at the first login and cached for an hour.
 * @param keysAtMostEvery minimum milliseconds between two requests for unknown keys
 */
export function openidProvider(
  name: IdentityProviderName,
  settings: OpenidSettings,
  { keysAtMostEvery = MIN_KEY_REFRESH_INTERVAL_MS } = {},
): IdentityProvider {
  const way = ways[name]
  const provider = discovery(settings, way, keysAtMostEvery)
  const audiences = [settings.clientId, ...(settings.appIds ?? [])]

  async function checked(idToken: string, nonce: string | undefined): Promise<JWTPayload> {
    const { keys } = await provider()
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: settings.issuer,
      audience: audiences,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: MAX_TOKEN_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    if (nonce !== undefined && payload.nonce !== nonce) throw rejected('the id token belongs to another login')
    // With several audiences, only this claim says which of them requested the token (OpenID Connect Core 3.1.3.7).
    const requester = payload.azp ?? ([payload.aud].flat().length === 1 ? payload.aud : undefined)
    if (!audiences.includes(String(requester))) throw rejected('the id token is for somebody else')
    return payload
  }

  return {
    async authorizationUrl({ state, nonce, verifier, redirectUri }) {
      const { config, challenge } = await provider()
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: way.scope,
        state,
        nonce,
        ...(way.responseMode && { response_mode: way.responseMode }),
        ...(challenge && {
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      })
    },

    async identityOf(parameters, { state, nonce, verifier, redirectUri }: Handshake) {
      const { config, challenge } = await provider()
      const returned = new URL(redirectUri)
      returned.search = parameters.toString()
      const tokens = await openid.authorizationCodeGrant(config, returned, {
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(challenge && { pkceCodeVerifier: verifier }),
      })
      return identityIn(name, await checked(tokens.id_token!, nonce), parameters.get('user'))
    },

    mayHaveIssued(idToken) {
      try {
        const { iss, aud } = decodeJwt(idToken)
        return iss === settings.issuer && [aud].flat().some((each) => audiences.includes(each ?? ''))
      } catch {
        return false
      }
    },

    async identityOfToken(idToken, nonce) {
      return identityIn(name, await checked(idToken, nonce), null)
    },
  }
}

/** @param user posted by Apple with the code at the first login; it is not signed, so only the name is used */
function identityIn(provider: IdentityProviderName, claims: JWTPayload, user: string | null): Identity {
  const privateRelay = isTrue(claims.is_private_email)
  const name = nameIn(user)
  const subject: unknown = claims.sub
  // Rejects an empty id and one that PostgreSQL cannot store.
  if (typeof subject !== 'string' || !/^[^\p{C}]{1,255}$/u.test(subject)) throw rejected('the id token names nobody')
  return {
    provider,
    subject,
    email: typeof claims.email === 'string' && claims.email.trim() !== '' ? claims.email.trim() : null,
    emailVerified: isTrue(claims.email_verified) || privateRelay,
    privateRelay,
    firstname: nameOf(name.firstName ?? claims.given_name),
    lastname: nameOf(name.lastName ?? claims.family_name),
  }
}

/** Creates the error for an invalid token; errors without its code are failures of the connection to the provider. */
function rejected(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'ID_TOKEN_REJECTED' })
}

/** Apple sends booleans as text, too. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

function nameIn(user: string | null): { firstName?: unknown; lastName?: unknown } {
  try {
    return (JSON.parse(user || '{}') as { name?: object } | null)?.name ?? {}
  } catch {
    return {}
  }
}

/** Returns a name without the characters that no form would accept; '' if nothing is left. */
function nameOf(text: unknown): string {
  if (typeof text !== 'string') return ''
  const letters = [...composed(text.slice(0, TEXT.name))].map((letter) => (nameError(`a${letter}`, TEXT.name) ? ' ' : letter))
  const name = letters.join('').trim()
  return nameError(name, TEXT.name) ? '' : name
}
