import { passwordRecovery } from '@kiosk/domain/accounts/registration-endpoints'
import { loginSecondFactor, passkeyLogin } from '@kiosk/domain/accounts/second-factor-endpoints'
import { loginBySessionToken } from '@kiosk/domain/accounts/session-endpoints'
import { cookieIn } from '@kiosk/domain/cookies'
import { data } from 'react-router'
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { faultsIn, type Values, valuesOf } from '../shell/form-rules.ts'
import type { Environment, Visit } from '../shell/visit.ts'
import { loginRules, recoveryRules } from './entry-rules.ts'
import { CODE_COOKIE, codeDone, letIn, logIn, sendMailAgain, wayAfterLogin } from './let-in.ts'

/** What the forms of the login page answer: `about` says which of them. */
export type LoginAnswer = {
  about: 'login' | 'code' | 'passkey' | 'recover' | 'resend' | 'token'
  refusal?: Refusal
  inForm?: true
  username?: string | undefined
  /** The address that has to be proved first (202). */
  unverified?: string
  resent?: boolean
  /** The address that the recovery mail went to. */
  recovered?: string
}

/** The forms of the login page: logging in, the recovery mail, the verification mail again, a token in development. */
export async function answerLogin(visit: Visit, request: Request) {
  const values = valuesOf(await request.formData())
  if (values.intent === 'code') return byCode(visit, values, request)
  if (values.intent === 'passkey-login') return byPasskey(visit, values, wayAfterLogin(request))
  if (values.intent === 'recover') return recover(visit, values)
  if (values.intent === 'resend') return resend(visit, values)
  if (values.intent === 'token' && hasTokenField(visit.environment)) return byToken(visit, values, wayAfterLogin(request))
  return byPassword(visit, values, wayAfterLogin(request))
}

/** The field for a token: a run-time flag, and never in production. */
export function hasTokenField({ name, devSystem }: Environment): boolean {
  return devSystem && name !== 'production'
}

async function byPassword(visit: Visit, values: Values, to: string) {
  const { username = '', password = '' } = values
  const [[field, words] = []] = Object.entries(faultsIn(loginRules, values))
  if (field && words) return refused('login', refusalAt(field, words), { username })
  const { answer, refusal } = await logIn(visit, {
    username,
    password,
    remember: values.remainSignedIn === 'true',
    shared: values.sharedDevice === 'true',
  })
  if (refusal) return refused('login', refusal, { username })
  if (answer.unverified) return data({ about: 'login', unverified: username.trim(), username } satisfies LoginAnswer)
  return letIn(visit, answer, to)
}

/** The token of the first step is in a cookie. */
export function codeTokenIn(request: Request): string | null {
  const held = cookieIn(request.headers.get('cookie'), CODE_COOKIE)
  return held ? decodeURIComponent(held) : null
}

async function byCode(visit: Visit, { code = '' }: Values, request: Request) {
  const token = codeTokenIn(request)
  if (token === null) return refused('code', refusalAt(null, 'SIGN_IN.CODE_GONE'))
  if (code.trim() === '') return refused('code', refusalAt('code', 'VALIDATION.required'))
  const { answer, refusal } = await orRefusal(visit.call(loginSecondFactor, { body: { token, code } }))
  if (!refusal) return letIn(visit, answer, wayAfterLogin(request), [codeDone(visit)])
  const gone = refusal.field === 'token' || refusal.status === 498
  return refused('code', gone ? { ...refusal, field: null, message: null, words: 'SIGN_IN.CODE_GONE' } : refusal)
}

async function byPasskey(visit: Visit, { credential = '', remainSignedIn, sharedDevice }: Values, to: string) {
  const body = { credential, remainSignedIn: String(remainSignedIn === 'true'), sharedDevice: String(sharedDevice === 'true') }
  const { answer, refusal } = await orRefusal(visit.call(passkeyLogin, { body }))
  return refusal ? refused('passkey', refusal) : letIn(visit, answer, to)
}

async function byToken(visit: Visit, { sessionToken = '' }: Values, to: string) {
  const { answer, refusal } = await orRefusal(visit.call(loginBySessionToken, { body: { sessionToken } }))
  return refusal ? refused('token', { ...refusal, field: 'sessionToken' }) : letIn(visit, answer, to)
}

async function resend(visit: Visit, { email = '' }: Values) {
  const { refusal } = await sendMailAgain(visit, email)
  if (refusal) return refused('resend', refusal, { unverified: email })
  return data({ about: 'resend', unverified: email, resent: true } satisfies LoginAnswer)
}

/** Words at the field by status, where the server said nothing itself (section 8). */
const recoveryWords: Record<number, string> = {
  400: 'VALIDATION.serviceUnavailable',
  401: 'VALIDATION.unknownMail',
  403: 'VALIDATION.verificationResent',
  406: 'VALIDATION.email',
}

async function recover(visit: Visit, values: Values) {
  const email = values.email?.trim() ?? ''
  const fault = faultsIn(recoveryRules, values).email
  if (fault) return refused('recover', refusalAt('email', fault), { username: email })
  const { refusal } = await orRefusal(visit.call(passwordRecovery, { body: { email } }))
  if (!refusal) return data({ about: 'recover', recovered: email, username: email } satisfies LoginAnswer)
  const words = recoveryWords[refusal.status] ?? 'VALIDATION.unknownError'
  return refused('recover', { ...refusal, field: 'email', words }, { username: email })
}

function refused(about: LoginAnswer['about'], refusal: Refusal, more: Partial<LoginAnswer> = {}) {
  return data({ about, refusal, inForm: true, ...more } satisfies LoginAnswer, { status: refusal.status })
}
