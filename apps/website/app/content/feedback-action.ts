import { sendFeedback } from '@kiosk/contract/routes'
import { data } from 'react-router'
import { type ApiError, errorAt, orApiError } from '../api-error.ts'
import { type Rules, type Values, validate, valuesOf } from '../shell/form-rules.ts'
import type { RequestContext } from '../shell/request-context.ts'

/** Result of the feedback form; `typed` is the input, unless it was sent. */
export type FeedbackAnswer = { inForm: true; sentTo?: string; apiError?: ApiError; typed?: Values }

/** Validates a feedback message and sends it. */
export async function feedbackAction(ctx: RequestContext, form: FormData, rules: Rules) {
  const typed = valuesOf(form)
  const rejected = (apiError: ApiError) => data<FeedbackAnswer>({ inForm: true, apiError, typed }, { status: apiError.status })
  const [fault] = Object.entries(validate(rules, typed))
  if (fault) return rejected(errorAt(...fault))
  const { name = '', email = '', title = '', content = '' } = typed
  const { apiError } = await orApiError(ctx.call(sendFeedback, { body: { email: email.trim(), name, title, content } }))
  return apiError ? rejected(apiError) : data<FeedbackAnswer>({ inForm: true, sentTo: email.trim() })
}
