import { TEXT } from '@kiosk/domain/accounts/limits'
import { emailError, textError, type ValidationError } from '@kiosk/domain/accounts/rules'
import type { Rules } from '../shell/form-rules.ts'

const words = (fault: ValidationError | null) => fault && `VALIDATION.${fault}`

/** Rules of the feedback form on the front page. */
export const feedbackRules: Rules = {
  name: (value) => words(textError(value, TEXT.name)),
  email: (value) => words(emailError(value.trim())),
  title: (value) => words(textError(value, TEXT.name)),
  content: (value) => words(textError(value, TEXT.message)),
}

/** Rules of the form on the feedback page, which also requires consent. */
export const feedbackRulesOfPage: Rules = {
  ...feedbackRules,
  consent: (value) => (value ? null : 'FEEDBACK.CONSENT_MISSING'),
}
