import { newUser, verificationByCode } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { returnPath } from '@kiosk/domain/return-path'
import { data, redirectDocument } from 'react-router'
import { type ApiError, errorAt, orApiError } from '../api-error.ts'
import { type Rules, type Values, validate } from '../shell/form-rules.ts'
import type { RequestContext } from '../shell/request-context.ts'
import { registrationRules } from './entry-rules.ts'
import { sendMailAgain } from './signed-in.ts'

/** Answer to the forms of a registration; `sentTo`: address to which the verification e-mail was sent. */
export type RegistrationAnswer = {
  about: 'register'
  apiError?: ApiError
  inForm?: true
  sentTo?: string
  resent?: boolean
  email?: string
  newsletter?: boolean
}

/** Handles the forms of a registration: the registration, the code of the verification e-mail, and resending that e-mail. */
export async function answerRegistration(
  ctx: RequestContext,
  request: Request,
  values: Values,
  rules: Rules = registrationRules,
) {
  const email = values.email?.trim() ?? ''
  if (values.intent === 'resend') {
    const { apiError } = await sendMailAgain(ctx, email)
    return apiError ? rejected(apiError, { sentTo: email }) : answered({ sentTo: email, resent: true })
  }
  if (values.intent === 'code') return verifyByCode(ctx, request, email, values.code ?? '')
  const newsletter = values.newsletter === 'true'
  const [[field, words] = []] = Object.entries(validate(rules, values))
  if (field && words) return rejected(errorAt(field, words), { email, newsletter })
  const body = {
    email,
    password: values.password ?? '',
    newsletter: String(newsletter),
    verificationTarget: returnPath(values.verificationTarget) ?? '',
    platform: 'website',
    utmSource: values.utm_source ?? '',
    utmMedium: values.utm_medium ?? '',
    utmContent: values.utm_content ?? '',
    utmCampaign: values.utm_campaign ?? '',
    referrer: values.referrer ?? '',
  }
  const { apiError } = await orApiError(ctx.call(newUser, { body }))
  return apiError ? rejected(apiError, { email, newsletter }) : answered({ sentTo: email })
}

/** Verifies the address with the code of the e-mail and continues where the registration began. */
async function verifyByCode(ctx: RequestContext, request: Request, email: string, code: string) {
  const { answer, apiError } = await orApiError(ctx.call(verificationByCode, { body: { email, code } }))
  if (apiError) return answered({ apiError, inForm: true, sentTo: email }, apiError.status)
  const to = returnPath(new URL(request.url).searchParams.get('redirect')) ?? returnPath(answer.verificationTarget)
  return redirectDocument(to ?? addressOf('verify', { verified: 'new' }), 303)
}

function rejected(apiError: ApiError, more: Partial<RegistrationAnswer>) {
  // The error of a taken address is shown at the e-mail field, whatever field the API names.
  const at = apiError.status === 409 ? { field: 'email', words: 'VALIDATION.notAvailable' } : {}
  return answered({ apiError: { ...apiError, ...at }, inForm: true, ...more }, apiError.status)
}

function answered(answer: Omit<RegistrationAnswer, 'about'>, status = 200) {
  return data({ about: 'register', ...answer } satisfies RegistrationAnswer, { status })
}
