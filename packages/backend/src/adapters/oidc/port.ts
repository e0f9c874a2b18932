import type { IdentityProviderName } from '@kiosk/domain/accounts/identity-providers'

/** The identity that a provider reports. */
export type Identity = {
  provider: IdentityProviderName
  /** Stable for this person and our client; at most 255 characters. */
  subject: string
  /** null = the provider sent none. */
  email: string | null
  /** The provider has verified that the address belongs to this person. */
  emailVerified: boolean
  /** The address is a relay address of the provider that forwards to a hidden one. */
  privateRelay: boolean
  /** Empty if the provider sent none; Apple sends it only at the first login. */
  firstname: string
  lastname: string
}

/** Data of one login between its start and the return. */
export type Handshake = { state: string; nonce: string; verifier: string; redirectUri: string }

export type IdentityProvider = {
  /** The URL to which the browser is redirected; throws if the provider cannot be reached. */
  authorizationUrl(handshake: Handshake): Promise<URL>
  /** Exchanges the code in `parameters`, once; throws if anything does not match the handshake. */
  identityOf(parameters: URLSearchParams, handshake: Handshake): Promise<Identity>
  /** Whether an id token claims to be from this provider for us; unverified. */
  mayHaveIssued(idToken: string): boolean
  /** Verifies an app's id token: signature, issuer, audience, age, and `nonce` if there is one. */
  identityOfToken(idToken: string, nonce?: string): Promise<Identity>
}

export type IdentityProviders = Partial<Record<IdentityProviderName, IdentityProvider>>
