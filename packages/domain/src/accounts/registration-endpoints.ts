import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Email, Password, Switch, Token, Trace, traceFields } from './input.ts'
import { TEXT } from './terms.ts'

export const newUser = endpoint({
  method: 'POST',
  path: 'user/registration/newuser',
  summary: 'Registers; the verification mail is under way when this is answered',
  access: 'anyone',
  body: z.object({
    email: Email,
    password: Password('registration'),
    newsletter: Switch.default(true),
    /** Path of our own to go to after verification. */
    verificationTarget: Trace(TEXT.address),
    platform: Trace(40),
    ...traceFields,
  }),
  errors: ['wrong_input', 'mail_taken', 'too_many_requests', 'unavailable'],
})

export const sendNewEmail = endpoint({
  method: 'POST',
  path: 'user/registration/sendNewEmail',
  summary: 'Sends the verification mail again; the same answer for every address',
  access: 'anyone',
  body: z.object({ email: Email }),
  errors: ['wrong_input', 'too_many_requests'],
})

export const verification = endpoint({
  method: 'GET',
  path: 'user/registration/verification',
  summary: 'Proves the address of a new account and starts a session; 409 = proved before',
  access: 'anyone',
  query: z.object({
    token: Token,
    /** Ours: also confirms the newsletter (decision 11). */ newsletter: Switch.default(false),
    /** Ours: also links the way in that waits in this browser, see `websession/token/owner`. */ link: Switch.default(false),
  }),
  output: z.object({
    verificationTarget: z.string(),
    /** Ours: token for `websession/newPassword`, where the link was opened in another browser than the registration. */
    choosePassword: z.string().optional(),
  }),
  errors: ['wrong_input', 'token_invalid', 'account_inactive', 'verification_expired', 'already_verified'],
})

export const emailVerification = endpoint({
  method: 'GET',
  path: 'websession/emailVerification',
  summary: 'Confirms a changed address for the account that is signed in and asked for it; it then is the login name',
  access: 'anyone',
  query: z.object({ token: Token }),
  output: z.object({ email: z.string() }),
  errors: ['wrong_input', 'token_invalid', 'sign_in_to_confirm', 'verification_expired', 'mail_taken'],
})

export const passwordRecovery = endpoint({
  method: 'POST',
  path: 'websession/passwordRecovery',
  summary: 'Sends the recovery mail: 401 unknown, 403 unverified (the verification mail goes out again), 406 no address',
  access: 'anyone',
  body: z.object({ email: z.string().trim().max(500) }),
  errors: ['wrong_input', 'unknown_mail', 'verification_resent', 'mail_invalid', 'too_many_requests'],
})

export const newPassword = endpoint({
  method: 'POST',
  path: 'websession/newPassword',
  summary: 'Sets a new password by the link of the recovery mail; every session ends',
  access: 'anyone',
  body: z.object({ newPassword: z.string().max(500), token: z.string().max(4096) }),
  errors: ['wrong_input', 'token_invalid', 'password_pattern', 'token_expired', 'unavailable'],
})

export const unsubscribeNewsletter = endpoint({
  method: 'POST',
  path: 'user/newsletter/unsubscribe',
  summary: 'Ends the newsletter for an address; 406 unknown',
  access: 'anyone',
  body: z.object({ email: z.string().trim().default('') }),
  errors: ['mail_not_subscribed', 'too_many_requests'],
})

export const unsubscribeReleases = endpoint({
  method: 'POST',
  path: 'user/newsletter/unsubscribe/releases',
  summary: 'Ends the mails about new issues for an address; 406 unknown',
  access: 'anyone',
  body: z.object({ email: z.string().trim().default('') }),
  errors: ['mail_not_subscribed', 'too_many_requests'],
})

export const oneClickUnsubscribe = endpoint({
  method: 'POST',
  path: 'user/newsletter/oneclick/{token}',
  summary: 'RFC 8058: what mail programs send when somebody presses their own unsubscribe button',
  access: 'link',
  params: z.object({ token: Token }),
  body: z.object({ 'List-Unsubscribe': z.string().optional() }),
  errors: ['token_invalid'],
  // Not every mail program takes another status for a success.
  status: 200,
  ours: true,
})

export const oneClickPage = endpoint({
  method: 'GET',
  path: 'user/newsletter/oneclick/{token}',
  summary: 'The same address opened in a browser: leads to the page that unsubscribes, and ends nothing',
  access: 'link',
  params: z.object({ token: Token }),
  errors: [],
  status: 303,
  ours: true,
})
