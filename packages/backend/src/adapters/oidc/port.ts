/** Other ways in: Facebook, and the device vendor's Sign in with Apple. */
export const identityProviderNames = ['facebook', 'apple'] as const
export type IdentityProviderName = (typeof identityProviderNames)[number]

/** Whom a provider says somebody is. */
export type Identity = {
  provider: IdentityProviderName
  /** Stays the same for this person and our client; at most 255 characters. */
  subject: string
  /** null = the provider told none. */
  email: string | null
  /** The provider itself says that the address belongs to this person. */
  emailVerified: boolean
  /** The address was made by the provider and forwards to a hidden one. */
  privateRelay: boolean
  /** Empty where the provider told none; Apple tells it at the first login only. */
  firstname: string
  lastname: string
}

/** What one login keeps between the start and the return. */
export type Handshake = { state: string; nonce: string; verifier: string; redirectUri: string }

export type IdentityProvider = {
  /** Where the browser is sent; fails where the provider cannot be reached. */
  authorizationUrl(handshake: Handshake): Promise<URL>
  /** Exchanges the code that came back in `parameters`, once; fails where anything is not as the handshake says. */
  identityOf(parameters: URLSearchParams, handshake: Handshake): Promise<Identity>
  /** Whether an id token calls itself one of this provider for us; proves nothing. */
  mayHaveIssued(idToken: string): boolean
  /** Checks an id token that an app was given: signature, issuer, audience, age, and `nonce` where one is given. */
  identityOfToken(idToken: string, nonce?: string): Promise<Identity>
}

export type IdentityProviders = Partial<Record<IdentityProviderName, IdentityProvider>>
