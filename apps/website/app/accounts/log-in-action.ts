import { passwordRecovery } from '@kiosk/domain/accounts/registration-endpoints'
import { loginBySessionToken } from '@kiosk/domain/accounts/session-endpoints'
import { data } from 'react-router'
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { faultsIn, type Values, valuesOf } from '../shell/form-rules.ts'
import type { Environment, Visit } from '../shell/visit.ts'
import { loginRules, recoveryRules } from './entry-rules.ts'
import { letIn, logIn, sendMailAgain, wayAfterLogin } from './let-in.ts'

/** What the forms of the login page answer: `about` says which of them. */
export type LoginAnswer = {
  about: 'login' | 'recover' | 'resend' | 'token'
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
  const { answer, refusal } = await logIn(visit, { username, password, remember: values.remainSignedIn === 'true' })
  if (refusal) return refused('login', refusal, { username })
  if (answer.unverified) return data({ about: 'login', unverified: username.trim(), username } satisfies LoginAnswer)
  return letIn(visit, answer, to)
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
