import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Attribution, attributionFields, Email, Password, Switch, Token } from './input.ts'
import { TEXT } from './limits.ts'

export const newUser = endpoint(routes.newUser, {
  summary: 'Registers an account and sends the verification e-mail',
  access: 'anyone',
  body: z.object({
    email: Email,
    password: Password('registration'),
    newsletter: Switch.default(true),
    /** Path on our site to redirect to after verification. */
    verificationTarget: Attribution(TEXT.address),
    platform: Attribution(40),
    ...attributionFields,
  }),
  errors: ['wrong_input', 'mail_taken', 'too_many_requests', 'unavailable'],
})

export const sendNewEmail = endpoint(routes.sendNewEmail, {
  summary: 'Sends the verification e-mail again; the same response for every address',
  access: 'anyone',
  body: z.object({ email: Email }),
  errors: ['wrong_input', 'too_many_requests'],
})

export const verification = endpoint(routes.verification, {
  summary: 'Verifies the address of a new account and starts a session; 409 = already verified',
  access: 'anyone',
  query: z.object({
    token: Token,
    /** Extension: also confirms the newsletter (ADR-0171). */ newsletter: Switch.default(false),
    /** Extension: also links the pending sign-in method, see `websession/token/owner`. */ link: Switch.default(false),
  }),
  output: z.object({
    verificationTarget: z.string(),
    /** Extension: token for `websession/newPassword`, if the link was opened in a browser other than that of the registration. */
    choosePassword: z.string().optional(),
  }),
  errors: ['wrong_input', 'token_invalid', 'account_inactive', 'verification_expired', 'already_verified'],
})

export const verificationByCode = endpoint(routes.verificationByCode, {
  summary: 'Verifies the address of a registration in this browser by the code of its e-mail, and starts a session',
  access: 'anyone',
  body: z.object({
    email: Email,
    /** Six digits; spaces are ignored. */
    code: z.string().max(20),
  }),
  output: z.object({ verificationTarget: z.string() }),
  errors: ['wrong_input', 'code_wrong', 'account_inactive', 'too_many_requests'],
  isExtension: true,
})

export const emailVerification = endpoint(routes.emailVerification, {
  summary: 'Confirms a changed e-mail address of the signed-in account; it becomes the login name',
  access: 'anyone',
  query: z.object({ token: Token }),
  output: z.object({ email: z.string() }),
  errors: ['wrong_input', 'not_signed_in', 'token_invalid', 'sign_in_to_confirm', 'verification_expired', 'mail_taken'],
})

export const passwordRecovery = endpoint(routes.passwordRecovery, {
  summary: 'Sends the recovery e-mail: 401 unknown, 403 not verified (the verification e-mail is sent again), 406 no address',
  access: 'anyone',
  body: z.object({ email: z.string().trim().max(500) }),
  errors: ['wrong_input', 'unknown_mail', 'verification_resent', 'mail_invalid', 'too_many_requests'],
})

export const newPassword = endpoint(routes.newPassword, {
  summary: 'Sets a new password by the token of the recovery e-mail; ends all sessions',
  access: 'anyone',
  body: z.object({ newPassword: z.string().max(500), token: z.string().max(4096) }),
  errors: ['wrong_input', 'token_invalid', 'password_pattern', 'token_expired', 'unavailable'],
})

export const unsubscribeNewsletter = endpoint(routes.unsubscribeNewsletter, {
  summary: 'Unsubscribes an address from the newsletter; 406 unknown',
  access: 'anyone',
  body: z.object({ email: z.string().trim().default('') }),
  errors: ['mail_not_subscribed', 'too_many_requests'],
})

export const unsubscribeReleases = endpoint(routes.unsubscribeReleases, {
  summary: 'Unsubscribes an address from e-mails about new issues; 406 unknown',
  access: 'anyone',
  body: z.object({ email: z.string().trim().default('') }),
  errors: ['mail_not_subscribed', 'too_many_requests'],
})

export const unsubscribeSearches = endpoint(routes.unsubscribeSearches, {
  summary: 'Unsubscribes an address from e-mails about new hits of saved searches; 406 unknown',
  access: 'anyone',
  body: z.object({ email: z.string().trim().default('') }),
  errors: ['mail_not_subscribed', 'too_many_requests'],
  isExtension: true,
})

export const oneClickUnsubscribe = endpoint(routes.oneClickUnsubscribe, {
  summary: 'One-click unsubscribe of mail clients (RFC 8058)',
  access: 'link',
  params: z.object({ token: Token }),
  body: z.object({ 'List-Unsubscribe': z.string().optional() }),
  errors: ['token_invalid'],
  // Some mail clients accept only this status as a success.
  status: 200,
  isExtension: true,
})

export const oneClickPage = endpoint(routes.oneClickPage, {
  summary: 'The same address in a browser: redirects to the unsubscribe page and changes nothing',
  access: 'link',
  params: z.object({ token: Token }),
  errors: [],
  status: 303,
  isExtension: true,
})
