import { sendFeedback } from '@kiosk/domain/content/endpoints'
import { data } from 'react-router'
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { faultsIn, type Rules, type Values, valuesOf } from '../shell/form-rules.ts'
import type { Visit } from '../shell/visit.ts'

/** What came of a message; what was typed comes back unless it was sent. */
export type FeedbackAnswer = { inForm: true; sentTo?: string; refusal?: Refusal; typed?: Values }

/** Sends a message to the house, once it keeps the rules of its form. */
export async function feedbackAction(visit: Visit, form: FormData, rules: Rules) {
  const typed = valuesOf(form)
  const refused = (refusal: Refusal) => data<FeedbackAnswer>({ inForm: true, refusal, typed }, { status: refusal.status })
  const [fault] = Object.entries(faultsIn(rules, typed))
  if (fault) return refused(refusalAt(...fault))
  const { name = '', email = '', title = '', content = '' } = typed
  const { refusal } = await orRefusal(visit.call(sendFeedback, { body: { email: email.trim(), name, title, content } }))
  return refusal ? refused(refusal) : data<FeedbackAnswer>({ inForm: true, sentTo: email.trim() })
}
