import { emailFault, type Fault, textFault } from '@kiosk/domain/accounts/rules'
import { TEXT } from '@kiosk/domain/accounts/terms'
import type { Rules } from '../shell/form-rules.ts'

const words = (fault: Fault | null) => fault && `VALIDATION.${fault}`

/** A message to the house (section 5), as the front page asks for it. */
export const feedbackRules: Rules = {
  name: (value) => words(textFault(value, TEXT.name)),
  email: (value) => words(emailFault(value.trim())),
  title: (value) => words(textFault(value, TEXT.name)),
  content: (value) => words(textFault(value, TEXT.message)),
}

/** On its page nothing is sent without consent. */
export const feedbackRulesOfPage: Rules = {
  ...feedbackRules,
  consent: (value) => (value ? null : 'FEEDBACK.CONSENT_MISSING'),
}
