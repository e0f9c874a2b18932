import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { identityProviderNames } from './identity-providers.ts'
import { Switch, Token } from './input.ts'

/** Bearer tokens of an app; lifetimes in seconds. */
export const Tokens = z
  .object({
    tokenType: z.literal('Bearer'),
    accessToken: z.string(),
    expiresIn: z.number(),
    refreshToken: z.string(),
    refreshExpiresIn: z.number(),
  })
  .meta({ id: 'Tokens' })
export type Tokens = z.infer<typeof Tokens>

export const ProviderName = z.enum(identityProviderNames)
/** A sign-in method whose provider does not verify the address; `name` is the owner's name at the provider, '' = none. */
export const WaitingIdentity = z.object({ provider: ProviderName, name: z.string() }).meta({ id: 'WaitingIdentity' })
export type WaitingIdentity = z.infer<typeof WaitingIdentity>

/**
 * 200: a session was created, or `terms.show` with the `token` for `websession/terms` and no session yet. 202: no session yet.
 * Either the address is unverified, and the verification e-mail was sent again; or `secondFactor` is set, with the `token` for
 * `websession/login/secondfactor`.
 */
export const LoggedIn = z
  .object({
    terms: z.object({ show: z.boolean() }),
    token: z.string().optional(),
    unverified: z.boolean(),
    /** Extension: a code is required. */
    secondFactor: z.boolean().optional(),
    /** Extension: a sign-in method of this provider is pending in this browser for the account; `user/identity` links it. */
    waitingIdentity: ProviderName.optional(),
    /** Extension: tokens of a login through `websession/token`, which sets no cookie. */
    tokens: Tokens.optional(),
    /** Explains a 202, in the caller's language. */
    message: z.string().optional(),
  })
  .meta({ id: 'LoggedIn' })
export type LoggedIn = z.infer<typeof LoggedIn>

export const login = endpoint(routes.login, {
  summary: 'Logs in: type 0 by e-mail and password, type 1 by a social token in `password`; 202 = address not verified yet',
  access: 'anyone',
  body: z.object({
    username: z.string().trim().max(500).default(''),
    password: z.string().min(1).max(8192),
    remainSignedIn: Switch.default(false),
    /** Extension: other people use this device too; the session ends with the browser and nothing is stored. */
    sharedDevice: Switch.default(false),
    type: z.enum(['0', '1']).default('0'),
  }),
  output: LoggedIn,
  errors: ['wrong_input', 'wrong_credentials', 'account_inactive', 'login_refused', 'too_many_requests', 'unavailable'],
})

export const loginBySessionToken = endpoint(routes.loginBySessionToken, {
  summary: 'Logs in by a token from one of our other apps; valid once, for one minute',
  access: 'anyone',
  body: z.object({ sessionToken: Token }),
  output: LoggedIn,
  errors: ['wrong_input', 'account_unknown', 'account_inactive'],
})

export const loginBySso = endpoint(routes.loginBySso, {
  summary: 'Logs in by a partner’s single sign-on token; valid once, for one minute',
  access: 'anyone',
  body: z.object({ ssoToken: Token }),
  output: LoggedIn,
  errors: ['wrong_input', 'account_unknown', 'account_inactive'],
})

export const sessionTokenOwner = endpoint(routes.sessionTokenOwner, {
  summary: 'The account of a link’s token, and whether it was issued to this browser; does not consume the token',
  access: 'anyone',
  body: z.object({ token: Token }),
  output: z.object({
    /** Another account is signed in here. */
    other: z.boolean(),
    /** The account of the token is signed in here. */
    own: z.boolean(),
    /** Address of the account, shortened: "m***@example.org". */
    account: z.string(),
    /** The token was issued in this browser. */
    thisBrowser: z.boolean(),
    /** A sign-in method pending in this browser for the account; the link of an e-mail proves its address. */
    waitingIdentity: WaitingIdentity.optional(),
  }),
  errors: ['wrong_input', 'account_unknown'],
  isExtension: true,
})

