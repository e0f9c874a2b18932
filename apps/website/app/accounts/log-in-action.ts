import { loginBySessionToken, loginSecondFactor, passkeyLogin, passwordRecovery } from '@kiosk/contract/routes'
import { decodedCookieIn } from '@kiosk/domain/cookies'
import { data } from 'react-router'
import { type ApiError, errorAt, orApiError } from '../api-error.ts'
import { type Values, validate } from '../shell/form-rules.ts'
import type { Environment, RequestContext } from '../shell/request-context.ts'
import { loginRules, recoveryRules } from './entry-rules.ts'
import { CODE_COOKIE, codeDone, finishSignIn, logIn, pathAfterLogin, sendMailAgain } from './signed-in.ts'

/** Answer to the forms of the login page; `about` names the form. */
export type LoginAnswer = {
  about: 'login' | 'code' | 'passkey' | 'recover' | 'resend' | 'token'
  apiError?: ApiError
  inForm?: true
  username?: string | undefined
  /** Address that has to be verified first (202). */
  unverified?: string
  resent?: boolean
  /** Address that the recovery e-mail was sent to. */
  recovered?: string
}

/** Handles the forms of the login page: login, password recovery, resending the verification e-mail, development token. */
export function answerLogin(ctx: RequestContext, request: Request, values: Values) {
  if (values.intent === 'code') return byCode(ctx, values, request)
  if (values.intent === 'passkey-login') return byPasskey(ctx, values, pathAfterLogin(request))
  if (values.intent === 'recover') return recover(ctx, values)
  if (values.intent === 'resend') return resend(ctx, values)
  if (values.intent === 'token' && hasTokenField(ctx.environment)) return byToken(ctx, values, pathAfterLogin(request))
  return byPassword(ctx, values, pathAfterLogin(request))
}

/** Returns whether the token field is shown: a runtime flag that is never set in production. */
export function hasTokenField({ name, devSystem }: Environment): boolean {
  return devSystem && name !== 'production'
}

async function byPassword(ctx: RequestContext, values: Values, to: string) {
  const { username = '', password = '' } = values
  const [[field, words] = []] = Object.entries(validate(loginRules, values))
  if (field && words) return rejected('login', errorAt(field, words), { username })
  const { answer, apiError } = await logIn(ctx, {
    username,
    password,
    remember: values.remainSignedIn === 'true',
    shared: values.sharedDevice === 'true',
  })
  if (apiError) return rejected('login', apiError, { username })
  if (answer.unverified) return data({ about: 'login', unverified: username.trim(), username } satisfies LoginAnswer)
  return finishSignIn(ctx, answer, to)
}

/** Returns the token of the first login step from its cookie; null = none. */
export function codeTokenIn(request: Request): string | null {
  return decodedCookieIn(request.headers.get('cookie'), CODE_COOKIE)
}

async function byCode(ctx: RequestContext, { code = '' }: Values, request: Request) {
  const token = codeTokenIn(request)
  if (token === null) return rejected('code', errorAt(null, 'SIGN_IN.CODE_GONE'))
  if (code.trim() === '') return rejected('code', errorAt('code', 'VALIDATION.required'))
  const { answer, apiError } = await orApiError(ctx.call(loginSecondFactor, { body: { token, code } }))
  if (!apiError) return finishSignIn(ctx, answer, pathAfterLogin(request), [codeDone(ctx)])
  const gone = apiError.field === 'token' || apiError.status === 498
  return rejected('code', gone ? { ...apiError, field: null, message: null, words: 'SIGN_IN.CODE_GONE' } : apiError)
}

async function byPasskey(ctx: RequestContext, { credential = '', remainSignedIn, sharedDevice }: Values, to: string) {
  const body = { credential, remainSignedIn: String(remainSignedIn === 'true'), sharedDevice: String(sharedDevice === 'true') }
  const { answer, apiError } = await orApiError(ctx.call(passkeyLogin, { body }))
  return apiError ? rejected('passkey', apiError) : finishSignIn(ctx, answer, to)
}

async function byToken(ctx: RequestContext, { sessionToken = '' }: Values, to: string) {
  const { answer, apiError } = await orApiError(ctx.call(loginBySessionToken, { body: { sessionToken } }))
  return apiError ? rejected('token', { ...apiError, field: 'sessionToken' }) : finishSignIn(ctx, answer, to)
}

async function resend(ctx: RequestContext, { email = '' }: Values) {
  const { apiError } = await sendMailAgain(ctx, email)
  if (apiError) return rejected('resend', apiError, { unverified: email })
  return data({ about: 'resend', unverified: email, resent: true } satisfies LoginAnswer)
}

/** Message at the field by status, for errors without a message of the server. */
const recoveryWords: Record<number, string> = {
  400: 'VALIDATION.serviceUnavailable',
  401: 'VALIDATION.unknownMail',
  403: 'VALIDATION.verificationResent',
  406: 'VALIDATION.email',
}

async function recover(ctx: RequestContext, values: Values) {
  const email = values.email?.trim() ?? ''
  const fault = validate(recoveryRules, values).email
  if (fault) return rejected('recover', errorAt('email', fault), { username: email })
  const { apiError } = await orApiError(ctx.call(passwordRecovery, { body: { email } }))
  if (!apiError) return data({ about: 'recover', recovered: email, username: email } satisfies LoginAnswer)
  const words = recoveryWords[apiError.status] ?? 'VALIDATION.unknownError'
  return rejected('recover', { ...apiError, field: 'email', words }, { username: email })
}

function rejected(about: LoginAnswer['about'], apiError: ApiError, more: Partial<LoginAnswer> = {}) {
  return data({ about, apiError, inForm: true, ...more } satisfies LoginAnswer, { status: apiError.status })
}
