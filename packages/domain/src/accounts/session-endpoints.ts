import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Switch, Token } from './input.ts'

/** Bearer tokens of an app; lifetimes in seconds. */
export const Tokens = z.object({
  tokenType: z.literal('Bearer'),
  accessToken: z.string(),
  expiresIn: z.number(),
  refreshToken: z.string(),
  refreshExpiresIn: z.number(),
})
export type Tokens = z.infer<typeof Tokens>

const ProviderName = z.enum(['facebook', 'apple'])
/** A way in that its provider cannot vouch for; `name` is what the provider calls its owner, '' = nothing. */
export const WaitingIdentity = z.object({ provider: ProviderName, name: z.string() })
export type WaitingIdentity = z.infer<typeof WaitingIdentity>

/**
 * 200: a session has begun, or `terms.show` with the `token` that `websession/terms` takes, and no session yet.
 * 202: no session yet. Either the address is not proved, and the verification mail went out again; or `secondFactor`, with
 * the `token` that `websession/login/secondfactor` takes.
 */
export const LoggedIn = z.object({
  terms: z.object({ show: z.boolean() }),
  token: z.string().optional(),
  unverified: z.boolean(),
  /** Ours: a code is asked for. */
  secondFactor: z.boolean().optional(),
  /** Ours: a way in at this provider waits in this browser for this account; `user/identity` links it. */
  waitingIdentity: ProviderName.optional(),
  /** Ours: of a login that was begun at `websession/token`; no cookie goes out. */
  tokens: Tokens.optional(),
  /** What a 202 means, in the caller's language. */
  message: z.string().optional(),
})
export type LoggedIn = z.infer<typeof LoggedIn>

export const login = endpoint({
  method: 'POST',
  path: 'websession/login',
  summary: 'Logs in: type 0 by e-mail and password, type 1 by a social token in `password`; 202 = the address is not proved yet',
  access: 'anyone',
  body: z.object({
    username: z.string().trim().max(500).default(''),
    password: z.string().min(1).max(8192),
    remainSignedIn: Switch.default(false),
    /** Ours: others use this device too; the session ends with the browser and nothing is stored. */
    sharedDevice: Switch.default(false),
    type: z.enum(['0', '1']).default('0'),
  }),
  output: LoggedIn,
  errors: ['wrong_input', 'wrong_credentials', 'account_inactive', 'login_refused', 'too_many_requests', 'unavailable'],
})

export const loginBySessionToken = endpoint({
  method: 'POST',
  path: 'websession/login/sessiontoken',
  summary: 'Logs in by a token from another of our programs; once, within a minute',
  access: 'anyone',
  body: z.object({ sessionToken: Token }),
  output: LoggedIn,
  errors: ['wrong_input', 'account_unknown', 'account_inactive'],
})

export const loginBySso = endpoint({
  method: 'POST',
  path: 'websession/login/sso',
  summary: "Logs in by a partner's single-sign-on token; once, within a minute",
  access: 'anyone',
  body: z.object({ ssoToken: Token }),
  output: LoggedIn,
  errors: ['wrong_input', 'account_unknown', 'account_inactive'],
})

export const sessionTokenOwner = endpoint({
  method: 'POST',
  path: 'websession/token/owner',
  summary: 'Whose account the token of a link is about, and whether it was made for this browser; spends nothing',
  access: 'anyone',
  body: z.object({ token: Token }),
  output: z.object({
    /** Another account is signed in here. */
    other: z.boolean(),
    /** The account of the token is signed in here. */
    own: z.boolean(),
    /** Address of the account, shortened: "m***@example.org". */
    account: z.string(),
    /** The token was made for somebody in this browser. */
    thisBrowser: z.boolean(),
    /** A way in that waits in this browser for the account; the link of an email proves its address. */
    waitingIdentity: WaitingIdentity.optional(),
  }),
  errors: ['wrong_input', 'account_unknown'],
  ours: true,
})