export const waitingIdentity = endpoint(routes.waitingIdentity, {
  summary: 'The social login of this browser that is not yet linked to the signed-in account',
  access: 'session',
  output: z.object({ waiting: WaitingIdentity.nullable() }),
  errors: ['not_signed_in'],
  isExtension: true,
})

export const decideIdentity = endpoint(routes.decideIdentity, {
  summary: 'Links that social login to the account, after a fresh login, or discards it',
  access: 'session',
  body: z.object({ link: Switch }),
  output: z.object({ linked: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input', 'confirmation_required', 'not_found'],
  isExtension: true,
})

export const removeIdentity = endpoint(routes.removeIdentity, {
  summary: 'Ends logins by a provider, after a fresh login; the same login is linked again only if the owner agrees',
  access: 'session',
  params: z.object({ provider: ProviderName }),
  errors: ['not_signed_in', 'wrong_input', 'confirmation_required', 'no_password', 'not_found'],
  isExtension: true,
})

export const disownSignIn = endpoint(routes.disownSignIn, {
  summary:
    'Secures the account after a sign-in by someone else: ends sessions, resets the password, removes the device and credentials added since',
  access: 'anyone',
  body: z.object({ token: Token }),
  /** `choosePassword`: token for `websession/newPassword`. */
  output: z.object({ choosePassword: z.string() }),
  errors: ['wrong_input', 'token_invalid', 'token_expired'],
  isExtension: true,
})

export const webAppSessionToken = endpoint(routes.webAppSessionToken, {
  summary: 'A token that transfers this session to the web app; valid once, for one minute',
  access: 'session',
  body: z.object({ token: z.string().max(4096).default('') }),
  output: z.object({ sessionToken: z.string() }),
  errors: ['not_signed_in'],
})

export const logout = endpoint(routes.logout, {
  summary: 'Ends the session; works without one',
  access: 'anyone',
  errors: [],
})

export const acceptTerms = endpoint(routes.acceptTerms, {
  summary: 'Accepts the current terms for the account of the token, and starts a session',
  access: 'anyone',
  body: z.object({
    token: Token,
    newsletter: Switch.default(false),
    /** Submitted with the account's first terms; the region is fixed from then on (ADR-0171). */
    region: z.coerce.number().int().min(1).max(4).optional(),
    webAppToken: z.string().max(4096).default(''),
  }),
  output: LoggedIn,
  errors: ['wrong_input', 'token_invalid', 'token_expired', 'account_inactive'],
})

export const identityProviders = endpoint(routes.identityProviders, {
  summary: 'Configured social login providers',
  access: 'anyone',
  output: z.object({ facebook: z.boolean(), apple: z.boolean() }),
  errors: [],
  isExtension: true,
})

const Provider = z.object({ provider: ProviderName })

export const identityStart = endpoint(routes.identityStart, {
  summary: 'Redirects the browser to the identity provider',
  access: 'link',
  params: Provider,
  query: z.object({ redirect: z.string().max(2000).optional() }),
  errors: ['wrong_input', 'too_many_requests', 'unavailable'],
  status: 303,
  isExtension: true,
})

/** Parameters from the provider's redirect; others are ignored. */
const Returned = z.object({
  code: z.string().max(4096).optional(),
  state: z.string().max(4096).optional(),
  /** The issuer (RFC 9207). */
  iss: z.string().max(2000).optional(),
  error: z.string().max(500).optional(),
})

export const facebookReturn = endpoint(routes.facebookReturn, {
  summary: 'Redirect target for Facebook; continues at /user/login?facebookToken=',
  access: 'link',
  query: Returned,
  errors: ['wrong_input'],
  status: 303,
  isExtension: true,
})

export const appleReturn = endpoint(routes.appleReturn, {
  summary: 'Form post of Sign in with Apple; continues at /user/login?sessionTokenFromAppleLogin=',
  access: 'link',
  /** `user`: JSON with the name, at the first login only. */
  body: Returned.extend({ user: z.string().max(4096).optional() }),
  errors: ['wrong_input'],
  status: 303,
})