export const waitingIdentity = endpoint({
  method: 'GET',
  path: 'user/identity',
  summary: 'The way in at a provider that waits in this browser for the account that is signed in',
  access: 'session',
  output: z.object({ waiting: WaitingIdentity.nullable() }),
  errors: ['not_signed_in'],
  ours: true,
})

export const decideIdentity = endpoint({
  method: 'PUT',
  path: 'user/identity',
  summary: 'Links that way in with the account, after a fresh login, or forgets it',
  access: 'session',
  body: z.object({ link: Switch }),
  output: z.object({ linked: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input', 'confirmation_required', 'not_found'],
  ours: true,
})

export const disownSignIn = endpoint({
  method: 'POST',
  path: 'websession/disown',
  summary: 'Ends everything after a sign-in that was not the owner: sessions, password, device, what was added since',
  access: 'anyone',
  body: z.object({ token: Token }),
  /** `choosePassword`: token for `websession/newPassword`. */
  output: z.object({ choosePassword: z.string() }),
  errors: ['wrong_input', 'token_invalid', 'token_expired'],
  ours: true,
})

export const webAppSessionToken = endpoint({
  method: 'POST',
  path: 'websession/webAppSessiontoken',
  summary: 'A token that hands this session to the web app; once, within a minute',
  access: 'session',
  body: z.object({ token: z.string().max(4096).default('') }),
  output: z.object({ sessionToken: z.string() }),
  errors: ['not_signed_in'],
})

export const logout = endpoint({
  method: 'POST',
  path: 'websession/logout',
  summary: 'Ends the session; works without one',
  access: 'anyone',
  errors: [],
})

export const acceptTerms = endpoint({
  method: 'PUT',
  path: 'websession/terms',
  summary: 'Accepts the terms in force; the token says who, and a session begins',
  access: 'anyone',
  body: z.object({
    token: Token,
    newsletter: Switch.default(false),
    /** Taken with the first terms of an account, which keeps its region from then on (decision 8). */
    region: z.coerce.number().int().min(1).max(4).optional(),
    webAppToken: z.string().max(4096).default(''),
  }),
  output: LoggedIn,
  errors: ['wrong_input', 'token_invalid', 'token_expired', 'account_inactive'],
})

export const identityProviders = endpoint({
  method: 'GET',
  path: 'websession/identity',
  summary: 'Which other ways in the operator has set up',
  access: 'anyone',
  output: z.object({ facebook: z.boolean(), apple: z.boolean() }),
  errors: [],
  ours: true,
})

const Provider = z.object({ provider: z.enum(['facebook', 'apple']) })

export const identityStart = endpoint({
  method: 'GET',
  path: 'websession/identity/{provider}',
  summary: 'Sends the browser to the identity provider',
  access: 'link',
  params: Provider,
  query: z.object({ redirect: z.string().max(2000).optional() }),
  errors: ['wrong_input', 'too_many_requests', 'unavailable'],
  status: 303,
  ours: true,
})

/** What providers send back; more than that is not read. */
const Returned = z.object({
  code: z.string().max(4096).optional(),
  state: z.string().max(4096).optional(),
  /** Whom it comes from (RFC 9207). */
  iss: z.string().max(2000).optional(),
  error: z.string().max(500).optional(),
})

export const facebookReturn = endpoint({
  method: 'GET',
  path: 'websession/facebook',
  summary: 'Where Facebook sends the browser back to; on to /user/login?facebookToken=',
  access: 'link',
  query: Returned,
  errors: ['wrong_input'],
  status: 303,
  ours: true,
})

export const appleReturn = endpoint({
  method: 'POST',
  path: 'websession/apple',
  summary: "The device vendor's form post; on to /user/login?sessionTokenFromAppleLogin=",
  access: 'link',
  /** `user`: JSON with the name, at the first login only. */
  body: Returned.extend({ user: z.string().max(4096).optional() }),
  errors: ['wrong_input'],
  status: 303,
})
